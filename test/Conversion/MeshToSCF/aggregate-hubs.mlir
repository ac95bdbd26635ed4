// RUN: mesh-opt %s --convert-mesh-to-scf --canonicalize | FileCheck %s

// Segments longer than a run are found at the edges whose position is a multiple
// of its length; their runs are work of their own, joined in order at the end.
// CHECK-LABEL: func.func @hubs
// CHECK-SAME: %[[PTR:[a-z0-9]+]]: memref<?xi32>, %{{.*}}: memref<?xi32>, %{{.*}}: memref<?xi32>, %{{.*}}: memref<?x16xf32>, %[[Y:[a-z0-9]+]]: memref<?x16xf32>
// CHECK: %[[COUNTS:.*]]:3 = scf.for %[[PROBE:[a-z0-9]+]] = %c1 to
// CHECK: arith.muli %[[PROBE]], %c4096
// CHECK: scf.while
// CHECK: %[[SLOTS:.*]] = memref.alloc(%[[COUNTS]]#1) : memref<?x16xf32>
// CHECK: scf.parallel (%[[SLOT:.*]]) = (%c0) to (%[[COUNTS]]#1)
// CHECK: %[[PART:.*]] = scf.for {{.*}} -> (vector<16xf32>)
// CHECK: vector.store %[[PART]], %[[SLOTS]][%[[SLOT]], %c0]
// CHECK: mesh.dynamic
// CHECK: scf.parallel
// CHECK: %[[DEGREE:.*]] = arith.subi
// CHECK: %[[SHORT:.*]] = arith.cmpi slt, %[[DEGREE]], %c4097
// CHECK: scf.if %[[SHORT]]
// CHECK: %[[SUM:.*]] = scf.for {{.*}} -> (vector<16xf32>)
// CHECK: vector.store %[[SUM]], %[[Y]]
// CHECK: scf.parallel (%{{.*}}) = (%c0) to (%[[COUNTS]]#0)
// CHECK: vector.load %[[SLOTS]]
// CHECK: %[[TOTAL:.*]] = scf.for
// CHECK: %[[NEXT:.*]] = vector.load %[[SLOTS]]
// CHECK: arith.addf %{{.*}}, %[[NEXT]]
// CHECK: vector.store %[[TOTAL]], %[[Y]]
// CHECK: memref.dealloc %[[SLOTS]]
func.func @hubs(%ptr: memref<?xi32>, %col: memref<?xi32>, %edge: memref<?xi32>, %x: memref<?x16xf32>, %y: memref<?x16xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<?xi32>, memref<?xi32>, memref<?xi32>) target
      source(%x : memref<?x16xf32>)
      outs(%y : memref<?x16xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<16xf32>
        mesh.yield %zero : tensor<16xf32>
      }
      step(%acc: tensor<16xf32>, %row: tensor<16xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<16xf32>
        mesh.yield %a : tensor<16xf32>
      }
  return
}
