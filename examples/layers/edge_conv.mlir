// EdgeConv: the largest of messages made from a node and its difference to a
// neighbour,
//
//   m_e = ReLU(x_v W_o + (x_u - x_v) W_d + b_1) W_2 + b_2,   y_v = max of m_e, e: u -> v
//
// entry by entry, 0 without in-edges. The first maps are taken at the nodes:
// x_v (W_o - W_d) + x_u W_d.
// Walk-through: edge_conv.md.

!rows = tensor<?x4xf32>
!map = tensor<4x8xf32>
!hidden = tensor<?x8xf32>
!out = tensor<?x2xf32>

func.func @edge_conv(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %wo: !map {mesh.name = "w_own"},
    %wd: !map {mesh.name = "w_difference"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"}) -> (!out {mesh.name = "y"}) {
  %d = mesh.linear %x, %wd : (!rows, !map) -> !hidden
  %o = mesh.linear %x, %wo, %b1 : (!rows, !map, tensor<8xf32>) -> !hidden
  %own = arith.subf %o, %d : !hidden
  %du = mesh.gather %d, %g source : (!hidden, !mesh.graph) -> !hidden
  %ov = mesh.gather %own, %g target : (!hidden, !mesh.graph) -> !hidden
  %s = arith.addf %ov, %du : !hidden
  %h = mesh.relu %s : (!hidden) -> !hidden
  %m = mesh.linear %h, %w2, %b2 : (!hidden, tensor<8x2xf32>, tensor<2xf32>) -> !out
  %y = mesh.segment_max %m, %g target : (!out, !mesh.graph) -> !out
  return %y : !out
}

// The results of @edge_conv, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %wo: !map {mesh.name = "w_own"},
    %wd: !map {mesh.name = "w_difference"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !map {mesh.name = "d_w_own"},
        !map {mesh.name = "d_w_difference"}, tensor<8xf32> {mesh.name = "d_b1"}, tensor<8x2xf32> {mesh.name = "d_w2"},
        tensor<2xf32> {mesh.name = "d_b2"}) {
  %y, %d_x, %d_wo, %d_wd, %d_b1, %d_w2, %d_b2 = mesh.vjp @edge_conv(%g, %x, %wo, %wd, %b1, %w2, %b2)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6]
      : (!mesh.graph, !rows, !map, !map, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>, !out)
      -> (!out, !rows, !map, !map, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>)
  return %y, %d_x, %d_wo, %d_wd, %d_b1, %d_w2, %d_b2
      : !out, !rows, !map, !map, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>
}
