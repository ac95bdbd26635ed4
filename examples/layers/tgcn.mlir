// T-GCN: graph convolutions inside of a gated recurrence,
//
//   [C_u, C_r, C_c] = P X W + b,                 P = D^-1/2 A D^-1/2
//   U = sigmoid([C_u, H] W_u + b_u),             R = sigmoid([C_r, H] W_r + b_r)
//   H_tilde = tanh([C_c, R * H] W_c + b_c)
//   H_next  = U * H + (1 - U) * H_tilde
//
// The three convolutions share input, graph and normalisation: one sparse sum at the
// width of the input, then one linear map to 3 H channels, which are sliced. The sum
// does not depend on H, so that a sequence [T, N, 4] takes one sum, too, before its
// loop. Self-loops are the caller's. @cell is one step, @tgcn all steps.
// Walk-through: tgcn.md.

!rows = tensor<?x4xf32>
!state = tensor<?x2xf32>
!pair = tensor<?x4xf32>
!three = tensor<?x6xf32>
!scalars = tensor<?xf32>
!sequence = tensor<?x?x4xf32>
// Of a batch, and of a batch of sequences, over one graph.
!batch = tensor<?x?x4xf32>
!batch_state = tensor<?x?x2xf32>
!batch_convolved = tensor<?x?x6xf32>
!sequences = tensor<?x?x?x4xf32>
!sequences_convolved = tensor<?x?x?x6xf32>
!convolved = tensor<?x?x6xf32>
!w_conv = tensor<4x6xf32>
!b_conv = tensor<6xf32>
!w_gate = tensor<4x2xf32>
!b_gate = tensor<2xf32>

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

// P x for all periods at once, P = D^-1/2 A D^-1/2: nodes are axis 1.
func.func private @propagate(%g: !mesh.graph, %x: !sequence) -> !sequence {
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %xs = mesh.scale %x, %norm dim = 1 : (!sequence, !scalars) -> !sequence
  %m = mesh.gather %xs, %g source dim = 1 : (!sequence, !mesh.graph) -> !sequence
  %s = mesh.segment_sum %m, %g target dim = 1 : (!sequence, !mesh.graph) -> !sequence
  %p = mesh.scale %s, %norm dim = 1 : (!sequence, !scalars) -> !sequence
  return %p : !sequence
}

// [a, h] w + b.
func.func private @gate(%a: !state, %h: !state, %w: !w_gate, %b: !b_gate) -> !state {
  %ah = tensor.concat dim(1) %a, %h : (!state, !state) -> !pair
  %y = mesh.linear %ah, %w, %b : (!pair, !w_gate, !b_gate) -> !state
  return %y : !state
}

// One step of the gates, from the three convolutions of a period.
func.func private @step(%conv: !three, %h: !state,
    %wu: !w_gate, %bu: !b_gate, %wr: !w_gate, %br: !b_gate, %wc: !w_gate, %bc: !b_gate) -> !state {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %h, %c0 : !state
  %cu = tensor.extract_slice %conv[0, 0] [%n, 2] [1, 1] : !three to !state
  %cr = tensor.extract_slice %conv[0, 2] [%n, 2] [1, 1] : !three to !state
  %cc = tensor.extract_slice %conv[0, 4] [%n, 2] [1, 1] : !three to !state
  %pu = call @gate(%cu, %h, %wu, %bu) : (!state, !state, !w_gate, !b_gate) -> !state
  %u = mesh.sigmoid %pu : (!state) -> !state
  %pr = call @gate(%cr, %h, %wr, %br) : (!state, !state, !w_gate, !b_gate) -> !state
  %r = mesh.sigmoid %pr : (!state) -> !state
  %rh = arith.mulf %r, %h : !state
  %pc = call @gate(%cc, %rh, %wc, %bc) : (!state, !state, !w_gate, !b_gate) -> !state
  %candidate = math.tanh %pc : !state

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
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"}) -> (!state {mesh.name = "h_next"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 0 : index
  %states = tensor.dim %h, %axis : !state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %xs = mesh.scale %x, %norm : (!rows, !scalars) -> !rows
  %m = mesh.gather %xs, %g source : (!rows, !mesh.graph) -> !rows
  %s = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows
  %p = mesh.scale %s, %norm : (!rows, !scalars) -> !rows
  %conv = mesh.linear %p, %w, %b : (!rows, !w_conv, !b_conv) -> !three
  %next = call @step(%conv, %h, %wu, %bu, %wr, %br, %wc, %bc)
      : (!three, !state, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate) -> !state
  return %next : !state
}

