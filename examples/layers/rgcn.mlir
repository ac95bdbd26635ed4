// R-GCN: edges have types; each type t < 3 has a map of its own, a combination of
// two bases,
//
//   y_v = sum over e: u -> v of x_u W_(t(e)),   W_t = a_t1 V_1 + a_t2 V_2,   + x_v W_r + b
//
// computed as sums of a_t(e)1 x_u and a_t(e)2 x_u, mapped by V_1 and V_2 at the nodes.
// Walk-through: rgcn.md.

!rows = tensor<?x4xf32>
!types = tensor<?xi32>
!scalars = tensor<?xf32>
!map = tensor<4x2xf32>
!bias = tensor<2xf32>
!out = tensor<?x2xf32>
!coefficients = tensor<3xf32>

// The sum of a[t(e)] x_u, mapped.
func.func private @basis(%g: !mesh.graph, %x: !rows, %t: !types, %a: !coefficients, %v: !map) -> !out {
  %ae = mesh.take %a, %t : (!coefficients, !types) -> !scalars
  %xu = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %m = mesh.scale %xu, %ae : (!rows, !scalars) -> !rows
  %s = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows
  %y = mesh.linear %s, %v : (!rows, !map) -> !out
  return %y : !out
}

func.func @rgcn(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %t: !types {mesh.name = "type"},
    %a1: !coefficients {mesh.name = "a1"},
    %a2: !coefficients {mesh.name = "a2"},
    %v1: !map {mesh.name = "v1"},
    %v2: !map {mesh.name = "v2"},
    %wr: !map {mesh.name = "w_root"},
    %b: !bias {mesh.name = "b"}) -> (!out {mesh.name = "y"}) {
  %y1 = call @basis(%g, %x, %t, %a1, %v1) : (!mesh.graph, !rows, !types, !coefficients, !map) -> !out
  %y2 = call @basis(%g, %x, %t, %a2, %v2) : (!mesh.graph, !rows, !types, !coefficients, !map) -> !out
  %own = mesh.linear %x, %wr, %b : (!rows, !map, !bias) -> !out
  %sum = arith.addf %y1, %y2 : !out
  %y = arith.addf %sum, %own : !out
  return %y : !out
}

// The results of @rgcn, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !rows {mesh.name = "x"},
    %t: !types {mesh.name = "type"},
    %a1: !coefficients {mesh.name = "a1"},
    %a2: !coefficients {mesh.name = "a2"},
    %v1: !map {mesh.name = "v1"},
    %v2: !map {mesh.name = "v2"},
    %wr: !map {mesh.name = "w_root"},
    %b: !bias {mesh.name = "b"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !rows {mesh.name = "d_x"}, !coefficients {mesh.name = "d_a1"},
        !coefficients {mesh.name = "d_a2"}, !map {mesh.name = "d_v1"}, !map {mesh.name = "d_v2"},
        !map {mesh.name = "d_w_root"}, !bias {mesh.name = "d_b"}) {
  %y, %d_x, %d_a1, %d_a2, %d_v1, %d_v2, %d_wr, %d_b = mesh.vjp @rgcn(%g, %x, %t, %a1, %a2, %v1, %v2, %wr, %b)
      seeds(%c) wrt [1, 3, 4, 5, 6, 7, 8]
      : (!mesh.graph, !rows, !types, !coefficients, !coefficients, !map, !map, !map, !bias, !out)
      -> (!out, !rows, !coefficients, !coefficients, !map, !map, !map, !bias)
  return %y, %d_x, %d_a1, %d_a2, %d_v1, %d_v2, %d_wr, %d_b
      : !out, !rows, !coefficients, !coefficients, !map, !map, !map, !bias
}
