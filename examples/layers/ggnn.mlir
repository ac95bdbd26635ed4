// Gated graph network: in each of `steps` steps the messages of the neighbours go into
// a GRU whose state is the row of the node,
//
//   a_v     = sum of h_u W_m over the edges u -> v
//   [z, r]  = sigmoid([a, h] W_g + b_g)
//   h_tilde = tanh([a, r * h] W_c + b_c)
//   h       <- (1 - z) * h + z * h_tilde,   h = x at first
//
// Weights are the same in all steps. @cell is one step.
// Walk-through: ggnn.md.

!state = tensor<?x4xf32>
!both = tensor<?x8xf32>
!map = tensor<4x4xf32>
!w_gates = tensor<8x8xf32>
!b_gates = tensor<8xf32>
!w_candidate = tensor<8x4xf32>
!b_candidate = tensor<4xf32>

func.func @cell(
    %g: !mesh.graph {mesh.name = "graph"},
    %h: !state {mesh.name = "h"},
    %wm: !map {mesh.name = "w_message"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_candidate {mesh.name = "w_candidate"},
    %bc: !b_candidate {mesh.name = "b_candidate"}) -> (!state {mesh.name = "h_next"}) {
  %one = arith.constant 1.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %m = mesh.linear %h, %wm : (!state, !map) -> !state
  %e = mesh.gather %m, %g source : (!state, !mesh.graph) -> !state
  %a = mesh.segment_sum %e, %g target : (!state, !mesh.graph) -> !state
  %ah = tensor.concat dim(1) %a, %h : (!state, !state) -> !both
  %p = mesh.linear %ah, %wg, %bg : (!both, !w_gates, !b_gates) -> !both
  %gates = mesh.sigmoid %p : (!both) -> !both
  %z = tensor.extract_slice %gates[0, 0] [%n, 4] [1, 1] : !both to !state
  %r = tensor.extract_slice %gates[0, 4] [%n, 4] [1, 1] : !both to !state

  %rh = arith.mulf %r, %h : !state
  %arh = tensor.concat dim(1) %a, %rh : (!state, !state) -> !both
  %q = mesh.linear %arh, %wc, %bc : (!both, !w_candidate, !b_candidate) -> !state
  %candidate = math.tanh %q : !state

  %ones = tensor.splat %one[%n] : !state
  %rest = arith.subf %ones, %z : !state
  %keep = arith.mulf %rest, %h : !state
  %new = arith.mulf %z, %candidate : !state
  %next = arith.addf %keep, %new : !state
  return %next : !state
}

func.func @ggnn(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !state {mesh.name = "x"},
    %steps: index {mesh.name = "steps"},
    %wm: !map {mesh.name = "w_message"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_candidate {mesh.name = "w_candidate"},
    %bc: !b_candidate {mesh.name = "b_candidate"}) -> (!state {mesh.name = "h"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %some = arith.cmpi sge, %steps, %c1 : index
  mesh.assert %some, "expects 'steps' to be 1 or more, but got {0}" (%steps)
  %h = scf.for %i = %c0 to %steps step %c1 iter_args(%now = %x) -> !state {
    %next = func.call @cell(%g, %now, %wm, %wg, %bg, %wc, %bc)
        : (!mesh.graph, !state, !map, !w_gates, !b_gates, !w_candidate, !b_candidate) -> !state
    scf.yield %next : !state
  }
  return %h : !state
}

// The results of @ggnn, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !state {mesh.name = "x"},
    %steps: index {mesh.name = "steps"},
    %wm: !map {mesh.name = "w_message"},
    %wg: !w_gates {mesh.name = "w_gates"},
    %bg: !b_gates {mesh.name = "b_gates"},
    %wc: !w_candidate {mesh.name = "w_candidate"},
    %bc: !b_candidate {mesh.name = "b_candidate"},
    %c: !state {mesh.name = "seed"})
    -> (!state {mesh.name = "h"}, !state {mesh.name = "d_x"}, !map {mesh.name = "d_w_message"},
        !w_gates {mesh.name = "d_w_gates"}, !b_gates {mesh.name = "d_b_gates"},
        !w_candidate {mesh.name = "d_w_candidate"}, !b_candidate {mesh.name = "d_b_candidate"}) {
  %h, %d_x, %d_wm, %d_wg, %d_bg, %d_wc, %d_bc = mesh.vjp @ggnn(%g, %x, %steps, %wm, %wg, %bg, %wc, %bc)
      seeds(%c) wrt [1, 3, 4, 5, 6, 7]
      : (!mesh.graph, !state, index, !map, !w_gates, !b_gates, !w_candidate, !b_candidate, !state)
      -> (!state, !state, !map, !w_gates, !b_gates, !w_candidate, !b_candidate)
  return %h, %d_x, %d_wm, %d_wg, %d_bg, %d_wc, %d_bc
      : !state, !state, !map, !w_gates, !b_gates, !w_candidate, !b_candidate
}
