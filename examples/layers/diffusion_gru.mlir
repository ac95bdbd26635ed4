// Diffusion GRU: the gates of a GRU see features and hidden states, and what the two
// random walks of diffusion.mlir bring of them,
//
//   B(V)    = [V, F(V), R(V)]
//   [R, U]  = sigmoid(B([X, H]) W_g + b_g)
//   H_tilde = tanh(B([X, R * H]) W_c + b_c)
//   H_next  = U * H + (1 - U) * H_tilde
//
// Four sparse sums a step. Sums of the affinities are made once, before the loop;
// the weight of an edge is divided where it is used. @cell is one step,
// @diffusion_gru all steps of X [T, N, 4].
// Walk-through: diffusion_gru.md.

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

// Stops the call if the affinities of the edges at a node, if it has any, do not sum to
// more than 0: `sum` and `degree` of the nodes that the edges end at,
func.func private @check_targets(%sum: !scalars, %degree: tensor<?xi32>) {
  %n, %first = call @first_not_positive(%sum, %degree) : (!scalars, tensor<?xi32>) -> (index, index)
  %fine = arith.cmpi eq, %first, %n : index
  mesh.assert %fine, "expects the affinities of the edges that end at a node to sum to more than 0, but not so at node {0}" (%first)
  return
}

// or that they begin at.
func.func private @check_sources(%sum: !scalars, %degree: tensor<?xi32>) {
  %n, %first = call @first_not_positive(%sum, %degree) : (!scalars, tensor<?xi32>) -> (index, index)
  %fine = arith.cmpi eq, %first, %n : index
  mesh.assert %fine, "expects the affinities of the edges that begin at a node to sum to more than 0, but not so at node {0}" (%first)
  return
}

// The number of nodes, and the first one that has edges and a sum of 0 or less, or NaN:
// the number of nodes if there is none.
func.func private @first_not_positive(%sum: !scalars, %degree: tensor<?xi32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %size = tensor.dim %sum, %c0 : !scalars
  %n = arith.index_cast %size : index to i64
  %start = tensor.from_elements %n : tensor<i64>
  %least = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
                           iterator_types = ["reduction"]}
      ins(%sum, %degree : !scalars, tensor<?xi32>) outs(%start : tensor<i64>) {
    ^bb0(%s: f32, %d: i32, %acc: i64):
      %i = linalg.index 0 : index
      %id = arith.index_cast %i : index to i64
      %positive = arith.cmpf ogt, %s, %zero : f32
      %lonely = arith.cmpi eq, %d, %none : i32
      %fine = arith.ori %positive, %lonely : i1
      %this = arith.select %fine, %n, %id : i64
      %r = arith.minsi %acc, %this : i64
      linalg.yield %r : i64
  } -> tensor<i64>
  %lowest = tensor.extract %least[] : tensor<i64>
  %first = arith.index_cast %lowest : i64 to index
  return %size, %first : index, index
}

// [V, F(V), R(V)] of V = [x, h]; s and t are the sums of the affinities w at the
// targets and the sources.
func.func private @basis(%g: !mesh.graph, %w: !scalars, %s: !scalars, %t: !scalars, %x: !rows, %h: !state) -> !basis {
  %v = tensor.concat dim(1) %x, %h : (!rows, !state) -> !both
  %se = mesh.gather %s, %g target : (!scalars, !mesh.graph) -> !scalars
  %p = arith.divf %w, %se : !scalars
  %vs = mesh.gather %v, %g source : (!both, !mesh.graph) -> !both
  %mf = mesh.scale %vs, %p : (!both, !scalars) -> !both
  %f = mesh.segment_sum %mf, %g target : (!both, !mesh.graph) -> !both
  %te = mesh.gather %t, %g source : (!scalars, !mesh.graph) -> !scalars
  %q = arith.divf %w, %te : !scalars
  %vt = mesh.gather %v, %g target : (!both, !mesh.graph) -> !both
  %mr = mesh.scale %vt, %q : (!both, !scalars) -> !both
  %r = mesh.segment_sum %mr, %g source : (!both, !mesh.graph) -> !both
  %b = tensor.concat dim(1) %v, %f, %r : (!both, !both, !both) -> !basis
  return %b : !basis
}

