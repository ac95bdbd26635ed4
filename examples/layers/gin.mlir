// GIN: y_v = MLP((1 + eps) x_v + sum of x_u over the edges u -> v),
// MLP(z) = ReLU(z W_1 + b_1) W_2 + b_2, eps learned.
// Walk-through: gin.md.

!rows = tensor<?x4xf32>
!hidden = tensor<?x8xf32>
!out = tensor<?x2xf32>
// Features of a batch, and of a batch of sequences, over one graph.
!batch = tensor<?x?x4xf32>
!sequences = tensor<?x?x?x4xf32>
!batch_hidden = tensor<?x?x8xf32>
!sequences_hidden = tensor<?x?x?x8xf32>
!batch_out = tensor<?x?x2xf32>
!sequences_out = tensor<?x?x?x2xf32>

func.func @gin(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %eps: f32 {mesh.name = "eps"},
    %w1: tensor<4x8xf32> {mesh.name = "w1"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"}) -> (!out {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %a = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows
  %one = arith.constant 1.0 : f32
  %factor = arith.addf %one, %eps : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %factors = tensor.splat %factor[%n] : !rows
  %own = arith.mulf %x, %factors : !rows
  %z = arith.addf %own, %a : !rows
  %h1 = mesh.linear %z, %w1, %b1 : (!rows, tensor<4x8xf32>, tensor<8xf32>) -> !hidden
  %h = mesh.relu %h1 : (!hidden) -> !hidden
  %y = mesh.linear %h, %w2, %b2 : (!hidden, tensor<8x2xf32>, tensor<2xf32>) -> !out
  return %y : !out
}

// @gin of X [B, N, 4], nodes on axis 1: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %eps: f32 {mesh.name = "eps"},
    %w1: tensor<4x8xf32> {mesh.name = "w1"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"}) -> (!batch_out {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source dim = 1 : (!batch, !mesh.graph) -> !batch
  %a = mesh.segment_sum %m, %g target dim = 1 : (!batch, !mesh.graph) -> !batch
  %one = arith.constant 1.0 : f32
  %factor = arith.addf %one, %eps : f32
  %c0 = arith.constant 0 : index
  %n0 = tensor.dim %x, %c0 : !batch
  %c1 = arith.constant 1 : index
  %n1 = tensor.dim %x, %c1 : !batch
  %factors = tensor.splat %factor[%n0, %n1] : !batch
  %own = arith.mulf %x, %factors : !batch
  %z = arith.addf %own, %a : !batch
  %h1 = mesh.linear %z, %w1, %b1 : (!batch, tensor<4x8xf32>, tensor<8xf32>) -> !batch_hidden
  %h = mesh.relu %h1 : (!batch_hidden) -> !batch_hidden
  %y = mesh.linear %h, %w2, %b2 : (!batch_hidden, tensor<8x2xf32>, tensor<2xf32>) -> !batch_out
  return %y : !batch_out
}

// @gin of X [B, T, N, 4], nodes on axis 2: the graph is not repeated.
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %eps: f32 {mesh.name = "eps"},
    %w1: tensor<4x8xf32> {mesh.name = "w1"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"}) -> (!sequences_out {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %a = mesh.segment_sum %m, %g target dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %one = arith.constant 1.0 : f32
  %factor = arith.addf %one, %eps : f32
  %c0 = arith.constant 0 : index
  %n0 = tensor.dim %x, %c0 : !sequences
  %c1 = arith.constant 1 : index
  %n1 = tensor.dim %x, %c1 : !sequences
  %c2 = arith.constant 2 : index
  %n2 = tensor.dim %x, %c2 : !sequences
  %factors = tensor.splat %factor[%n0, %n1, %n2] : !sequences
  %own = arith.mulf %x, %factors : !sequences
  %z = arith.addf %own, %a : !sequences
  %h1 = mesh.linear %z, %w1, %b1 : (!sequences, tensor<4x8xf32>, tensor<8xf32>) -> !sequences_hidden
  %h = mesh.relu %h1 : (!sequences_hidden) -> !sequences_hidden
  %y = mesh.linear %h, %w2, %b2 : (!sequences_hidden, tensor<8x2xf32>, tensor<2xf32>) -> !sequences_out
  return %y : !sequences_out
}

// The results of @gin, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %eps: f32 {mesh.name = "eps"},
    %w1: tensor<4x8xf32> {mesh.name = "w1"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, f32 {mesh.name = "d_eps"},
        tensor<4x8xf32> {mesh.name = "d_w1"}, tensor<8xf32> {mesh.name = "d_b1"},
        tensor<8x2xf32> {mesh.name = "d_w2"}, tensor<2xf32> {mesh.name = "d_b2"}) {
  %y, %d_x, %d_eps, %d_w1, %d_b1, %d_w2, %d_b2 = mesh.vjp @gin(%g, %x, %eps, %w1, %b1, %w2, %b2)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6]
      : (!mesh.graph, !rows, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>, !out)
      -> (!out, !rows, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>)
  return %y, %d_x, %d_eps, %d_w1, %d_b1, %d_w2, %d_b2
      : !out, !rows, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>
}

