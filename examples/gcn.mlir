// Graph convolution: Y = (D^-1/2 A D^-1/2 X) W + b, with d the in-degree.
//
// Self-loops are the caller's: add them to the graph with `+self_loops`. The
// inverse root of degree 0 is taken as 0. The sum runs at the input width; the
// bias comes last, once.
// Walk-through: gcn.md.

// 1 / sqrt(d_v), and 0 for an isolated node.
func.func private @inverse_root_degree(%g: !mesh.graph) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %degree = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %degree : tensor<?xi32> to tensor<?xf32>
  %zeros = tensor.splat %zero[%n] : tensor<?xf32>
  %root = math.rsqrt %d : tensor<?xf32>
  %positive = arith.cmpf ogt, %d, %zeros : tensor<?xf32>
  %norm = arith.select %positive, %root, %zeros : tensor<?xi1>, tensor<?xf32>
  return %norm : tensor<?xf32>
}

func.func @gcn(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: tensor<?x4xf32> {mesh.name = "x"},
    %w: tensor<4x2xf32> {mesh.name = "w"},
    %b: tensor<2xf32> {mesh.name = "b"}) -> tensor<?x2xf32> {
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> tensor<?xf32>
  %xs = mesh.scale %x, %norm : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %m = mesh.gather %xs, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %s = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %p = mesh.scale %s, %norm : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %y = mesh.linear %p, %w, %b : (tensor<?x4xf32>, tensor<4x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
