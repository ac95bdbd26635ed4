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

// -----

// A weight that is the same for every edge is used as it is, a flag as well.

// CHECK-LABEL: func.func @constant_weight(
// CHECK-SAME: %[[SCALE:[^:]*]]: f32
// CHECK: mesh.aggregate
// CHECK-NOT: score
// CHECK: step(%[[ACC:.*]]: f32, %[[ROW:.*]]: f32, %{{.*}}: index) {
// CHECK-NEXT: %[[M:.*]] = arith.mulf %[[ROW]], %{{.*}} : f32
// CHECK-NEXT: %[[Q:.*]] = arith.mulf %[[M]], %[[SCALE]] : f32
// CHECK-NEXT: arith.addf %[[ACC]], %[[Q]]
func.func @constant_weight(%scale: f32, %g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %y = mesh.aggregate over(%g : !mesh.graph) target source(%x : tensor<?xf32>) score_source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      score(%s: f32, %e: index) {
        %two = arith.constant 2.0 : f32
        mesh.yield %two, %scale : f32, f32
      }
      step(%acc: f32, %w: f32, %flag: f32, %row: f32, %e: index) {
        %m = arith.mulf %row, %w : f32
        %q = arith.mulf %m, %flag : f32
        %a = arith.addf %acc, %q : f32
        mesh.yield %a : f32
      }
  return %y : tensor<?xf32>
}

// -----

// With equal logits a softmax is a mean: every weight is 1, their sum the degree.

// CHECK-LABEL: func.func @equal_logits(
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target{{$}}
// CHECK-NOT: score
// CHECK: step(%[[ACC:.*]]: tensor<2xf32>, %[[ROW:.*]]: tensor<2xf32>, %{{.*}}: index) {
// CHECK-NOT: math.exp
// CHECK: finish(%[[TOTAL:.*]]: tensor<2xf32>, %[[DEGREE:.*]]: index) {
// CHECK: %[[INT:.*]] = arith.index_cast %[[DEGREE]] : index to i64
// CHECK: arith.sitofp %[[INT]] : i64 to f32
func.func @equal_logits(%g: !mesh.graph, %x: tensor<?x2xf32>, %out: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax source(%x : tensor<?x2xf32>) outs(%out : tensor<?x2xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<2xf32>
        mesh.yield %zero : tensor<2xf32>
      }
      score(%e: index) {
        %c = arith.constant 3.0 : f32
        mesh.yield %c : f32
      }
      step(%acc: tensor<2xf32>, %w: f32, %row: tensor<2xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<2xf32>
        %m = arith.mulf %row, %ws : tensor<2xf32>
        %a = arith.addf %acc, %m : tensor<2xf32>
        mesh.yield %a : tensor<2xf32>
      }
      finish(%acc: tensor<2xf32>, %m: f32, %s: f32, %d: index) {
        %ss = tensor.splat %s : tensor<2xf32>
        %r = arith.divf %acc, %ss : tensor<2xf32>
        mesh.yield %r : tensor<2xf32>
      }
  return %y : tensor<?x2xf32>
}

// -----

// Logits of -inf mask every edge: they stay.

// CHECK-LABEL: func.func @masked(
// CHECK: stabilize = softmax
// CHECK: score
func.func @masked(%g: !mesh.graph, %out: tensor<?xf32>) -> tensor<?xf32> {
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax outs(%out : tensor<?xf32>)
      init { mesh.yield }
      score(%e: index) {
        %c = arith.constant 0xFF800000 : f32
        mesh.yield %c : f32
      }
      step(%w: f32, %e: index) { mesh.yield }
      finish(%m: f32, %s: f32, %d: index) { mesh.yield %s : f32 }
  return %y : tensor<?xf32>
}

// -----

// A count of edges is the degree: no edge is looked at. Counts of narrow floats stop
// early and stay what they are.

