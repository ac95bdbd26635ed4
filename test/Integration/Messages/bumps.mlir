// Three bumps on the line of an edge's number: k_ej = exp(-(e - c_j)^2 b_j^2), y_v = sum k_e outer x_u, three
// by four numbers for each node.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4 --arg=e=normal:2:shape=300 --arg=c=normal:3 --arg=b=normal:4
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4 --arg=e=normal:2:shape=8 --arg=c=normal:3 --arg=b=normal:4
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %c: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<?x3x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %ke = tensor.empty(%ne) : tensor<?x3xf32>
  %k = linalg.generic {indexing_maps = [affine_map<(e, j) -> (e)>, affine_map<(e, j) -> (j)>, affine_map<(e, j) -> (j)>, affine_map<(e, j) -> (e, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%e, %c, %b : tensor<?xf32>, tensor<3xf32>, tensor<3xf32>) outs(%ke : tensor<?x3xf32>) {
    ^bb0(%a: f32, %m: f32, %w: f32, %o: f32):
      %d = arith.subf %a, %m : f32
      %dw = arith.mulf %d, %w : f32
      %q = arith.mulf %dw, %dw : f32
      %n = arith.negf %q : f32
      %r = math.exp %n : f32
      linalg.yield %r : f32
  } -> tensor<?x3xf32>
  %me = tensor.empty(%ne) : tensor<?x3x4xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(e, j, f) -> (e, j)>, affine_map<(e, j, f) -> (e, f)>, affine_map<(e, j, f) -> (e, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%k, %s : tensor<?x3xf32>, tensor<?x4xf32>) outs(%me : tensor<?x3x4xf32>) {
    ^bb0(%a: f32, %b0: f32, %o: f32):
      %p = arith.mulf %a, %b0 : f32
      linalg.yield %p : f32
  } -> tensor<?x3x4xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x3x4xf32>, !mesh.graph) -> tensor<?x3x4xf32>
  return %y : tensor<?x3x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %c: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %e, %c, %b) : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x3x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x3x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1, 2]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %c: tensor<3xf32>, %b: tensor<3xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<3xf32>, tensor<3xf32>) {
  %l, %d1, %d2, %d3, %d4 = mesh.value_and_grad @loss(%g, %x, %e, %c, %b) wrt [1, 2, 3, 4] : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<3xf32>, tensor<3xf32>)
  return %l, %d1, %d2, %d3, %d4 : tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<3xf32>, tensor<3xf32>
}
