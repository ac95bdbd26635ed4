// RUN: mesh-opt %s --mesh-assign-edge-order=sort-inputs --split-input-file | FileCheck %s
// RUN: mesh-opt %s --mesh-assign-edge-order="sort-inputs remarks" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: mesh-opt %s --mesh-assign-edge-order --split-input-file | FileCheck %s --check-prefix=INPUTS
// RUN: mesh-opt %s --mesh-assign-edge-order=sort-inputs --mesh-assign-edge-order=sort-inputs --split-input-file | FileCheck %s

!x = tensor<?x16xf32>
!row = tensor<16xf32>
!v = tensor<?xf32>

// Both readers sweep by target: so does the producer, and nobody looks up a row.
// CHECK-LABEL: func.func @same_sweep(
// CHECK: %[[S:.*]] = mesh.map_edges over(%{{.*}} : !mesh.graph) sweep = target sorted = array<i1: true>
// CHECK: mesh.aggregate {{.*}} target sorted = array<i1: true>
// CHECK-NEXT: edge(%[[S]] : tensor<?xf32>)
// CHECK: mesh.aggregate {{.*}} target stabilize = softmax sorted = array<i1: true>
// CHECK-NEXT: score_edge(%[[S]] : tensor<?xf32>)
// REMARK: remark: edge rows are computed for edges by their targets and kept in that order, in which 2 readers read them
func.func @same_sweep(%g: !mesh.graph, %x: !x, %eout: !v, %out: !v) -> (!v, !v, index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %s = mesh.map_edges over(%g : !mesh.graph) source(%x : !x) target(%x : !x) outs(%eout : !v)
      body(%u: !row, %v: !row, %e: index) {
        %none = arith.constant dense<0.0> : tensor<f32>
        %dot = linalg.dot ins(%u, %v : !row, !row) outs(%none : tensor<f32>) -> tensor<f32>
        %r = tensor.extract %dot[] : tensor<f32>
        mesh.yield %r : f32
      }
  %a = mesh.aggregate over(%g : !mesh.graph) target edge(%s : !v) outs(%out : !v)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %w: f32, %e: index) {
        %r = arith.addf %acc, %w : f32
        mesh.yield %r : f32
      }
  %b = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax score_edge(%s : !v) outs(%out : !v)
      init { mesh.yield }
      score(%w: f32, %e: index) { mesh.yield %w : f32 }
      step(%w: f32, %e: index) { mesh.yield }
      finish(%m: f32, %sum: f32, %d: index) { mesh.yield %sum : f32 }
  // Its size is that of either order.
  %n = tensor.dim %s, %c0 : !v
  return %a, %b, %n : !v, !v, index
}

// -----

!x = tensor<?x16xf32>
!row = tensor<16xf32>
!v = tensor<?xf32>

// A result of the function is in COO order, as is what a fold at the other end reads.
// CHECK-LABEL: func.func @both_orders(
// CHECK: %[[S:.*]]:2 = mesh.map_edges over(%{{.*}} : !mesh.graph) sweep = source sorted = array<i1: true, false>
// CHECK: mesh.yield %[[V:.*]], %[[V]] : f32, f32
// CHECK: mesh.aggregate {{.*}} source sorted = array<i1: true>
// CHECK-NEXT: edge(%[[S]]#0 : tensor<?xf32>)
// CHECK: mesh.aggregate {{.*}} source sorted = array<i1: true>
// CHECK-NEXT: edge(%[[S]]#0 : tensor<?xf32>)
// CHECK: mesh.aggregate {{.*}} source{{$}}
// CHECK-NEXT: edge(%[[S]]#1 : tensor<?xf32>)
// CHECK: return {{.*}}%[[S]]#1
// REMARK: remark: edge rows are computed for edges by their sources and kept in that order, in which 2 readers read them, and in COO order for 2 others
func.func @both_orders(%g: !mesh.graph, %x: !x, %eout: !v, %out: !v) -> (!v, !v, !v, !v) {
  %zero = arith.constant 0.0 : f32
  %s = mesh.map_edges over(%g : !mesh.graph) source(%x : !x) target(%x : !x) outs(%eout : !v)
      body(%u: !row, %v: !row, %e: index) {
        %none = arith.constant dense<0.0> : tensor<f32>
        %dot = linalg.dot ins(%u, %v : !row, !row) outs(%none : tensor<f32>) -> tensor<f32>
        %r = tensor.extract %dot[] : tensor<f32>
        mesh.yield %r : f32
      }
  %a = mesh.aggregate over(%g : !mesh.graph) source edge(%s : !v) outs(%out : !v)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %w: f32, %e: index) {
        %r = arith.addf %acc, %w : f32
        mesh.yield %r : f32
      }
  // The transpose seen from its targets is the graph seen from its sources.
  %t = mesh.transpose %g : !mesh.graph
  %b = mesh.aggregate over(%g : !mesh.graph) source edge(%s : !v) outs(%out : !v)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %w: f32, %e: index) {
        %q = arith.mulf %w, %w : f32
        %r = arith.addf %acc, %q : f32
        mesh.yield %r : f32
      }
  %c = mesh.aggregate over(%t : !mesh.graph) source edge(%s : !v) outs(%out : !v)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %w: f32, %e: index) {
        %r = arith.addf %acc, %w : f32
        mesh.yield %r : f32
      }
  %sum = arith.addf %a, %b : !v
  return %sum, %b, %c, %s : !v, !v, !v, !v
}