// CHECK-LABEL: func.func @count(
// CHECK: mesh.aggregate
// CHECK: init {
// CHECK-NEXT: mesh.yield
// CHECK-NEXT: }
// CHECK: step(%{{.*}}: index) {
// CHECK-NEXT: mesh.yield
// CHECK-NEXT: }
// CHECK: finish(%[[DEGREE:.*]]: index) {
// CHECK-NEXT: %[[INT:.*]] = arith.index_cast %[[DEGREE]] : index to i64
// CHECK-NEXT: %[[FLOAT:.*]] = arith.sitofp %[[INT]] : i64 to f32
// CHECK-NEXT: mesh.yield %[[FLOAT]] : f32
// CHECK: mesh.aggregate
// CHECK: step(%[[ACC:.*]]: f16, %{{.*}}: index) {
// CHECK-NEXT: arith.addf %[[ACC]]
// CHECK: mesh.aggregate
// CHECK: step(%[[TWO:.*]]: f32, %{{.*}}: index) {
// CHECK-NEXT: arith.addf %[[TWO]]
func.func @count(%g: !mesh.graph, %out: tensor<?xf32>, %half: tensor<?xf16>) -> (tensor<?xf32>, tensor<?xf16>, tensor<?xf32>) {
  %y = mesh.aggregate over(%g : !mesh.graph) target outs(%out : tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %e: index) {
        %one = arith.constant 1.0 : f32
        %a = arith.addf %acc, %one : f32
        mesh.yield %a : f32
      }
  %z = mesh.aggregate over(%g : !mesh.graph) target outs(%half : tensor<?xf16>)
      init {
        %zero = arith.constant 0.0 : f16
        mesh.yield %zero : f16
      }
      step(%acc: f16, %e: index) {
        %one = arith.constant 1.0 : f16
        %a = arith.addf %acc, %one : f16
        mesh.yield %a : f16
      }
  %t = mesh.aggregate over(%g : !mesh.graph) target outs(%out : tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %e: index) {
        %two = arith.constant 2.0 : f32
        %a = arith.addf %acc, %two : f32
        mesh.yield %a : f32
      }
  return %y, %z, %t : tensor<?xf32>, tensor<?xf16>, tensor<?xf32>
}

// -----

// Rows that are dropped take their entry of `sorted` along.

// CHECK-LABEL: func.func @drop_sorted(
// CHECK: mesh.map_edges {{.*}} sweep = target sorted = array<i1: false, true>
// CHECK: mesh.aggregate {{.*}} target{{$}}
// CHECK-NEXT: edge(%arg2 : tensor<?xf32>)
// CHECK: mesh.aggregate {{.*}} target sorted = array<i1: true>
// CHECK-NEXT: edge(%arg1 : tensor<?xf32>)
func.func @drop_sorted(%g: !mesh.graph, %a: tensor<?xf32>, %b: tensor<?xf32>, %out: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %m:2 = mesh.map_edges over(%g : !mesh.graph) sweep = target sorted = array<i1: true, false, false, true>
      edge(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%out, %out : tensor<?xf32>, tensor<?xf32>)
      body(%u: f32, %v: f32, %e: index) { mesh.yield %u, %v : f32, f32 }
  %zero = arith.constant 0.0 : f32
  %x = mesh.aggregate over(%g : !mesh.graph) target sorted = array<i1: true, false> edge(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%out : tensor<?xf32>)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %u: f32, %v: f32, %e: index) {
        %s = arith.addf %acc, %v : f32
        mesh.yield %s : f32
      }
  %y = mesh.aggregate over(%g : !mesh.graph) target sorted = array<i1: true, false> edge(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%out : tensor<?xf32>)
      init { mesh.yield %zero : f32 }
      step(%acc: f32, %u: f32, %v: f32, %e: index) {
        %s = arith.addf %acc, %u : f32
        mesh.yield %s : f32
      }
  return %m#1, %x, %y : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
