// Three reductions of one message: m_uv = tanh(x_u e_uv + x_v); y_v = (max m - min m) mean m.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4 --arg=e=normal:2:shape=300
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4 --arg=e=normal:2:shape=8
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %x, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %se = mesh.scale %s, %e : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %z = arith.addf %se, %t : tensor<?x4xf32>
  %m = math.tanh %z : tensor<?x4xf32>
  %hi = mesh.segment_max %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %lo = mesh.segment_min %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %mean = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %r = arith.subf %hi, %lo : tensor<?x4xf32>
  %y = arith.mulf %r, %mean : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %e) : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %e) wrt [1, 2] : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x4xf32>, tensor<?xf32>
}