// -----

!v = tensor<?xf32>

// An argument that several folds read is sorted once, before the first of them and
// outside of the loop.
// CHECK-LABEL: func.func @inputs(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[W:[^:]*]]: tensor<?xf32>,
// CHECK: mesh.assert
// CHECK: %[[S:.*]] = mesh.map_edges over(%[[G]] : !mesh.graph) sweep = target sorted = array<i1: false, true>
// CHECK-NEXT: edge(%[[W]] : tensor<?xf32>)
// CHECK: scf.for
// CHECK: mesh.aggregate {{.*}} target sorted = array<i1: true>
// CHECK: edge(%[[S]] : tensor<?xf32>)
// REMARK: remark: edge rows are sorted once, edges by their targets, for 1 use by folds
// INPUTS-LABEL: func.func @inputs(
// INPUTS-NOT: mesh.map_edges
// INPUTS-LABEL: func.func @one_reader(
func.func @inputs(%g: !mesh.graph, %w: !v, %x: !v, %out: !v, %ok: i1, %n: index) -> !v {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  mesh.assert %ok, "a check of sizes"
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (!v) {
    %next = mesh.aggregate over(%g : !mesh.graph) target source(%h : !v) edge(%w : !v) outs(%out : !v)
        init { mesh.yield %zero : f32 }
        step(%acc: f32, %row: f32, %weight: f32, %e: index) {
          %m = arith.mulf %row, %weight : f32
          %a = arith.addf %acc, %m : f32
          mesh.yield %a : f32
        }
    scf.yield %next : !v
  }
  return %y : !v
}

// -----

!v = tensor<?xf32>

// Sorting would cost as much as one reader saves.
// CHECK-LABEL: func.func @one_reader(
// CHECK-NOT: sorted
// REMARK: remark: edge rows stay in COO order: too few folds read them to sort them first
func.func @one_reader(%g: !mesh.graph, %w: !v, %out: !v) -> !v {
  %zero = arith.constant 0.0 : f32
  %y = mesh.aggregate over(%g : !mesh.graph) target edge(%w : !v) outs(%out : !v)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %weight: f32, %e: index) {
        %a = arith.addf %acc, %weight : f32
        mesh.yield %a : f32
      }
  return %y : !v
}

// -----

!v = tensor<?xf32>

// A sum over all edges is in COO order: so is what it reads.
// CHECK-LABEL: func.func @sum_of_all(
// CHECK-NOT: sorted
// CHECK-NOT: sweep
func.func @sum_of_all(%g: !mesh.graph, %w: !v, %eout: !v) -> tensor<f32> {
  %m = mesh.map_edges over(%g : !mesh.graph) edge(%w : !v) outs(%eout : !v)
      body(%u: f32, %e: index) {
        %r = math.exp %u : f32
        mesh.yield %r : f32
      }
  %out = tensor.empty() : tensor<f32>
  %y = mesh.reduce_edges over(%g : !mesh.graph) edge(%m : !v) outs(%out : tensor<f32>)
      body(%u: f32, %e: index) { mesh.yield %u : f32 }
  return %y : tensor<f32>
}

// -----

!v = tensor<?xf32>

// The other graph has other edges.
// CHECK-LABEL: func.func @other_graph(
// CHECK-NOT: sorted
// REMARK: remark: edge rows stay in COO order: no sweep moves fewer bytes for their producer and readers together
func.func @other_graph(%g: !mesh.graph, %h: !mesh.graph, %w: !v, %eout: !v, %out: !v) -> !v {
  %zero = arith.constant 0.0 : f32
  %m = mesh.map_edges over(%g : !mesh.graph) edge(%w : !v) outs(%eout : !v)
      body(%u: f32, %e: index) {
        %r = math.exp %u : f32
        mesh.yield %r : f32
      }
  %y = mesh.aggregate over(%h : !mesh.graph) target edge(%m : !v) outs(%out : !v)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %weight: f32, %e: index) {
        %a = arith.addf %acc, %weight : f32
        mesh.yield %a : f32
      }
  return %y : !v
}
