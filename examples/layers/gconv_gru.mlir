// GConvGRU: a gated recurrence whose hidden state moves over the graph too,
//
//   [Z, R]  = sigmoid(Cheb_3([X, H]))
//   H_tilde = tanh(Cheb_3([X, R * H]))
//   H_next  = Z * H + (1 - Z) * H_tilde
//
// Cheb_3 as in cheb.mlir, [N, 4 + 2] to [N, 4] and [N, 2]. Inputs and hidden states
// share a convolution, and so do the two gates: two convolutions a step, four
// sparse sums. @cell is one step, @gconv_gru all steps of X [T, N, 4].
// Walk-through: gconv_gru.md.

!rows = tensor<?x4xf32>
!state = tensor<?x2xf32>
!gates = tensor<?x4xf32>
!both = tensor<?x6xf32>
!basis = tensor<?x18xf32>
!scalars = tensor<?xf32>
!sequence = tensor<?x?x4xf32>
// Of a batch, and of a batch of sequences, over one graph.
!batch = tensor<?x?x4xf32>
!batch_state = tensor<?x?x2xf32>
!batch_gates = tensor<?x?x4xf32>
!batch_both = tensor<?x?x6xf32>
!batch_basis = tensor<?x?x18xf32>
!sequences = tensor<?x?x?x4xf32>
!w_gates = tensor<18x4xf32>
!b_gates = tensor<4xf32>
!w_state = tensor<18x2xf32>
!b_state = tensor<2xf32>

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

// L x, with L = -D^-1/2 A D^-1/2.
func.func private @laplacian(%g: !mesh.graph, %norm: !scalars, %x: !both) -> !both {
  %xs = mesh.scale %x, %norm : (!both, !scalars) -> !both
  %m = mesh.gather %xs, %g source : (!both, !mesh.graph) -> !both
  %s = mesh.segment_sum %m, %g target : (!both, !mesh.graph) -> !both
  %p = mesh.scale %s, %norm : (!both, !scalars) -> !both
  %l = arith.negf %p : !both
  return %l : !both
}

// [T_0, T_1, T_2] of [x, h].
func.func private @basis(%g: !mesh.graph, %norm: !scalars, %x: !rows, %h: !state) -> !basis {
  %t0 = tensor.concat dim(1) %x, %h : (!rows, !state) -> !both
  %t1 = call @laplacian(%g, %norm, %t0) : (!mesh.graph, !scalars, !both) -> !both
  %l1 = call @laplacian(%g, %norm, %t1) : (!mesh.graph, !scalars, !both) -> !both
  %twice = arith.addf %l1, %l1 : !both
  %t2 = arith.subf %twice, %t0 : !both
  %b = tensor.concat dim(1) %t0, %t1, %t2 : (!both, !both, !both) -> !basis
  return %b : !basis
}

func.func private @step(%g: !mesh.graph, %norm: !scalars, %x: !rows, %h: !state,
    %wg: !w_gates, %bg: !b_gates, %wc: !w_state, %bc: !b_state) -> !state {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %h, %c0 : !state
  %basis = call @basis(%g, %norm, %x, %h) : (!mesh.graph, !scalars, !rows, !state) -> !basis
  %p = mesh.linear %basis, %wg, %bg : (!basis, !w_gates, !b_gates) -> !gates
  %gates = mesh.sigmoid %p : (!gates) -> !gates
  %z = tensor.extract_slice %gates[0, 0] [%n, 2] [1, 1] : !gates to !state
  %r = tensor.extract_slice %gates[0, 2] [%n, 2] [1, 1] : !gates to !state

  %rh = arith.mulf %r, %h : !state
  %reset = call @basis(%g, %norm, %x, %rh) : (!mesh.graph, !scalars, !rows, !state) -> !basis
  %q = mesh.linear %reset, %wc, %bc : (!basis, !w_state, !b_state) -> !state
  %candidate = math.tanh %q : !state

  %ones = tensor.splat %one[%n] : !state
  %keep = arith.mulf %z, %h : !state
  %rest = arith.subf %ones, %z : !state
  %new = arith.mulf %rest, %candidate : !state
  %next = arith.addf %keep, %new : !state
  return %next : !state
}

