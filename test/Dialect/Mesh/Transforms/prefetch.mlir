// RUN: mesh-opt %s --mesh-prefetch=distance=16 | FileCheck %s
// RUN: mesh-opt %s --mesh-prefetch=distance=0 | FileCheck %s --check-prefix=OFF

// CHECK: mesh.prefetch_distance = 16 : i64
// OFF-NOT: mesh.prefetch_distance
func.func @sum(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?xf32>)
      outs(%out : tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %row: f32, %e: index) {
        %a = arith.addf %acc, %row : f32
        mesh.yield %a : f32
      }
  return %y : tensor<?xf32>
}
