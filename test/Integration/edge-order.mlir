// Edge rows in the order of the folds that read them give the same bits as rows in COO
// order, compiled and interpreted, for any number of threads.
//
// DEFINE: %{s} = 97
// DEFINE: %{t} = 97
// DEFINE: %{e} = 900
// DEFINE: %{graph} = rmat:nodes=97,edges=900,seed=1,shuffle
// DEFINE: %{arguments} = --run=all --arg=%{graph} --arg=normal:1:shape=%{s}x16 --arg=normal:2:shape=%{t}x16 --arg=normal:3:shape=%{e}x3
// DEFINE: %{coo} = mesh-opt %s %{arguments} --assign-edge-order=false --save=%t.coo.npz
// DEFINE: %{ordered} = mesh-opt %s %{arguments} --compare-reference --save=%t.ordered.npz && cmp %t.coo.npz %t.ordered.npz
// DEFINE: %{threads} = mesh-opt %s %{arguments} --num-threads=3 --save=%t.threads.npz && cmp %t.coo.npz %t.threads.npz
// DEFINE: %{interpreted} = mesh-opt %s %{arguments} --reference --save=%t.plain.npz && mesh-opt %s --inline --mesh-fuse --mesh-assign-edge-order=sort-inputs -o %t.mlir && mesh-opt %t.mlir %{arguments} --reference --save=%t.assigned.npz && cmp %t.plain.npz %t.assigned.npz
// DEFINE: %{lowered} = mesh-opt %t.mlir %{arguments} --save=%t.again.npz && cmp %t.coo.npz %t.again.npz
// DEFINE: %{test} = %{coo} && %{ordered} && %{threads} && %{interpreted} && %{lowered}
//
// RUN: %{test}
// More edges at one node than a block or a run has.
// REDEFINE: %{graph} = hub:nodes=97,edges=9000,seed=3
// REDEFINE: %{e} = 9000
// RUN: %{test}
// REDEFINE: %{graph} = star:nodes=300
// REDEFINE: %{s} = 300
// REDEFINE: %{t} = 300
// REDEFINE: %{e} = 299
// RUN: %{test}
// Duplicates, self-loops, isolated nodes, none in order.
// REDEFINE: %{graph} = [[3,0,1,1,1,3,0,4],[3,1,1,0,1,0,1,0]]+nodes=9
// REDEFINE: %{s} = 9
// REDEFINE: %{t} = 9
// REDEFINE: %{e} = 8
// RUN: %{test}
// Sorted by target.
// REDEFINE: %{graph} = rmat:nodes=97,edges=900,seed=1,shuffle+sorted
// REDEFINE: %{s} = 97
// REDEFINE: %{t} = 97
// REDEFINE: %{e} = 900
// RUN: %{test}
// Bipartite.
// REDEFINE: %{graph} = [[0,6,6,2,0],[1,0,0,1,2]]+nodes=7:3
// REDEFINE: %{s} = 7
// REDEFINE: %{t} = 3
// REDEFINE: %{e} = 5
// RUN: %{test}
// One edge, no edges, no nodes.
// REDEFINE: %{graph} = [[2],[1]]+nodes=4
// REDEFINE: %{s} = 4
// REDEFINE: %{t} = 4
// REDEFINE: %{e} = 1
// RUN: %{test}
// REDEFINE: %{graph} = [[],[]]+nodes=4
// REDEFINE: %{e} = 0
// RUN: %{test}
// REDEFINE: %{graph} = [[],[]]+nodes=0
// REDEFINE: %{s} = 0
// REDEFINE: %{t} = 0
// RUN: %{test}
//
// Both orders for the scores, rows from outside sorted once, batches.
// RUN: mesh-opt %s --inline --symbol-dce --mesh-fuse --mesh-assign-edge-order=sort-inputs | FileCheck %s
// CHECK-LABEL: func.func @all
// CHECK: mesh.map_edges {{.*}} sweep = target sorted = array<i1: true, false>
// CHECK: mesh.map_edges {{.*}} sweep = target sorted = array<i1: false, true>
// CHECK: scf.for
// CHECK: mesh.aggregate {{.*}} target sorted = array<i1: true>
// CHECK: mesh.map_edges {{.*}} dim = 1 {{.*}} sweep = target sorted = array<i1: true>

!g = !mesh.graph
!x = tensor<?x16xf32>
!row = tensor<16xf32>
!f = tensor<?x3xf32>
!fr = tensor<3xf32>
!v = tensor<?xf32>

