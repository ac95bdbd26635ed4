// A batch of feature sets over one graph: [B, N, F], with the node axis at
// position 1. The graph is not repeated.
// Walk-through: batched.md.

func.func @batched_mean(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: tensor<?x?x4xf32> {mesh.name = "x"},
    %w: tensor<4x2xf32> {mesh.name = "w"}) -> tensor<?x?x2xf32> {
  %m = mesh.gather %x, %g source dim = 1 : (tensor<?x?x4xf32>, !mesh.graph) -> tensor<?x?x4xf32>
  %a = mesh.segment_mean %m, %g target dim = 1 : (tensor<?x?x4xf32>, !mesh.graph) -> tensor<?x?x4xf32>
  %y = mesh.linear %a, %w : (tensor<?x?x4xf32>, tensor<4x2xf32>) -> tensor<?x?x2xf32>
  return %y : tensor<?x?x2xf32>
}
