// Scalar-weighted sum: y_v = sum of w_e x_u over the edges e: u -> v, with the
// weights in the order in which the edges are listed.
// Walk-through: weighted_sum.md.

func.func @weighted_sum(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: tensor<?x4xf32> {mesh.name = "x"},
    %w: tensor<?xf32> {mesh.name = "w"}) -> tensor<?x4xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %s = mesh.scale %m, %w : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %y = mesh.segment_sum %s, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
