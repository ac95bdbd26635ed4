// Linear maps that change sides, compiled, against the program as it stands: values
// and gradients, on graphs of every shape.
//
// RUN: mesh-opt %s --mesh-to-tensors --remarks-filter=mesh-simplify -o /dev/null 2>&1 | FileCheck %s
// CHECK-DAG: Function=maps | Remark="linear map from width 3 to 8 moved behind the aggregate"
// CHECK-DAG: Function=maps | Remark="linear map from width 8 to 3 moved before the aggregate"
// CHECK-DAG: Function=maps$vjp{{.*}} | Remark="linear map from width 3 to 8 moved behind the aggregate"
// CHECK-DAG: Function=edges | Remark="linear map from width 8 to 3 moved behind the aggregate"
//
// DEFINE: %{graph} =
// DEFINE: %{s} =
// DEFINE: %{e} =
// DEFINE: %{w} = --arg=normal:3:shape=3x8 --arg=normal:4:shape=8x3
// DEFINE: %{maps} = mesh-opt %s --run=maps_gradient --arg=%{graph} --arg=normal:1:shape=%{s}x3 --arg=normal:2:shape=%{e} %{w} --arg=normal:5:shape=%{s}x8 --arg=normal:6:shape=%{s}x3 --compare-reference --tolerance=2e-5
// DEFINE: %{edges} = mesh-opt %s --run=edges_gradient --arg=%{graph} --arg=normal:1:shape=%{e}x8 --arg=normal:4:shape=8x3 --arg=normal:5:shape=%{s}x3 --compare-reference --tolerance=2e-5
//
// REDEFINE: %{graph} = rmat:nodes=37,edges=300,seed=1,p=.57/.19/.19/.05
// REDEFINE: %{s} = 37
// REDEFINE: %{e} = 300
// RUN: %{maps}
// Equal edges, self-loops and an isolated node.
// REDEFINE: %{graph} = "[[0,0,1,2,2,2,3],[1,1,1,2,2,0,1]]+nodes=5"
// REDEFINE: %{s} = 5
// REDEFINE: %{e} = 7
// RUN: %{maps}
// RUN: %{edges}
// A star.
// REDEFINE: %{graph} = "[[1,2,3,4,5,6],[0,0,0,0,0,0]]"
// REDEFINE: %{s} = 7
// REDEFINE: %{e} = 6
// RUN: %{maps}
// No edges.
// REDEFINE: %{graph} = "[[],[]]+nodes=4"
// REDEFINE: %{s} = 4
// REDEFINE: %{e} = 0
// RUN: %{maps}
// RUN: %{edges}
// More sources than targets.
// REDEFINE: %{graph} = "[[0,5,5,2],[0,0,1,1]]+nodes=6:2"
// REDEFINE: %{s} = 6
// REDEFINE: %{e} = 4
// RUN: %{edges}

!narrow = tensor<?x3xf32>
!wide = tensor<?x8xf32>
!scalars = tensor<?xf32>
!widen = tensor<3x8xf32>
!narrowing = tensor<8x3xf32>

// Weights of edges; scalars, numbers and signs in between; two hops and the input.
func.func @maps(%g: !mesh.graph, %x: !narrow, %e: !scalars, %w: !widen, %v: !narrowing) -> (!wide, !narrow) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f32
  %n = tensor.dim %x, %c0 : !narrow
  %y = mesh.linear %x, %w : (!narrow, !widen) -> !wide
  %m = mesh.gather %y, %g source : (!wide, !mesh.graph) -> !wide
  %ms = mesh.scale %m, %e : (!wide, !scalars) -> !wide
  %a = mesh.segment_mean %ms, %g target : (!wide, !mesh.graph) -> !wide
  %halves = tensor.splat %half[%n] : !wide
  %ah = arith.mulf %halves, %a : !wide
  %own = arith.divf %y, %halves : !wide
  %s = arith.subf %ah, %own : !wide

  %h = math.tanh %s : !wide
  %t = mesh.gather %h, %g target : (!wide, !mesh.graph) -> !wide
  %b = mesh.segment_sum %t, %g source : (!wide, !mesh.graph) -> !wide
  %bh = arith.addf %b, %h : !wide
  %u = mesh.gather %bh, %g source : (!wide, !mesh.graph) -> !wide
  %us = mesh.scale %u, %e : (!wide, !scalars) -> !wide
  %c = mesh.segment_sum %us, %g target : (!wide, !mesh.graph) -> !wide
  %minus = arith.negf %c : !wide
  %z = mesh.linear %minus, %v : (!wide, !narrowing) -> !narrow
  return %s, %z : !wide, !narrow
}

// Maps of rows of edges.
func.func @edges(%g: !mesh.graph, %x: !wide, %v: !narrowing) -> !narrow {
  %y = mesh.linear %x, %v : (!wide, !narrowing) -> !narrow
  %a = mesh.segment_sum %y, %g source : (!narrow, !mesh.graph) -> !narrow
  return %a : !narrow
}

func.func @maps_gradient(%g: !mesh.graph, %x: !narrow, %e: !scalars, %w: !widen, %v: !narrowing, %cs: !wide, %cz: !narrow)
    -> (!wide, !narrow, !narrow, !scalars, !widen, !narrowing) {
  %r:6 = mesh.vjp @maps(%g, %x, %e, %w, %v) seeds(%cs, %cz) wrt [1, 2, 3, 4]
      : (!mesh.graph, !narrow, !scalars, !widen, !narrowing, !wide, !narrow) -> (!wide, !narrow, !narrow, !scalars, !widen, !narrowing)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : !wide, !narrow, !narrow, !scalars, !widen, !narrowing
}

func.func @edges_gradient(%g: !mesh.graph, %x: !wide, %v: !narrowing, %c: !narrow) -> (!narrow, !wide, !narrowing) {
  %r:3 = mesh.vjp @edges(%g, %x, %v) seeds(%c) wrt [1, 2]
      : (!mesh.graph, !wide, !narrowing, !narrow) -> (!narrow, !wide, !narrowing)
  return %r#0, %r#1, %r#2 : !narrow, !wide, !narrowing
}
