// A T-GCN as it is often written: each of the three convolutions of a step has a
// map, a propagation and a bias of its own. Compiled, there is one propagation, and
// with a sequence one for all steps, before the loop; its adjoint is one, too.
//
// RUN: mesh-opt %s --mesh-to-tensors | FileCheck %s
//
// The same numbers as the program as it stands, on graphs of every shape.
// DEFINE: %{graph} =
// DEFINE: %{n} =
// DEFINE: %{steps} = 3
// DEFINE: %{weights} = --arg=normal:3:shape=4x2 --arg=normal:4:shape=2 --arg=normal:5:shape=4x2 --arg=normal:6:shape=2 --arg=normal:7:shape=4x2 --arg=normal:8:shape=2 --arg=normal:9:shape=4x2 --arg=normal:10:shape=4x2 --arg=normal:11:shape=4x2
// DEFINE: %{arguments} = --run=gradient --arg=%{graph} --arg=normal:1:shape=%{steps}x%{n}x4 --arg=normal:2:shape=%{n}x2 %{weights} --arg=normal:12:shape=%{n}x2
// DEFINE: %{test} = mesh-opt %s %{arguments} --compare-reference --tolerance=2e-5
//
// REDEFINE: %{graph} = rmat:nodes=37,edges=300,seed=1,p=.57/.19/.19/.05
// REDEFINE: %{n} = 37
// RUN: %{test}
// REDEFINE: %{steps} = 0
// RUN: %{test}
// REDEFINE: %{steps} = 3
// A loop whose adjoint runs in chunks.
// RUN: sed -e "/scf.yield %next : !state/{n;s/}/} {mesh.checkpoint = 2 : i64}/}" %s > %t.mlir
// RUN: grep "^  } {mesh.checkpoint" %t.mlir | count 1
// RUN: mesh-opt %t.mlir %{arguments} --compare-reference --tolerance=2e-5
// Equal edges, self-loops and an isolated node.
// REDEFINE: %{graph} = "[[0,0,1,2,2,2,3],[1,1,1,2,2,0,1]]+nodes=5"
// REDEFINE: %{n} = 5
// RUN: %{test}
// No edges.
// REDEFINE: %{graph} = "[[],[]]+nodes=4"
// REDEFINE: %{n} = 4
// RUN: %{test}

!rows = tensor<?x4xf32>
!state = tensor<?x2xf32>
!pair = tensor<?x4xf32>
!scalars = tensor<?xf32>
!sequence = tensor<?x?x4xf32>
!w = tensor<4x2xf32>
!b = tensor<2xf32>

func.func private @norm(%g: !mesh.graph) -> !scalars {
  %one = arith.constant 1.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %degree = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %degree : tensor<?xi32> to !scalars
  %ones = tensor.splat %one[%n] : !scalars
  %guarded = arith.maximumf %d, %ones : !scalars
  %norm = math.rsqrt %guarded : !scalars
  return %norm : !scalars
}

func.func private @gcn(%g: !mesh.graph, %x: !rows, %w: !w, %b: !b) -> !state {
  %norm = call @norm(%g) : (!mesh.graph) -> !scalars
  %y = mesh.linear %x, %w : (!rows, !w) -> !state
  %ys = mesh.scale %y, %norm : (!state, !scalars) -> !state
  %m = mesh.gather %ys, %g source : (!state, !mesh.graph) -> !state
  %s = mesh.segment_sum %m, %g target : (!state, !mesh.graph) -> !state
  %p = mesh.scale %s, %norm : (!state, !scalars) -> !state
  %z = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : !state, !b) outs(%p : !state) {
    ^bb0(%pe: f32, %be: f32, %_: f32):
      %r = arith.addf %pe, %be : f32
      linalg.yield %r : f32
  } -> !state
  return %z : !state
}

func.func private @gate(%a: !state, %h: !state, %w: !w) -> !state {
  %ah = tensor.concat dim(1) %a, %h : (!state, !state) -> !pair
  %y = mesh.linear %ah, %w : (!pair, !w) -> !state
  return %y : !state
}

