// RUN: mesh-opt %s --mesh-lower-expand-shapes | FileCheck %s
// RUN: mesh-opt %s --mesh-lower-expand-shapes --expand-strided-metadata | FileCheck %s --check-prefix=METADATA
// METADATA-NOT: expand_shape %{{.*}} into memref<?x?x2xf32>

// Two sizes of one axis.
// CHECK-LABEL: func @two_unknown(
// CHECK-SAME: %[[A:.*]]: memref<?x2xf32>, %[[I:.*]]: index, %[[J:.*]]: index
func.func @two_unknown(%a: memref<?x2xf32>, %i: index, %j: index) -> memref<?x?x2xf32> {
  // CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[A]]
  // CHECK: %[[STRIDE:.*]] = arith.muli %{{.*}}, %[[J]]
  // CHECK: memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[I]], %[[J]], 2], strides: [%[[STRIDE]], 2, 1]
  // CHECK-NOT: expand_shape
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [%i, %j, 2] : memref<?x2xf32> into memref<?x?x2xf32>
  return %e : memref<?x?x2xf32>
}

// Offset and strides of a part of another buffer are kept.
// CHECK-LABEL: func @strided(
func.func @strided(%a: memref<?x2xf32, strided<[?, 1], offset: ?>>, %i: index, %j: index)
    -> memref<?x?x2xf32, strided<[?, ?, 1], offset: ?>> {
  // CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata
  // CHECK: %[[STRIDE:.*]] = arith.muli %[[STRIDES]]#0, %{{.*}}
  // CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%{{.*}}, %{{.*}}, 2], strides: [%[[STRIDE]], %[[STRIDES]]#0, 1]
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [%i, %j, 2]
      : memref<?x2xf32, strided<[?, 1], offset: ?>> into memref<?x?x2xf32, strided<[?, ?, 1], offset: ?>>
  return %e : memref<?x?x2xf32, strided<[?, ?, 1], offset: ?>>
}

// One unknown size is upstream's.
// CHECK-LABEL: func @one_unknown(
func.func @one_unknown(%a: memref<?x2xf32>, %i: index) -> memref<?x3x2xf32> {
  // CHECK: memref.expand_shape
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [%i, 3, 2] : memref<?x2xf32> into memref<?x3x2xf32>
  return %e : memref<?x3x2xf32>
}
