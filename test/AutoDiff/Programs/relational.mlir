// Relations as ids of the edges: weights of a relation are a combination of bases, taken by id, and the
// messages of one relation into one node are averaged by gathering their count.
//   W_r = sum_b a_rb V_b, y_v = x_v W_0 + sum over r of mean over the edges u -> v of type r of x_u W_r
//   loss = sum y atan(y)
// Source: Schlichtkrull et al., "Modeling Relational Data with Graph Convolutional Networks", 2018.
//
// EXPECTED random: 0.4975628010461238 -1.822551039477
// EXPECTED empty: 3.5077374281272977 5.023293186187
// EXPECTED star: 1.8557552089268627 -2.187657991298
// EXPECTED multi: 1.4174019198583463 4.231064172238
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!X = tensor<?x2xf64>
!W = tensor<?x2x2xf64>
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %type: tensor<?xi32>,        // E below 3
    %x: tensor<?x2xf64>,         // N
    %a: tensor<3x2xf64>,
    %v: tensor<2x2x2xf64>,
    %w0: tensor<2x2xf64>
) -> tensor<f64> {
  %ne = mesh.num_edges %g : !mesh.graph
  %n = mesh.num_nodes %g target : !mesh.graph
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %wz = arith.constant dense<0.0> : tensor<3x2x2xf64>
  %w = linalg.generic {indexing_maps = [affine_map<(r, i, j, b) -> (r, b)>, affine_map<(r, i, j, b) -> (b, i, j)>, affine_map<(r, i, j, b) -> (r, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %v : tensor<3x2xf64>, tensor<2x2x2xf64>) outs(%wz : tensor<3x2x2xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %m = arith.mulf %p, %q : f64
      %s = arith.addf %m, %o : f64
      linalg.yield %s : f64
  } -> tensor<3x2x2xf64>
  %we = mesh.take %w, %type : (tensor<3x2x2xf64>, tensor<?xi32>) -> !W
  %xs = mesh.gather %x, %g source : (!X, !mesh.graph) -> !X
  %mz = tensor.splat %zero[%ne] : !X
  %m = linalg.generic {indexing_maps = [affine_map<(e, i, j) -> (e, i)>, affine_map<(e, i, j) -> (e, i, j)>, affine_map<(e, i, j) -> (e, j)>],
      iterator_types = ["parallel", "reduction", "parallel"]} ins(%xs, %we : !X, !W) outs(%mz : !X) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %u = arith.mulf %p, %q : f64
      %s = arith.addf %o, %u : f64
      linalg.yield %s : f64
  } -> !X
  // The number of edges of each type into each node: a one-hot row for each edge.
  %he = tensor.empty(%ne) : tensor<?x3xf64>
  %hot = linalg.generic {indexing_maps = [affine_map<(e, r) -> (e)>, affine_map<(e, r) -> (e, r)>], iterator_types = ["parallel", "parallel"]}
      ins(%type : tensor<?xi32>) outs(%he : tensor<?x3xf64>) {
    ^bb0(%id: i32, %o: f64):
      %r = linalg.index 1 : index
      %ri = arith.index_cast %r : index to i32
      %is = arith.cmpi eq, %id, %ri : i32
      %f = arith.uitofp %is : i1 to f64
      linalg.yield %f : f64
  } -> tensor<?x3xf64>
  %count = mesh.segment_sum %hot, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  %counte = mesh.gather %count, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  %own = arith.mulf %hot, %counte : tensor<?x3xf64>
  %z1 = tensor.splat %zero[%ne] : tensor<?xf64>
  %ce = linalg.reduce { arith.addf } ins(%own : tensor<?x3xf64>) outs(%z1 : tensor<?xf64>) dimensions = [1]
  %one = arith.constant 1.0 : f64
  %ones = tensor.splat %one[%ne] : tensor<?xf64>
  %inv = arith.divf %ones, %ce : tensor<?xf64>
  %mm = mesh.scale %m, %inv : (!X, tensor<?xf64>) -> !X
  %agg = mesh.segment_sum %mm, %g target : (!X, !mesh.graph) -> !X
  %self = mesh.linear %x, %w0 : (!X, tensor<2x2xf64>) -> !X
  %y = arith.addf %agg, %self : !X
  %at = math.atan %y : !X
  %ya = arith.mulf %y, %at : !X
  %z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%ya : !X) outs(%z : tensor<f64>) dimensions = [0, 1]
  return %l : tensor<f64>
}
