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
