// Graph attention: with z_v = x_v W, for each head
//
//   score_e = LeakyReLU(a_source . z_u + a_target . z_v)   for the edge e: u -> v
//   alpha_e = softmax of score over the edges that end at v
//   y_v     = sum of alpha_e z_u + b
//
// K = 8 heads of C = 16, concatenated (@gat); their mean (@gat_average); and one
// head (@gat_single). The slope below 0 is 0.2; self-loops are the caller's.
// Walk-through: gat.md.

!rows = tensor<?x4xf32>
!map = tensor<4x128xf32>
!heads = tensor<?x8x16xf32>
!scores = tensor<?x8xf32>
!attention = tensor<8x16xf32>
!flat = tensor<?x128xf32>
!one = tensor<?x16xf32>
!scalars = tensor<?xf32>
// Of a batch, and of a batch of sequences, over one graph.
!batch = tensor<?x?x4xf32>
!batch_heads = tensor<?x?x8x16xf32>
!batch_scores = tensor<?x?x8xf32>
!batch_flat = tensor<?x?x128xf32>
!sequences = tensor<?x?x?x4xf32>
!sequences_heads = tensor<?x?x?x8x16xf32>
!sequences_scores = tensor<?x?x?x8xf32>
!sequences_flat = tensor<?x?x?x128xf32>

#nkc = affine_map<(n, k, c) -> (n, k, c)>
#kc = affine_map<(n, k, c) -> (k, c)>
#nk = affine_map<(n, k, c) -> (n, k)>
#nc = affine_map<(n, k, c) -> (n, c)>

