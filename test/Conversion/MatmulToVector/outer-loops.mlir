// RUN: mesh-opt %s --split-input-file --mesh-lower-matmul --canonicalize | FileCheck %s

// Rows of products run in parallel,
// CHECK-LABEL: func.func @batch(
// CHECK: scf.for %[[I:.*]] = %c0
// CHECK: memref.subview %{{.*}}[%[[I]], 0, 0]
// CHECK: scf.parallel (%[[BLOCK:.*]]) =
// CHECK: arith.muli %[[BLOCK]], %c96
func.func @batch(%a: memref<?x?x8xf32>, %b: memref<?x8x16xf32>, %c: memref<?x?x16xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<?x?x8xf32>, memref<?x8x16xf32>) outs(%c : memref<?x?x16xf32>)
  return
}

// -----

// or the products themselves, if they have few rows.
// CHECK-LABEL: func.func @small_batch(
// CHECK: scf.parallel (%[[I:.*]]) = (%c0)
// CHECK-NOT: scf.parallel
// CHECK: mesh.work_per_iteration = 33 : i64
func.func @small_batch(%a: memref<?x4x8xf32>, %b: memref<?x8x16xf32>, %c: memref<?x4x16xf32>) {
  linalg.batch_matmul ins(%a, %b : memref<?x4x8xf32>, memref<?x8x16xf32>) outs(%c : memref<?x4x16xf32>)
  return
}

// -----

// Heads: strided views of the operands.
// CHECK-LABEL: func.func @heads(
// CHECK: scf.for %[[HEAD:.*]] = %c0 to %c4
// CHECK: memref.subview %{{.*}}[0, %[[HEAD]], 0]{{.*}} to memref<?x8xf32, strided<[32, 1], offset: ?>>
// CHECK: memref.subview %{{.*}}[%[[HEAD]], 0, 0]{{.*}} to memref<8x16xf32, strided<[16, 1], offset: ?>>
func.func @heads(%a: memref<?x4x8xf32>, %b: memref<4x8x16xf32>, %c: memref<?x4x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, h, d, k) -> (n, h, k)>, affine_map<(n, h, d, k) -> (h, k, d)>,
                                   affine_map<(n, h, d, k) -> (n, h, d)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x4x8xf32>, memref<4x8x16xf32>) outs(%c : memref<?x4x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}
