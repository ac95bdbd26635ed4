// Mean GraphSAGE: y_v = W_n mean(x_u : u -> v) + b_n + W_r x_v.
//
// A node without in-edges has mean 0; it gets b_n + W_r x_v. The bias is added
// once, after the mean.
// Walk-through: sage.md.

!rows = tensor<?x4xf32>
!map = tensor<4x2xf32>
!bias = tensor<2xf32>
!out = tensor<?x2xf32>
// Features of a batch, and of a batch of sequences, over one graph.
!batch = tensor<?x?x4xf32>
!batch_out = tensor<?x?x2xf32>
!sequences = tensor<?x?x?x4xf32>
!sequences_out = tensor<?x?x?x2xf32>

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

// @sage of X [B, N, 4], nodes on axis 1: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %wn: !map {mesh.name = "w_neighbor"},
    %bn: !bias {mesh.name = "b_neighbor"},
    %wr: !map {mesh.name = "w_root"}) -> (!batch_out {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source dim = 1 : (!batch, !mesh.graph) -> !batch
  %a = mesh.segment_mean %m, %g target dim = 1 : (!batch, !mesh.graph) -> !batch
  %n = mesh.linear %a, %wn, %bn : (!batch, !map, !bias) -> !batch_out
  %r = mesh.linear %x, %wr : (!batch, !map) -> !batch_out
  %y = arith.addf %n, %r : !batch_out
  return %y : !batch_out
}

// @sage of X [B, T, N, 4], nodes on axis 2: the graph is not repeated.
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %wn: !map {mesh.name = "w_neighbor"},
    %bn: !bias {mesh.name = "b_neighbor"},
    %wr: !map {mesh.name = "w_root"}) -> (!sequences_out {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %a = mesh.segment_mean %m, %g target dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %n = mesh.linear %a, %wn, %bn : (!sequences, !map, !bias) -> !sequences_out
  %r = mesh.linear %x, %wr : (!sequences, !map) -> !sequences_out
  %y = arith.addf %n, %r : !sequences_out
  return %y : !sequences_out
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

// The results of @batch, and its transposed Jacobian times the seed.
func.func @batch_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %wn: !map {mesh.name = "w_neighbor"},
    %bn: !bias {mesh.name = "b_neighbor"},
    %wr: !map {mesh.name = "w_root"},
    %c: !batch_out {mesh.name = "seed"})
    -> (!batch_out {mesh.name = "y"}, !batch {mesh.name = "d_x"}, !map {mesh.name = "d_w_neighbor"},
        !bias {mesh.name = "d_b_neighbor"}, !map {mesh.name = "d_w_root"}) {
  %y, %d_x, %d_wn, %d_bn, %d_wr = mesh.vjp @batch(%g, %x, %wn, %bn, %wr)
      seeds(%c) wrt [1, 2, 3, 4]
      : (!mesh.graph, !batch, !map, !bias, !map, !batch_out)
      -> (!batch_out, !batch, !map, !bias, !map)
  return %y, %d_x, %d_wn, %d_bn, %d_wr
      : !batch_out, !batch, !map, !bias, !map
}

// The results of @sequences, and its transposed Jacobian times the seed.
func.func @sequences_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %wn: !map {mesh.name = "w_neighbor"},
    %bn: !bias {mesh.name = "b_neighbor"},
    %wr: !map {mesh.name = "w_root"},
    %c: !sequences_out {mesh.name = "seed"})
    -> (!sequences_out {mesh.name = "y"}, !sequences {mesh.name = "d_x"}, !map {mesh.name = "d_w_neighbor"},
        !bias {mesh.name = "d_b_neighbor"}, !map {mesh.name = "d_w_root"}) {
  %y, %d_x, %d_wn, %d_bn, %d_wr = mesh.vjp @sequences(%g, %x, %wn, %bn, %wr)
      seeds(%c) wrt [1, 2, 3, 4]
      : (!mesh.graph, !sequences, !map, !bias, !map, !sequences_out)
      -> (!sequences_out, !sequences, !map, !bias, !map)
  return %y, %d_x, %d_wn, %d_bn, %d_wr
      : !sequences_out, !sequences, !map, !bias, !map
}
