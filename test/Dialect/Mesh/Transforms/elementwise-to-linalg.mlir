// RUN: mesh-opt %s --mesh-elementwise-to-linalg | FileCheck %s

// Node rows become linalg, rows in registers stay.
// CHECK-LABEL: func.func @outside_only
// CHECK: linalg.generic
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: mesh.map_edges
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<4xf32>
func.func @outside_only(%src: tensor<?xi32>, %dst: tensor<?xi32>, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %x2 = arith.mulf %x, %x : tensor<?x4xf32>
  %y = mesh.map_edges over(%src, %dst : tensor<?xi32>, tensor<?xi32>)
      source(%x2 : tensor<?x4xf32>)
      outs(%out : tensor<?x4xf32>)
      body(%s: tensor<4xf32>, %e: index) {
        %r = arith.addf %s, %s : tensor<4xf32>
        mesh.yield %r : tensor<4xf32>
      }
  return %y : tensor<?x4xf32>
}
