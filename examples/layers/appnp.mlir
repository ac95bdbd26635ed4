// APPNP: predictions of each node, spread by a personalised PageRank,
//
//   H = X W + b,   Z_0 = H,   Z_(k+1) = (1 - alpha) P Z_k + alpha H
//
// P = D^-1/2 A D^-1/2, ten steps; self-loops are the caller's.
// Walk-through: appnp.md.

!rows = tensor<?x4xf32>
!scalars = tensor<?xf32>
!map = tensor<4x2xf32>
!bias = tensor<2xf32>
!out = tensor<?x2xf32>

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

func.func @appnp(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"},
    %alpha: f32 {mesh.name = "alpha"}) -> (!out {mesh.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant 10 : index
  %one = arith.constant 1.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %norm = call @inverse_root_degree(%g) : (!mesh.graph) -> !scalars
  %h = mesh.linear %x, %w, %b : (!rows, !map, !bias) -> !out
  %rest = arith.subf %one, %alpha : f32
  %spread = tensor.splat %rest[%n] : !out
  %stay = tensor.splat %alpha[%n] : !out
  %own = arith.mulf %h, %stay : !out
  %y = scf.for %k = %c0 to %steps step %c1 iter_args(%z = %h) -> !out {
    %zs = mesh.scale %z, %norm : (!out, !scalars) -> !out
    %m = mesh.gather %zs, %g source : (!out, !mesh.graph) -> !out
    %s = mesh.segment_sum %m, %g target : (!out, !mesh.graph) -> !out
    %p = mesh.scale %s, %norm : (!out, !scalars) -> !out
    %part = arith.mulf %p, %spread : !out
    %next = arith.addf %part, %own : !out
    scf.yield %next : !out
  }
  return %y : !out
}

// The results of @appnp, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %w: !map {mesh.name = "w"},
    %b: !bias {mesh.name = "b"},
    %alpha: f32 {mesh.name = "alpha"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !map {mesh.name = "d_w"}, !bias {mesh.name = "d_b"},
        f32 {mesh.name = "d_alpha"}) {
  %y, %d_x, %d_w, %d_b, %d_alpha = mesh.vjp @appnp(%g, %x, %w, %b, %alpha)
      seeds(%c) wrt [1, 2, 3, 4]
      : (!mesh.graph, !rows, !map, !bias, f32, !out)
      -> (!out, !rows, !map, !bias, f32)
  return %y, %d_x, %d_w, %d_b, %d_alpha
      : !out, !rows, !map, !bias, f32
}
