// Chebyshev convolution: with L = -D^-1/2 A D^-1/2, the Laplacian of an undirected
// graph scaled for a largest eigenvalue of 2,
//
//   T_0 = X,  T_1 = L X,  T_k = 2 L T_(k-1) - T_(k-2),   Y = sum of T_k W_k + b
//
// over k < K: K - 1 sparse sums. The graph has to hold both directions of every edge
// and no self-loop. @cheb is K = 3, written out; @cheb_order takes any K >= 1, the
// first size of its weights.
// Walk-through: cheb.md.

!rows = tensor<?x4xf32>
!basis = tensor<?x12xf32>
!scalars = tensor<?xf32>
!map = tensor<12x2xf32>
!maps = tensor<?x4x2xf32>
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

// factor L x - before.
func.func private @recur(%g: !mesh.graph, %norm: !scalars, %factor: f32, %x: !rows, %before: !rows) -> !rows {
  %n = mesh.num_nodes %g target : !mesh.graph
  %xs = mesh.scale %x, %norm : (!rows, !scalars) -> !rows
  %m = mesh.gather %xs, %g source : (!rows, !mesh.graph) -> !rows
  %s = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows
  %p = mesh.scale %s, %norm : (!rows, !scalars) -> !rows
  %minus = arith.negf %factor : f32
  %factors = tensor.splat %minus[%n] : !rows
  %l = arith.mulf %p, %factors : !rows
  %t = arith.subf %l, %before : !rows
  return %t : !rows
}

func.func private @zero_rows(%g: !mesh.graph) -> !rows {
  %zero = arith.constant 0.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %zeros = tensor.splat %zero[%n] : !rows
  return %zeros : !rows
}

func.func @cheb(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"}) -> (!out {mesh.name = "y"}) {
  mesh.require %g symmetric, loop_free : !mesh.graph
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %zeros = call @zero_rows(%g) : (!mesh.graph) -> !rows
  %t1 = call @recur(%g, %norm, %one, %x, %zeros) : (!mesh.graph, !scalars, f32, !rows, !rows) -> !rows
  %t2 = call @recur(%g, %norm, %two, %t1, %x) : (!mesh.graph, !scalars, f32, !rows, !rows) -> !rows
  %basis = tensor.concat dim(1) %x, %t1, %t2 : (!rows, !rows, !rows) -> !basis
  %y = mesh.linear %basis, %w, %b : (!basis, !map, !bias) -> !out
  return %y : !out
}

func.func @cheb_order(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !maps {mesh.name = "w"},
    %b: !bias {mesh.name = "b"}) -> (!out {mesh.name = "y"}) {
  mesh.require %g symmetric, loop_free : !mesh.graph
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %order = tensor.dim %w, %c0 : !maps
  %some = arith.cmpi sge, %order, %c1 : index
  mesh.assert %some, "expects 'w' to have one matrix or more, but got {0}" (%order)
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %w0 = tensor.extract_slice %w[0, 0, 0] [1, 4, 2] [1, 1, 1] : !maps to tensor<4x2xf32>
  %y0 = mesh.linear %x, %w0, %b : (!rows, tensor<4x2xf32>, !bias) -> !out
  // T_(-1) = 0, and a factor of 1 in the first step.
  %zeros = call @zero_rows(%g) : (!mesh.graph) -> !rows
  %before, %last, %y = scf.for %k = %c1 to %order step %c1
      iter_args(%before = %zeros, %now = %x, %acc = %y0) -> (!rows, !rows, !out) {
    %first = arith.cmpi eq, %k, %c1 : index
    %factor = arith.select %first, %one, %two : f32
    %t = func.call @recur(%g, %norm, %factor, %now, %before) : (!mesh.graph, !scalars, f32, !rows, !rows) -> !rows
    %wk = tensor.extract_slice %w[%k, 0, 0] [1, 4, 2] [1, 1, 1] : !maps to tensor<4x2xf32>
    %part = mesh.linear %t, %wk : (!rows, tensor<4x2xf32>) -> !out
    %sum = arith.addf %acc, %part : !out
    scf.yield %now, %t, %sum : !rows, !rows, !out
  }
  return %y : !out
}

// The results of @cheb, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !map {mesh.name = "d_w"}, !bias {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_b = mesh.vjp @cheb(%g, %x, %w, %b)
      seeds(%c) wrt [1, 2, 3]
      : (!mesh.graph, !rows, !map, !bias, !out)
      -> (!out, !rows, !map, !bias)
  return %y, %d_x, %d_w, %d_b
      : !out, !rows, !map, !bias
}

// The results of @cheb_order, and its transposed Jacobian times the seed.
func.func @order_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !maps {mesh.name = "w"},
    %b: !bias {mesh.name = "b"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !maps {mesh.name = "d_w"}, !bias {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_b = mesh.vjp @cheb_order(%g, %x, %w, %b)
      seeds(%c) wrt [1, 2, 3]
      : (!mesh.graph, !rows, !maps, !bias, !out)
      -> (!out, !rows, !maps, !bias)
  return %y, %d_x, %d_w, %d_b
      : !out, !rows, !maps, !bias
}
