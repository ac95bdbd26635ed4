// GATv2: attention whose score sees both ends before the nonlinearity. With
// l_u = x_u W_l and r_v = x_v W_r, for each head and the edge e: u -> v
//
//   score_e = a . LeakyReLU(l_u + r_v),   alpha_e = softmax of score at v
//   y_v     = sum of alpha_e l_u
//
// Two heads of three features, concatenated.
// Walk-through: gatv2.md.

!rows = tensor<?x4xf32>
!map = tensor<4x6xf32>
!flat = tensor<?x6xf32>
!heads = tensor<?x2x3xf32>
!scores = tensor<?x2xf32>

#ekc = affine_map<(e, k, c) -> (e, k, c)>
#kc = affine_map<(e, k, c) -> (k, c)>
#ek = affine_map<(e, k, c) -> (e, k)>

func.func private @project(%x: !rows, %w: !map) -> !heads {
  %c0 = arith.constant 0 : index
  %flat = mesh.linear %x, %w : (!rows, !map) -> !flat
  %n = tensor.dim %flat, %c0 : !flat
  %z = tensor.expand_shape %flat [[0], [1, 2]] output_shape [%n, 2, 3] : !flat into !heads
  return %z : !heads
}

func.func @gatv2(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %wl: !map {mesh.name = "w_source"},
    %wr: !map {mesh.name = "w_target"},
    %a: tensor<2x3xf32> {mesh.name = "a"}) -> (!flat {mesh.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %l = call @project(%x, %wl) : (!rows, !map) -> !heads
  %r = call @project(%x, %wr) : (!rows, !map) -> !heads
  %lu = mesh.gather %l, %g source : (!heads, !mesh.graph) -> !heads
  %rv = mesh.gather %r, %g target : (!heads, !mesh.graph) -> !heads
  %s = arith.addf %lu, %rv : !heads
  %h = mesh.leaky_relu %s : (!heads) -> !heads
  // One dot product for each edge and head.
  %edges = mesh.num_edges %g : !mesh.graph
  %zeros = tensor.splat %zero[%edges] : !scores
  %score = linalg.generic {indexing_maps = [#ekc, #kc, #ek], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%h, %a : !heads, tensor<2x3xf32>) outs(%zeros : !scores) {
    ^bb0(%he: f32, %ae: f32, %acc: f32):
      %p = arith.mulf %he, %ae : f32
      %t = arith.addf %acc, %p : f32
      linalg.yield %t : f32
  } -> !scores
  %alpha = mesh.segment_softmax %score, %g target : (!scores, !mesh.graph) -> !scores
  %m = mesh.scale %lu, %alpha : (!heads, !scores) -> !heads
  %sum = mesh.segment_sum %m, %g target : (!heads, !mesh.graph) -> !heads
  %y = tensor.collapse_shape %sum [[0], [1, 2]] : !heads into !flat
  return %y : !flat
}

// The results of @gatv2, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %wl: !map {mesh.name = "w_source"},
    %wr: !map {mesh.name = "w_target"},
    %a: tensor<2x3xf32> {mesh.name = "a"},
    %c: !flat {mesh.name = "seed"})
    -> (!flat {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !map {mesh.name = "d_w_source"},
        !map {mesh.name = "d_w_target"}, tensor<2x3xf32> {mesh.name = "d_a"}) {
  %y, %d_x, %d_wl, %d_wr, %d_a = mesh.vjp @gatv2(%g, %x, %wl, %wr, %a)
      seeds(%c) wrt [1, 2, 3, 4]
      : (!mesh.graph, !rows, !map, !map, tensor<2x3xf32>, !flat)
      -> (!flat, !rows, !map, !map, tensor<2x3xf32>)
  return %y, %d_x, %d_wl, %d_wr, %d_a
      : !flat, !rows, !map, !map, tensor<2x3xf32>
}
