// RUN: mesh-opt %s --split-input-file --mesh-lower-matmul --canonicalize | FileCheck %s

#at = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// The weights' gradient: chunks of nodes in parallel, added in order.
// CHECK-LABEL: func.func @gradient(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x32xf32>, %[[G:[a-z0-9]+]]: memref<?x16xf32>, %[[DW:[a-z0-9]+]]: memref<32x16xf32>)
// CHECK: %[[LENGTH:.*]] = arith.maxsi %{{.*}}, %c1024
// CHECK: %[[COUNT:.*]] = arith.ceildivui %{{.*}}, %[[LENGTH]]
// CHECK: %[[PARTS:.*]] = memref.alloc(%[[COUNT]]) {alignment = 64 : i64} : memref<?x32x16xf32>
// CHECK: scf.parallel (%[[CHUNK:.*]]) = (%c0) to (%[[COUNT]])
// CHECK: %[[B:.*]] = memref.alloca() {alignment = 64 : i64} : memref<1x128x16xf32>
// CHECK: %[[A:.*]] = memref.alloca() {alignment = 64 : i64} : memref<128x96xf32>
// CHECK: scf.for %{{.*}} step %c128
// CHECK: vector.load %[[G]]
// CHECK: vector.store %{{.*}}, %[[B]]
// CHECK: vector.load %[[X]]
// CHECK: vector.store %{{.*}}, %[[A]]
// CHECK: vector.fma
// CHECK: vector.store %{{.*}}, %[[PARTS]][%[[CHUNK]]
// CHECK: scf.parallel
// CHECK: %[[OLD:.*]] = vector.load %[[DW]]
// CHECK: %[[SUM:.*]] = scf.for %[[PART:.*]] = %c0 to %[[COUNT]] step %c1 iter_args(%[[SO_FAR:.*]] = %[[OLD]])
// CHECK: %[[TERM:.*]] = vector.load %[[PARTS]][%[[PART]]
// CHECK: arith.addf %[[SO_FAR]], %[[TERM]]
// CHECK: vector.store %[[SUM]], %[[DW]]
// CHECK: memref.dealloc %[[PARTS]]
func.func @gradient(%x: memref<?x32xf32>, %g: memref<?x16xf32>, %dw: memref<32x16xf32>) {
  linalg.generic {indexing_maps = [#at, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %g : memref<?x32xf32>, memref<?x16xf32>) outs(%dw : memref<32x16xf32>) {
  ^bb0(%l: f32, %r: f32, %z: f32):
    %p = arith.mulf %l, %r : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Sizes that are not known decide when they are.
// CHECK-LABEL: func.func @dynamic(
// CHECK-DAG: %[[LONG:.*]] = arith.cmpi sgt, %{{.*}}, %c2047
// CHECK-DAG: %[[SMALL:.*]] = arith.cmpi slt, %{{.*}}, %c262145
// CHECK: %[[BOTH:.*]] = arith.andi %[[LONG]], %[[SMALL]]
// CHECK: scf.if %[[BOTH]] {
// CHECK: memref.alloc({{.*}}) {alignment = 64 : i64} : memref<?x?x?xf32>
// CHECK: } else {
// CHECK: memref.alloc({{.*}}) {alignment = 64 : i64} : memref<?x?x16xf32>
func.func @dynamic(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
