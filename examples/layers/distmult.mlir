// DistMult: a score for each edge, of a relation that is a diagonal,
//
//   s_e = sum over f of x_u[f] r[f] x_v[f]   for the edge e: u -> v
//
// in the order in which the edges are listed. Sources and targets may be different
// nodes.
// Walk-through: distmult.md.

!rows = tensor<?x4xf32>
!relation = tensor<4xf32>
!scalars = tensor<?xf32>

func.func @distmult(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %z: !rows {mesh.name = "z"},
    %r: !relation {mesh.name = "r"}) -> (!scalars {mesh.name = "score"}) {
  %zero = arith.constant 0.0 : f32
  %xu = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %zv = mesh.gather %z, %g target : (!rows, !mesh.graph) -> !rows
  %p = arith.mulf %xu, %zv : !rows
  %n = mesh.num_edges %g : !mesh.graph
  %zeros = tensor.splat %zero[%n] : !scalars
  %s = linalg.matvec ins(%p, %r : !rows, !relation) outs(%zeros : !scalars) -> !scalars
  return %s : !scalars
}

// The results of @distmult, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %z: !rows {mesh.name = "z"},
    %r: !relation {mesh.name = "r"},
    %c: !scalars {mesh.name = "seed"})
    -> (!scalars {mesh.name = "score"}, !rows {mesh.name = "d_x"}, !rows {mesh.name = "d_z"},
        !relation {mesh.name = "d_r"}) {
  %score, %d_x, %d_z, %d_r = mesh.vjp @distmult(%g, %x, %z, %r)
      seeds(%c) wrt [1, 2, 3]
      : (!mesh.graph, !rows, !rows, !relation, !scalars)
      -> (!scalars, !rows, !rows, !relation)
  return %score, %d_x, %d_z, %d_r
      : !scalars, !rows, !rows, !relation
}
