// The printed form of gather and the segment ops, and their generic form.
// RUN: mesh-opt %s | mesh-opt | FileCheck %s
// RUN: mesh-opt %s --mlir-print-op-generic | mesh-opt | FileCheck %s

// CHECK-LABEL: func.func @gather(
func.func @gather(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // CHECK: mesh.gather %{{.*}}, %{{.*}} source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %s = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  // CHECK: mesh.gather %{{.*}}, %{{.*}} target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %t = mesh.gather %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// Rows are moved, not computed with: any element type will do.
// CHECK-LABEL: func.func @gather_element_types(
func.func @gather_element_types(%g: !mesh.graph<i64>, %h: tensor<?xf16>, %b: tensor<?xbf16>, %d: tensor<?xf64>, %i: tensor<?x3xi32>, %m: tensor<?xi1>, %n: tensor<?xindex>) {
  // CHECK: mesh.gather %{{.*}}, %{{.*}} source : (tensor<?xf16>, !mesh.graph<i64>) -> tensor<?xf16>
  %0 = mesh.gather %h, %g source : (tensor<?xf16>, !mesh.graph<i64>) -> tensor<?xf16>
  // CHECK: mesh.gather %{{.*}}, %{{.*}} source : (tensor<?xbf16>, !mesh.graph<i64>) -> tensor<?xbf16>
  %1 = mesh.gather %b, %g source : (tensor<?xbf16>, !mesh.graph<i64>) -> tensor<?xbf16>
  // CHECK: mesh.gather %{{.*}}, %{{.*}} target : (tensor<?xf64>, !mesh.graph<i64>) -> tensor<?xf64>
  %2 = mesh.gather %d, %g target : (tensor<?xf64>, !mesh.graph<i64>) -> tensor<?xf64>
  // CHECK: mesh.gather %{{.*}}, %{{.*}} target : (tensor<?x3xi32>, !mesh.graph<i64>) -> tensor<?x3xi32>
  %3 = mesh.gather %i, %g target : (tensor<?x3xi32>, !mesh.graph<i64>) -> tensor<?x3xi32>
  // CHECK: mesh.gather %{{.*}}, %{{.*}} target : (tensor<?xi1>, !mesh.graph<i64>) -> tensor<?xi1>
  %4 = mesh.gather %m, %g target : (tensor<?xi1>, !mesh.graph<i64>) -> tensor<?xi1>
  // CHECK: mesh.gather %{{.*}}, %{{.*}} target : (tensor<?xindex>, !mesh.graph<i64>) -> tensor<?xindex>
  %5 = mesh.gather %n, %g target : (tensor<?xindex>, !mesh.graph<i64>) -> tensor<?xindex>
  return
}

// Static counts may be written where inference leaves them open.
// CHECK-LABEL: func.func @gather_static(
func.func @gather_static(%g: !mesh.graph, %x: tensor<34x16xf32>) {
  // CHECK: mesh.gather %{{.*}}, %{{.*}} source : (tensor<34x16xf32>, !mesh.graph) -> tensor<156x16xf32>
  %0 = mesh.gather %x, %g source : (tensor<34x16xf32>, !mesh.graph) -> tensor<156x16xf32>
  // CHECK: mesh.gather %{{.*}}, %{{.*}} source : (tensor<34x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %1 = mesh.gather %x, %g source : (tensor<34x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// CHECK-LABEL: func.func @gather_batched(
func.func @gather_batched(%g: !mesh.graph, %x: tensor<4x?x8x16xf32>, %y: tensor<?x2x34xf32>) {
  // CHECK: mesh.gather %{{.*}}, %{{.*}} source dim = 1 : (tensor<4x?x8x16xf32>, !mesh.graph) -> tensor<4x?x8x16xf32>
  %0 = mesh.gather %x, %g source dim = 1 : (tensor<4x?x8x16xf32>, !mesh.graph) -> tensor<4x?x8x16xf32>
  // CHECK: mesh.gather %{{.*}}, %{{.*}} target dim = 2 : (tensor<?x2x34xf32>, !mesh.graph) -> tensor<?x2x156xf32>
  %1 = mesh.gather %y, %g target dim = 2 : (tensor<?x2x34xf32>, !mesh.graph) -> tensor<?x2x156xf32>
  return
}

// CHECK-LABEL: func.func @segment_sum(
func.func @segment_sum(%g: !mesh.graph, %h: !mesh.graph<i64>, %m: tensor<?x16xf32>, %b: tensor<3x?x4xbf16>, %v: tensor<156xf64>) {
  // CHECK: mesh.segment_sum %{{.*}}, %{{.*}} target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %0 = mesh.segment_sum %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  // CHECK: mesh.segment_sum %{{.*}}, %{{.*}} source dim = 1 : (tensor<3x?x4xbf16>, !mesh.graph<i64>) -> tensor<3x?x4xbf16>
  %1 = mesh.segment_sum %b, %h source dim = 1 : (tensor<3x?x4xbf16>, !mesh.graph<i64>) -> tensor<3x?x4xbf16>
  // CHECK: mesh.segment_sum %{{.*}}, %{{.*}} target : (tensor<156xf64>, !mesh.graph) -> tensor<34xf64>
  %2 = mesh.segment_sum %v, %g target : (tensor<156xf64>, !mesh.graph) -> tensor<34xf64>
  return
}

// CHECK-LABEL: func.func @segment_mean(
func.func @segment_mean(%g: !mesh.graph, %m: tensor<?x16xf32>, %h: tensor<?x0xf16>) {
  // CHECK: mesh.segment_mean %{{.*}}, %{{.*}} target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %0 = mesh.segment_mean %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  // CHECK: mesh.segment_mean %{{.*}}, %{{.*}} source : (tensor<?x0xf16>, !mesh.graph) -> tensor<?x0xf16>
  %1 = mesh.segment_mean %h, %g source : (tensor<?x0xf16>, !mesh.graph) -> tensor<?x0xf16>
  return
}

// CHECK-LABEL: func.func @segment_max(
func.func @segment_max(%g: !mesh.graph, %m: tensor<?x16xf32>, %b: tensor<2x3x?xf32>) {
  // CHECK: mesh.segment_max %{{.*}}, %{{.*}} target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %0 = mesh.segment_max %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  // CHECK: mesh.segment_max %{{.*}}, %{{.*}} target dim = 2 : (tensor<2x3x?xf32>, !mesh.graph) -> tensor<2x3x?xf32>
  %1 = mesh.segment_max %b, %g target dim = 2 : (tensor<2x3x?xf32>, !mesh.graph) -> tensor<2x3x?xf32>
  return
}

// CHECK-LABEL: func.func @segment_min(
func.func @segment_min(%g: !mesh.graph, %m: tensor<?x?xf32>, %d: tensor<?xf64>) {
  // CHECK: mesh.segment_min %{{.*}}, %{{.*}} target : (tensor<?x?xf32>, !mesh.graph) -> tensor<?x?xf32>
  %0 = mesh.segment_min %m, %g target : (tensor<?x?xf32>, !mesh.graph) -> tensor<?x?xf32>
  // CHECK: mesh.segment_min %{{.*}}, %{{.*}} source : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %1 = mesh.segment_min %d, %g source : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  return
}

// CHECK-LABEL: func.func @segment_argmax(
func.func @segment_argmax(%g: !mesh.graph, %h: !mesh.graph<i64>, %m: tensor<?x16xf32>, %b: tensor<2x?xbf16>) {
  // CHECK: mesh.segment_argmax %{{.*}}, %{{.*}} target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xi32>
  %0 = mesh.segment_argmax %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xi32>
  // CHECK: mesh.segment_argmax %{{.*}}, %{{.*}} source : (tensor<?x16xf32>, !mesh.graph<i64>) -> tensor<?x16xi64>
  %1 = mesh.segment_argmax %m, %h source : (tensor<?x16xf32>, !mesh.graph<i64>) -> tensor<?x16xi64>
  // CHECK: mesh.segment_argmax %{{.*}}, %{{.*}} target dim = 1 : (tensor<2x?xbf16>, !mesh.graph) -> tensor<2x34xi32>
  %2 = mesh.segment_argmax %b, %g target dim = 1 : (tensor<2x?xbf16>, !mesh.graph) -> tensor<2x34xi32>
  return
}

// CHECK-LABEL: func.func @segment_softmax(
func.func @segment_softmax(%g: !mesh.graph, %s: tensor<?x8xf32>, %b: tensor<2x?x8xf16>, %v: tensor<156xf64>) {
  // CHECK: mesh.segment_softmax %{{.*}}, %{{.*}} target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %0 = mesh.segment_softmax %s, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  // CHECK: mesh.segment_softmax %{{.*}}, %{{.*}} source dim = 1 : (tensor<2x?x8xf16>, !mesh.graph) -> tensor<2x?x8xf16>
  %1 = mesh.segment_softmax %b, %g source dim = 1 : (tensor<2x?x8xf16>, !mesh.graph) -> tensor<2x?x8xf16>
  // CHECK: mesh.segment_softmax %{{.*}}, %{{.*}} target : (tensor<156xf64>, !mesh.graph) -> tensor<156xf64>
  %2 = mesh.segment_softmax %v, %g target : (tensor<156xf64>, !mesh.graph) -> tensor<156xf64>
  return
}
