// RUN: mesh-opt %s --split-input-file --convert-mesh-to-scf="vector-bits=256" --canonicalize --cse | FileCheck %s

// A weight for each of 8 heads is one exponential of a vector; the channels of a
// head load their weight from memory.
// CHECK-LABEL: func.func @weigh
// CHECK: %[[WEIGHTS:.*]] = math.exp %{{.*}} : vector<8xf32>
// CHECK: %[[MEMORY:.*]] = memref.alloca() {{.*}} : memref<8xf32>
// CHECK: vector.store %[[WEIGHTS]], %[[MEMORY]]
// CHECK: %[[FIRST:.*]] = memref.load %[[MEMORY]][%c0
// CHECK: vector.broadcast %[[FIRST]] : f32 to vector<16xf32>
// CHECK-NOT: math.exp {{.*}} : f32
// CHECK: return
func.func @weigh(%rp: memref<?xi32>, %col: memref<?xi32>, %e: memref<?xi32>, %x: memref<?x8x16xf32>, %l: memref<?x8xf32>, %y: memref<?x8x16xf32>) {
  mesh.aggregate over(%rp, %col, %e : memref<?xi32>, memref<?xi32>, memref<?xi32>) target
      source(%x, %l : memref<?x8x16xf32>, memref<?x8xf32>) outs(%y : memref<?x8x16xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<8x16xf32>
        mesh.yield %zero : tensor<8x16xf32>
      }
      step(%acc: tensor<8x16xf32>, %row: tensor<8x16xf32>, %logit: tensor<8xf32>, %ordinal: index) {
        %w = math.exp %logit : tensor<8xf32>
        %empty = tensor.empty() : tensor<8x16xf32>
        %wide = linalg.broadcast ins(%w : tensor<8xf32>) outs(%empty : tensor<8x16xf32>) dimensions = [1]
        %m = arith.mulf %row, %wide : tensor<8x16xf32>
        %a = arith.addf %acc, %m : tensor<8x16xf32>
        mesh.yield %a : tensor<8x16xf32>
      }
  return
}

// -----

// A row of 17 elements, of which the last vector has one.
// CHECK-LABEL: func.func @rest
// CHECK: math.exp %{{.*}} : vector<16xf32>
// CHECK-NEXT: {{.*}}memref.load
// CHECK-NEXT: math.exp %{{.*}} : f32
// CHECK-NEXT: vector.broadcast
// CHECK-NEXT: memref.alloca() {{.*}} : memref<32xf32>
// CHECK-NOT: math.exp
// CHECK: scf.for
func.func @rest(%rp: memref<?xi32>, %col: memref<?xi32>, %e: memref<?xi32>, %x: memref<?x17x16xf32>, %l: memref<?x17xf32>, %y: memref<?x17x16xf32>) {
  mesh.aggregate over(%rp, %col, %e : memref<?xi32>, memref<?xi32>, memref<?xi32>) target
      source(%x, %l : memref<?x17x16xf32>, memref<?x17xf32>) outs(%y : memref<?x17x16xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<17x16xf32>
        mesh.yield %zero : tensor<17x16xf32>
      }
      step(%acc: tensor<17x16xf32>, %row: tensor<17x16xf32>, %logit: tensor<17xf32>, %ordinal: index) {
        %w = math.exp %logit : tensor<17xf32>
        %empty = tensor.empty() : tensor<17x16xf32>
        %wide = linalg.broadcast ins(%w : tensor<17xf32>) outs(%empty : tensor<17x16xf32>) dimensions = [1]
        %m = arith.mulf %row, %wide : tensor<17x16xf32>
        %a = arith.addf %acc, %m : tensor<17x16xf32>
        mesh.yield %a : tensor<17x16xf32>
      }
  return
}

// -----

// A block of 16 edges is gone through once for as many vectors as stay in
// registers: with 256 bits, 4 of 8 vectors of 16 lanes and then the others.
// CHECK-LABEL: func.func @groups
// CHECK: math.exp
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
// CHECK: scf.for {{.*}} -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
func.func @groups(%rp: memref<?xi32>, %col: memref<?xi32>, %e: memref<?xi32>, %x: memref<?x8x16xf32>, %l: memref<?x8xf32>, %y: memref<?x8x16xf32>) {
  mesh.aggregate over(%rp, %col, %e : memref<?xi32>, memref<?xi32>, memref<?xi32>) target stabilize = softmax
      source(%x : memref<?x8x16xf32>) score_source(%l : memref<?x8xf32>) outs(%y : memref<?x8x16xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<8x16xf32>
        mesh.yield %zero : tensor<8x16xf32>
      }
      score(%logit: tensor<8xf32>, %ordinal: index) {
        mesh.yield %logit : tensor<8xf32>
      }
      step(%acc: tensor<8x16xf32>, %w: tensor<8xf32>, %row: tensor<8x16xf32>, %ordinal: index) {
        %empty = tensor.empty() : tensor<8x16xf32>
        %wide = linalg.broadcast ins(%w : tensor<8xf32>) outs(%empty : tensor<8x16xf32>) dimensions = [1]
        %m = arith.mulf %row, %wide : tensor<8x16xf32>
        %a = arith.addf %acc, %m : tensor<8x16xf32>
        mesh.yield %a : tensor<8x16xf32>
      }
  return
}
