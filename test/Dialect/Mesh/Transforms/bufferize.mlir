// RUN: mesh-opt %s --mesh-bufferize --canonicalize | FileCheck %s

// The result is written where it is returned, arguments are only read, and
// rows inside the body stay values.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: %[[PTR:[a-z0-9]+]]: memref<?xi32>
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x4xf32>
// CHECK-SAME: -> memref<?x4xf32>
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK-NOT: memref.copy
// CHECK: mesh.aggregate over(%[[PTR]]
// CHECK-NEXT: source(%[[X]] : memref<?x4xf32>)
// CHECK-NEXT: outs(%[[OUT]] : memref<?x4xf32>)
// CHECK: step(%{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>, %{{.*}}: index)
// CHECK: return %[[OUT]]
func.func @sum(%ptr: tensor<?xi32>, %col: tensor<?xi32>, %edge: tensor<?xi32>, %x: tensor<?x4xf32>, %n: index) -> tensor<?x4xf32> {
  %out = tensor.empty(%n) : tensor<?x4xf32>
  %y = mesh.aggregate over(%ptr, %col, %edge : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) target
      source(%x : tensor<?x4xf32>)
      outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return %y : tensor<?x4xf32>
}

// An argument as destination is not writable: it is not overwritten.
// CHECK-LABEL: func.func @protected
// CHECK-SAME: %[[DST:[a-z0-9]+]]: memref<?xf32>
// CHECK: %[[OUT:.*]] = memref.alloc
// CHECK: outs(%[[OUT]] : memref<?xf32>)
func.func @protected(%src: tensor<?xi32>, %dst: tensor<?xi32>, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %y = mesh.map_edges over(%src, %dst : tensor<?xi32>, tensor<?xi32>)
      source(%x : tensor<?xf32>)
      outs(%out : tensor<?xf32>)
      body(%s: f32, %e: index) {
        mesh.yield %s : f32
      }
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @sort
// CHECK: mesh.coo_to_csr ins(%{{.*}}, %{{.*}} : memref<?xi32>, memref<?xi32>) outs(
func.func @sort(%seg: tensor<?xi32>, %other: tensor<?xi32>, %n: index, %e: index) -> tensor<?xi32> {
  %p = tensor.empty(%n) : tensor<?xi32>
  %c = tensor.empty(%e) : tensor<?xi32>
  %o = tensor.empty(%e) : tensor<?xi32>
  %ptr, %col, %edge = mesh.coo_to_csr ins(%seg, %other : tensor<?xi32>, tensor<?xi32>) outs(%p, %c, %o : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  return %ptr : tensor<?xi32>
}
