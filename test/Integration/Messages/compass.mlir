// Each edge turns pairs of entries by its angle: m_uv = R(theta_e) x_u, written as a 2 x 2 map on the edge;
// y_v = sum m - x_v.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x2 --arg=theta=normal:2:shape=300
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x2 --arg=theta=normal:2:shape=8
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x2xf32>, %theta: tensor<?xf32>) -> tensor<?x2xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %re = tensor.empty(%ne) : tensor<?x2x2xf32>
  %map = linalg.generic {indexing_maps = [affine_map<(e, i, j) -> (e)>, affine_map<(e, i, j) -> (e, i, j)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%theta : tensor<?xf32>) outs(%re : tensor<?x2x2xf32>) {
    ^bb0(%a: f32, %o: f32):
      %i = linalg.index 1 : index
      %j = linalg.index 2 : index
      %cos = math.cos %a : f32
      %sin = math.sin %a : f32
      %minus = arith.negf %sin : f32
      %diagonal = arith.cmpi eq, %i, %j : index
      %below = arith.cmpi ugt, %i, %j : index
      %off = arith.select %below, %sin, %minus : f32
      %v = arith.select %diagonal, %cos, %off : f32
      linalg.yield %v : f32
  } -> tensor<?x2x2xf32>
  %mz_v = arith.constant 0.0 : f32
  %mz = tensor.splat %mz_v[%ne] : tensor<?x2xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(e, i, j) -> (e, i, j)>, affine_map<(e, i, j) -> (e, j)>, affine_map<(e, i, j) -> (e, i)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%map, %s : tensor<?x2x2xf32>, tensor<?x2xf32>) outs(%mz : tensor<?x2xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %o, %p : f32
      linalg.yield %q : f32
  } -> tensor<?x2xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %y = arith.subf %sum, %x : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x2xf32>, %theta: tensor<?xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %theta) : (!mesh.graph, tensor<?x2xf32>, tensor<?xf32>) -> tensor<?x2xf32>
  %yy = arith.mulf %y, %y : tensor<?x2xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x2xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x2xf32>, %theta: tensor<?xf32>) -> (tensor<f32>, tensor<?x2xf32>, tensor<?xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %theta) wrt [1, 2] : (!mesh.graph, tensor<?x2xf32>, tensor<?xf32>) -> (tensor<f32>, tensor<?x2xf32>, tensor<?xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x2xf32>, tensor<?xf32>
}
