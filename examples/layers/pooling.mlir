// Pooling: nodes to graphs, by a graph whose edges run from each node (source) to the
// graph it belongs to (target). For each graph, [mean, max, attention] with
//
//   attention = sum of alpha_e x_u,   alpha = softmax of x_u . a over its nodes
//
// A graph without nodes gets zeros.
// Walk-through: pooling.md.

!rows = tensor<?x4xf32>
!scalars = tensor<?xf32>
!out = tensor<?x12xf32>

func.func @pooling(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %a: tensor<4xf32> {mesh.name = "a"}) -> (!out {mesh.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %m = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %mean = mesh.segment_mean %m, %g target : (!rows, !mesh.graph) -> !rows
  %max = mesh.segment_max %m, %g target : (!rows, !mesh.graph) -> !rows
  %n = mesh.num_nodes %g source : !mesh.graph
  %zeros = tensor.splat %zero[%n] : !scalars
  %s = linalg.matvec ins(%x, %a : !rows, tensor<4xf32>) outs(%zeros : !scalars) -> !scalars
  %se = mesh.gather %s, %g source : (!scalars, !mesh.graph) -> !scalars
  %alpha = mesh.segment_softmax %se, %g target : (!scalars, !mesh.graph) -> !scalars
  %w = mesh.scale %m, %alpha : (!rows, !scalars) -> !rows
  %attention = mesh.segment_sum %w, %g target : (!rows, !mesh.graph) -> !rows
  %y = tensor.concat dim(1) %mean, %max, %attention : (!rows, !rows, !rows) -> !out
  return %y : !out
}

// The results of @pooling, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %a: tensor<4xf32> {mesh.name = "a"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, tensor<4xf32> {mesh.name = "d_a"}) {
  %y, %d_x, %d_a = mesh.vjp @pooling(%g, %x, %a)
      seeds(%c) wrt [1, 2]
      : (!mesh.graph, !rows, tensor<4xf32>, !out)
      -> (!out, !rows, tensor<4xf32>)
  return %y, %d_x, %d_a
      : !out, !rows, tensor<4xf32>
}
