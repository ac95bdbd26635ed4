// Mean GraphSAGE: y_v = W_n mean(x_u : u -> v) + b_n + W_r x_v.
//
// A node without in-edges has mean 0; it gets b_n + W_r x_v. The bias is added
// once, after the mean.
// Walk-through: sage.md.

!rows = tensor<?x4xf32>
!map = tensor<4x2xf32>
!bias = tensor<2xf32>
!out = tensor<?x2xf32>

func.func @sage(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %wn: !map {mesh.name = "w_neighbor"},
    %bn: !bias {mesh.name = "b_neighbor"},
    %wr: !map {mesh.name = "w_root"}) -> (!out {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %a = mesh.segment_mean %m, %g target : (!rows, !mesh.graph) -> !rows
  %n = mesh.linear %a, %wn, %bn : (!rows, !map, !bias) -> !out
  %r = mesh.linear %x, %wr : (!rows, !map) -> !out
  %y = arith.addf %n, %r : !out
  return %y : !out
}

// The results of @sage, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %wn: !map {mesh.name = "w_neighbor"},
    %bn: !bias {mesh.name = "b_neighbor"},
    %wr: !map {mesh.name = "w_root"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !map {mesh.name = "d_w_neighbor"},
        !bias {mesh.name = "d_b_neighbor"}, !map {mesh.name = "d_w_root"}) {
  %y, %d_x, %d_wn, %d_bn, %d_wr = mesh.vjp @sage(%g, %x, %wn, %bn, %wr)
      seeds(%c) wrt [1, 2, 3, 4]
      : (!mesh.graph, !rows, !map, !bias, !map, !out)
      -> (!out, !rows, !map, !bias, !map)
  return %y, %d_x, %d_wn, %d_bn, %d_wr
      : !out, !rows, !map, !bias, !map
}
