// Mean GraphSAGE: y_v = W_n mean(x_u : u -> v) + b_n + W_r x_v.
//
// The bias is applied once, after the mean; the mean of a node without in-edges
// is zero, so such a node gets b_n + W_r x_v.
// Walk-through: sage_mean.md.

func.func @sage(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: tensor<?x4xf32> {mesh.name = "x"},
    %wn: tensor<4x2xf32> {mesh.name = "w_neighbor"},
    %bn: tensor<2xf32> {mesh.name = "b_neighbor"},
    %wr: tensor<4x2xf32> {mesh.name = "w_root"}) -> tensor<?x2xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %n = mesh.linear %a, %wn, %bn : (tensor<?x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  %r = mesh.linear %x, %wr : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %y = arith.addf %n, %r : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// The same without a bias: a node without in-edges gets W_r x_v alone.
func.func @sage_no_bias(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: tensor<?x4xf32> {mesh.name = "x"},
    %wn: tensor<4x2xf32> {mesh.name = "w_neighbor"},
    %wr: tensor<4x2xf32> {mesh.name = "w_root"}) -> tensor<?x2xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %n = mesh.linear %a, %wn : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %r = mesh.linear %x, %wr : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %y = arith.addf %n, %r : tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
