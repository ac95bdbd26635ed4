// RUN: mesh-opt %s --convert-mesh-to-scf --canonicalize | FileCheck %s

// 65536 elements are 4096 vectors: a loop over pairs, not straight-line code.
// CHECK-LABEL: func.func @wide
// CHECK: scf.parallel
// CHECK: scf.for %{{.*}} = %c0 to %c65536 step %c32
// CHECK: scf.for %{{.*}} -> (vector<16xf32>, vector<16xf32>)
// CHECK-COUNT-2: vector.store
// CHECK-NOT: vector.store
// CHECK: return
func.func @wide(%ptr: memref<4000xi32>, %col: memref<4000xi32>, %edge: memref<4000xi32>, %x: memref<?x65536xf32>, %y: memref<?x65536xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<4000xi32>, memref<4000xi32>, memref<4000xi32>) target
      source(%x : memref<?x65536xf32>)
      outs(%y : memref<?x65536xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<65536xf32>
        mesh.yield %zero : tensor<65536xf32>
      }
      step(%acc: tensor<65536xf32>, %row: tensor<65536xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<65536xf32>
        mesh.yield %a : tensor<65536xf32>
      }
  return
}