// s[n, k] = a[k] . z[n, k]: what a node contributes to the scores of its edges.
func.func private @node_score(%z: !heads, %a: !attention) -> !scores {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %z, %c0 : !heads
  %zeros = tensor.splat %zero[%n] : !scores
  %s = linalg.generic {indexing_maps = [#nkc, #kc, #nk], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%z, %a : !heads, !attention) outs(%zeros : !scores) {
    ^bb0(%ze: f32, %ae: f32, %acc: f32):
      %p = arith.mulf %ze, %ae : f32
      %r = arith.addf %acc, %p : f32
      linalg.yield %r : f32
  } -> !scores
  return %s : !scores
}

// All heads at once: [N, K, C].
func.func private @attend(%g: !mesh.graph, %x: !rows, %w: !map, %as: !attention, %at: !attention) -> !heads {
  %c0 = arith.constant 0 : index
  %flat = mesh.linear %x, %w : (!rows, !map) -> !flat
  %n = tensor.dim %flat, %c0 : !flat
  %z = tensor.expand_shape %flat [[0], [1, 2]] output_shape [%n, 8, 16] : !flat into !heads
  %us = call @node_score(%z, %as) : (!heads, !attention) -> !scores
  %ut = call @node_score(%z, %at) : (!heads, !attention) -> !scores
  %es = mesh.gather %us, %g source : (!scores, !mesh.graph) -> !scores
  %et = mesh.gather %ut, %g target : (!scores, !mesh.graph) -> !scores
  %e = arith.addf %es, %et : !scores
  %score = mesh.leaky_relu %e : (!scores) -> !scores
  %alpha = mesh.segment_softmax %score, %g target : (!scores, !mesh.graph) -> !scores
  %zu = mesh.gather %z, %g source : (!heads, !mesh.graph) -> !heads
  %m = mesh.scale %zu, %alpha : (!heads, !scores) -> !heads
  %y = mesh.segment_sum %m, %g target : (!heads, !mesh.graph) -> !heads
  return %y : !heads
}

func.func @gat(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %as: !attention {mesh.name = "a_source"},
    %at: !attention {mesh.name = "a_target"},
    %b: tensor<128xf32> {mesh.name = "b"}) -> (!flat {mesh.name = "y"}) {
  %c0 = arith.constant 0 : index
  %heads = call @attend(%g, %x, %w, %as, %at) : (!mesh.graph, !rows, !map, !attention, !attention) -> !heads
  %flat = tensor.collapse_shape %heads [[0], [1, 2]] : !heads into !flat
  %n = tensor.dim %flat, %c0 : !flat
  %out = tensor.empty(%n) : !flat
  %bias = linalg.broadcast ins(%b : tensor<128xf32>) outs(%out : !flat) dimensions = [0]
  %y = arith.addf %flat, %bias : !flat
  return %y : !flat
}

func.func @gat_average(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %as: !attention {mesh.name = "a_source"},
    %at: !attention {mesh.name = "a_target"},
    %b: tensor<16xf32> {mesh.name = "b"}) -> (!one {mesh.name = "y"}) {
  %c0 = arith.constant 0 : index
  %eighth = arith.constant 0.125 : f32
  %heads = call @attend(%g, %x, %w, %as, %at) : (!mesh.graph, !rows, !map, !attention, !attention) -> !heads
  %n = tensor.dim %heads, %c0 : !heads
  %out = tensor.empty(%n) : !one
  %bias = linalg.broadcast ins(%b : tensor<16xf32>) outs(%out : !one) dimensions = [0]
  %y = linalg.generic {indexing_maps = [#nkc, #nc], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%heads : !heads) outs(%bias : !one) {
    ^bb0(%h: f32, %acc: f32):
      %part = arith.mulf %h, %eighth : f32
      %r = arith.addf %acc, %part : f32
      linalg.yield %r : f32
  } -> !one
  return %y : !one
}

func.func @gat_single(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: tensor<4x16xf32> {mesh.name = "w"},
    %as: tensor<16xf32> {mesh.name = "a_source"},
    %at: tensor<16xf32> {mesh.name = "a_target"},
    %b: tensor<16xf32> {mesh.name = "b"}) -> (!one {mesh.name = "y"}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %z = mesh.linear %x, %w : (!rows, tensor<4x16xf32>) -> !one
  %n = tensor.dim %z, %c0 : !one
  %zeros = tensor.splat %zero[%n] : !scalars
  %us = linalg.matvec ins(%z, %as : !one, tensor<16xf32>) outs(%zeros : !scalars) -> !scalars
  %ut = linalg.matvec ins(%z, %at : !one, tensor<16xf32>) outs(%zeros : !scalars) -> !scalars
  %es = mesh.gather %us, %g source : (!scalars, !mesh.graph) -> !scalars
  %et = mesh.gather %ut, %g target : (!scalars, !mesh.graph) -> !scalars
  %e = arith.addf %es, %et : !scalars
  %score = mesh.leaky_relu %e : (!scalars) -> !scalars
  %alpha = mesh.segment_softmax %score, %g target : (!scalars, !mesh.graph) -> !scalars
  %zu = mesh.gather %z, %g source : (!one, !mesh.graph) -> !one
  %m = mesh.scale %zu, %alpha : (!one, !scalars) -> !one
  %sum = mesh.segment_sum %m, %g target : (!one, !mesh.graph) -> !one
  %out = tensor.empty(%n) : !one
  %bias = linalg.broadcast ins(%b : tensor<16xf32>) outs(%out : !one) dimensions = [0]
  %y = arith.addf %sum, %bias : !one
  return %y : !one
}

// @gat of X [B, N, 4], nodes on axis 1: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %as: !attention {mesh.name = "a_source"},
    %at: !attention {mesh.name = "a_target"},
    %b: tensor<128xf32> {mesh.name = "b"}) -> (!batch_flat {mesh.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %flat = mesh.linear %x, %w : (!batch, !map) -> !batch_flat
  %n0 = tensor.dim %flat, %c0 : !batch_flat
  %n1 = tensor.dim %flat, %c1 : !batch_flat
  %z = tensor.expand_shape %flat [[0], [1], [2, 3]] output_shape [%n0, %n1, 8, 16] : !batch_flat into !batch_heads
  %zeros = tensor.splat %zero[%n0, %n1] : !batch_scores
  %us = linalg.generic {indexing_maps = [affine_map<(d0, d1, k, c) -> (d0, d1, k, c)>, affine_map<(d0, d1, k, c) -> (k, c)>, affine_map<(d0, d1, k, c) -> (d0, d1, k)>],
                        iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%z, %as : !batch_heads, !attention) outs(%zeros : !batch_scores) {
    ^bb0(%ze: f32, %ae: f32, %acc: f32):
      %p = arith.mulf %ze, %ae : f32
      %r = arith.addf %acc, %p : f32
      linalg.yield %r : f32
  } -> !batch_scores
  %ut = linalg.generic {indexing_maps = [affine_map<(d0, d1, k, c) -> (d0, d1, k, c)>, affine_map<(d0, d1, k, c) -> (k, c)>, affine_map<(d0, d1, k, c) -> (d0, d1, k)>],
                        iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%z, %at : !batch_heads, !attention) outs(%zeros : !batch_scores) {
    ^bb0(%ze: f32, %ae: f32, %acc: f32):
      %p = arith.mulf %ze, %ae : f32
      %r = arith.addf %acc, %p : f32
      linalg.yield %r : f32
  } -> !batch_scores
  %es = mesh.gather %us, %g source dim = 1 : (!batch_scores, !mesh.graph) -> !batch_scores
  %et = mesh.gather %ut, %g target dim = 1 : (!batch_scores, !mesh.graph) -> !batch_scores
  %e = arith.addf %es, %et : !batch_scores
  %score = mesh.leaky_relu %e : (!batch_scores) -> !batch_scores
  %alpha = mesh.segment_softmax %score, %g target dim = 1 : (!batch_scores, !mesh.graph) -> !batch_scores
  %zu = mesh.gather %z, %g source dim = 1 : (!batch_heads, !mesh.graph) -> !batch_heads
  %m = mesh.scale %zu, %alpha : (!batch_heads, !batch_scores) -> !batch_heads
  %sum = mesh.segment_sum %m, %g target dim = 1 : (!batch_heads, !mesh.graph) -> !batch_heads
  %heads = tensor.collapse_shape %sum [[0], [1], [2, 3]] : !batch_heads into !batch_flat
  %out = tensor.empty(%n0, %n1) : !batch_flat
  %bias = linalg.broadcast ins(%b : tensor<128xf32>) outs(%out : !batch_flat) dimensions = [0, 1]
  %y = arith.addf %heads, %bias : !batch_flat
  return %y : !batch_flat
}

// @gat of X [B, T, N, 4], nodes on axis 2: the graph is not repeated.
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %as: !attention {mesh.name = "a_source"},
    %at: !attention {mesh.name = "a_target"},
    %b: tensor<128xf32> {mesh.name = "b"}) -> (!sequences_flat {mesh.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %flat = mesh.linear %x, %w : (!sequences, !map) -> !sequences_flat
  %n0 = tensor.dim %flat, %c0 : !sequences_flat
  %n1 = tensor.dim %flat, %c1 : !sequences_flat
  %n2 = tensor.dim %flat, %c2 : !sequences_flat
  %z = tensor.expand_shape %flat [[0], [1], [2], [3, 4]] output_shape [%n0, %n1, %n2, 8, 16] : !sequences_flat into !sequences_heads
  %zeros = tensor.splat %zero[%n0, %n1, %n2] : !sequences_scores
  %us = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, k, c) -> (d0, d1, d2, k, c)>, affine_map<(d0, d1, d2, k, c) -> (k, c)>, affine_map<(d0, d1, d2, k, c) -> (d0, d1, d2, k)>],
                        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%z, %as : !sequences_heads, !attention) outs(%zeros : !sequences_scores) {
    ^bb0(%ze: f32, %ae: f32, %acc: f32):
      %p = arith.mulf %ze, %ae : f32
      %r = arith.addf %acc, %p : f32
      linalg.yield %r : f32
  } -> !sequences_scores
  %ut = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, k, c) -> (d0, d1, d2, k, c)>, affine_map<(d0, d1, d2, k, c) -> (k, c)>, affine_map<(d0, d1, d2, k, c) -> (d0, d1, d2, k)>],
                        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%z, %at : !sequences_heads, !attention) outs(%zeros : !sequences_scores) {
    ^bb0(%ze: f32, %ae: f32, %acc: f32):
      %p = arith.mulf %ze, %ae : f32
      %r = arith.addf %acc, %p : f32
      linalg.yield %r : f32
  } -> !sequences_scores
  %es = mesh.gather %us, %g source dim = 2 : (!sequences_scores, !mesh.graph) -> !sequences_scores
  %et = mesh.gather %ut, %g target dim = 2 : (!sequences_scores, !mesh.graph) -> !sequences_scores
  %e = arith.addf %es, %et : !sequences_scores
  %score = mesh.leaky_relu %e : (!sequences_scores) -> !sequences_scores
  %alpha = mesh.segment_softmax %score, %g target dim = 2 : (!sequences_scores, !mesh.graph) -> !sequences_scores
  %zu = mesh.gather %z, %g source dim = 2 : (!sequences_heads, !mesh.graph) -> !sequences_heads
  %m = mesh.scale %zu, %alpha : (!sequences_heads, !sequences_scores) -> !sequences_heads
  %sum = mesh.segment_sum %m, %g target dim = 2 : (!sequences_heads, !mesh.graph) -> !sequences_heads
  %heads = tensor.collapse_shape %sum [[0], [1], [2], [3, 4]] : !sequences_heads into !sequences_flat
  %out = tensor.empty(%n0, %n1, %n2) : !sequences_flat
  %bias = linalg.broadcast ins(%b : tensor<128xf32>) outs(%out : !sequences_flat) dimensions = [0, 1, 2]
  %y = arith.addf %heads, %bias : !sequences_flat
  return %y : !sequences_flat
}