// CHECK-LABEL: func.func @cell(
// CHECK:       = mesh.aggregate
// CHECK-NOT:   = mesh.aggregate
// CHECK:       return
func.func @cell(%g: !mesh.graph, %x: !rows, %h: !state, %cu: !w, %bu: !b, %cr: !w, %br: !b, %cc: !w, %bc: !b,
    %wu: !w, %wr: !w, %wc: !w) -> !state {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %h, %c0 : !state
  %xu = call @gcn(%g, %x, %cu, %bu) : (!mesh.graph, !rows, !w, !b) -> !state
  %pu = call @gate(%xu, %h, %wu) : (!state, !state, !w) -> !state
  %u = mesh.sigmoid %pu : (!state) -> !state
  %xr = call @gcn(%g, %x, %cr, %br) : (!mesh.graph, !rows, !w, !b) -> !state
  %pr = call @gate(%xr, %h, %wr) : (!state, !state, !w) -> !state
  %r = mesh.sigmoid %pr : (!state) -> !state
  %rh = arith.mulf %r, %h : !state
  %xc = call @gcn(%g, %x, %cc, %bc) : (!mesh.graph, !rows, !w, !b) -> !state
  %pc = call @gate(%xc, %rh, %wc) : (!state, !state, !w) -> !state
  %candidate = math.tanh %pc : !state
  %ones = tensor.splat %one[%n] : !state
  %keep = arith.mulf %u, %h : !state
  %rest = arith.subf %ones, %u : !state
  %new = arith.mulf %rest, %candidate : !state
  %next = arith.addf %keep, %new : !state
  return %next : !state
}

// One sweep, of rows of four floats for each step, and none in the loop.
// CHECK-LABEL: func.func @tgcn(
// CHECK-NOT:   scf.for
// CHECK:       = mesh.aggregate {{.*}} target dim = 1
// CHECK-NOT:   = mesh.aggregate
// CHECK:       scf.for
// CHECK-NOT:   = mesh.aggregate
// CHECK:       return
func.func @tgcn(%g: !mesh.graph, %x: !sequence, %h0: !state, %cu: !w, %bu: !b, %cr: !w, %br: !b, %cc: !w, %bc: !b,
    %wu: !w, %wr: !w, %wc: !w) -> !state {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = tensor.dim %x, %c0 : !sequence
  %n = tensor.dim %x, %c1 : !sequence
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%now = %h0) -> !state {
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, %n, 4] [1, 1, 1] : !sequence to !rows
    %next = func.call @cell(%g, %xt, %now, %cu, %bu, %cr, %br, %cc, %bc, %wu, %wr, %wc)
        : (!mesh.graph, !rows, !state, !w, !b, !w, !b, !w, !b, !w, !w, !w) -> !state
    scf.yield %next : !state
  }
  return %h : !state
}

// One sweep forwards and one backwards, both outside of the loops.
// CHECK-LABEL: func.func @gradient(
// CHECK:       = mesh.aggregate
// CHECK-NOT:   = mesh.aggregate
// CHECK:       scf.for
// CHECK-NOT:   = mesh.aggregate
// CHECK:       scf.for
// CHECK-NOT:   = mesh.aggregate
// CHECK:       {{^    }$}}
// CHECK:       = mesh.aggregate
// CHECK-NOT:   = mesh.aggregate
// CHECK:       return
func.func @gradient(%g: !mesh.graph, %x: !sequence, %h0: !state, %cu: !w, %bu: !b, %cr: !w, %br: !b, %cc: !w, %bc: !b,
    %wu: !w, %wr: !w, %wc: !w, %seed: !state) -> (!state, !sequence, !state, !w, !b, !w, !b, !w, !b, !w, !w, !w) {
  %r:12 = mesh.vjp @tgcn(%g, %x, %h0, %cu, %bu, %cr, %br, %cc, %bc, %wu, %wr, %wc) seeds(%seed) wrt [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      : (!mesh.graph, !sequence, !state, !w, !b, !w, !b, !w, !b, !w, !w, !w, !state)
      -> (!state, !sequence, !state, !w, !b, !w, !b, !w, !b, !w, !w, !w)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8, %r#9, %r#10, %r#11
      : !state, !sequence, !state, !w, !b, !w, !b, !w, !b, !w, !w, !w
}
