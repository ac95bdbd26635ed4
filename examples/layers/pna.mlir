// Principal neighbourhood aggregation: several aggregators of one message, each scaled
// by the degree in several ways. With p = X W_s, q = X W_t + b_m, d the in-degree,
//
//   m_e   = p_u + q_v                                       for the edge e: u -> v
//   A_v   = [mean, max, min, std] of m_e over the in-edges of v
//   std   = sqrt(relu(mean of m^2 - (mean of m)^2) + 1e-5)
//   y_v   = [x_v, A_v, c_v A_v, A_v / c_v] W + b,   c_v = log(max(d_v, 1) + 1) / delta
//
// `delta` is the mean of log(d + 1) over the nodes of the training graphs. Without
// in-edges mean, max and min are 0 and std is sqrt(1e-5).
// Walk-through: pna.md.

!rows = tensor<?x4xf32>
!scalars = tensor<?xf32>
!four = tensor<?x16xf32>
!all = tensor<?x52xf32>
!map = tensor<4x4xf32>
!w_out = tensor<52x2xf32>
!bias = tensor<2xf32>
!out = tensor<?x2xf32>

// [mean, max, min, std] of p_u + q_v.
func.func private @aggregate(%g: !mesh.graph, %p: !rows, %q: !rows) -> !four {
  %zero = arith.constant 0.0 : f32
  %small = arith.constant 1.0e-5 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %pe = mesh.gather %p, %g source : (!rows, !mesh.graph) -> !rows
  %qe = mesh.gather %q, %g target : (!rows, !mesh.graph) -> !rows
  %m = arith.addf %pe, %qe : !rows
  %mm = arith.mulf %m, %m : !rows
  %mean = mesh.segment_mean %m, %g target : (!rows, !mesh.graph) -> !rows
  %max = mesh.segment_max %m, %g target : (!rows, !mesh.graph) -> !rows
  %min = mesh.segment_min %m, %g target : (!rows, !mesh.graph) -> !rows
  %mean_square = mesh.segment_mean %mm, %g target : (!rows, !mesh.graph) -> !rows
  %square_mean = arith.mulf %mean, %mean : !rows
  %difference = arith.subf %mean_square, %square_mean : !rows
  %variance = mesh.relu %difference : (!rows) -> !rows
  %smalls = tensor.splat %small[%n] : !rows
  %more = arith.addf %variance, %smalls : !rows
  %std = math.sqrt %more : !rows
  %a = tensor.concat dim(1) %mean, %max, %min, %std : (!rows, !rows, !rows, !rows) -> !four
  return %a : !four
}

// log(max(d_v, 1) + 1) / delta.
func.func private @amplification(%g: !mesh.graph, %delta: f32) -> !scalars {
  %one = arith.constant 1.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %ones = tensor.splat %one[%n] : !scalars
  %deltas = tensor.splat %delta[%n] : !scalars
  %degree = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %degree : tensor<?xi32> to !scalars
  %guarded = arith.maximumf %d, %ones : !scalars
  %log = math.log1p %guarded : !scalars
  %c = arith.divf %log, %deltas : !scalars
  return %c : !scalars
}

func.func @pna(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %ws: !map {mesh.name = "w_source"},
    %wt: !map {mesh.name = "w_target"},
    %bm: tensor<4xf32> {mesh.name = "b_message"},
    %delta: f32 {mesh.name = "delta"},
    %w: !w_out {mesh.name = "w"},
    %b: !bias {mesh.name = "b"}) -> (!out {mesh.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %positive = arith.cmpf ogt, %delta, %zero : f32
  mesh.assert %positive, "expects 'delta' to be positive"
  %n = mesh.num_nodes %g target : !mesh.graph
  %p = mesh.linear %x, %ws : (!rows, !map) -> !rows
  %q = mesh.linear %x, %wt, %bm : (!rows, !map, tensor<4xf32>) -> !rows
  %a = call @aggregate(%g, %p, %q) : (!mesh.graph, !rows, !rows) -> !four
  %c = call @amplification(%g, %delta) : (!mesh.graph, f32) -> !scalars
  %one = arith.constant 1.0 : f32
  %ones = tensor.splat %one[%n] : !scalars
  %inverse = arith.divf %ones, %c : !scalars
  %amplified = mesh.scale %a, %c : (!four, !scalars) -> !four
  %attenuated = mesh.scale %a, %inverse : (!four, !scalars) -> !four
  %all = tensor.concat dim(1) %x, %a, %amplified, %attenuated : (!rows, !four, !four, !four) -> !all
  %y = mesh.linear %all, %w, %b : (!all, !w_out, !bias) -> !out
  return %y : !out
}

// The results of @pna, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %ws: !map {mesh.name = "w_source"},
    %wt: !map {mesh.name = "w_target"},
    %bm: tensor<4xf32> {mesh.name = "b_message"},
    %delta: f32 {mesh.name = "delta"},
    %w: !w_out {mesh.name = "w"},
    %b: !bias {mesh.name = "b"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !map {mesh.name = "d_w_source"},
        !map {mesh.name = "d_w_target"}, tensor<4xf32> {mesh.name = "d_b_message"}, f32 {mesh.name = "d_delta"},
        !w_out {mesh.name = "d_w"}, !bias {mesh.name = "d_b"}) {
  %y, %d_x, %d_ws, %d_wt, %d_bm, %d_delta, %d_w, %d_b = mesh.vjp @pna(%g, %x, %ws, %wt, %bm, %delta, %w, %b)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7]
      : (!mesh.graph, !rows, !map, !map, tensor<4xf32>, f32, !w_out, !bias, !out)
      -> (!out, !rows, !map, !map, tensor<4xf32>, f32, !w_out, !bias)
  return %y, %d_x, %d_ws, %d_wt, %d_bm, %d_delta, %d_w, %d_b
      : !out, !rows, !map, !map, tensor<4xf32>, f32, !w_out, !bias
}