func.func @cell(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %h: !state {mesh.name = "h"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"}) -> (!state {mesh.name = "h_next"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 0 : index
  %states = tensor.dim %h, %axis : !state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  mesh.require %g symmetric, loop_free : !mesh.graph
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %next = call @step(%g, %norm, %x, %h, %wg, %bg, %wc, %bc)
      : (!mesh.graph, !scalars, !rows, !state, !w_gates, !b_gates, !w_state, !b_state) -> !state
  return %next : !state
}

func.func @gconv_gru(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"}) -> (!state {mesh.name = "h"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 0 : index
  %states = tensor.dim %h0, %axis : !state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h0' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  mesh.require %g symmetric, loop_free : !mesh.graph
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = tensor.dim %x, %c0 : !sequence
  %n = tensor.dim %x, %c1 : !sequence
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%now = %h0) -> !state {
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, %n, 4] [1, 1, 1] : !sequence to !rows
    %next = func.call @step(%g, %norm, %xt, %now, %wg, %bg, %wc, %bc)
        : (!mesh.graph, !scalars, !rows, !state, !w_gates, !b_gates, !w_state, !b_state) -> !state
    scf.yield %next : !state
  }
  return %h : !state
}

// The same with a batch before the nodes, which are axis 1.
func.func private @batch_laplacian(%g: !mesh.graph, %norm: !scalars, %x: !batch_both) -> !batch_both {
  %xs = mesh.scale %x, %norm dim = 1 : (!batch_both, !scalars) -> !batch_both
  %m = mesh.gather %xs, %g source dim = 1 : (!batch_both, !mesh.graph) -> !batch_both
  %s = mesh.segment_sum %m, %g target dim = 1 : (!batch_both, !mesh.graph) -> !batch_both
  %p = mesh.scale %s, %norm dim = 1 : (!batch_both, !scalars) -> !batch_both
  %l = arith.negf %p : !batch_both
  return %l : !batch_both
}

func.func private @batch_basis(%g: !mesh.graph, %norm: !scalars, %x: !batch, %h: !batch_state) -> !batch_basis {
  %t0 = tensor.concat dim(2) %x, %h : (!batch, !batch_state) -> !batch_both
  %t1 = call @batch_laplacian(%g, %norm, %t0) : (!mesh.graph, !scalars, !batch_both) -> !batch_both
  %l1 = call @batch_laplacian(%g, %norm, %t1) : (!mesh.graph, !scalars, !batch_both) -> !batch_both
  %twice = arith.addf %l1, %l1 : !batch_both
  %t2 = arith.subf %twice, %t0 : !batch_both
  %b = tensor.concat dim(2) %t0, %t1, %t2 : (!batch_both, !batch_both, !batch_both) -> !batch_basis
  return %b : !batch_basis
}