func.func @tgcn(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"}) -> (!state {mesh.name = "h"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 0 : index
  %states = tensor.dim %h0, %axis : !state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h0' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = tensor.dim %x, %c0 : !sequence
  %n = tensor.dim %x, %c1 : !sequence
  %p = call @propagate(%g, %x) : (!mesh.graph, !sequence) -> !sequence
  %conv = mesh.linear %p, %w, %b : (!sequence, !w_conv, !b_conv) -> !convolved
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%now = %h0) -> !state {
    %ct = tensor.extract_slice %conv[%t, 0, 0] [1, %n, 6] [1, 1, 1] : !convolved to !three
    %next = func.call @step(%ct, %now, %wu, %bu, %wr, %br, %wc, %bc)
        : (!three, !state, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate) -> !state
    scf.yield %next : !state
  }
  return %h : !state
}

// Gates know nothing of the graph: states of a batch are the rows of one matrix.
func.func private @batch_step(%conv: !batch_convolved, %h: !batch_state,
    %wu: !w_gate, %bu: !b_gate, %wr: !w_gate, %br: !b_gate, %wc: !w_gate, %bc: !b_gate) -> !batch_state {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n0 = tensor.dim %h, %c0 : !batch_state
  %n1 = tensor.dim %h, %c1 : !batch_state
  %rows = tensor.collapse_shape %conv [[0, 1], [2]] : !batch_convolved into !three
  %now = tensor.collapse_shape %h [[0, 1], [2]] : !batch_state into !state
  %next = call @step(%rows, %now, %wu, %bu, %wr, %br, %wc, %bc)
      : (!three, !state, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate) -> !state
  %y = tensor.expand_shape %next [[0, 1], [2]] output_shape [%n0, %n1, 2] : !state into !batch_state
  return %y : !batch_state
}

// @cell of X [B, N, 4] and H [B, N, 2], nodes on axis 1: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %h: !batch_state {mesh.name = "h"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"}) -> (!batch_state {mesh.name = "h_next"}) {
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
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %xs = mesh.scale %x, %norm dim = 1 : (!batch, !scalars) -> !batch
  %m = mesh.gather %xs, %g source dim = 1 : (!batch, !mesh.graph) -> !batch
  %s = mesh.segment_sum %m, %g target dim = 1 : (!batch, !mesh.graph) -> !batch
  %p = mesh.scale %s, %norm dim = 1 : (!batch, !scalars) -> !batch
  %conv = mesh.linear %p, %w, %b : (!batch, !w_conv, !b_conv) -> !batch_convolved
  %next = call @batch_step(%conv, %h, %wu, %bu, %wr, %br, %wc, %bc)
      : (!batch_convolved, !batch_state, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate) -> !batch_state
  return %next : !batch_state
}

// @tgcn of X [B, T, N, 4] and H_0 [B, N, 2], nodes on axis 2: the graph is not repeated.
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %h0: !batch_state {mesh.name = "h0"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"}) -> (!batch_state {mesh.name = "h"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 1 : index
  %states = tensor.dim %h0, %axis : !batch_state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h0' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %batches = tensor.dim %x, %c0 : !sequences
  %steps = tensor.dim %x, %c1 : !sequences
  %n = tensor.dim %x, %c2 : !sequences
  %first_axis = arith.constant 0 : index
  %batches_x = tensor.dim %x, %first_axis : !sequences
  %batches_h = tensor.dim %h0, %first_axis : !batch_state
  %together = arith.cmpi eq, %batches_h, %batches_x : index
  mesh.assert %together, "expects 'h0' to have {0} batches, as 'x' has, but got {1}" (%batches_x, %batches_h)
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %xs = mesh.scale %x, %norm dim = 2 : (!sequences, !scalars) -> !sequences
  %m = mesh.gather %xs, %g source dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %s = mesh.segment_sum %m, %g target dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %p = mesh.scale %s, %norm dim = 2 : (!sequences, !scalars) -> !sequences
  %conv = mesh.linear %p, %w, %b : (!sequences, !w_conv, !b_conv) -> !sequences_convolved
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%now = %h0) -> !batch_state {
    %ct = tensor.extract_slice %conv[0, %t, 0, 0] [%batches, 1, %n, 6] [1, 1, 1, 1]
        : !sequences_convolved to !batch_convolved
    %next = func.call @batch_step(%ct, %now, %wu, %bu, %wr, %br, %wc, %bc)
        : (!batch_convolved, !batch_state, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate) -> !batch_state
    scf.yield %next : !batch_state
  }
  return %h : !batch_state
}

