// GINE: messages are vectors made on the edge from its own features,
//
//   m_e = ReLU(x_u + e W_e + b_e),   y_v = MLP((1 + eps) x_v + sum of m_e, e: u -> v)
//
// with MLP(z) = ReLU(z W_1 + b_1) W_2 + b_2 and eps learned.
// Walk-through: gine.md.

!rows = tensor<?x4xf32>
!edges = tensor<?x3xf32>
!hidden = tensor<?x8xf32>
!out = tensor<?x2xf32>

// Edge features, brought to the width of the nodes.
func.func private @messages(%g: !mesh.graph, %x: !rows, %e: !edges, %we: tensor<3x4xf32>, %be: tensor<4xf32>) -> !rows {
  %xu = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %p = mesh.linear %e, %we, %be : (!edges, tensor<3x4xf32>, tensor<4xf32>) -> !rows
  %s = arith.addf %xu, %p : !rows
  %m = mesh.relu %s : (!rows) -> !rows
  return %m : !rows
}

func.func @gine(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %e: !edges {mesh.name = "edge"},
    %we: tensor<3x4xf32> {mesh.name = "w_edge"},
    %be: tensor<4xf32> {mesh.name = "b_edge"},
    %eps: f32 {mesh.name = "eps"},
    %w1: tensor<4x8xf32> {mesh.name = "w1"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"}) -> (!out {mesh.name = "y"}) {
  %m = call @messages(%g, %x, %e, %we, %be) : (!mesh.graph, !rows, !edges, tensor<3x4xf32>, tensor<4xf32>) -> !rows
  %a = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows

  %one = arith.constant 1.0 : f32
  %factor = arith.addf %one, %eps : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %factors = tensor.splat %factor[%n] : tensor<?x4xf32>
  %own = arith.mulf %x, %factors : !rows
  %z = arith.addf %own, %a : !rows

  %h1 = mesh.linear %z, %w1, %b1 : (!rows, tensor<4x8xf32>, tensor<8xf32>) -> !hidden
  %h = mesh.relu %h1 : (!hidden) -> !hidden
  %y = mesh.linear %h, %w2, %b2 : (!hidden, tensor<8x2xf32>, tensor<2xf32>) -> !out
  return %y : !out
}

// The results of @gine, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %e: !edges {mesh.name = "edge"},
    %we: tensor<3x4xf32> {mesh.name = "w_edge"},
    %be: tensor<4xf32> {mesh.name = "b_edge"},
    %eps: f32 {mesh.name = "eps"},
    %w1: tensor<4x8xf32> {mesh.name = "w1"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !edges {mesh.name = "d_edge"},
        tensor<3x4xf32> {mesh.name = "d_w_edge"}, tensor<4xf32> {mesh.name = "d_b_edge"}, f32 {mesh.name = "d_eps"},
        tensor<4x8xf32> {mesh.name = "d_w1"}, tensor<8xf32> {mesh.name = "d_b1"},
        tensor<8x2xf32> {mesh.name = "d_w2"}, tensor<2xf32> {mesh.name = "d_b2"}) {
  %y, %d_x, %d_e, %d_we, %d_be, %d_eps, %d_w1, %d_b1, %d_w2, %d_b2 = mesh.vjp @gine(%g, %x, %e, %we, %be, %eps, %w1, %b1, %w2, %b2)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6, 7, 8, 9]
      : (!mesh.graph, !rows, !edges, tensor<3x4xf32>, tensor<4xf32>, f32, tensor<4x8xf32>, tensor<8xf32>,
         tensor<8x2xf32>, tensor<2xf32>, !out)
      -> (!out, !rows, !edges, tensor<3x4xf32>, tensor<4xf32>, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>,
          tensor<2xf32>)
  return %y, %d_x, %d_e, %d_we, %d_be, %d_eps, %d_w1, %d_b1, %d_w2, %d_b2
      : !out, !rows, !edges, tensor<3x4xf32>, tensor<4xf32>, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>,
        tensor<2xf32>
}
