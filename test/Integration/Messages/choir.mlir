// A batch of signals [B, N, F] that share edge weights: m = erf(x_u - x_v) w_e, loud where it is most: y_v =
// max m + sum m^2, along axis 1.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=2x60x3 --arg=w=normal:2:shape=300
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=2x5x3 --arg=w=normal:2:shape=8
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x?x3xf32>, %w: tensor<?xf32>) -> tensor<?x?x3xf32> {
  %s = mesh.gather %x, %g source dim = 1 : (tensor<?x?x3xf32>, !mesh.graph) -> tensor<?x?x3xf32>
  %t = mesh.gather %x, %g target dim = 1 : (tensor<?x?x3xf32>, !mesh.graph) -> tensor<?x?x3xf32>
  %d = arith.subf %s, %t : tensor<?x?x3xf32>
  %er = math.erf %d : tensor<?x?x3xf32>
  %m = mesh.scale %er, %w dim = 1 : (tensor<?x?x3xf32>, tensor<?xf32>) -> tensor<?x?x3xf32>
  %mm = arith.mulf %m, %m : tensor<?x?x3xf32>
  %hi = mesh.segment_max %m, %g target dim = 1 : (tensor<?x?x3xf32>, !mesh.graph) -> tensor<?x?x3xf32>
  %sq = mesh.segment_sum %mm, %g target dim = 1 : (tensor<?x?x3xf32>, !mesh.graph) -> tensor<?x?x3xf32>
  %y = arith.addf %hi, %sq : tensor<?x?x3xf32>
  return %y : tensor<?x?x3xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x?x3xf32>, %w: tensor<?xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %w) : (!mesh.graph, tensor<?x?x3xf32>, tensor<?xf32>) -> tensor<?x?x3xf32>
  %yy = arith.mulf %y, %y : tensor<?x?x3xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x?x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1, 2]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x?x3xf32>, %w: tensor<?xf32>) -> (tensor<f32>, tensor<?x?x3xf32>, tensor<?xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %w) wrt [1, 2] : (!mesh.graph, tensor<?x?x3xf32>, tensor<?xf32>) -> (tensor<f32>, tensor<?x?x3xf32>, tensor<?xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x?x3xf32>, tensor<?xf32>
}
