// Entries are complex numbers [.., (re, im)]: m_uv = conj(x_u) x_v exp(-|x_u|^2), y_v = sum m and, beside it,
// max |m|^2 of each head, added.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x2
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x2
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %nx = tensor.dim %x, %c0 : tensor<?x2xf32>
  %re = tensor.extract_slice %x[0, 0] [%nx, 1] [1, 1] : tensor<?x2xf32> to tensor<?xf32>
  %im = tensor.extract_slice %x[0, 1] [%nx, 1] [1, 1] : tensor<?x2xf32> to tensor<?xf32>
  %a = mesh.gather %re, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %b = mesh.gather %im, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %c = mesh.gather %re, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %d = mesh.gather %im, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %ac = arith.mulf %a, %c : tensor<?xf32>
  %bd = arith.mulf %b, %d : tensor<?xf32>
  %ad = arith.mulf %a, %d : tensor<?xf32>
  %bc = arith.mulf %b, %c : tensor<?xf32>
  %mr = arith.addf %ac, %bd : tensor<?xf32>
  %mi = arith.subf %ad, %bc : tensor<?xf32>
  %aa = arith.mulf %a, %a : tensor<?xf32>
  %bb = arith.mulf %b, %b : tensor<?xf32>
  %q = arith.addf %aa, %bb : tensor<?xf32>
  %nq = arith.negf %q : tensor<?xf32>
  %w = math.exp %nq : tensor<?xf32>
  %fr = arith.mulf %mr, %w : tensor<?xf32>
  %fi = arith.mulf %mi, %w : tensor<?xf32>
  %fr2 = arith.mulf %fr, %fr : tensor<?xf32>
  %fi2 = arith.mulf %fi, %fi : tensor<?xf32>
  %f2 = arith.addf %fr2, %fi2 : tensor<?xf32>
  %yr = mesh.segment_sum %fr, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %yi = mesh.segment_sum %fi, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %ym = mesh.segment_max %f2, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %yrm = arith.addf %yr, %ym : tensor<?xf32>
  %n = mesh.num_nodes %g target : !mesh.graph
  %ye = tensor.empty(%n) : tensor<?x2xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(v, i) -> (v)>, affine_map<(v, i) -> (v)>, affine_map<(v, i) -> (v, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%yrm, %yi : tensor<?xf32>, tensor<?xf32>) outs(%ye : tensor<?x2xf32>) {
    ^bb0(%p: f32, %r: f32, %o: f32):
      %i = linalg.index 1 : index
      %zero = arith.constant 0 : index
      %first = arith.cmpi eq, %i, %zero : index
      %v = arith.select %first, %p, %r : f32
      linalg.yield %v : f32
  } -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x2xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x) : (!mesh.graph, tensor<?x2xf32>) -> tensor<?x2xf32>
  %yy = arith.mulf %y, %y : tensor<?x2xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x2xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x2xf32>) -> (tensor<f32>, tensor<?x2xf32>) {
  %l, %d1 = mesh.value_and_grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<?x2xf32>) -> (tensor<f32>, tensor<?x2xf32>)
  return %l, %d1 : tensor<f32>, tensor<?x2xf32>
}
