// Directed diffusion: positive affinities w_e make the same edges a random walk in
// both directions,
//
//   F_v = sum of (w_e / s_v) x_u over the edges e: u -> v,  s_v = sum of their w_e
//   R_u = sum of (w_e / t_u) x_v over the edges e: u -> v,  t_u = sum of their w_e
//
// A node without in-edges has F_v = 0, one without out-edges R_u = 0. Sums that are not
// positive, where there are edges, stop the call. Weights are
// divided before they meet the features: a node whose one edge is a self-loop has
// weight 1 and F_v = x_v to the bit.
// Walk-through: diffusion.md.

!rows = tensor<?x4xf32>
!scalars = tensor<?xf32>
!basis = tensor<?x12xf32>
!residual = tensor<?x8xf32>
// Features of a batch, and of a batch of sequences, over one graph.
!batch = tensor<?x?x4xf32>
!sequences = tensor<?x?x?x4xf32>

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

func.func @diffusion(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"}) -> (!rows {mesh.name = "forward"}, !rows {mesh.name = "reverse"}) {
  %s = mesh.segment_sum %w, %g target : (!scalars, !mesh.graph) -> !scalars
  %ds = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  call @check_targets(%s, %ds) : (!scalars, tensor<?xi32>) -> ()
  %se = mesh.gather %s, %g target : (!scalars, !mesh.graph) -> !scalars
  %p = arith.divf %w, %se : !scalars
  %xu = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %mf = mesh.scale %xu, %p : (!rows, !scalars) -> !rows
  %f = mesh.segment_sum %mf, %g target : (!rows, !mesh.graph) -> !rows

  %t = mesh.segment_sum %w, %g source : (!scalars, !mesh.graph) -> !scalars
  %dt = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  call @check_sources(%t, %dt) : (!scalars, tensor<?xi32>) -> ()
  %te = mesh.gather %t, %g source : (!scalars, !mesh.graph) -> !scalars
  %q = arith.divf %w, %te : !scalars
  %xv = mesh.gather %x, %g target : (!rows, !mesh.graph) -> !rows
  %mr = mesh.scale %xv, %q : (!rows, !scalars) -> !rows
  %r = mesh.segment_sum %mr, %g source : (!rows, !mesh.graph) -> !rows
  return %f, %r : !rows, !rows
}

// What a model makes of the two fields is its own choice, and ordinary tensor
// ops: the levels themselves,
func.func @absolute_basis(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"}) -> (!basis {mesh.name = "basis"}) {
  %f, %r = call @diffusion(%g, %x, %w) : (!mesh.graph, !rows, !scalars) -> (!rows, !rows)
  %b = tensor.concat dim(1) %x, %f, %r : (!rows, !rows, !rows) -> !basis
  return %b : !basis
}

// or how transport differs from each root.
func.func @residual_basis(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"}) -> (!residual {mesh.name = "basis"}) {
  %f, %r = call @diffusion(%g, %x, %w) : (!mesh.graph, !rows, !scalars) -> (!rows, !rows)
  %df = arith.subf %f, %x : !rows
  %dr = arith.subf %r, %x : !rows
  %b = tensor.concat dim(1) %df, %dr : (!rows, !rows) -> !residual
  return %b : !residual
}

// @diffusion of X [B, N, 4], nodes on axis 1: the graph is not repeated.
func.func @batch(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"}) -> (!batch {mesh.name = "forward"}, !batch {mesh.name = "reverse"}) {
  %s = mesh.segment_sum %w, %g target : (!scalars, !mesh.graph) -> !scalars
  %ds = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  call @check_targets(%s, %ds) : (!scalars, tensor<?xi32>) -> ()
  %se = mesh.gather %s, %g target : (!scalars, !mesh.graph) -> !scalars
  %p = arith.divf %w, %se : !scalars
  %xu = mesh.gather %x, %g source dim = 1 : (!batch, !mesh.graph) -> !batch
  %mf = mesh.scale %xu, %p dim = 1 : (!batch, !scalars) -> !batch
  %f = mesh.segment_sum %mf, %g target dim = 1 : (!batch, !mesh.graph) -> !batch

  %t = mesh.segment_sum %w, %g source : (!scalars, !mesh.graph) -> !scalars
  %dt = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  call @check_sources(%t, %dt) : (!scalars, tensor<?xi32>) -> ()
  %te = mesh.gather %t, %g source : (!scalars, !mesh.graph) -> !scalars
  %q = arith.divf %w, %te : !scalars
  %xv = mesh.gather %x, %g target dim = 1 : (!batch, !mesh.graph) -> !batch
  %mr = mesh.scale %xv, %q dim = 1 : (!batch, !scalars) -> !batch
  %r = mesh.segment_sum %mr, %g source dim = 1 : (!batch, !mesh.graph) -> !batch
  return %f, %r : !batch, !batch
}

