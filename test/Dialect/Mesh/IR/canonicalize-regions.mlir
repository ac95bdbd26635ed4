// Results without uses are dropped, with the accumulators, weights and inputs that
// only they need.

// RUN: mesh-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @one_of_three(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:[^:]*]]: tensor<?x4xf32>,
// CHECK: mesh.aggregate over(%[[G]] : !mesh.graph) target
// CHECK-NEXT: source(%[[X]] : tensor<?x4xf32>)
// CHECK-NEXT: outs(%{{.*}} : tensor<?x4xf32>)
// CHECK-NEXT: init {
// CHECK-NEXT: mesh.yield %{{.*}} : tensor<4xf32>
// CHECK: step(%[[ACC:.*]]: tensor<4xf32>, %[[ROW:.*]]: tensor<4xf32>, %{{.*}}: index) {
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[ACC]], %[[ROW]]
// CHECK-NEXT: mesh.yield %[[SUM]]
// CHECK: finish(%[[TOTAL:.*]]: tensor<4xf32>, %{{.*}}: index) {
// CHECK-NEXT: mesh.yield %[[TOTAL]] : tensor<4xf32>
!rows = tensor<?x4xf32>
func.func @one_of_three(%g: !mesh.graph, %x: !rows, %z: !rows, %o: !rows, %out: !rows) -> !rows {
  %a, %b, %c = mesh.aggregate over(%g : !mesh.graph) target
      source(%x, %z : !rows, !rows) owner(%o : !rows)
      outs(%out, %out, %out : !rows, !rows, !rows)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero, %zero, %zero : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
      }
      step(%p: tensor<4xf32>, %q: tensor<4xf32>, %r: tensor<4xf32>, %xr: tensor<4xf32>, %zr: tensor<4xf32>, %or: tensor<4xf32>, %e: index) {
        %t = arith.mulf %zr, %or : tensor<4xf32>
        %np = arith.addf %p, %zr : tensor<4xf32>
        %nq = arith.addf %q, %xr : tensor<4xf32>
        %nr = arith.addf %r, %t : tensor<4xf32>
        mesh.yield %np, %nq, %nr : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
      }
      finish(%p: tensor<4xf32>, %q: tensor<4xf32>, %r: tensor<4xf32>, %or: tensor<4xf32>, %d: index) {
        %u = arith.mulf %p, %or : tensor<4xf32>
        mesh.yield %u, %q, %r : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
      }
  return %b : !rows
}

// -----

// An accumulator that a needed one reads stays; combine loses both of its arguments.

// CHECK-LABEL: func.func @chain(
// CHECK: init {
// CHECK-NEXT: mesh.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK: step(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: index) {
// CHECK: combine(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32) {
// CHECK: finish(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: index) {
// CHECK-NEXT: mesh.yield %[[B]] : f32
func.func @chain(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %a, %b = mesh.aggregate over(%g : !mesh.graph) target source(%x : tensor<?xf32>) outs(%out, %out : tensor<?xf32>, tensor<?xf32>)
      init {
        %one = arith.constant 1.0 : f32
        mesh.yield %one, %one, %one : f32, f32, f32
      }
      step(%p: f32, %q: f32, %r: f32, %row: f32, %e: index) {
        %np = arith.mulf %p, %row : f32
        %nq = arith.mulf %q, %row : f32
        %nr = arith.addf %r, %q : f32
        mesh.yield %np, %nq, %nr : f32, f32, f32
      }
      combine(%p: f32, %q: f32, %r: f32, %p1: f32, %q1: f32, %r1: f32) {
        %np = arith.mulf %p, %p1 : f32
        %nq = arith.mulf %q, %q1 : f32
        %nr = arith.addf %r, %r1 : f32
        mesh.yield %np, %nq, %nr : f32, f32, f32
      }
      finish(%p: f32, %q: f32, %r: f32, %d: index) {
        mesh.yield %p, %r : f32, f32
      }
  return %b : tensor<?xf32>
}

// -----

// Weights that nothing uses go, with their scores.

// CHECK-LABEL: func.func @no_weights(
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK-NOT: score
// CHECK: step(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: index)
func.func @no_weights(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %a, %b = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%x : tensor<?xf32>) score_source(%x : tensor<?xf32>) outs(%out, %out : tensor<?xf32>, tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      score(%row: f32, %e: index) { mesh.yield %row : f32 }
      step(%p: f32, %w: f32, %row: f32, %e: index) {
        %np = arith.addf %p, %row : f32
        mesh.yield %np : f32
      }
      rescale(%p: f32, %c: f32) { mesh.yield %p : f32 }
      finish(%p: f32, %m: f32, %s: f32, %d: index) {
        mesh.yield %p, %m : f32, f32
      }
  return %a : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @edges(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:[^:]*]]: tensor<?xf32>,
// CHECK: mesh.map_edges over(%[[G]] : !mesh.graph)
// CHECK-NEXT: source(%[[X]] : tensor<?xf32>)
// CHECK-NEXT: outs(%{{[^,]*}} : tensor<?xf32>)
// CHECK-NEXT: body(%[[ROW:.*]]: f32, %{{.*}}: index) {
// CHECK-NEXT: mesh.yield %[[ROW]] : f32
func.func @edges(%g: !mesh.graph, %x: tensor<?xf32>, %z: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %a, %b = mesh.map_edges over(%g : !mesh.graph) source(%x : tensor<?xf32>) target(%z : tensor<?xf32>) outs(%out, %out : tensor<?xf32>, tensor<?xf32>)
      body(%row: f32, %t: f32, %e: index) { mesh.yield %row, %t : f32, f32 }
  return %a : tensor<?xf32>
}
