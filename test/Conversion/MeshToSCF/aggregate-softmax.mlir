// RUN: mesh-opt %s --split-input-file --convert-mesh-to-scf --canonicalize | FileCheck %s
// RUN: mesh-opt %s --split-input-file --convert-mesh-to-scf --canonicalize --mesh-expand-math | FileCheck %s --check-prefix=MATH

// 16 edges at a time: scores and their maximum, with rows ahead fetched; weights
// of 16 edges and heads at once; a weight from the buffer for 16 channels.
// CHECK-LABEL: func.func @two_heads
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x2x16xf32>, %[[S:[a-z0-9]+]]: memref<?x2xf32>
// CHECK: scf.parallel
// CHECK: %[[BUFFER:.*]] = memref.alloca() {alignment = 64 : i64} : memref<48xf32>
// CHECK: scf.for %[[FIRST:[a-z0-9]+]] = {{.*}} step %c16 {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<2xf32>, vector<2xf32>)
// CHECK: %[[REST:.*]] = arith.subi
// CHECK: %[[COUNT:.*]] = arith.minsi %[[REST]], %c16
// CHECK: %[[MAX:.*]] = scf.for %{{.*}} = %c0 to %[[COUNT]] step %c1 {{.*}} -> (vector<2xf32>)
// CHECK: memref.prefetch
// CHECK: %[[SCORE:.*]] = vector.load %[[S]]
// CHECK: arith.maximumf %[[SCORE]]
// CHECK: vector.store %[[SCORE]], %[[BUFFER]]
// CHECK: vector.store %{{.*}}, %[[BUFFER]]
// CHECK: arith.maximumf %[[MAX]]
// CHECK: math.exp %{{.*}} : vector<2xf32>
// CHECK: vector.shuffle %[[SHIFT:.*]], %[[SHIFT]] [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]
// CHECK: scf.for %{{.*}} step %c16 {{.*}} -> (vector<16xf32>)
// CHECK: vector.load %[[BUFFER]]
// CHECK: math.exp %{{.*}} : vector<16xf32>
// CHECK: vector.store %{{.*}}, %[[BUFFER]]
// CHECK-COUNT-3: vector.shuffle
// CHECK: scf.for %{{.*}} = %c0 to %[[COUNT]] step %c1 {{.*}} -> (vector<16xf32>, vector<16xf32>)
// CHECK-NOT: memref.prefetch
// CHECK: %[[W:.*]] = memref.load %[[BUFFER]]
// CHECK: vector.broadcast %[[W]] : f32 to vector<16xf32>
// MATH-LABEL: func.func @two_heads
// MATH-NOT: math.exp
// MATH: return
func.func @two_heads(%x: memref<?x2x16xf32>, %s: memref<?x2xf32>, %ptr: memref<4000xi32>, %col: memref<4000xi32>, %edge: memref<4000xi32>, %y: memref<?x2x16xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<4000xi32>, memref<4000xi32>, memref<4000xi32>) target stabilize = softmax
      source(%x : memref<?x2x16xf32>) score_source(%s : memref<?x2xf32>)
      outs(%y : memref<?x2x16xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<2x16xf32>
        mesh.yield %zero : tensor<2x16xf32>
      }
      score(%score: tensor<2xf32>, %e: index) {
        mesh.yield %score : tensor<2xf32>
      }
      step(%acc: tensor<2x16xf32>, %w: tensor<2xf32>, %row: tensor<2x16xf32>, %e: index) {
        %empty = tensor.empty() : tensor<2x16xf32>
        %ws = linalg.broadcast ins(%w : tensor<2xf32>) outs(%empty : tensor<2x16xf32>) dimensions = [1]
        %m = arith.mulf %row, %ws : tensor<2x16xf32>
        %a = arith.addf %acc, %m : tensor<2x16xf32>
        mesh.yield %a : tensor<2x16xf32>
      }
      attributes {mesh.prefetch_distance = 24 : i64}
  return
}

// -----

// Fewer channels than lanes: weights are loaded as a vector and permuted.
// CHECK-LABEL: func.func @few_channels
// CHECK: %[[BUFFER:.*]] = memref.alloca() {alignment = 64 : i64} : memref<144xf32>
// CHECK: %[[W:.*]] = vector.load %[[BUFFER]]{{.*}} : memref<144xf32>, vector<8xf32>
// CHECK: vector.shuffle %[[W]], %[[W]] [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
func.func @few_channels(%x: memref<?x8x4xf32>, %s: memref<?x8xf32>, %ptr: memref<4000xi32>, %col: memref<4000xi32>, %edge: memref<4000xi32>, %y: memref<?x8x4xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<4000xi32>, memref<4000xi32>, memref<4000xi32>) target stabilize = softmax
      source(%x : memref<?x8x4xf32>) score_source(%s : memref<?x8xf32>)
      outs(%y : memref<?x8x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<8x4xf32>
        mesh.yield %zero : tensor<8x4xf32>
      }
      score(%score: tensor<8xf32>, %e: index) {
        mesh.yield %score : tensor<8xf32>
      }
      step(%acc: tensor<8x4xf32>, %w: tensor<8xf32>, %row: tensor<8x4xf32>, %e: index) {
        %empty = tensor.empty() : tensor<8x4xf32>
        %ws = linalg.broadcast ins(%w : tensor<8xf32>) outs(%empty : tensor<8x4xf32>) dimensions = [1]
        %m = arith.mulf %row, %ws : tensor<8x4xf32>
        %a = arith.addf %acc, %m : tensor<8x4xf32>
        mesh.yield %a : tensor<8x4xf32>
      }
  return
}

// -----

// No accumulators: no edges, no prefetch, an even share for each thread.
// CHECK-LABEL: func.func @map
// CHECK: scf.parallel
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: arith.mulf %{{.*}} : vector<16xf32>
// CHECK-NOT: mesh.dynamic
// CHECK: return
func.func @map(%x: memref<?x16xf32>, %ptr: memref<?xi32>, %col: memref<?xi32>, %edge: memref<?xi32>, %y: memref<?x16xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<?xi32>, memref<?xi32>, memref<?xi32>) target
      owner(%x : memref<?x16xf32>)
      outs(%y : memref<?x16xf32>)
      init { mesh.yield }
      step(%row: tensor<16xf32>, %e: index) { mesh.yield }
      finish(%row: tensor<16xf32>, %degree: index) {
        %r = arith.mulf %row, %row : tensor<16xf32>
        mesh.yield %r : tensor<16xf32>
      }
  return
}