// The results of @gat, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %as: !attention {mesh.name = "a_source"},
    %at: !attention {mesh.name = "a_target"},
    %b: tensor<128xf32> {mesh.name = "b"},
    %c: !flat {mesh.name = "seed"})
    -> (!flat {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !map {mesh.name = "d_w"},
        !attention {mesh.name = "d_a_source"}, !attention {mesh.name = "d_a_target"},
        tensor<128xf32> {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_as, %d_at, %d_b = mesh.vjp @gat(%g, %x, %w, %as, %at, %b)
      seeds(%c) wrt [1, 2, 3, 4, 5]
      : (!mesh.graph, !rows, !map, !attention, !attention, tensor<128xf32>, !flat)
      -> (!flat, !rows, !map, !attention, !attention, tensor<128xf32>)
  return %y, %d_x, %d_w, %d_as, %d_at, %d_b
      : !flat, !rows, !map, !attention, !attention, tensor<128xf32>
}

// The results of @gat_average, and its transposed Jacobian times the seed.
func.func @average_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %as: !attention {mesh.name = "a_source"},
    %at: !attention {mesh.name = "a_target"},
    %b: tensor<16xf32> {mesh.name = "b"},
    %c: !one {mesh.name = "seed"})
    -> (!one {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !map {mesh.name = "d_w"},
        !attention {mesh.name = "d_a_source"}, !attention {mesh.name = "d_a_target"},
        tensor<16xf32> {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_as, %d_at, %d_b = mesh.vjp @gat_average(%g, %x, %w, %as, %at, %b)
      seeds(%c) wrt [1, 2, 3, 4, 5]
      : (!mesh.graph, !rows, !map, !attention, !attention, tensor<16xf32>, !one)
      -> (!one, !rows, !map, !attention, !attention, tensor<16xf32>)
  return %y, %d_x, %d_w, %d_as, %d_at, %d_b
      : !one, !rows, !map, !attention, !attention, tensor<16xf32>
}

// The results of @gat_single, and its transposed Jacobian times the seed.
func.func @single_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: tensor<4x16xf32> {mesh.name = "w"},
    %as: tensor<16xf32> {mesh.name = "a_source"},
    %at: tensor<16xf32> {mesh.name = "a_target"},
    %b: tensor<16xf32> {mesh.name = "b"},
    %c: !one {mesh.name = "seed"})
    -> (!one {mesh.name = "y"}, !rows {mesh.name = "d_x"}, tensor<4x16xf32> {mesh.name = "d_w"},
        tensor<16xf32> {mesh.name = "d_a_source"}, tensor<16xf32> {mesh.name = "d_a_target"},
        tensor<16xf32> {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_as, %d_at, %d_b = mesh.vjp @gat_single(%g, %x, %w, %as, %at, %b)
      seeds(%c) wrt [1, 2, 3, 4, 5]
      : (!mesh.graph, !rows, tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, !one)
      -> (!one, !rows, tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)
  return %y, %d_x, %d_w, %d_as, %d_at, %d_b
      : !one, !rows, tensor<4x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}

// The results of @batch, and its transposed Jacobian times the seed.
func.func @batch_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %as: !attention {mesh.name = "a_source"},
    %at: !attention {mesh.name = "a_target"},
    %b: tensor<128xf32> {mesh.name = "b"},
    %c: !batch_flat {mesh.name = "seed"})
    -> (!batch_flat {mesh.name = "y"}, !batch {mesh.name = "d_x"}, !map {mesh.name = "d_w"},
        !attention {mesh.name = "d_a_source"}, !attention {mesh.name = "d_a_target"},
        tensor<128xf32> {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_as, %d_at, %d_b = mesh.vjp @batch(%g, %x, %w, %as, %at, %b)
      seeds(%c) wrt [1, 2, 3, 4, 5]
      : (!mesh.graph, !batch, !map, !attention, !attention, tensor<128xf32>, !batch_flat)
      -> (!batch_flat, !batch, !map, !attention, !attention, tensor<128xf32>)
  return %y, %d_x, %d_w, %d_as, %d_at, %d_b
      : !batch_flat, !batch, !map, !attention, !attention, tensor<128xf32>
}

// The results of @sequences, and its transposed Jacobian times the seed.
func.func @sequences_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %as: !attention {mesh.name = "a_source"},
    %at: !attention {mesh.name = "a_target"},
    %b: tensor<128xf32> {mesh.name = "b"},
    %c: !sequences_flat {mesh.name = "seed"})
    -> (!sequences_flat {mesh.name = "y"}, !sequences {mesh.name = "d_x"}, !map {mesh.name = "d_w"},
        !attention {mesh.name = "d_a_source"}, !attention {mesh.name = "d_a_target"},
        tensor<128xf32> {mesh.name = "d_b"}) {
  %y, %d_x, %d_w, %d_as, %d_at, %d_b = mesh.vjp @sequences(%g, %x, %w, %as, %at, %b)
      seeds(%c) wrt [1, 2, 3, 4, 5]
      : (!mesh.graph, !sequences, !map, !attention, !attention, tensor<128xf32>, !sequences_flat)
      -> (!sequences_flat, !sequences, !map, !attention, !attention, tensor<128xf32>)
  return %y, %d_x, %d_w, %d_as, %d_at, %d_b
      : !sequences_flat, !sequences, !map, !attention, !attention, tensor<128xf32>
}
