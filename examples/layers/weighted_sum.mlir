// Scalar weighted messages: y_v = sum of w_e x_u over the edges e: u -> v.
//
// Weights are in the order in which the edges are listed. A node without in-edges
// gets 0.
// Walk-through: weighted_sum.md.

!rows = tensor<?x4xf32>
!weights = tensor<?xf32>
// Features of a batch, and of a batch of sequences, over one graph.
!batch = tensor<?x?x4xf32>
!sequences = tensor<?x?x?x4xf32>

func.func @weighted_sum(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !weights {mesh.name = "w"}) -> (!rows {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %s = mesh.scale %m, %w : (!rows, !weights) -> !rows
  %y = mesh.segment_sum %s, %g target : (!rows, !mesh.graph) -> !rows
  return %y : !rows
}

// @weighted_sum of X [B, N, 4], nodes on axis 1: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %w: !weights {mesh.name = "w"}) -> (!batch {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source dim = 1 : (!batch, !mesh.graph) -> !batch
  %s = mesh.scale %m, %w dim = 1 : (!batch, !weights) -> !batch
  %y = mesh.segment_sum %s, %g target dim = 1 : (!batch, !mesh.graph) -> !batch
  return %y : !batch
}

// @weighted_sum of X [B, T, N, 4], nodes on axis 2: the graph is not repeated.
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %w: !weights {mesh.name = "w"}) -> (!sequences {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %s = mesh.scale %m, %w dim = 2 : (!sequences, !weights) -> !sequences
  %y = mesh.segment_sum %s, %g target dim = 2 : (!sequences, !mesh.graph) -> !sequences
  return %y : !sequences
}

// The results of @weighted_sum, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !weights {mesh.name = "w"},
    %c: !rows {mesh.name = "seed"})
    -> (!rows {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !weights {mesh.name = "d_w"}) {
  %y, %d_x, %d_w = mesh.vjp @weighted_sum(%g, %x, %w)
      seeds(%c) wrt [1, 2]
      : (!mesh.graph, !rows, !weights, !rows)
      -> (!rows, !rows, !weights)
  return %y, %d_x, %d_w
      : !rows, !rows, !weights
}

// The results of @batch, and its transposed Jacobian times the seed.
func.func @batch_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %w: !weights {mesh.name = "w"},
    %c: !batch {mesh.name = "seed"})
    -> (!batch {mesh.name = "y"}, !batch {mesh.name = "d_x"}, !weights {mesh.name = "d_w"}) {
  %y, %d_x, %d_w = mesh.vjp @batch(%g, %x, %w)
      seeds(%c) wrt [1, 2]
      : (!mesh.graph, !batch, !weights, !batch)
      -> (!batch, !batch, !weights)
  return %y, %d_x, %d_w
      : !batch, !batch, !weights
}

// The results of @sequences, and its transposed Jacobian times the seed.
func.func @sequences_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %w: !weights {mesh.name = "w"},
    %c: !sequences {mesh.name = "seed"})
    -> (!sequences {mesh.name = "y"}, !sequences {mesh.name = "d_x"}, !weights {mesh.name = "d_w"}) {
  %y, %d_x, %d_w = mesh.vjp @sequences(%g, %x, %w)
      seeds(%c) wrt [1, 2]
      : (!mesh.graph, !sequences, !weights, !sequences)
      -> (!sequences, !sequences, !weights)
  return %y, %d_x, %d_w
      : !sequences, !sequences, !weights
}
