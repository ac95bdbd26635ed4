// A layer on a mesh of nodes and times: the Cartesian product of a graph in space and
// a path in time. Node (v, t) hears its neighbours at time t, and itself at time t - 1,
//
//   y_(v,t) = (a sum of x_(u,t) over the edges u -> v, + b x_(v,t-1)) W_n + x_(v,t) W_r + c
//
// with a and b learned; nothing comes before the first time. Node (v, t) is row
// v T + t: X [N, T, 4] as it lies in memory.
// Walk-through: space_time.md.

!history = tensor<?x?x4xf32>
!rows = tensor<?x4xf32>
!ids = tensor<?xi32>
!scalars = tensor<?xf32>
!map = tensor<4x2xf32>
!bias = tensor<2xf32>
!out = tensor<?x2xf32>
!history_out = tensor<?x?x2xf32>

// 0 -> 1 -> ... -> T - 1.
func.func private @path(%times: index) -> !mesh.graph {
  %c1 = arith.constant 1 : index
  %edges = arith.subi %times, %c1 : index
  %source = tensor.generate %edges {
    ^bb0(%i: index):
      %id = arith.index_cast %i : index to i32
      tensor.yield %id : i32
  } : !ids
  %target = tensor.generate %edges {
    ^bb0(%i: index):
      %next = arith.addi %i, %c1 : index
      %id = arith.index_cast %next : index to i32
      tensor.yield %id : i32
  } : !ids
  %path = mesh.graph %source, %target, %times, %times : (!ids, !ids, index, index) -> !mesh.graph
  return %path : !mesh.graph
}

func.func @space_time(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !history {mesh.name = "x"},
    %a: f32 {mesh.name = "a"},
    %b: f32 {mesh.name = "b"},
    %wn: !map {mesh.name = "w_neighbor"},
    %wr: !map {mesh.name = "w_root"},
    %c: !bias {mesh.name = "c"}) -> (!history_out {mesh.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : !history
  %times = tensor.dim %x, %c1 : !history
  %some = arith.cmpi sge, %times, %c1 : index
  mesh.assert %some, "expects 'x' to have one time or more, but got {0}" (%times)
  %path = call @path(%times) : (index) -> !mesh.graph
  %mesh = mesh.cartesian_product %g, %path : !mesh.graph

  // The edges of the left factor come first, once for each time.
  %in_space = mesh.num_edges %g : !mesh.graph
  %first = arith.muli %in_space, %times : index
  %limit = arith.index_cast %first : index to i32
  %ids = mesh.edge_ids %mesh : (!mesh.graph) -> !ids
  %edges = mesh.num_edges %mesh : !mesh.graph
  %limits = tensor.splat %limit[%edges] : !ids
  %is_space = arith.cmpi slt, %ids, %limits : !ids
  %as = tensor.splat %a[%edges] : !scalars
  %bs = tensor.splat %b[%edges] : !scalars
  %weight = arith.select %is_space, %as, %bs : tensor<?xi1>, !scalars

  %rows = tensor.collapse_shape %x [[0, 1], [2]] : !history into !rows
  %xe = mesh.gather %rows, %mesh source : (!rows, !mesh.graph) -> !rows
  %m = mesh.scale %xe, %weight : (!rows, !scalars) -> !rows
  %s = mesh.segment_sum %m, %mesh target : (!rows, !mesh.graph) -> !rows
  %y0 = mesh.linear %s, %wn, %c : (!rows, !map, !bias) -> !out
  %y1 = mesh.linear %rows, %wr : (!rows, !map) -> !out
  %sum = arith.addf %y0, %y1 : !out
  %y = tensor.expand_shape %sum [[0, 1], [2]] output_shape [%n, %times, 2] : !out into !history_out
  return %y : !history_out
}

// The results of @space_time, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !history {mesh.name = "x"},
    %a: f32 {mesh.name = "a"},
    %b: f32 {mesh.name = "b"},
    %wn: !map {mesh.name = "w_neighbor"},
    %wr: !map {mesh.name = "w_root"},
    %c: !bias {mesh.name = "c"},
    %seed: !history_out {mesh.name = "seed"})
    -> (!history_out {mesh.name = "y"}, !history {mesh.name = "d_x"}, f32 {mesh.name = "d_a"},
        f32 {mesh.name = "d_b"}, !map {mesh.name = "d_w_neighbor"}, !map {mesh.name = "d_w_root"},
        !bias {mesh.name = "d_c"}) {
  %y, %d_x, %d_a, %d_b, %d_wn, %d_wr, %d_c = mesh.vjp @space_time(%g, %x, %a, %b, %wn, %wr, %c)
      seeds(%seed) wrt [1, 2, 3, 4, 5, 6]
      : (!mesh.graph, !history, f32, f32, !map, !map, !bias, !history_out)
      -> (!history_out, !history, f32, f32, !map, !map, !bias)
  return %y, %d_x, %d_a, %d_b, %d_wn, %d_wr, %d_c
      : !history_out, !history, f32, f32, !map, !map, !bias
}
