// A3T-GCN: attention over the states that a T-GCN passes through. With H_1, ..., H_T
// the states of tgcn.mlir and one learned score for each period,
//
//   y = sum of alpha_t H_t,   alpha = softmax(scores)
//
// A running sum is carried through the loop; no tensor of all states is made. @scored
// computes the scores from the states, @restarted carries no state from period to
// period.
// Walk-through: a3tgcn.md.

!state = tensor<?x2xf32>
!pair = tensor<?x4xf32>
!three = tensor<?x6xf32>
!scalars = tensor<?xf32>
!sequence = tensor<?x?x4xf32>
!convolved = tensor<?x?x6xf32>
!states = tensor<?x?x2xf32>
!w_conv = tensor<4x6xf32>
!b_conv = tensor<6xf32>
!w_gate = tensor<4x2xf32>
!b_gate = tensor<2xf32>

#tnc = affine_map<(t, n, c) -> (t, n, c)>
#tn = affine_map<(t, n, c) -> (t, n)>
#c = affine_map<(t, n, c) -> (c)>
#nct_tnc = affine_map<(n, c, t) -> (t, n, c)>
#nct_t = affine_map<(n, c, t) -> (t)>
#nct_nc = affine_map<(n, c, t) -> (n, c)>

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

func.func @a3tgcn(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %scores: !scalars {mesh.name = "scores"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"}) -> (!state {mesh.name = "y"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 0 : index
  %states = tensor.dim %h0, %axis : !state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h0' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %steps = tensor.dim %x, %c0 : !sequence
  %n = tensor.dim %x, %c1 : !sequence
  %periods = tensor.dim %scores, %c0 : !scalars
  %same = arith.cmpi eq, %periods, %steps : index
  mesh.assert %same, "expects 'scores' to have {0} entries, one for each period of 'x', but got {1}" (%steps, %periods)
  %log_alpha = mesh.log_softmax %scores : (!scalars) -> !scalars
  %alpha = math.exp %log_alpha : !scalars

  %p = call @propagate(%g, %x) : (!mesh.graph, !sequence) -> !sequence
  %conv = mesh.linear %p, %w, %b : (!sequence, !w_conv, !b_conv) -> !convolved
  %zeros = tensor.splat %zero[%n] : !state
  %h, %y = scf.for %t = %c0 to %steps step %c1 iter_args(%now = %h0, %sum = %zeros) -> (!state, !state) {
    %ct = tensor.extract_slice %conv[%t, 0, 0] [1, %n, 6] [1, 1, 1] : !convolved to !three
    %next = func.call @step(%ct, %now, %wu, %bu, %wr, %br, %wc, %bc)
        : (!three, !state, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate) -> !state
    %a = tensor.extract %alpha[%t] : !scalars
    %as = tensor.splat %a[%n] : !state
    %part = arith.mulf %next, %as : !state
    %more = arith.addf %sum, %part : !state
    scf.yield %next, %more : !state, !state
  }
  return %y : !state
}

// The scores are made of the states, as in the paper: a map of the features, one of the
// nodes, and a softmax over the periods. The two biases shift all scores alike, so that
// nothing depends on them; they are there because the paper has them.
func.func @scored(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %w1: tensor<2xf32> {mesh.name = "w_features"},
    %b1: f32 {mesh.name = "b_features"},
    %w2: !scalars {mesh.name = "w_nodes"},
    %b2: f32 {mesh.name = "b_nodes"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"}) -> (!state {mesh.name = "y"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 0 : index
  %state_rows = tensor.dim %h0, %axis : !state
  %fits = arith.cmpi eq, %state_rows, %nodes : index
  mesh.assert %fits, "expects 'h0' to have {0} rows, one for each node, but got {1}" (%nodes, %state_rows)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %steps = tensor.dim %x, %c0 : !sequence
  %n = tensor.dim %x, %c1 : !sequence
  %weights = tensor.dim %w2, %c0 : !scalars
  %same = arith.cmpi eq, %weights, %n : index
  mesh.assert %same, "expects 'w_nodes' to have {0} entries, one for each node of 'x', but got {1}" (%n, %weights)

  %p = call @propagate(%g, %x) : (!mesh.graph, !sequence) -> !sequence
  %conv = mesh.linear %p, %w, %b : (!sequence, !w_conv, !b_conv) -> !convolved
  %none = tensor.splat %zero[%steps, %n] : !states
  %h, %states = scf.for %t = %c0 to %steps step %c1 iter_args(%now = %h0, %all = %none) -> (!state, !states) {
    %ct = tensor.extract_slice %conv[%t, 0, 0] [1, %n, 6] [1, 1, 1] : !convolved to !three
    %next = func.call @step(%ct, %now, %wu, %bu, %wr, %br, %wc, %bc)
        : (!three, !state, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate) -> !state
    %more = tensor.insert_slice %next into %all[%t, 0, 0] [1, %n, 2] [1, 1, 1] : !state into !states
    scf.yield %next, %more : !state, !states
  }

  %first = tensor.splat %b1[%steps, %n] : tensor<?x?xf32>
  %per_node = linalg.generic {indexing_maps = [#tnc, #c, #tn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%states, %w1 : !states, tensor<2xf32>) outs(%first : tensor<?x?xf32>) {
    ^bb0(%he: f32, %we: f32, %acc: f32):
      %part = arith.mulf %he, %we : f32
      %r = arith.addf %acc, %part : f32
      linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %second = tensor.splat %b2[%steps] : !scalars
  %scores = linalg.matvec ins(%per_node, %w2 : tensor<?x?xf32>, !scalars) outs(%second : !scalars) -> !scalars
  %log_alpha = mesh.log_softmax %scores : (!scalars) -> !scalars
  %alpha = math.exp %log_alpha : !scalars
  %zeros = tensor.splat %zero[%n] : !state
  %y = linalg.generic {indexing_maps = [#nct_tnc, #nct_t, #nct_nc], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%states, %alpha : !states, !scalars) outs(%zeros : !state) {
    ^bb0(%he: f32, %ae: f32, %acc: f32):
      %part = arith.mulf %he, %ae : f32
      %r = arith.addf %acc, %part : f32
      linalg.yield %r : f32
  } -> !state
  return %y : !state
}

// Every period starts from H_0, as in PyTorch Geometric Temporal: no state is carried, and
// periods do not see each other.
func.func @restarted(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %scores: !scalars {mesh.name = "scores"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"}) -> (!state {mesh.name = "y"}) {
  %nodes = mesh.num_nodes %g target : !mesh.graph
  %axis = arith.constant 0 : index
  %states = tensor.dim %h0, %axis : !state
  %fits = arith.cmpi eq, %states, %nodes : index
  mesh.assert %fits, "expects 'h0' to have {0} rows, one for each node, but got {1}" (%nodes, %states)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %steps = tensor.dim %x, %c0 : !sequence
  %n = tensor.dim %x, %c1 : !sequence
  %periods = tensor.dim %scores, %c0 : !scalars
  %same = arith.cmpi eq, %periods, %steps : index
  mesh.assert %same, "expects 'scores' to have {0} entries, one for each period of 'x', but got {1}" (%steps, %periods)
  %log_alpha = mesh.log_softmax %scores : (!scalars) -> !scalars
  %alpha = math.exp %log_alpha : !scalars

  %p = call @propagate(%g, %x) : (!mesh.graph, !sequence) -> !sequence
  %conv = mesh.linear %p, %w, %b : (!sequence, !w_conv, !b_conv) -> !convolved
  %zeros = tensor.splat %zero[%n] : !state
  %y = scf.for %t = %c0 to %steps step %c1 iter_args(%sum = %zeros) -> !state {
    %ct = tensor.extract_slice %conv[%t, 0, 0] [1, %n, 6] [1, 1, 1] : !convolved to !three
    %next = func.call @step(%ct, %h0, %wu, %bu, %wr, %br, %wc, %bc)
        : (!three, !state, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate) -> !state
    %a = tensor.extract %alpha[%t] : !scalars
    %as = tensor.splat %a[%n] : !state
    %part = arith.mulf %next, %as : !state
    %more = arith.addf %sum, %part : !state
    scf.yield %more : !state
  }
  return %y : !state
}

// The results of @a3tgcn, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %scores: !scalars {mesh.name = "scores"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "y"}, !sequence {mesh.name = "d_x"}, !state {mesh.name = "d_h0"},
        !scalars {mesh.name = "d_scores"}, !w_conv {mesh.name = "d_w_conv"}, !b_conv {mesh.name = "d_b_conv"},
        !w_gate {mesh.name = "d_w_update"}, !b_gate {mesh.name = "d_b_update"}, !w_gate {mesh.name = "d_w_reset"},
        !b_gate {mesh.name = "d_b_reset"}, !w_gate {mesh.name = "d_w_candidate"},
        !b_gate {mesh.name = "d_b_candidate"}) {
  %y, %d_x, %d_h0, %d_scores, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc = mesh.vjp @a3tgcn(%g, %x, %h0, %scores, %w, %b, %wu, %bu, %wr, %br, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      : (!mesh.graph, !sequence, !state, !scalars, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate,
         !b_gate, !state)
      -> (!state, !sequence, !state, !scalars, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate)
  return %y, %d_x, %d_h0, %d_scores, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc
      : !state, !sequence, !state, !scalars, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate
}

// The results of @scored, and its transposed Jacobian times the seed.
func.func @scored_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %w1: tensor<2xf32> {mesh.name = "w_features"},
    %b1: f32 {mesh.name = "b_features"},
    %w2: !scalars {mesh.name = "w_nodes"},
    %b2: f32 {mesh.name = "b_nodes"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "y"}, !sequence {mesh.name = "d_x"}, !state {mesh.name = "d_h0"},
        tensor<2xf32> {mesh.name = "d_w_features"}, f32 {mesh.name = "d_b_features"},
        !scalars {mesh.name = "d_w_nodes"}, f32 {mesh.name = "d_b_nodes"}, !w_conv {mesh.name = "d_w_conv"},
        !b_conv {mesh.name = "d_b_conv"}, !w_gate {mesh.name = "d_w_update"}, !b_gate {mesh.name = "d_b_update"},
        !w_gate {mesh.name = "d_w_reset"}, !b_gate {mesh.name = "d_b_reset"}, !w_gate {mesh.name = "d_w_candidate"},
        !b_gate {mesh.name = "d_b_candidate"}) {
  %y, %d_x, %d_h0, %d_w1, %d_b1, %d_w2, %d_b2, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc = mesh.vjp @scored(%g, %x, %h0, %w1, %b1, %w2, %b2, %w, %b, %wu, %bu, %wr, %br, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
      : (!mesh.graph, !sequence, !state, tensor<2xf32>, f32, !scalars, f32, !w_conv, !b_conv, !w_gate, !b_gate,
         !w_gate, !b_gate, !w_gate, !b_gate, !state)
      -> (!state, !sequence, !state, tensor<2xf32>, f32, !scalars, f32, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate,
          !b_gate, !w_gate, !b_gate)
  return %y, %d_x, %d_h0, %d_w1, %d_b1, %d_w2, %d_b2, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc
      : !state, !sequence, !state, tensor<2xf32>, f32, !scalars, f32, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate,
        !b_gate, !w_gate, !b_gate
}

// The results of @restarted, and its transposed Jacobian times the seed.
func.func @restarted_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequence {mesh.name = "x"},
    %h0: !state {mesh.name = "h0"},
    %scores: !scalars {mesh.name = "scores"},
    %w: !w_conv {mesh.name = "w_conv"},
    %b: !b_conv {mesh.name = "b_conv"},
    %wu: !w_gate {mesh.name = "w_update"},
    %bu: !b_gate {mesh.name = "b_update"},
    %wr: !w_gate {mesh.name = "w_reset"},
    %br: !b_gate {mesh.name = "b_reset"},
    %wc: !w_gate {mesh.name = "w_candidate"},
    %bc: !b_gate {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "y"}, !sequence {mesh.name = "d_x"}, !state {mesh.name = "d_h0"},
        !scalars {mesh.name = "d_scores"}, !w_conv {mesh.name = "d_w_conv"}, !b_conv {mesh.name = "d_b_conv"},
        !w_gate {mesh.name = "d_w_update"}, !b_gate {mesh.name = "d_b_update"}, !w_gate {mesh.name = "d_w_reset"},
        !b_gate {mesh.name = "d_b_reset"}, !w_gate {mesh.name = "d_w_candidate"},
        !b_gate {mesh.name = "d_b_candidate"}) {
  %y, %d_x, %d_h0, %d_scores, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc = mesh.vjp @restarted(%g, %x, %h0, %scores, %w, %b, %wu, %bu, %wr, %br, %wc, %bc)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      : (!mesh.graph, !sequence, !state, !scalars, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate,
         !b_gate, !state)
      -> (!state, !sequence, !state, !scalars, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate)
  return %y, %d_x, %d_h0, %d_scores, %d_w, %d_b, %d_wu, %d_bu, %d_wr, %d_br, %d_wc, %d_bc
      : !state, !sequence, !state, !scalars, !w_conv, !b_conv, !w_gate, !b_gate, !w_gate, !b_gate, !w_gate, !b_gate
}
