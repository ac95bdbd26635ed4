// Attention turned around: what gets the least weight counts most. w = softmax_v(x_u . x_v), y_v = sum (1 -
// w) x_u / max(1, d_v - 1).
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %x, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %p = arith.mulf %s, %t : tensor<?x4xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %sc_z_v = arith.constant 0.0 : f32
  %sc_z = tensor.splat %sc_z_v[%ne] : tensor<?xf32>
  %sc = linalg.reduce { arith.addf } ins(%p : tensor<?x4xf32>) outs(%sc_z : tensor<?xf32>) dimensions = [1]
  %w = mesh.segment_softmax %sc, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %one_v = arith.constant 1.0 : f32
  %one = tensor.splat %one_v[%ne] : tensor<?xf32>
  %v = arith.subf %one, %w : tensor<?xf32>
  %m = mesh.scale %s, %v : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %n = mesh.num_nodes %g target : !mesh.graph
  %deg = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %df = arith.sitofp %deg : tensor<?xi32> to tensor<?xf32>
  %ones_v = arith.constant 1.0 : f32
  %ones = tensor.splat %ones_v[%n] : tensor<?xf32>
  %d1 = arith.subf %df, %ones : tensor<?xf32>
  %d2 = arith.maximumf %d1, %ones : tensor<?xf32>
  %inv = arith.divf %ones, %d2 : tensor<?xf32>
  %y = mesh.scale %sum, %inv : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x) : (!mesh.graph, tensor<?x4xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>) -> (tensor<f32>, tensor<?x4xf32>) {
  %l, %d1 = mesh.value_and_grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<?x4xf32>) -> (tensor<f32>, tensor<?x4xf32>)
  return %l, %d1 : tensor<f32>, tensor<?x4xf32>
}
