// RUN: mesh-opt %s --mesh-lower-copies | FileCheck %s

// CHECK-LABEL: func.func @strided(
// CHECK-NOT:     memref.copy
// CHECK:         linalg.generic
func.func @strided(%a: memref<4x?xf32, strided<[?, 1]>>, %b: memref<4x?xf32>) {
  memref.copy %a, %b : memref<4x?xf32, strided<[?, 1]>> to memref<4x?xf32>
  return
}

// CHECK-LABEL: func.func @contiguous(
// CHECK:         memref.copy
func.func @contiguous(%a: memref<4x?xf32>, %b: memref<4x?xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<4x?xf32>
  return
}
