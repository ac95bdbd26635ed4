// Graph convolution: Y = (D^-1/2 A D^-1/2 X) W + b, with d the in-degree.
//
// Self-loops are the caller's: add them to the graph with `+self_loops`. The
// inverse root of degree 0 is taken as 0. The sum runs at the input width; the
// bias comes last, once.
// Walk-through: gcn.md.

!rows = tensor<?x4xf32>
!scalars = tensor<?xf32>
!map = tensor<4x2xf32>
!bias = tensor<2xf32>
!out = tensor<?x2xf32>
// Features of a batch, and of a batch of sequences, over one graph.
!batch = tensor<?x?x4xf32>
!batch_out = tensor<?x?x2xf32>
!sequences = tensor<?x?x?x4xf32>
!sequences_out = tensor<?x?x?x2xf32>

// 1 / sqrt(d_v), and 0 for an isolated node.
func.func private @inverse_root_degree(%g: !mesh.graph) -> !scalars {
  %zero = arith.constant 0.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %degree = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %degree : tensor<?xi32> to !scalars
  %zeros = tensor.splat %zero[%n] : !scalars
  %root = math.rsqrt %d : !scalars
  %positive = arith.cmpf ogt, %d, %zeros : !scalars
  %norm = arith.select %positive, %root, %zeros : tensor<?xi1>, !scalars
  return %norm : !scalars
}

func.func @gcn(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"}) -> (!out {mesh.name = "y"}) {
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %xs = mesh.scale %x, %norm : (!rows, !scalars) -> !rows
  %m = mesh.gather %xs, %g source : (!rows, !mesh.graph) -> !rows
  %s = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows
  %p = mesh.scale %s, %norm : (!rows, !scalars) -> !rows
  %y = mesh.linear %p, %w, %b : (!rows, !map, !bias) -> !out
  return %y : !out
}

// @gcn of X [B, N, 4], nodes on axis 1: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"}) -> (!batch_out {mesh.name = "y"}) {
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %xs = mesh.scale %x, %norm dim = 1 : (!batch, !scalars) -> !batch
  %m = mesh.gather %xs, %g source dim = 1 : (!batch, !mesh.graph) -> !batch
  %s = mesh.segment_sum %m, %g target dim = 1 : (!batch, !mesh.graph) -> !batch
  %p = mesh.scale %s, %norm dim = 1 : (!batch, !scalars) -> !batch
  %y = mesh.linear %p, %w, %b : (!batch, !map, !bias) -> !batch_out
  return %y : !batch_out
}

// @gcn of X [B, T, N, 4], nodes on axis 2: the graph is not repeated.
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"}) -> (!sequences_out {mesh.name = "y"}) {
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %xs = mesh.scale %x, %norm dim = 2 : (!sequences, !scalars) -> !sequences
  %m = mesh.gather %xs, %g source dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %s = mesh.segment_sum %m, %g target dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %p = mesh.scale %s, %norm dim = 2 : (!sequences, !scalars) -> !sequences
  %y = mesh.linear %p, %w, %b : (!sequences, !map, !bias) -> !sequences_out
  return %y : !sequences_out
}

// The results of @gcn, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !map {mesh.name = "d_w"}, !bias {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_b = mesh.vjp @gcn(%g, %x, %w, %b)
      seeds(%c) wrt [1, 2, 3]
      : (!mesh.graph, !rows, !map, !bias, !out)
      -> (!out, !rows, !map, !bias)
  return %y, %d_x, %d_w, %d_b
      : !out, !rows, !map, !bias
}

// The results of @batch, and its transposed Jacobian times the seed.
func.func @batch_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"},
    %c: !batch_out {mesh.name = "seed"})
    -> (!batch_out {mesh.name = "y"}, !batch {mesh.name = "d_x"}, !map {mesh.name = "d_w"},
        !bias {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_b = mesh.vjp @batch(%g, %x, %w, %b)
      seeds(%c) wrt [1, 2, 3]
      : (!mesh.graph, !batch, !map, !bias, !batch_out)
      -> (!batch_out, !batch, !map, !bias)
  return %y, %d_x, %d_w, %d_b
      : !batch_out, !batch, !map, !bias
}

// The results of @sequences, and its transposed Jacobian times the seed.
func.func @sequences_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"},
    %c: !sequences_out {mesh.name = "seed"})
    -> (!sequences_out {mesh.name = "y"}, !sequences {mesh.name = "d_x"}, !map {mesh.name = "d_w"},
        !bias {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_b = mesh.vjp @sequences(%g, %x, %w, %b)
      seeds(%c) wrt [1, 2, 3]
      : (!mesh.graph, !sequences, !map, !bias, !sequences_out)
      -> (!sequences_out, !sequences, !map, !bias)
  return %y, %d_x, %d_w, %d_b
      : !sequences_out, !sequences, !map, !bias
}