func.func private @step(%g: !mesh.graph, %w: !scalars, %s: !scalars, %t: !scalars, %x: !rows, %h: !state,
    %wg: !w_gates, %bg: !b_gates, %wc: !w_state, %bc: !b_state) -> !state {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %h, %c0 : !state
  %basis = call @basis(%g, %w, %s, %t, %x, %h) : (!mesh.graph, !scalars, !scalars, !scalars, !rows, !state) -> !basis
  %p = mesh.linear %basis, %wg, %bg : (!basis, !w_gates, !b_gates) -> !gates
  %gates = mesh.sigmoid %p : (!gates) -> !gates
  %r = tensor.extract_slice %gates[0, 0] [%n, 2] [1, 1] : !gates to !state
  %u = tensor.extract_slice %gates[0, 2] [%n, 2] [1, 1] : !gates to !state

  %rh = arith.mulf %r, %h : !state
  %reset = call @basis(%g, %w, %s, %t, %x, %rh) : (!mesh.graph, !scalars, !scalars, !scalars, !rows, !state) -> !basis
  %q = mesh.linear %reset, %wc, %bc : (!basis, !w_state, !b_state) -> !state
  %candidate = math.tanh %q : !state

  %ones = tensor.splat %one[%n] : !state
  %keep = arith.mulf %u, %h : !state
  %rest = arith.subf %ones, %u : !state
  %new = arith.mulf %rest, %candidate : !state
  %next = arith.addf %keep, %new : !state
  return %next : !state
}

