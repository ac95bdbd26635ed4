// Sweeps that leave loops over sequences: steps on any axis, forwards and backwards,
// in windows, with weights that have steps, too, and with numbers of the step that a
// body captures. Compiled, against the program as it stands: values and gradients.
//
// RUN: mesh-opt %s --mesh-to-tensors | FileCheck %s
//
// DEFINE: %{graph} =
// DEFINE: %{n} =
// DEFINE: %{e} =
// DEFINE: %{steps} = 4
// DEFINE: %{from} = 1
// DEFINE: %{count} = 2
// DEFINE: %{test} = mesh-opt %s --run=gradient --arg=%{graph} --arg=normal:1:shape=%{steps}x%{n}x3 --arg=normal:2:shape=%{n}x3x4 --arg=normal:3:shape=%{steps}x%{e} --arg=normal:4:shape=%{steps} --arg=normal:5:shape=3x3 --arg=%{from} --arg=%{count} --arg=normal:6:shape=%{n}x3 --arg=normal:7:shape=%{n}x3 --compare-reference --tolerance=2e-5
//
// REDEFINE: %{graph} = rmat:nodes=37,edges=300,seed=1,p=.57/.19/.19/.05
// REDEFINE: %{n} = 37
// REDEFINE: %{e} = 300
// RUN: %{test}
// No iterations of the second loop, and all.
// REDEFINE: %{count} = 0
// RUN: %{test}
// REDEFINE: %{from} = 0
// REDEFINE: %{count} = 4
// RUN: %{test}
// REDEFINE: %{graph} = "[[0,0,1,2,2,2,3],[1,1,1,2,2,0,1]]+nodes=5"
// REDEFINE: %{n} = 5
// REDEFINE: %{e} = 7
// RUN: %{test}
// REDEFINE: %{graph} = "[[],[]]+nodes=4"
// REDEFINE: %{n} = 4
// REDEFINE: %{e} = 0
// RUN: %{test}

!rows = tensor<?x3xf32>
!first = tensor<?x?x3xf32>
!last = tensor<?x3x4xf32>
!scalars = tensor<?xf32>
!weights = tensor<?x?xf32>
!map = tensor<3x3xf32>

// The first loop has two sweeps of all steps before it, the second one, of a window,
// and the third one, of the last axis. What a loop carries is swept in it.
// CHECK-LABEL:   func.func @sequences(
// CHECK:         = mesh.aggregate {{.*}} target dim = 1
// CHECK:         = mesh.aggregate {{.*}} source dim = 1
// CHECK-NOT:     = mesh.aggregate
// CHECK:         scf.for
// CHECK-NOT:     = mesh.aggregate
// CHECK:         {{^    }$}}
// CHECK:         = mesh.aggregate {{.*}} target dim = 1
// CHECK-NOT:     = mesh.aggregate
// CHECK:         scf.for
// CHECK:         = mesh.aggregate
// CHECK-NOT:     = mesh.aggregate
// CHECK:         {{^    }$}}
// CHECK:         = mesh.aggregate
// CHECK-NOT:     = mesh.aggregate
// CHECK:         scf.for
// CHECK-NOT:     = mesh.aggregate
// CHECK:         return
func.func @sequences(%g: !mesh.graph, %x: !first, %y: !last, %e: !weights, %alpha: !scalars, %w: !map, %from: index, %count: index, %h0: !rows) -> !rows {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %steps = tensor.dim %x, %c0 : !first
  %n = tensor.dim %x, %c1 : !first
  %edges = mesh.num_edges %g : !mesh.graph

  // From the last step to the first one: two layers, with the weights of the step.
  %h1 = scf.for %t = %c0 to %steps step %c1 iter_args(%h = %h0) -> !rows {
    %end = arith.subi %steps, %c1 : index
    %k = arith.subi %end, %t : index
    %xt = tensor.extract_slice %x[%k, 0, 0] [1, %n, 3] [1, 1, 1] : !first to !rows
    %et = tensor.extract_slice %e[%k, 0] [1, %edges] [1, 1] : !weights to !scalars
    %m = mesh.gather %xt, %g source : (!rows, !mesh.graph) -> !rows
    %ms = mesh.scale %m, %et : (!rows, !scalars) -> !rows
    %a = mesh.segment_mean %ms, %g target : (!rows, !mesh.graph) -> !rows
    %l = mesh.linear %a, %w : (!rows, !map) -> !rows
    %r = math.tanh %l : !rows
    %m2 = mesh.gather %r, %g target : (!rows, !mesh.graph) -> !rows
    %b = mesh.segment_sum %m2, %g source : (!rows, !mesh.graph) -> !rows
    %sum = arith.addf %b, %xt : !rows
    %next = arith.mulf %sum, %h : !rows
    %bounded = math.tanh %next : !rows
    scf.yield %bounded : !rows
  }

  // A window; a body that reads a number of the step is computed in the loop.
  %to = arith.addi %from, %count : index
  %h2 = scf.for %t = %from to %to step %c1 iter_args(%h = %h1) -> !rows {
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, %n, 3] [1, 1, 1] : !first to !rows
    %m = mesh.gather %xt, %g source : (!rows, !mesh.graph) -> !rows
    %a = mesh.segment_max %m, %g target : (!rows, !mesh.graph) -> !rows
    %at = tensor.extract %alpha[%t] : !scalars
    %scaled = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%xt : !rows) outs(%xt : !rows) {
      ^bb0(%v: f32, %_: f32):
        %p = arith.mulf %v, %at : f32
        linalg.yield %p : f32
    } -> !rows
    %m2 = mesh.gather %scaled, %g source : (!rows, !mesh.graph) -> !rows
    %b = mesh.segment_sum %m2, %g target : (!rows, !mesh.graph) -> !rows
    %ab = arith.addf %a, %b : !rows
    %next = arith.addf %ab, %h : !rows
    %bounded = math.tanh %next : !rows
    scf.yield %bounded : !rows
  }

  // The last axis.
  %h3 = scf.for %t = %c0 to %c4 step %c1 iter_args(%h = %h2) -> !rows {
    %yt = tensor.extract_slice %y[0, 0, %t] [%n, 3, 1] [1, 1, 1] : !last to !rows
    %m = mesh.gather %yt, %g source : (!rows, !mesh.graph) -> !rows
    %a = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows
    %next = arith.addf %a, %h : !rows
    %bounded = math.tanh %next : !rows
    scf.yield %bounded : !rows
  }
  return %h3 : !rows
}

func.func @gradient(%g: !mesh.graph, %x: !first, %y: !last, %e: !weights, %alpha: !scalars, %w: !map, %from: index, %count: index, %h0: !rows, %c: !rows)
    -> (!rows, !first, !last, !weights, !scalars, !map, !rows) {
  %r:7 = mesh.vjp @sequences(%g, %x, %y, %e, %alpha, %w, %from, %count, %h0) seeds(%c) wrt [1, 2, 3, 4, 5, 8]
      : (!mesh.graph, !first, !last, !weights, !scalars, !map, index, index, !rows, !rows) -> (!rows, !first, !last, !weights, !scalars, !map, !rows)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : !rows, !first, !last, !weights, !scalars, !map, !rows
}