func.func private @batch_step(%g: !mesh.graph, %norm: !scalars, %x: !batch, %h: !batch_state,
    %wg: !w_gates, %bg: !b_gates, %wc: !w_state, %bc: !b_state) -> !batch_state {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %batches = tensor.dim %h, %c0 : !batch_state
  %n = tensor.dim %h, %c1 : !batch_state
  %basis = call @batch_basis(%g, %norm, %x, %h) : (!mesh.graph, !scalars, !batch, !batch_state) -> !batch_basis
  %p = mesh.linear %basis, %wg, %bg : (!batch_basis, !w_gates, !b_gates) -> !batch_gates
  %gates = mesh.sigmoid %p : (!batch_gates) -> !batch_gates
  %z = tensor.extract_slice %gates[0, 0, 0] [%batches, %n, 2] [1, 1, 1] : !batch_gates to !batch_state
  %r = tensor.extract_slice %gates[0, 0, 2] [%batches, %n, 2] [1, 1, 1] : !batch_gates to !batch_state

  %rh = arith.mulf %r, %h : !batch_state
  %reset = call @batch_basis(%g, %norm, %x, %rh) : (!mesh.graph, !scalars, !batch, !batch_state) -> !batch_basis
  %q = mesh.linear %reset, %wc, %bc : (!batch_basis, !w_state, !b_state) -> !batch_state
  %candidate = math.tanh %q : !batch_state

  %ones = tensor.splat %one[%batches, %n] : !batch_state
  %keep = arith.mulf %z, %h : !batch_state
  %rest = arith.subf %ones, %z : !batch_state
  %new = arith.mulf %rest, %candidate : !batch_state
  %next = arith.addf %keep, %new : !batch_state
  return %next : !batch_state
}

// @cell of X [B, N, 4] and H [B, N, 2]: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %h: !batch_state {mesh.name = "h"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"}) -> (!batch_state {mesh.name = "h_next"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 1 : index
  %states = tensor.dim %h, %axis : !batch_state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  %first_axis = arith.constant 0 : index
  %batches_x = tensor.dim %x, %first_axis : !batch
  %batches_h = tensor.dim %h, %first_axis : !batch_state
  %together = arith.cmpi eq, %batches_h, %batches_x : index
  mesh.assert %together, "expects 'h' to have {0} batches, as 'x' has, but got {1}" (%batches_x, %batches_h)
  mesh.require %g symmetric, loop_free : !mesh.graph
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %next = call @batch_step(%g, %norm, %x, %h, %wg, %bg, %wc, %bc)
      : (!mesh.graph, !scalars, !batch, !batch_state, !w_gates, !b_gates, !w_state, !b_state) -> !batch_state
  return %next : !batch_state
}

// @gconv_gru of X [B, T, N, 4] and H_0 [B, N, 2].
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %h0: !batch_state {mesh.name = "h0"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"}) -> (!batch_state {mesh.name = "h"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 1 : index
  %states = tensor.dim %h0, %axis : !batch_state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h0' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  %first_axis = arith.constant 0 : index
  %batches_x = tensor.dim %x, %first_axis : !sequences
  %batches_h = tensor.dim %h0, %first_axis : !batch_state
  %together = arith.cmpi eq, %batches_h, %batches_x : index
  mesh.assert %together, "expects 'h0' to have {0} batches, as 'x' has, but got {1}" (%batches_x, %batches_h)
  mesh.require %g symmetric, loop_free : !mesh.graph
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %batches = tensor.dim %x, %c0 : !sequences
  %steps = tensor.dim %x, %c1 : !sequences
  %n = tensor.dim %x, %c2 : !sequences
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%now = %h0) -> !batch_state {
    %xt = tensor.extract_slice %x[0, %t, 0, 0] [%batches, 1, %n, 4] [1, 1, 1, 1] : !sequences to !batch
    %next = func.call @batch_step(%g, %norm, %xt, %now, %wg, %bg, %wc, %bc)
        : (!mesh.graph, !scalars, !batch, !batch_state, !w_gates, !b_gates, !w_state, !b_state) -> !batch_state
    scf.yield %next : !batch_state
  }
  return %h : !batch_state
}

// The results of @gconv_gru, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "h"}, !sequence {mesh.name = "d_x"}, !state {mesh.name = "d_h0"},
        !w_gates {mesh.name = "d_w_gates"}, !b_gates {mesh.name = "d_b_gates"},
        !w_state {mesh.name = "d_w_candidate"}, !b_state {mesh.name = "d_b_candidate"}) {
  %h, %d_x, %d_h0, %d_wg, %d_bg, %d_wc, %d_bc = mesh.vjp @gconv_gru(%g, %x, %h0, %wg, %bg, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6]
      : (!mesh.graph, !sequence, !state, !w_gates, !b_gates, !w_state, !b_state, !state)
      -> (!state, !sequence, !state, !w_gates, !b_gates, !w_state, !b_state)
  return %h, %d_x, %d_h0, %d_wg, %d_bg, %d_wc, %d_bc
      : !state, !sequence, !state, !w_gates, !b_gates, !w_state, !b_state
}

