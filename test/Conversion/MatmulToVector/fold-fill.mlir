// RUN: mesh-opt %s --split-input-file --mesh-lower-matmul --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @folded(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x8xf32>, %[[B:[a-z0-9]+]]: memref<8x16xf32>, %[[C:[a-z0-9]+]]: memref<?x16xf32>)
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NOT: linalg.fill
// CHECK-NOT: vector.load %[[C]]
// CHECK: iter_args(%{{.*}} = %[[ZERO]]
func.func @folded(%a: memref<?x8xf32>, %b: memref<8x16xf32>, %c: memref<?x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x16xf32>)
  linalg.matmul ins(%a, %b : memref<?x8xf32>, memref<8x16xf32>) outs(%c : memref<?x16xf32>)
  return
}

// -----

// What happens to other buffers in between does not matter.
// CHECK-LABEL: func.func @unrelated(
// CHECK-NOT: linalg.fill
func.func @unrelated(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %other: memref<f32>) -> memref<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<4x16xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<4x16xf32>)
  memref.store %zero, %other[] : memref<f32>
  %bias = memref.alloc() : memref<16xf32>
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  memref.dealloc %bias : memref<16xf32>
  return %c : memref<4x16xf32>
}

// -----

// CHECK-LABEL: func.func @read_between(
// CHECK: linalg.fill
func.func @read_between(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %out: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  linalg.fill ins(%zero : f32) outs(%c : memref<4x16xf32>)
  %x = memref.load %c[%c0, %c0] : memref<4x16xf32>
  memref.store %x, %out[] : memref<f32>
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

// The argument written in between may be a part of C.
// CHECK-LABEL: func.func @alias_between(
// CHECK: linalg.fill
func.func @alias_between(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>, %other: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x16xf32>)
  memref.store %zero, %other[] : memref<f32>
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @unknown_call(
// CHECK: linalg.fill
func.func private @effect()
func.func @unknown_call(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x16xf32>)
  call @effect() : () -> ()
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>)
  return
}

// -----

// The left operand is the filled buffer.
// CHECK-LABEL: func.func @overlap(
// CHECK: linalg.fill
func.func @overlap(%b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<8x8xf32>)
  linalg.matmul ins(%c, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}
