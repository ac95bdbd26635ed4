// A bilinear form of both ends, a score of one number: s_uv = x_v . (W x_u), weights sigmoid(s) -
// softmax_v(s); y_v = sum w x_u, and the largest s is added.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4 --arg=w=normal:2
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4 --arg=w=normal:2
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<4x4xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %x, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %z_v = arith.constant 0.0 : f32
  %z = tensor.splat %z_v[%ne] : tensor<?xf32>
  %sc = linalg.generic {indexing_maps = [affine_map<(e, i, j) -> (e, i)>, affine_map<(e, i, j) -> (i, j)>, affine_map<(e, i, j) -> (e, j)>, affine_map<(e, i, j) -> (e)>],
      iterator_types = ["parallel", "reduction", "reduction"]} ins(%t, %w, %s : tensor<?x4xf32>, tensor<4x4xf32>, tensor<?x4xf32>) outs(%z : tensor<?xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
      %ab = arith.mulf %a, %b : f32
      %abc = arith.mulf %ab, %c : f32
      %r = arith.addf %o, %abc : f32
      linalg.yield %r : f32
  } -> tensor<?xf32>
  %sig = mesh.sigmoid %sc : tensor<?xf32>
  %soft = mesh.segment_softmax %sc, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %wt = arith.subf %sig, %soft : tensor<?xf32>
  %m = mesh.scale %s, %wt : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %top = mesh.segment_max %sc, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %n = mesh.num_nodes %g target : !mesh.graph
  %te = tensor.empty(%n) : tensor<?x4xf32>
  %tb = linalg.broadcast ins(%top : tensor<?xf32>) outs(%te : tensor<?x4xf32>) dimensions = [1]
  %y = arith.addf %sum, %tb : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<4x4xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %w) : (!mesh.graph, tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<4x4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<4x4xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %w) wrt [1, 2] : (!mesh.graph, tensor<?x4xf32>, tensor<4x4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<4x4xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x4xf32>, tensor<4x4xf32>
}
