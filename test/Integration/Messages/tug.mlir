// Two heads pull: s^h = (x_u - x_v)^h . r^h_e, weights softmax(s) at v; y_v = mean of weight^2 (x_u^h)^3.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x2x3 --arg=r=normal:2:shape=300x2x3
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x2x3 --arg=r=normal:2:shape=8x2x3
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x2x3xf32>, %r: tensor<?x2x3xf32>) -> tensor<?x2x3xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x2x3xf32>, !mesh.graph) -> tensor<?x2x3xf32>
  %t = mesh.gather %x, %g target : (tensor<?x2x3xf32>, !mesh.graph) -> tensor<?x2x3xf32>
  %d = arith.subf %s, %t : tensor<?x2x3xf32>
  %p = arith.mulf %d, %r : tensor<?x2x3xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %sc_z_v = arith.constant 0.0 : f32
  %sc_z = tensor.splat %sc_z_v[%ne] : tensor<?x2xf32>
  %sc = linalg.reduce { arith.addf } ins(%p : tensor<?x2x3xf32>) outs(%sc_z : tensor<?x2xf32>) dimensions = [2]
  %w = mesh.segment_softmax %sc, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %ww = arith.mulf %w, %w : tensor<?x2xf32>
  %x2 = arith.mulf %s, %s : tensor<?x2x3xf32>
  %x3 = arith.mulf %x2, %s : tensor<?x2x3xf32>
  %m = mesh.scale %x3, %ww : (tensor<?x2x3xf32>, tensor<?x2xf32>) -> tensor<?x2x3xf32>
  %y = mesh.segment_mean %m, %g target : (tensor<?x2x3xf32>, !mesh.graph) -> tensor<?x2x3xf32>
  return %y : tensor<?x2x3xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x2x3xf32>, %r: tensor<?x2x3xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %r) : (!mesh.graph, tensor<?x2x3xf32>, tensor<?x2x3xf32>) -> tensor<?x2x3xf32>
  %yy = arith.mulf %y, %y : tensor<?x2x3xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x2x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1, 2]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x2x3xf32>, %r: tensor<?x2x3xf32>) -> (tensor<f32>, tensor<?x2x3xf32>, tensor<?x2x3xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %r) wrt [1, 2] : (!mesh.graph, tensor<?x2x3xf32>, tensor<?x2x3xf32>) -> (tensor<f32>, tensor<?x2x3xf32>, tensor<?x2x3xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x2x3xf32>, tensor<?x2x3xf32>
}
