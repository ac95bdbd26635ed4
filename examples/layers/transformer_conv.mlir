// Attention by dot products, with features of edges, for the edge e: u -> v
//
//   score_e = q_v . (k_u + f_e) / sqrt(C),   alpha_e = softmax of score at v
//   y_v     = sum of alpha_e (v_u + f_e) + x_v W_s + b
//
// q = x W_q, k = x W_k, v = x W_v, f = edge W_e; one head of C = 4.
// Walk-through: transformer_conv.md.

!rows = tensor<?x4xf32>
!edges = tensor<?x3xf32>
!map = tensor<4x4xf32>
!scalars = tensor<?xf32>

func.func @transformer_conv(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %e: !edges {mesh.name = "edge"},
    %wq: !map {mesh.name = "w_query"},
    %wk: !map {mesh.name = "w_key"},
    %wv: !map {mesh.name = "w_value"},
    %we: tensor<3x4xf32> {mesh.name = "w_edge"},
    %ws: !map {mesh.name = "w_skip"},
    %b: tensor<4xf32> {mesh.name = "b"}) -> (!rows {mesh.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32 // 1 / sqrt(C)
  %q = mesh.linear %x, %wq : (!rows, !map) -> !rows
  %k = mesh.linear %x, %wk : (!rows, !map) -> !rows
  %v = mesh.linear %x, %wv : (!rows, !map) -> !rows
  %f = mesh.linear %e, %we : (!edges, tensor<3x4xf32>) -> !rows
  %qe = mesh.gather %q, %g target : (!rows, !mesh.graph) -> !rows
  %ke = mesh.gather %k, %g source : (!rows, !mesh.graph) -> !rows
  %key = arith.addf %ke, %f : !rows
  %p = arith.mulf %qe, %key : !rows
  %n = mesh.num_edges %g : !mesh.graph
  %zeros = tensor.splat %zero[%n] : !scalars
  %dot = linalg.reduce { arith.addf } ins(%p : !rows) outs(%zeros : !scalars) dimensions = [1]
  %halves = tensor.splat %half[%n] : !scalars
  %score = arith.mulf %dot, %halves : !scalars
  %alpha = mesh.segment_softmax %score, %g target : (!scalars, !mesh.graph) -> !scalars
  %ve = mesh.gather %v, %g source : (!rows, !mesh.graph) -> !rows
  %value = arith.addf %ve, %f : !rows
  %m = mesh.scale %value, %alpha : (!rows, !scalars) -> !rows
  %a = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows
  %skip = mesh.linear %x, %ws, %b : (!rows, !map, tensor<4xf32>) -> !rows
  %y = arith.addf %a, %skip : !rows
  return %y : !rows
}

// The results of @transformer_conv, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %e: !edges {mesh.name = "edge"},
    %wq: !map {mesh.name = "w_query"},
    %wk: !map {mesh.name = "w_key"},
    %wv: !map {mesh.name = "w_value"},
    %we: tensor<3x4xf32> {mesh.name = "w_edge"},
    %ws: !map {mesh.name = "w_skip"},
    %b: tensor<4xf32> {mesh.name = "b"},
    %c: !rows {mesh.name = "seed"})
    -> (!rows {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !edges {mesh.name = "d_edge"},
        !map {mesh.name = "d_w_query"}, !map {mesh.name = "d_w_key"}, !map {mesh.name = "d_w_value"},
        tensor<3x4xf32> {mesh.name = "d_w_edge"}, !map {mesh.name = "d_w_skip"}, tensor<4xf32> {mesh.name = "d_b"}) {
  %y, %d_x, %d_e, %d_wq, %d_wk, %d_wv, %d_we, %d_ws, %d_b = mesh.vjp @transformer_conv(%g, %x, %e, %wq, %wk, %wv, %we, %ws, %b)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7, 8]
      : (!mesh.graph, !rows, !edges, !map, !map, !map, tensor<3x4xf32>, !map, tensor<4xf32>, !rows)
      -> (!rows, !rows, !edges, !map, !map, !map, tensor<3x4xf32>, !map, tensor<4xf32>)
  return %y, %d_x, %d_e, %d_wq, %d_wk, %d_wv, %d_we, %d_ws, %d_b
      : !rows, !rows, !edges, !map, !map, !map, tensor<3x4xf32>, !map, tensor<4xf32>
}