// The score of an edge, and the softmax of scores by target; too dear to be computed
// again by each reader.
func.func private @scores(%g: !g, %x: !x, %z: !x) -> !v {
  %n = mesh.num_edges %g : !g
  %out = tensor.empty(%n) : !v
  %y = mesh.map_edges over(%g : !g) source(%x : !x) target(%z : !x) outs(%out : !v)
      body(%u: !row, %v: !row, %e: index) {
        %zero = arith.constant dense<0.0> : tensor<f32>
        %dot = linalg.dot ins(%u, %v : !row, !row) outs(%zero : tensor<f32>) -> tensor<f32>
        %d = tensor.extract %dot[] : tensor<f32>
        %s = math.tanh %d : f32
        %int = arith.index_cast %e : index to i32
        %float = arith.sitofp %int : i32 to f32
        %part = math.sin %float : f32
        %r = arith.addf %s, %part : f32
        mesh.yield %r : f32
      }
  return %y : !v
}

// Scores with a softmax at each target that two folds use, at targets.
func.func private @twice(%g: !g, %x: !x, %z: !x) -> (!x, !v) {
  %s = call @scores(%g, %x, %z) : (!g, !x, !x) -> !v
  %m = mesh.gather %x, %g source : (!x, !g) -> !x
  %w = mesh.scale %m, %s : (!x, !v) -> !x
  %y = mesh.segment_sum %w, %g target : (!x, !g) -> !x
  %largest = mesh.segment_max %s, %g target : (!v, !g) -> !v
  %t = mesh.gather %largest, %g target : (!v, !g) -> !v
  %d = arith.subf %s, %t : !v
  %e = math.exp %d : !v
  %sum = mesh.segment_sum %e, %g target : (!v, !g) -> !v
  return %y, %sum : !x, !v
}

// Readers at both ends, one in COO order, and a result of the function.
func.func private @everyone(%g: !g, %x: !x, %z: !x) -> (!x, !x, !v, tensor<f32>, !v) {
  %s = call @scores(%g, %x, %z) : (!g, !x, !x) -> !v
  %a = mesh.gather %x, %g source : (!x, !g) -> !x
  %b = mesh.scale %a, %s : (!x, !v) -> !x
  %y = mesh.segment_sum %b, %g target : (!x, !g) -> !x
  %most = mesh.segment_max %s, %g target : (!v, !g) -> !v
  %c = mesh.gather %z, %g target : (!x, !g) -> !x
  %d = mesh.scale %c, %s : (!x, !v) -> !x
  %u = mesh.segment_sum %d, %g source : (!x, !g) -> !x
  %out = tensor.empty() : tensor<f32>
  %total = mesh.reduce_edges over(%g : !g) edge(%s : !v) outs(%out : tensor<f32>)
      body(%w: f32, %e: index) {
        %q = arith.mulf %w, %w : f32
        mesh.yield %q : f32
      }
  return %y, %u, %most, %total, %s : !x, !x, !v, tensor<f32>, !v
}

// A map of a map, both read by folds at sources; the second also by the transpose.
func.func private @chain(%g: !g, %x: !x, %z: !x) -> (!v, !v, !v, !v) {
  %s = call @scores(%g, %x, %z) : (!g, !x, !x) -> !v
  %n = mesh.num_edges %g : !g
  %out = tensor.empty(%n) : !v
  %q = mesh.map_edges over(%g : !g) source(%x : !x) target(%z : !x) edge(%s : !v) outs(%out : !v)
      body(%u: !row, %v: !row, %w: f32, %e: index) {
        %zero = arith.constant dense<0.0> : tensor<f32>
        %d = arith.subf %u, %v : !row
        %dot = linalg.dot ins(%d, %d : !row, !row) outs(%zero : tensor<f32>) -> tensor<f32>
        %h = tensor.extract %dot[] : tensor<f32>
        %r = arith.mulf %h, %w : f32
        mesh.yield %r : f32
      }
  %a = mesh.segment_max %s, %g source : (!v, !g) -> !v
  %b = mesh.segment_min %s, %g source : (!v, !g) -> !v
  %c = mesh.segment_max %q, %g source : (!v, !g) -> !v
  %back = mesh.transpose %g : !g
  %d = mesh.segment_min %q, %back target : (!v, !g) -> !v
  return %a, %b, %c, %d : !v, !v, !v, !v
}

