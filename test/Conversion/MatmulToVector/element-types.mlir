// RUN: mesh-opt %s --split-input-file --mesh-lower-matmul --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @double(
// CHECK: memref<2x8x8xf64>
// CHECK: vector.fma %{{.*}} : vector<4xf64>
func.func @double(%a: memref<?x8xf64>, %b: memref<8x16xf64>, %c: memref<?x16xf64>) {
  linalg.matmul ins(%a, %b : memref<?x8xf64>, memref<8x16xf64>) outs(%c : memref<?x16xf64>)
  return
}

// -----

// Both operands become f32 when they are packed.
// CHECK-LABEL: func.func @widened(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x8xbf16>, %[[B:[a-z0-9]+]]: memref<8x16xbf16>
// CHECK: memref<1x8x16xf32>
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<96x256xf32>
// CHECK: vector.load %[[A]]
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK: vector.fma %{{.*}} : vector<8xf32>
func.func @widened(%a: memref<?x8xbf16>, %b: memref<8x16xbf16>, %c: memref<?x16xf32>) {
  linalg.matmul ins(%a, %b : memref<?x8xbf16>, memref<8x16xbf16>) outs(%c : memref<?x16xf32>)
  return
}

// -----

// Sums are f32 and rounded once.
// CHECK-LABEL: func.func @rounded(
// CHECK-SAME: %{{.*}}, %{{.*}}, %[[C:[a-z0-9]+]]: memref<?x16xf16>
// CHECK: %[[SUMS:.*]] = memref.alloca() {alignment = 64 : i64} : memref<96x16xf32>
// CHECK: %[[OLD:.*]] = vector.load %[[C]]
// CHECK: %[[WIDE:.*]] = arith.extf %[[OLD]] : vector<8xf16> to vector<8xf32>
// CHECK: vector.store %[[WIDE]], %[[SUMS]]
// CHECK: vector.fma %{{.*}} : vector<8xf32>
// CHECK: %[[SUM:.*]] = vector.load %[[SUMS]]
// CHECK: %[[NEW:.*]] = arith.truncf %[[SUM]] : vector<8xf32> to vector<8xf16>
// CHECK: vector.store %[[NEW]], %[[C]]
func.func @rounded(%a: memref<?x8xf16>, %b: memref<8x16xf16>, %c: memref<?x16xf16>) {
  linalg.matmul ins(%a, %b : memref<?x8xf16>, memref<8x16xf16>) outs(%c : memref<?x16xf16>)
  return
}