func.func @cell(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %h: !state {mesh.name = "h"},
    %w: !scalars {mesh.name = "affinity"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"}) -> (!state {mesh.name = "h_next"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 0 : index
  %states = tensor.dim %h, %axis : !state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  %s = mesh.segment_sum %w, %g target : (!scalars, !mesh.graph) -> !scalars
  %ds = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  call @check_targets(%s, %ds) : (!scalars, tensor<?xi32>) -> ()
  %t = mesh.segment_sum %w, %g source : (!scalars, !mesh.graph) -> !scalars
  %dt = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  call @check_sources(%t, %dt) : (!scalars, tensor<?xi32>) -> ()
  %next = call @step(%g, %w, %s, %t, %x, %h, %wg, %bg, %wc, %bc)
      : (!mesh.graph, !scalars, !scalars, !scalars, !rows, !state, !w_gates, !b_gates, !w_state, !b_state) -> !state
  return %next : !state
}

func.func @diffusion_gru(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %w: !scalars {mesh.name = "affinity"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"}) -> (!state {mesh.name = "h"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 0 : index
  %states = tensor.dim %h0, %axis : !state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h0' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = tensor.dim %x, %c0 : !sequence
  %n = tensor.dim %x, %c1 : !sequence
  %s = mesh.segment_sum %w, %g target : (!scalars, !mesh.graph) -> !scalars
  %ds = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  call @check_targets(%s, %ds) : (!scalars, tensor<?xi32>) -> ()
  %t = mesh.segment_sum %w, %g source : (!scalars, !mesh.graph) -> !scalars
  %dt = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  call @check_sources(%t, %dt) : (!scalars, tensor<?xi32>) -> ()
  %h = scf.for %i = %c0 to %steps step %c1 iter_args(%now = %h0) -> !state {
    %xt = tensor.extract_slice %x[%i, 0, 0] [1, %n, 4] [1, 1, 1] : !sequence to !rows
    %next = func.call @step(%g, %w, %s, %t, %xt, %now, %wg, %bg, %wc, %bc)
        : (!mesh.graph, !scalars, !scalars, !scalars, !rows, !state, !w_gates, !b_gates, !w_state, !b_state) -> !state
    scf.yield %next : !state
  }
  return %h : !state
}

// The same with a batch before the nodes, which are axis 1.
func.func private @batch_basis(%g: !mesh.graph, %w: !scalars, %s: !scalars, %t: !scalars, %x: !batch, %h: !batch_state) -> !batch_basis {
  %v = tensor.concat dim(2) %x, %h : (!batch, !batch_state) -> !batch_both
  %se = mesh.gather %s, %g target : (!scalars, !mesh.graph) -> !scalars
  %p = arith.divf %w, %se : !scalars
  %vs = mesh.gather %v, %g source dim = 1 : (!batch_both, !mesh.graph) -> !batch_both
  %mf = mesh.scale %vs, %p dim = 1 : (!batch_both, !scalars) -> !batch_both
  %f = mesh.segment_sum %mf, %g target dim = 1 : (!batch_both, !mesh.graph) -> !batch_both
  %te = mesh.gather %t, %g source : (!scalars, !mesh.graph) -> !scalars
  %q = arith.divf %w, %te : !scalars
  %vt = mesh.gather %v, %g target dim = 1 : (!batch_both, !mesh.graph) -> !batch_both
  %mr = mesh.scale %vt, %q dim = 1 : (!batch_both, !scalars) -> !batch_both
  %r = mesh.segment_sum %mr, %g source dim = 1 : (!batch_both, !mesh.graph) -> !batch_both
  %b = tensor.concat dim(2) %v, %f, %r : (!batch_both, !batch_both, !batch_both) -> !batch_basis
  return %b : !batch_basis
}

func.func private @batch_step(%g: !mesh.graph, %w: !scalars, %s: !scalars, %t: !scalars, %x: !batch, %h: !batch_state,
    %wg: !w_gates, %bg: !b_gates, %wc: !w_state, %bc: !b_state) -> !batch_state {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %batches = tensor.dim %h, %c0 : !batch_state
  %n = tensor.dim %h, %c1 : !batch_state
  %basis = call @batch_basis(%g, %w, %s, %t, %x, %h) : (!mesh.graph, !scalars, !scalars, !scalars, !batch, !batch_state) -> !batch_basis
  %p = mesh.linear %basis, %wg, %bg : (!batch_basis, !w_gates, !b_gates) -> !batch_gates
  %gates = mesh.sigmoid %p : (!batch_gates) -> !batch_gates
  %r = tensor.extract_slice %gates[0, 0, 0] [%batches, %n, 2] [1, 1, 1] : !batch_gates to !batch_state
  %u = tensor.extract_slice %gates[0, 0, 2] [%batches, %n, 2] [1, 1, 1] : !batch_gates to !batch_state

  %rh = arith.mulf %r, %h : !batch_state
  %reset = call @batch_basis(%g, %w, %s, %t, %x, %rh) : (!mesh.graph, !scalars, !scalars, !scalars, !batch, !batch_state) -> !batch_basis
  %q = mesh.linear %reset, %wc, %bc : (!batch_basis, !w_state, !b_state) -> !batch_state
  %candidate = math.tanh %q : !batch_state

  %ones = tensor.splat %one[%batches, %n] : !batch_state
  %keep = arith.mulf %u, %h : !batch_state
  %rest = arith.subf %ones, %u : !batch_state
  %new = arith.mulf %rest, %candidate : !batch_state
  %next = arith.addf %keep, %new : !batch_state
  return %next : !batch_state
}

// @cell of X [B, N, 4] and H [B, N, 2]: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %h: !batch_state {mesh.name = "h"},
    %w: !scalars {mesh.name = "affinity"},
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
  %s = mesh.segment_sum %w, %g target : (!scalars, !mesh.graph) -> !scalars
  %ds = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  call @check_targets(%s, %ds) : (!scalars, tensor<?xi32>) -> ()
  %t = mesh.segment_sum %w, %g source : (!scalars, !mesh.graph) -> !scalars
  %dt = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  call @check_sources(%t, %dt) : (!scalars, tensor<?xi32>) -> ()
  %next = call @batch_step(%g, %w, %s, %t, %x, %h, %wg, %bg, %wc, %bc)
      : (!mesh.graph, !scalars, !scalars, !scalars, !batch, !batch_state, !w_gates, !b_gates, !w_state, !b_state) -> !batch_state
  return %next : !batch_state
}

// @diffusion_gru of X [B, T, N, 4] and H_0 [B, N, 2].
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %h0: !batch_state {mesh.name = "h0"},
    %w: !scalars {mesh.name = "affinity"},
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
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %batches = tensor.dim %x, %c0 : !sequences
  %steps = tensor.dim %x, %c1 : !sequences
  %n = tensor.dim %x, %c2 : !sequences
  %s = mesh.segment_sum %w, %g target : (!scalars, !mesh.graph) -> !scalars
  %ds = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  call @check_targets(%s, %ds) : (!scalars, tensor<?xi32>) -> ()
  %t = mesh.segment_sum %w, %g source : (!scalars, !mesh.graph) -> !scalars
  %dt = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  call @check_sources(%t, %dt) : (!scalars, tensor<?xi32>) -> ()
  %h = scf.for %i = %c0 to %steps step %c1 iter_args(%now = %h0) -> !batch_state {
    %xt = tensor.extract_slice %x[0, %i, 0, 0] [%batches, 1, %n, 4] [1, 1, 1, 1] : !sequences to !batch
    %next = func.call @batch_step(%g, %w, %s, %t, %xt, %now, %wg, %bg, %wc, %bc)
        : (!mesh.graph, !scalars, !scalars, !scalars, !batch, !batch_state, !w_gates, !b_gates, !w_state, !b_state) -> !batch_state
    scf.yield %next : !batch_state
  }
  return %h : !batch_state
}