// Rows that come from outside, read by a fold in a loop and by others.
func.func private @inputs(%g: !g, %x: !x, %f: !f) -> (!v, tensor<?x3xf32>, tensor<?x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %n = mesh.num_nodes %g target : !g
  %empty = tensor.empty(%n) : !v
  %first = linalg.fill ins(%zero : f32) outs(%empty : !v) -> !v
  %y = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %first) -> (!v) {
    %out = tensor.empty(%n) : !v
    %next = mesh.aggregate over(%g : !g) target owner(%h : !v) edge(%f : !f) outs(%out : !v)
        init { mesh.yield %zero : f32 }
        step(%acc: f32, %own: f32, %row: !fr, %e: index) {
          %two = arith.constant 2 : index
          %w = tensor.extract %row[%two] : !fr
          %t = arith.mulf %own, %w : f32
          %u = arith.addf %t, %w : f32
          %small = math.tanh %u : f32
          %a = arith.addf %acc, %small : f32
          mesh.yield %a : f32
        }
    scf.yield %next : !v
  }
  %most = mesh.segment_max %f, %g target : (!f, !g) -> !f
  %least = mesh.segment_min %f, %g target : (!f, !g) -> !f
  return %y, %most, %least : !v, !f, !f
}

// Batches: the edges are on the second axis.
func.func private @batches(%g: !g, %x: !x, %z: !x) -> (tensor<2x?xf32>, tensor<2x?xf32>) {
  %n = mesh.num_edges %g : !g
  %s = tensor.empty(%n) : tensor<2x?xf32>
  %zero = arith.constant 0.0 : f32
  %m = mesh.map_edges over(%g : !g) dim = 1 batched = array<i1: false, false> source(%x : !x) target(%z : !x) outs(%s : tensor<2x?xf32>)
      body(%u: !row, %v: !row, %e: index) {
        %none = arith.constant dense<0.0> : tensor<f32>
        %dot = linalg.dot ins(%u, %v : !row, !row) outs(%none : tensor<f32>) -> tensor<f32>
        %d = tensor.extract %dot[] : tensor<f32>
        mesh.yield %d : f32
      }
  %nodes = mesh.num_nodes %g target : !g
  %out = tensor.empty(%nodes) : tensor<2x?xf32>
  %a = mesh.aggregate over(%g : !g) target dim = 1 edge(%m : tensor<2x?xf32>) outs(%out : tensor<2x?xf32>)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %w: f32, %e: index) {
        %t = math.exp %w : f32
        %r = arith.addf %acc, %t : f32
        mesh.yield %r : f32
      }
  %b = mesh.aggregate over(%g : !g) target stabilize = softmax dim = 1 score_edge(%m : tensor<2x?xf32>) outs(%out : tensor<2x?xf32>)
      init { mesh.yield }
      score(%w: f32, %e: index) { mesh.yield %w : f32 }
      step(%w: f32, %e: index) { mesh.yield }
      finish(%most: f32, %sum: f32, %d: index) { mesh.yield %sum : f32 }
  return %a, %b : tensor<2x?xf32>, tensor<2x?xf32>
}

func.func @all(%g: !g, %x: !x, %z: !x, %f: !f)
    -> (!x, !v, !x, !x, !v, tensor<f32>, !v, !v, !v, !v, !v, !v, !f, !f, tensor<2x?xf32>, tensor<2x?xf32>) {
  %a:2 = call @twice(%g, %x, %z) : (!g, !x, !x) -> (!x, !v)
  %b:5 = call @everyone(%g, %x, %z) : (!g, !x, !x) -> (!x, !x, !v, tensor<f32>, !v)
  %c:4 = call @chain(%g, %x, %z) : (!g, !x, !x) -> (!v, !v, !v, !v)
  %d:3 = call @inputs(%g, %x, %f) : (!g, !x, !f) -> (!v, !f, !f)
  %e:2 = call @batches(%g, %x, %z) : (!g, !x, !x) -> (tensor<2x?xf32>, tensor<2x?xf32>)
  return %a#0, %a#1, %b#0, %b#1, %b#2, %b#3, %b#4, %c#0, %c#1, %c#2, %c#3, %d#0, %d#1, %d#2, %e#0, %e#1
    : !x, !v, !x, !x, !v, tensor<f32>, !v, !v, !v, !v, !v, !v, !f, !f, tensor<2x?xf32>, tensor<2x?xf32>
}