// The results of @tgcn, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "h"}, !sequence {mesh.name = "d_x"}, !state {mesh.name = "d_h0"},
        !w_conv {mesh.name = "d_w_conv"}, !b_conv {mesh.name = "d_b_conv"}, !w_gate {mesh.name = "d_w_update"},
        !b_gate {mesh.name = "d_b_update"}, !w_gate {mesh.name = "d_w_reset"}, !b_gate {mesh.name = "d_b_reset"},
        !w_gate {mesh.name = "d_w_candidate"}, !b_gate {mesh.name = "d_b_candidate"}) {
  %h, %d_x, %d_h0, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc = mesh.vjp @tgcn(%g, %x, %h0, %w, %b, %wu, %bu, %wr, %br, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      : (!mesh.graph, !sequence, !state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate,
         !state)
      -> (!state, !sequence, !state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate)
  return %h, %d_x, %d_h0, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc
      : !state, !sequence, !state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate
}

// The results of @cell, and its transposed Jacobian times the seed.
func.func @cell_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %h: !state {mesh.name = "h"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "h_next"}, !rows {mesh.name = "d_x"}, !state {mesh.name = "d_h"},
        !w_conv {mesh.name = "d_w_conv"}, !b_conv {mesh.name = "d_b_conv"}, !w_gate {mesh.name = "d_w_update"},
        !b_gate {mesh.name = "d_b_update"}, !w_gate {mesh.name = "d_w_reset"}, !b_gate {mesh.name = "d_b_reset"},
        !w_gate {mesh.name = "d_w_candidate"}, !b_gate {mesh.name = "d_b_candidate"}) {
  %h_next, %d_x, %d_h, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc = mesh.vjp @cell(%g, %x, %h, %w, %b, %wu, %bu, %wr, %br, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      : (!mesh.graph, !rows, !state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate, !state)
      -> (!state, !rows, !state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate)
  return %h_next, %d_x, %d_h, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc
      : !state, !rows, !state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate
}

// The results of @batch, and its transposed Jacobian times the seed.
func.func @batch_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %h: !batch_state {mesh.name = "h"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"},
    %c: !batch_state {mesh.name = "seed"})
    -> (!batch_state {mesh.name = "h_next"}, !batch {mesh.name = "d_x"}, !batch_state {mesh.name = "d_h"},
        !w_conv {mesh.name = "d_w_conv"}, !b_conv {mesh.name = "d_b_conv"}, !w_gate {mesh.name = "d_w_update"},
        !b_gate {mesh.name = "d_b_update"}, !w_gate {mesh.name = "d_w_reset"}, !b_gate {mesh.name = "d_b_reset"},
        !w_gate {mesh.name = "d_w_candidate"}, !b_gate {mesh.name = "d_b_candidate"}) {
  %h_next, %d_x, %d_h, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc = mesh.vjp @batch(%g, %x, %h, %w, %b, %wu, %bu, %wr, %br, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      : (!mesh.graph, !batch, !batch_state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate,
         !batch_state)
      -> (!batch_state, !batch, !batch_state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate)
  return %h_next, %d_x, %d_h, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc
      : !batch_state, !batch, !batch_state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate
}

// The results of @sequences, and its transposed Jacobian times the seed.
func.func @sequences_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %h0: !batch_state {mesh.name = "h0"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"},
    %c: !batch_state {mesh.name = "seed"})
    -> (!batch_state {mesh.name = "h"}, !sequences {mesh.name = "d_x"}, !batch_state {mesh.name = "d_h0"},
        !w_conv {mesh.name = "d_w_conv"}, !b_conv {mesh.name = "d_b_conv"}, !w_gate {mesh.name = "d_w_update"},
        !b_gate {mesh.name = "d_b_update"}, !w_gate {mesh.name = "d_w_reset"}, !b_gate {mesh.name = "d_b_reset"},
        !w_gate {mesh.name = "d_w_candidate"}, !b_gate {mesh.name = "d_b_candidate"}) {
  %h, %d_x, %d_h0, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc = mesh.vjp @sequences(%g, %x, %h0, %w, %b, %wu, %bu, %wr, %br, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
      : (!mesh.graph, !sequences, !batch_state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate,
         !b_gate, !batch_state)
      -> (!batch_state, !sequences, !batch_state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate,
          !b_gate)
  return %h, %d_x, %d_h0, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc
      : !batch_state, !sequences, !batch_state, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate
}
