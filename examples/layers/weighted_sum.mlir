// Scalar weighted messages: y_v = sum of w_e x_u over the edges e: u -> v.
//
// Weights are in the order in which the edges are listed. A node without in-edges
// gets 0.
// Walk-through: weighted_sum.md.

!rows = tensor<?x4xf32>
!weights = tensor<?xf32>

func.func @weighted_sum(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !weights {mesh.name = "w"}) -> (!rows {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %s = mesh.scale %m, %w : (!rows, !weights) -> !rows
  %y = mesh.segment_sum %s, %g target : (!rows, !mesh.graph) -> !rows
  return %y : !rows
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
