// The printed form of mesh.aggregate, and its generic form.
// RUN: mesh-opt %s | mesh-opt | FileCheck %s
// RUN: mesh-opt %s --mlir-print-op-generic | mesh-opt | FileCheck %s

// Without score: a weighted sum. combine is left out, finish too.
// CHECK-LABEL: func.func @weighted_sum(
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK-NEXT: source(%{{.*}} : tensor<?x16xf32>)
// CHECK-NEXT: edge(%{{.*}} : tensor<?xf32>)
// CHECK-NEXT: outs(%{{.*}} : tensor<?x16xf32>)
// CHECK-NEXT: init {
// CHECK: step(%{{.*}}: tensor<16xf32>, %{{.*}}: tensor<16xf32>, %{{.*}}: f32, %{{.*}}: index) {
func.func @weighted_sum(%g: !mesh.graph, %x: tensor<?x16xf32>, %w: tensor<?xf32>, %out: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x16xf32>) edge(%w : tensor<?xf32>)
      outs(%out : tensor<?x16xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<16xf32>
        mesh.yield %zero : tensor<16xf32>
      }
      step(%acc: tensor<16xf32>, %row: tensor<16xf32>, %weight: f32, %e: index) {
        %s = tensor.splat %weight : tensor<16xf32>
        %m = arith.mulf %row, %s : tensor<16xf32>
        %a = arith.addf %acc, %m : tensor<16xf32>
        mesh.yield %a : tensor<16xf32>
      }
  return %y : tensor<?x16xf32>
}

// Every region: attention over out-edges, batched, with a flag from score.
// CHECK-LABEL: func.func @attention(
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph<i64>) source stabilize = softmax dim = 1 batched = array<i1: true, true, true, true, false>
// CHECK-NEXT: source(%{{.*}} : tensor<2x?x4xf64>)
// CHECK-NEXT: owner(%{{.*}} : tensor<2x?x4xf64>)
// CHECK-NEXT: score_source(%{{.*}} : tensor<2x?xf64>)
// CHECK-NEXT: score_owner(%{{.*}} : tensor<2x?xf64>)
// CHECK-NEXT: score_edge(%{{.*}} : tensor<?xf64>)
// CHECK-NEXT: outs(%{{.*}} : tensor<2x?x4xf64>)
// CHECK-NEXT: init {
// CHECK: score(%{{.*}}: f64, %{{.*}}: f64, %{{.*}}: f64, %{{.*}}: index) {
// CHECK: step(%{{.*}}: tensor<4xf64>, %{{.*}}: f64, %{{.*}}: i1, %{{.*}}: tensor<4xf64>, %{{.*}}: tensor<4xf64>, %{{.*}}: index) {
// CHECK: rescale(%{{.*}}: tensor<4xf64>, %{{.*}}: f64) {
// CHECK: combine(%{{.*}}: tensor<4xf64>, %{{.*}}: tensor<4xf64>) {
// CHECK: finish(%{{.*}}: tensor<4xf64>, %{{.*}}: f64, %{{.*}}: f64, %{{.*}}: tensor<4xf64>, %{{.*}}: index) {
func.func @attention(%g: !mesh.graph<i64>, %x: tensor<2x?x4xf64>, %s: tensor<2x?xf64>, %b: tensor<?xf64>, %out: tensor<2x?x4xf64>) -> tensor<2x?x4xf64> {
  %y = mesh.aggregate over(%g : !mesh.graph<i64>) source stabilize = softmax dim = 1 batched = array<i1: true, true, true, true, false>
      source(%x : tensor<2x?x4xf64>)
      owner(%x : tensor<2x?x4xf64>)
      score_source(%s : tensor<2x?xf64>)
      score_owner(%s : tensor<2x?xf64>)
      score_edge(%b : tensor<?xf64>)
      outs(%out : tensor<2x?x4xf64>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf64>
        mesh.yield %zero : tensor<4xf64>
      }
      score(%source: f64, %owner: f64, %bias: f64, %e: index) {
        %sum = arith.addf %source, %owner : f64
        %logit = arith.addf %sum, %bias : f64
        %c0 = arith.constant 0.0 : f64
        %flag = arith.cmpf ogt, %logit, %c0 : f64
        mesh.yield %logit, %flag : f64, i1
      }
      step(%acc: tensor<4xf64>, %w: f64, %flag: i1, %row: tensor<4xf64>, %own: tensor<4xf64>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf64>
        %m = arith.mulf %row, %ws : tensor<4xf64>
        %a = arith.addf %acc, %m : tensor<4xf64>
        mesh.yield %a : tensor<4xf64>
      }
      rescale(%acc: tensor<4xf64>, %c: f64) {
        %cs = tensor.splat %c : tensor<4xf64>
        %a = arith.mulf %acc, %cs : tensor<4xf64>
        mesh.yield %a : tensor<4xf64>
      }
      combine(%lhs: tensor<4xf64>, %rhs: tensor<4xf64>) {
        %a = arith.addf %lhs, %rhs : tensor<4xf64>
        mesh.yield %a : tensor<4xf64>
      }
      finish(%acc: tensor<4xf64>, %max: f64, %sum: f64, %own: tensor<4xf64>, %degree: index) {
        %c0 = arith.constant 0.0 : f64
        %empty = arith.cmpf oeq, %sum, %c0 : f64
        %sums = tensor.splat %sum : tensor<4xf64>
        %q = arith.divf %acc, %sums : tensor<4xf64>
        %zero = arith.constant dense<0.0> : tensor<4xf64>
        %r = arith.select %empty, %zero, %q : tensor<4xf64>
        mesh.yield %r : tensor<4xf64>
      }
  return %y : tensor<2x?x4xf64>
}

