// RUN: mesh-opt %s --split-input-file --convert-mesh-to-scf --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @difference
// CHECK-SAME: %[[SRC:[a-z0-9]+]]: memref<?xi32>, %[[DST:[a-z0-9]+]]: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?x4xf32>, %[[Y:[a-z0-9]+]]: memref<?x4xf32>
// CHECK: scf.parallel
// CHECK: scf.for %[[E:.*]] =
// CHECK: memref.load %[[SRC]][%[[E]]]
// CHECK: memref.load %[[DST]][%[[E]]]
// CHECK: %[[S:.*]] = vector.load %[[X]]
// CHECK: %[[T:.*]] = vector.load %[[X]]
// CHECK: %[[D:.*]] = arith.subf %[[S]], %[[T]] : vector<4xf32>
// CHECK: vector.store %[[D]], %[[Y]][%[[E]], %{{.*}}]
func.func @difference(%src: memref<?xi32>, %dst: memref<?xi32>, %x: memref<?x4xf32>, %y: memref<?x4xf32>) {
  mesh.map_edges over(%src, %dst : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x4xf32>) target(%x : memref<?x4xf32>)
      outs(%y : memref<?x4xf32>)
      body(%s: tensor<4xf32>, %t: tensor<4xf32>, %e: index) {
        %d = arith.subf %s, %t : tensor<4xf32>
        mesh.yield %d : tensor<4xf32>
      }
  return
}

// -----

// A dot product for each edge is unrolled in order.
// CHECK-LABEL: func.func @dot
// CHECK-COUNT-3: arith.mulf %{{.*}} : f32
// CHECK: memref.store
func.func @dot(%src: memref<?xi32>, %dst: memref<?xi32>, %x: memref<?x3xf32>, %y: memref<?xf32>) {
  mesh.map_edges over(%src, %dst : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x3xf32>) target(%x : memref<?x3xf32>)
      outs(%y : memref<?xf32>)
      body(%s: tensor<3xf32>, %t: tensor<3xf32>, %e: index) {
        %zero = arith.constant dense<0.0> : tensor<f32>
        %d = linalg.dot ins(%s, %t : tensor<3xf32>, tensor<3xf32>) outs(%zero : tensor<f32>) -> tensor<f32>
        %v = tensor.extract %d[] : tensor<f32>
        mesh.yield %v : f32
      }
  return
}

// -----

// Counting sort: count, sum up, place, move the pointers back.
// CHECK-LABEL: func.func @sort
// CHECK-COUNT-5: scf.for
// CHECK-NOT: mesh.coo_to_csr
func.func @sort(%seg: memref<?xi32>, %other: memref<?xi32>, %p: memref<?xi32>, %c: memref<?xi32>, %e: memref<?xi32>) {
  mesh.coo_to_csr ins(%seg, %other : memref<?xi32>, memref<?xi32>) outs(%p, %c, %e : memref<?xi32>, memref<?xi32>, memref<?xi32>)
  return
}

// -----

// A sweep finds the owners of the first and the last edge of a block and walks along
// the row pointers between them. Sorted rows are read and written by position.
// CHECK-LABEL: func.func @sweep
// CHECK-SAME: %[[PTR:[a-z0-9]+]]: memref<?xi32>, %[[COL:[a-z0-9]+]]: memref<?xi32>, %[[EDGE:[a-z0-9]+]]: memref<?xi32>, %[[X:[a-z0-9]+]]: memref<?xf32>, %[[W:[a-z0-9]+]]: memref<?xf32>, %[[Y:[a-z0-9]+]]: memref<?xf32>, %[[Z:[a-z0-9]+]]: memref<?xf32>
// CHECK: scf.parallel
// CHECK-COUNT-2: scf.while
// CHECK: scf.for %[[OWNER:.*]] =
// CHECK: memref.load %[[PTR]][%[[OWNER]]]
// CHECK: scf.for %[[P:.*]] =
// CHECK-DAG: memref.load %[[COL]][%[[P]]]
// CHECK-DAG: %[[ORDINAL:.*]] = memref.load %[[EDGE]][%[[P]]]
// CHECK-DAG: %[[E:.*]] = arith.index_cast %[[ORDINAL]] : i32 to index
// CHECK-DAG: memref.load %[[X]][%[[OWNER]]]
// CHECK-DAG: memref.load %[[W]][%[[P]]]
// CHECK: memref.store %{{.*}}, %[[Y]][%[[P]]]
// CHECK: memref.store %{{.*}}, %[[Z]][%[[E]]]
func.func @sweep(%ptr: memref<?xi32>, %col: memref<?xi32>, %edge: memref<?xi32>, %x: memref<?xf32>, %w: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
  mesh.map_edges over(%ptr, %col, %edge : memref<?xi32>, memref<?xi32>, memref<?xi32>) sweep = target sorted = array<i1: true, true, false>
      source(%x : memref<?xf32>) target(%x : memref<?xf32>) edge(%w : memref<?xf32>)
      outs(%y, %z : memref<?xf32>, memref<?xf32>)
      body(%s: f32, %t: f32, %v: f32, %e: index) {
        %d = arith.subf %s, %t : f32
        %r = arith.mulf %d, %v : f32
        mesh.yield %r, %d : f32, f32
      }
  return
}

// -----

// Rows ahead are fetched, of both ends in COO order, of the other end in a sweep.
// CHECK-LABEL: func.func @ahead
// CHECK-COUNT-2: memref.prefetch
// CHECK: vector.store
// CHECK-COUNT-1: memref.prefetch
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @ahead(%ptr: memref<?xi32>, %col: memref<?xi32>, %edge: memref<?xi32>, %x: memref<?x4xf32>, %y: memref<?x4xf32>) {
  mesh.map_edges over(%col, %edge : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x4xf32>) target(%x : memref<?x4xf32>) outs(%y : memref<?x4xf32>)
      body(%s: tensor<4xf32>, %t: tensor<4xf32>, %e: index) {
        %d = arith.subf %s, %t : tensor<4xf32>
        mesh.yield %d : tensor<4xf32>
      } attributes {mesh.prefetch_distance = 24 : i64}
  mesh.map_edges over(%ptr, %col, %edge : memref<?xi32>, memref<?xi32>, memref<?xi32>) sweep = source
      source(%x : memref<?x4xf32>) target(%x : memref<?x4xf32>) outs(%y : memref<?x4xf32>)
      body(%s: tensor<4xf32>, %t: tensor<4xf32>, %e: index) {
        %d = arith.subf %s, %t : tensor<4xf32>
        mesh.yield %d : tensor<4xf32>
      } attributes {mesh.prefetch_distance = 24 : i64}
  return
}
