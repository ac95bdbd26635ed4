// Four nodes that only their neighbours tell apart: features 1, -1, 0, 0 and
// edges 0 -> 2, 1 -> 3. Nodes 2 and 3 have equal features, so no function of
// the root alone separates them; a GraphSAGE layer with neighbour weight 1 and
// root weight 0 gives them 1 and -1.
// Walk-through: witness.md.

func.func @witness(
    %wn: tensor<1x1xf32> {mesh.name = "w_neighbor"},
    %wr: tensor<1x1xf32> {mesh.name = "w_root"}) -> tensor<4x1xf32> {
  %n = arith.constant 4 : index
  %src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %dst = arith.constant dense<[2, 3]> : tensor<2xi32>
  %g = mesh.graph %src, %dst, %n, %n : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[1.0], [-1.0], [0.0], [0.0]]> : tensor<4x1xf32>
  %m = mesh.gather %x, %g source : (tensor<4x1xf32>, !mesh.graph) -> tensor<?x1xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x1xf32>, !mesh.graph) -> tensor<4x1xf32>
  %p = mesh.linear %a, %wn : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<4x1xf32>
  %r = mesh.linear %x, %wr : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<4x1xf32>
  %y = arith.addf %p, %r : tensor<4x1xf32>
  return %y : tensor<4x1xf32>
}