// @diffusion of X [B, T, N, 4], nodes on axis 2: the graph is not repeated.
func.func @sequences(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"}) -> (!sequences {mesh.name = "forward"}, !sequences {mesh.name = "reverse"}) {
  %s = mesh.segment_sum %w, %g target : (!scalars, !mesh.graph) -> !scalars
  %ds = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  call @check_targets(%s, %ds) : (!scalars, tensor<?xi32>) -> ()
  %se = mesh.gather %s, %g target : (!scalars, !mesh.graph) -> !scalars
  %p = arith.divf %w, %se : !scalars
  %xu = mesh.gather %x, %g source dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %mf = mesh.scale %xu, %p dim = 2 : (!sequences, !scalars) -> !sequences
  %f = mesh.segment_sum %mf, %g target dim = 2 : (!sequences, !mesh.graph) -> !sequences

  %t = mesh.segment_sum %w, %g source : (!scalars, !mesh.graph) -> !scalars
  %dt = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  call @check_sources(%t, %dt) : (!scalars, tensor<?xi32>) -> ()
  %te = mesh.gather %t, %g source : (!scalars, !mesh.graph) -> !scalars
  %q = arith.divf %w, %te : !scalars
  %xv = mesh.gather %x, %g target dim = 2 : (!sequences, !mesh.graph) -> !sequences
  %mr = mesh.scale %xv, %q dim = 2 : (!sequences, !scalars) -> !sequences
  %r = mesh.segment_sum %mr, %g source dim = 2 : (!sequences, !mesh.graph) -> !sequences
  return %f, %r : !sequences, !sequences
}

// The results of @diffusion, and its transposed Jacobian times the seeds.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"},
    %c0: !rows {mesh.name = "seed_forward"},
    %c1: !rows {mesh.name = "seed_reverse"})
    -> (!rows {mesh.name = "forward"}, !rows {mesh.name = "reverse"}, !rows {mesh.name = "d_x"},
        !scalars {mesh.name = "d_affinity"}) {
  %forward, %reverse, %d_x, %d_w = mesh.vjp @diffusion(%g, %x, %w)
      seeds(%c0, %c1) wrt [1, 2]
      : (!mesh.graph, !rows, !scalars, !rows, !rows)
      -> (!rows, !rows, !rows, !scalars)
  return %forward, %reverse, %d_x, %d_w
      : !rows, !rows, !rows, !scalars
}

// The results of @absolute_basis, and its transposed Jacobian times the seed.
func.func @absolute_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"},
    %c: !basis {mesh.name = "seed"})
    -> (!basis {mesh.name = "basis"}, !rows {mesh.name = "d_x"}, !scalars {mesh.name = "d_affinity"}) {
  %basis, %d_x, %d_w = mesh.vjp @absolute_basis(%g, %x, %w)
      seeds(%c) wrt [1, 2]
      : (!mesh.graph, !rows, !scalars, !basis)
      -> (!basis, !rows, !scalars)
  return %basis, %d_x, %d_w
      : !basis, !rows, !scalars
}

// The results of @residual_basis, and its transposed Jacobian times the seed.
func.func @residual_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"},
    %c: !residual {mesh.name = "seed"})
    -> (!residual {mesh.name = "basis"}, !rows {mesh.name = "d_x"}, !scalars {mesh.name = "d_affinity"}) {
  %basis, %d_x, %d_w = mesh.vjp @residual_basis(%g, %x, %w)
      seeds(%c) wrt [1, 2]
      : (!mesh.graph, !rows, !scalars, !residual)
      -> (!residual, !rows, !scalars)
  return %basis, %d_x, %d_w
      : !residual, !rows, !scalars
}

// The results of @batch, and its transposed Jacobian times the seed.
func.func @batch_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !batch {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"},
    %c0: !batch {mesh.name = "seed_forward"},
    %c1: !batch {mesh.name = "seed_reverse"})
    -> (!batch {mesh.name = "forward"}, !batch {mesh.name = "reverse"}, !batch {mesh.name = "d_x"},
        !scalars {mesh.name = "d_affinity"}) {
  %forward, %reverse, %d_x, %d_w = mesh.vjp @batch(%g, %x, %w)
      seeds(%c0, %c1) wrt [1, 2]
      : (!mesh.graph, !batch, !scalars, !batch, !batch)
      -> (!batch, !batch, !batch, !scalars)
  return %forward, %reverse, %d_x, %d_w
      : !batch, !batch, !batch, !scalars
}

// The results of @sequences, and its transposed Jacobian times the seed.
func.func @sequences_gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sequences {mesh.name = "x"},
    %w: !scalars {mesh.name = "affinity"},
    %c0: !sequences {mesh.name = "seed_forward"},
    %c1: !sequences {mesh.name = "seed_reverse"})
    -> (!sequences {mesh.name = "forward"}, !sequences {mesh.name = "reverse"}, !sequences {mesh.name = "d_x"},
        !scalars {mesh.name = "d_affinity"}) {
  %forward, %reverse, %d_x, %d_w = mesh.vjp @sequences(%g, %x, %w)
      seeds(%c0, %c1) wrt [1, 2]
      : (!mesh.graph, !sequences, !scalars, !sequences, !sequences)
      -> (!sequences, !sequences, !sequences, !scalars)
  return %forward, %reverse, %d_x, %d_w
      : !sequences, !sequences, !sequences, !scalars
}
