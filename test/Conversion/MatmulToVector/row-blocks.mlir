// RUN: mesh-opt %s --split-input-file --mesh-lower-matmul --canonicalize | FileCheck %s
// RUN: mesh-opt %s --split-input-file --mesh-lower-matmul=vector-bits=512 --canonicalize | FileCheck %s --check-prefix=WIDE

// B is packed, then blocks of 96 rows run in parallel: tiles of 6 rows, single
// rows for the rest.
// CHECK-LABEL: func.func @weights(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x64xf32>, %[[B:[a-z0-9]+]]: memref<64x32xf32>, %[[C:[a-z0-9]+]]: memref<?x32xf32>)
// CHECK: %[[PANELS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2x64x16xf32>
// CHECK: scf.parallel
// CHECK: vector.load %[[B]]
// CHECK: vector.store %{{.*}}, %[[PANELS]]
// CHECK: scf.parallel (%[[BLOCK:.*]]) = (%c0) to (%{{.*}}) step (%c1)
// CHECK: %[[BEGIN:.*]] = arith.muli %[[BLOCK]], %c96
// CHECK: scf.for %[[ROW:.*]] = %[[BEGIN]] to %{{.*}} step %c6
// CHECK-COUNT-12: vector.load %[[C]]{{.*}} vector<8xf32>
// CHECK: scf.for %[[K:.*]] = %c0 to %c64 step %c4
// CHECK: vector.load %[[PANELS]]
// CHECK: vector.load %[[PANELS]]
// CHECK: memref.prefetch %[[PANELS]]
// CHECK: %[[SCALAR:.*]] = memref.load %[[A]][%[[ROW]], %[[K]]]
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[SCALAR]] : f32 to vector<8xf32>
// CHECK: vector.fma %[[SPLAT]]
// CHECK-COUNT-12: vector.store %{{.*}}, %[[C]]
// CHECK: scf.for %{{.*}} step %c1
// CHECK: mesh.work_per_iteration = 12289 : i64
// CHECK: memref.dealloc %[[PANELS]]
// CHECK-NOT: linalg.matmul

// WIDE-LABEL: func.func @weights(
// WIDE: memref<1x64x32xf32>
// WIDE: scf.for %{{.*}} step %c12
// WIDE-COUNT-24: vector.load %{{.*}} vector<16xf32>
func.func @weights(%a: memref<?x64xf32>, %b: memref<64x32xf32>, %c: memref<?x32xf32>) {
  linalg.matmul ins(%a, %b : memref<?x64xf32>, memref<64x32xf32>) outs(%c : memref<?x32xf32>)
  return
}

// -----

// B that is one panel is read in place.
// CHECK-LABEL: func.func @panel(
// CHECK-SAME: %{{.*}}: memref<?x64xf32>, %[[B:[a-z0-9]+]]: memref<64x16xf32>
// CHECK-NOT: memref.alloc
// CHECK: scf.for %[[K:.*]] = %c0 to %c64 step %c4
// CHECK: vector.load %[[B]][%[[K]], %c0]
func.func @panel(%a: memref<?x64xf32>, %b: memref<64x16xf32>, %c: memref<?x16xf32>) {
  linalg.matmul ins(%a, %b : memref<?x64xf32>, memref<64x16xf32>) outs(%c : memref<?x16xf32>)
  return
}

// -----

// Seven columns are one masked vector.
// CHECK-LABEL: func.func @narrow(
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<1x64x8xf32>
// CHECK: %[[MASK:.*]] = vector.constant_mask [7] : vector<8xi1>
// CHECK-COUNT-6: vector.maskedload %{{.*}}, %[[MASK]]
// CHECK-COUNT-6: vector.maskedstore %{{.*}}, %[[MASK]]
func.func @narrow(%a: memref<?x64xf32>, %b: memref<64x7xf32>, %c: memref<?x7xf32>) {
  linalg.matmul ins(%a, %b : memref<?x64xf32>, memref<64x7xf32>) outs(%c : memref<?x7xf32>)
  return
}

// -----

// A long reduction advances in blocks, for 256 columns at a time.
// CHECK-LABEL: func.func @blocked(
// CHECK: scf.parallel
// CHECK: scf.parallel (%[[BLOCK:.*]]) =
// CHECK: arith.divui %[[BLOCK]], %c4
// CHECK: arith.remui %[[BLOCK]], %c4
// CHECK: scf.for %{{.*}} = %c0 to %c602 step %c256
func.func @blocked(%a: memref<?x602xf32>, %b: memref<602x1024xf32>, %c: memref<?x1024xf32>) {
  linalg.matmul ins(%a, %b : memref<?x602xf32>, memref<602x1024xf32>) outs(%c : memref<?x1024xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @transposed_weights(
// CHECK-SAME: %{{.*}}, %[[B:[a-z0-9]+]]: memref<32x64xf32>
// CHECK: scf.parallel
// CHECK: scf.for %[[LANE:.*]] = %c0
// CHECK: scf.for %[[K:.*]] = %c0 to %c64
// CHECK: memref.load %[[B]][%{{.*}}, %[[K]]]
// CHECK-NOT: linalg.generic
#a = affine_map<(m, n, k) -> (m, k)>
#bt = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @transposed_weights(%a: memref<?x64xf32>, %b: memref<32x64xf32>, %c: memref<?x32xf32>) {
  linalg.generic {indexing_maps = [#a, #bt, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x64xf32>, memref<32x64xf32>) outs(%c : memref<?x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// The operands change places for a C that is stored transposed, so that its 32
// rows are those of one block, and blocks of columns run in parallel.
// CHECK-LABEL: func.func @transposed_result(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x64xf32>, %[[B:[a-z0-9]+]]: memref<64x32xf32>
// CHECK: memref.load %[[A]]
// CHECK: %[[COUNT:.*]] = arith.divui %{{.*}}, %c256
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%[[COUNT]])
// CHECK: scf.for %{{.*}} = %c0 to %c30 step %c6
func.func @transposed_result(%a: memref<?x64xf32>, %b: memref<64x32xf32>, %c: memref<32x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x64xf32>, memref<64x32xf32>) outs(%c : memref<32x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}
