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
// Features of a batch, and of a batch of sequences, over one graph.
!batch = tensor<?x?x4xf32>
!sequences = tensor<?x?x?x4xf32>
!batch_basis = tensor<?x?x12xf32>
!sequences_basis = tensor<?x?x?x12xf32>
!batch_out = tensor<?x?x2xf32>
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

// @cheb of X [B, N, 4], nodes on axis 1: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"}) -> (!batch_out {mesh.name = "y"}) {
  mesh.require %g symmetric, loop_free : !mesh.graph
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %s1 = mesh.scale %x, %norm dim = 1 : (!batch, !scalars) -> !batch
  %m1 = mesh.gather %s1, %g source dim = 1 : (!batch, !mesh.graph) -> !batch
  %a1 = mesh.segment_sum %m1, %g target dim = 1 : (!batch, !mesh.graph) -> !batch
  %p1 = mesh.scale %a1, %norm dim = 1 : (!batch, !scalars) -> !batch
  %t1 = arith.negf %p1 : !batch
  %s2 = mesh.scale %t1, %norm dim = 1 : (!batch, !scalars) -> !batch
  %m2 = mesh.gather %s2, %g source dim = 1 : (!batch, !mesh.graph) -> !batch
  %a2 = mesh.segment_sum %m2, %g target dim = 1 : (!batch, !mesh.graph) -> !batch
  %p2 = mesh.scale %a2, %norm dim = 1 : (!batch, !scalars) -> !batch
  %l1 = arith.negf %p2 : !batch
  %twice = arith.addf %l1, %l1 : !batch
  %t2 = arith.subf %twice, %x : !batch
  %basis = tensor.concat dim(2) %x, %t1, %t2 : (!batch, !batch, !batch) -> !batch_basis
  %y = mesh.linear %basis, %w, %b : (!batch_basis, !map, !bias) -> !batch_out
  return %y : !batch_out
}

// @cheb of X [B, T, N, 4], nodes on axis 2: the graph is not repeated.
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"}) -> (!sequences_out {mesh.name = "y"}) {
  mesh.require %g symmetric, loop_free : !mesh.graph
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %s1 = mesh.scale %x, %norm dim = 2 : (!sequences, !scalars) -> !sequences
  %m1 = mesh.gather %s1, %g source dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %a1 = mesh.segment_sum %m1, %g target dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %p1 = mesh.scale %a1, %norm dim = 2 : (!sequences, !scalars) -> !sequences
  %t1 = arith.negf %p1 : !sequences
  %s2 = mesh.scale %t1, %norm dim = 2 : (!sequences, !scalars) -> !sequences
  %m2 = mesh.gather %s2, %g source dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %a2 = mesh.segment_sum %m2, %g target dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %p2 = mesh.scale %a2, %norm dim = 2 : (!sequences, !scalars) -> !sequences
  %l1 = arith.negf %p2 : !sequences
  %twice = arith.addf %l1, %l1 : !sequences
  %t2 = arith.subf %twice, %x : !sequences
  %basis = tensor.concat dim(3) %x, %t1, %t2 : (!sequences, !sequences, !sequences) -> !sequences_basis
  %y = mesh.linear %basis, %w, %b : (!sequences_basis, !map, !bias) -> !sequences_out
  return %y : !sequences_out
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