// The results of @diffusion_gru, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %w: !scalars {mesh.name = "affinity"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "h"}, !sequence {mesh.name = "d_x"}, !state {mesh.name = "d_h0"},
        !scalars {mesh.name = "d_affinity"}, !w_gates {mesh.name = "d_w_gates"}, !b_gates {mesh.name = "d_b_gates"},
        !w_state {mesh.name = "d_w_candidate"}, !b_state {mesh.name = "d_b_candidate"}) {
  %h, %d_x, %d_h0, %d_w, %d_wg, %d_bg, %d_wc, %d_bc = mesh.vjp @diffusion_gru(%g, %x, %h0, %w, %wg, %bg, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7]
      : (!mesh.graph, !sequence, !state, !scalars, !w_gates, !b_gates, !w_state, !b_state, !state)
      -> (!state, !sequence, !state, !scalars, !w_gates, !b_gates, !w_state, !b_state)
  return %h, %d_x, %d_h0, %d_w, %d_wg, %d_bg, %d_wc, %d_bc
      : !state, !sequence, !state, !scalars, !w_gates, !b_gates, !w_state, !b_state
}

// The results of @cell, and its transposed Jacobian times the seed.
func.func @cell_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %h: !state {mesh.name = "h"},
    %w: !scalars {mesh.name = "affinity"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "h_next"}, !rows {mesh.name = "d_x"}, !state {mesh.name = "d_h"},
        !scalars {mesh.name = "d_affinity"}, !w_gates {mesh.name = "d_w_gates"}, !b_gates {mesh.name = "d_b_gates"},
        !w_state {mesh.name = "d_w_candidate"}, !b_state {mesh.name = "d_b_candidate"}) {
  %h_next, %d_x, %d_h, %d_w, %d_wg, %d_bg, %d_wc, %d_bc = mesh.vjp @cell(%g, %x, %h, %w, %wg, %bg, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7]
      : (!mesh.graph, !rows, !state, !scalars, !w_gates, !b_gates, !w_state, !b_state, !state)
      -> (!state, !rows, !state, !scalars, !w_gates, !b_gates, !w_state, !b_state)
  return %h_next, %d_x, %d_h, %d_w, %d_wg, %d_bg, %d_wc, %d_bc
      : !state, !rows, !state, !scalars, !w_gates, !b_gates, !w_state, !b_state
}

// The results of @batch, and its transposed Jacobian times the seed.
func.func @batch_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %h: !batch_state {mesh.name = "h"},
    %w: !scalars {mesh.name = "affinity"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"},
    %c: !batch_state {mesh.name = "seed"})
    -> (!batch_state {mesh.name = "h_next"}, !batch {mesh.name = "d_x"}, !batch_state {mesh.name = "d_h"},
        !scalars {mesh.name = "d_affinity"}, !w_gates {mesh.name = "d_w_gates"}, !b_gates {mesh.name = "d_b_gates"},
        !w_state {mesh.name = "d_w_candidate"}, !b_state {mesh.name = "d_b_candidate"}) {
  %h_next, %d_x, %d_h, %d_w, %d_wg, %d_bg, %d_wc, %d_bc = mesh.vjp @batch(%g, %x, %h, %w, %wg, %bg, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7]
      : (!mesh.graph, !batch, !batch_state, !scalars, !w_gates, !b_gates, !w_state, !b_state, !batch_state)
      -> (!batch_state, !batch, !batch_state, !scalars, !w_gates, !b_gates, !w_state, !b_state)
  return %h_next, %d_x, %d_h, %d_w, %d_wg, %d_bg, %d_wc, %d_bc
      : !batch_state, !batch, !batch_state, !scalars, !w_gates, !b_gates, !w_state, !b_state
}

// The results of @sequences, and its transposed Jacobian times the seed.
func.func @sequences_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %h0: !batch_state {mesh.name = "h0"},
    %w: !scalars {mesh.name = "affinity"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_state {mesh.name = "w_candidate"},
    %bc: !b_state {mesh.name = "b_candidate"},
    %c: !batch_state {mesh.name = "seed"})
    -> (!batch_state {mesh.name = "h"}, !sequences {mesh.name = "d_x"}, !batch_state {mesh.name = "d_h0"},
        !scalars {mesh.name = "d_affinity"}, !w_gates {mesh.name = "d_w_gates"}, !b_gates {mesh.name = "d_b_gates"},
        !w_state {mesh.name = "d_w_candidate"}, !b_state {mesh.name = "d_b_candidate"}) {
  %h, %d_x, %d_h0, %d_w, %d_wg, %d_bg, %d_wc, %d_bc = mesh.vjp @sequences(%g, %x, %h0, %w, %wg, %bg, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7]
      : (!mesh.graph, !sequences, !batch_state, !scalars, !w_gates, !b_gates, !w_state, !b_state, !batch_state)
      -> (!batch_state, !sequences, !batch_state, !scalars, !w_gates, !b_gates, !w_state, !b_state)
  return %h, %d_x, %d_h0, %d_w, %d_wg, %d_bg, %d_wc, %d_bc
      : !batch_state, !sequences, !batch_state, !scalars, !w_gates, !b_gates, !w_state, !b_state
}