// Over components, with two accumulators and two results; only owner rows.
// CHECK-LABEL: func.func @components(
// CHECK: mesh.aggregate over(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) target
// CHECK-NEXT: owner(%{{.*}} : tensor<?xf32>)
// CHECK-NEXT: outs(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf32>)
// CHECK-NEXT: init {
// CHECK: step(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: index) {
// CHECK: combine(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32) {
func.func @components(%ptr: tensor<?xi32>, %col: tensor<?xi32>, %edge: tensor<?xi32>, %x: tensor<?xf32>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %y:2 = mesh.aggregate over(%ptr, %col, %edge : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) target
      owner(%x : tensor<?xf32>)
      outs(%a, %b : tensor<?xf32>, tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero, %zero : f32, f32
      }
      step(%sum: f32, %largest: f32, %own: f32, %e: index) {
        %s = arith.addf %sum, %own : f32
        %m = arith.maximumf %own, %largest : f32
        mesh.yield %s, %m : f32, f32
      }
      combine(%s0: f32, %m0: f32, %s1: f32, %m1: f32) {
        %s = arith.addf %s0, %s1 : f32
        %m = arith.maximumf %m1, %m0 : f32
        mesh.yield %s, %m : f32, f32
      }
  return %y#0, %y#1 : tensor<?xf32>, tensor<?xf32>
}

// On buffers there are no results. Attributes that Mesh does not know are kept.
// CHECK-LABEL: func.func @buffers(
// CHECK: mesh.aggregate over(%{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, memref<?xi32>, memref<?xi32>) target
// CHECK-NEXT: source(%{{.*}} : memref<?x8xf32>)
// CHECK-NEXT: outs(%{{.*}} : memref<?x8xf32>)
// CHECK-NEXT: init {
// CHECK: step(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xf32>, %{{.*}}: index) {
// CHECK: } attributes {note = "sum"}
func.func @buffers(%ptr: memref<?xi32>, %col: memref<?xi32>, %edge: memref<?xi32>, %x: memref<?x8xf32>, %out: memref<?x8xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<?xi32>, memref<?xi32>, memref<?xi32>) target
      source(%x : memref<?x8xf32>) outs(%out : memref<?x8xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<8xf32>
        mesh.yield %zero : tensor<8xf32>
      }
      step(%acc: tensor<8xf32>, %row: tensor<8xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<8xf32>
        mesh.yield %a : tensor<8xf32>
      }
      attributes {note = "sum"}
  return
}

// Edge rows in the order of the sweep.
// CHECK-LABEL: func.func @sorted(
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) source sorted = array<i1: true, false>
// CHECK-NEXT: edge(%{{.*}} : tensor<?xf32>)
// CHECK-NEXT: score_edge(%{{.*}} : tensor<?xf32>)
func.func @sorted(%g: !mesh.graph, %w: tensor<?xf32>, %out: tensor<?xf32>) {
  %y = mesh.aggregate over(%g : !mesh.graph) source sorted = array<i1: true, false>
      edge(%w : tensor<?xf32>) score_edge(%w : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      score(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
      step(%acc: f32, %weight: f32, %v: f32, %e: index) {
        %m = arith.mulf %weight, %v : f32
        %a = arith.addf %acc, %m : f32
        mesh.yield %a : f32
      }
  return
}
