// RUN: mesh-opt %s --mesh-lower-matmul | FileCheck %s
// RUN: not mesh-opt %s --mesh-lower-matmul=vector-bits=96 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: error: expects 'vector-bits' to be 128, 256 or 512, but got 96

// CHECK-LABEL: func.func @integers(
// CHECK: linalg.matmul
func.func @integers(%a: memref<4x8xi32>, %b: memref<8x16xi32>, %c: memref<4x16xi32>) {
  linalg.matmul ins(%a, %b : memref<4x8xi32>, memref<8x16xi32>) outs(%c : memref<4x16xi32>)
  return
}

// CHECK-LABEL: func.func @matvec(
// CHECK: linalg.matvec
func.func @matvec(%a: memref<4x8xf32>, %b: memref<8xf32>, %c: memref<4xf32>) {
  linalg.matvec ins(%a, %b : memref<4x8xf32>, memref<8xf32>) outs(%c : memref<4xf32>)
  return
}

// CHECK-LABEL: func.func @dot(
// CHECK: linalg.dot
func.func @dot(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<f32>) {
  linalg.dot ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%c : memref<f32>)
  return
}

// CHECK-LABEL: func.func @tensors(
// CHECK: linalg.matmul
func.func @tensors(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// Not a product of sums: the maximum is kept.
// CHECK-LABEL: func.func @other_body(
// CHECK: linalg.generic
func.func @other_body(%a: memref<4x8xf32>, %b: memref<8x16xf32>, %c: memref<4x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x8xf32>, memref<8x16xf32>) outs(%c : memref<4x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.maximumf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}