// The results of @batch, and its transposed Jacobian times the seed.
func.func @batch_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %eps: f32 {mesh.name = "eps"},
    %w1: tensor<4x8xf32> {mesh.name = "w1"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"},
    %c: !batch_out {mesh.name = "seed"})
    -> (!batch_out {mesh.name = "y"}, !batch {mesh.name = "d_x"}, f32 {mesh.name = "d_eps"},
        tensor<4x8xf32> {mesh.name = "d_w1"}, tensor<8xf32> {mesh.name = "d_b1"},
        tensor<8x2xf32> {mesh.name = "d_w2"}, tensor<2xf32> {mesh.name = "d_b2"}) {
  %y, %d_x, %d_eps, %d_w1, %d_b1, %d_w2, %d_b2 = mesh.vjp @batch(%g, %x, %eps, %w1, %b1, %w2, %b2)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6]
      : (!mesh.graph, !batch, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>, !batch_out)
      -> (!batch_out, !batch, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>)
  return %y, %d_x, %d_eps, %d_w1, %d_b1, %d_w2, %d_b2
      : !batch_out, !batch, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>
}

// The results of @sequences, and its transposed Jacobian times the seed.
func.func @sequences_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %eps: f32 {mesh.name = "eps"},
    %w1: tensor<4x8xf32> {mesh.name = "w1"},
    %b1: tensor<8xf32> {mesh.name = "b1"},
    %w2: tensor<8x2xf32> {mesh.name = "w2"},
    %b2: tensor<2xf32> {mesh.name = "b2"},
    %c: !sequences_out {mesh.name = "seed"})
    -> (!sequences_out {mesh.name = "y"}, !sequences {mesh.name = "d_x"}, f32 {mesh.name = "d_eps"},
        tensor<4x8xf32> {mesh.name = "d_w1"}, tensor<8xf32> {mesh.name = "d_b1"},
        tensor<8x2xf32> {mesh.name = "d_w2"}, tensor<2xf32> {mesh.name = "d_b2"}) {
  %y, %d_x, %d_eps, %d_w1, %d_b1, %d_w2, %d_b2 = mesh.vjp @sequences(%g, %x, %eps, %w1, %b1, %w2, %b2)
      seeds(%c) wrt [1, 2, 3, 4, 5, 6]
      : (!mesh.graph, !sequences, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>, !sequences_out)
      -> (!sequences_out, !sequences, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>)
  return %y, %d_x, %d_eps, %d_w1, %d_b1, %d_w2, %d_b2
      : !sequences_out, !sequences, f32, tensor<4x8xf32>, tensor<8xf32>, tensor<8x2xf32>, tensor<2xf32>
}
