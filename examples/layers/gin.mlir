// GIN: y_v = MLP((1 + eps) x_v + sum of x_u over the edges u -> v),
// MLP(z) = ReLU(z W_1 + b_1) W_2 + b_2, eps learned.
// Walk-through: gin.md.

!rows = tensor<?x4xf32>
!hidden = tensor<?x8xf32>
!out = tensor<?x2xf32>

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