// The results of @cell, and its transposed Jacobian times the seed.
func.func @cell_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %h: !state {mesh.name = "h"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "h_next"}, !rows {mesh.name = "d_x"}, !state {mesh.name = "d_h"},
        !w_gates {mesh.name = "d_w_gates"}, !b_gates {mesh.name = "d_b_gates"},
        !w_state {mesh.name = "d_w_candidate"}, !b_state {mesh.name = "d_b_candidate"}) {
  %h_next, %d_x, %d_h, %d_wg, %d_bg, %d_wc, %d_bc = mesh.vjp @cell(%g, %x, %h, %wg, %bg, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6]
      : (!mesh.graph, !rows, !state, !w_gates, !b_gates, !w_state, !b_state, !state)
      -> (!state, !rows, !state, !w_gates, !b_gates, !w_state, !b_state)
  return %h_next, %d_x, %d_h, %d_wg, %d_bg, %d_wc, %d_bc
      : !state, !rows, !state, !w_gates, !b_gates, !w_state, !b_state
}

// The results of @batch, and its transposed Jacobian times the seed.
func.func @batch_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %h: !batch_state {mesh.name = "h"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"},
    %c: !batch_state {mesh.name = "seed"})
    -> (!batch_state {mesh.name = "h_next"}, !batch {mesh.name = "d_x"}, !batch_state {mesh.name = "d_h"},
        !w_gates {mesh.name = "d_w_gates"}, !b_gates {mesh.name = "d_b_gates"},
        !w_state {mesh.name = "d_w_candidate"}, !b_state {mesh.name = "d_b_candidate"}) {
  %h_next, %d_x, %d_h, %d_wg, %d_bg, %d_wc, %d_bc = mesh.vjp @batch(%g, %x, %h, %wg, %bg, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6]
      : (!mesh.graph, !batch, !batch_state, !w_gates, !b_gates, !w_state, !b_state, !batch_state)
      -> (!batch_state, !batch, !batch_state, !w_gates, !b_gates, !w_state, !b_state)
  return %h_next, %d_x, %d_h, %d_wg, %d_bg, %d_wc, %d_bc
      : !batch_state, !batch, !batch_state, !w_gates, !b_gates, !w_state, !b_state
}

// The results of @sequences, and its transposed Jacobian times the seed.
func.func @sequences_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %h0: !batch_state {mesh.name = "h0"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"},
    %c: !batch_state {mesh.name = "seed"})
    -> (!batch_state {mesh.name = "h"}, !sequences {mesh.name = "d_x"}, !batch_state {mesh.name = "d_h0"},
        !w_gates {mesh.name = "d_w_gates"}, !b_gates {mesh.name = "d_b_gates"},
        !w_state {mesh.name = "d_w_candidate"}, !b_state {mesh.name = "d_b_candidate"}) {
  %h, %d_x, %d_h0, %d_wg, %d_bg, %d_wc, %d_bc = mesh.vjp @sequences(%g, %x, %h0, %wg, %bg, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6]
      : (!mesh.graph, !sequences, !batch_state, !w_gates, !b_gates, !w_state, !b_state, !batch_state)
      -> (!batch_state, !sequences, !batch_state, !w_gates, !b_gates, !w_state, !b_state)
  return %h, %d_x, %d_h0, %d_wg, %d_bg, %d_wc, %d_bc
      : !batch_state, !sequences, !batch_state, !w_gates, !b_gates, !w_state, !b_state
}
