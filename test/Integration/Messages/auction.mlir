// Sources bid: w = softmax over the edges out of u of (a . x_u x_v e); targets collect at the other end: y_v
// = sum w x_u - min w x_u.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4 --arg=e=normal:2:shape=300 --arg=a=normal:3
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4 --arg=e=normal:2:shape=8 --arg=a=normal:3
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %a: tensor<4xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %x, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %p = arith.mulf %s, %t : tensor<?x4xf32>
  %pe = mesh.scale %p, %e : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %z_v = arith.constant 0.0 : f32
  %z = tensor.splat %z_v[%ne] : tensor<?xf32>
  %sc = linalg.matvec ins(%pe, %a : tensor<?x4xf32>, tensor<4xf32>) outs(%z : tensor<?xf32>) -> tensor<?xf32>
  %w = mesh.segment_softmax %sc, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %m = mesh.scale %s, %w : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %lo = mesh.segment_min %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %y = arith.subf %sum, %lo : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %a: tensor<4xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %e, %a) : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %a: tensor<4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>) {
  %l, %d1, %d2, %d3 = mesh.value_and_grad @loss(%g, %x, %e, %a) wrt [1, 2, 3] : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>)
  return %l, %d1, %d2, %d3 : tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>
}
