// RUN: mesh-opt %s --one-shot-bufferize=bufferize-function-boundaries --canonicalize | FileCheck %s

// Upstream's pass needs no help where regions hold scalars.
// CHECK-LABEL: func.func @scalars
// CHECK: mesh.map_edges over(%{{.*}}, %{{.*}} : memref<?xi32
// CHECK-NOT: tensor
// CHECK: return
func.func @scalars(%src: tensor<?xi32>, %dst: tensor<?xi32>, %x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %out = tensor.empty(%n) : tensor<?xf32>
  %y = mesh.map_edges over(%src, %dst : tensor<?xi32>, tensor<?xi32>)
      source(%x : tensor<?xf32>)
      outs(%out : tensor<?xf32>)
      body(%s: f32, %e: index) {
        %r = arith.addf %s, %s : f32
        mesh.yield %r : f32
      }
  return %y : tensor<?xf32>
}
