// The reducer keeps what a script calls interesting and drops the rest.

// RUN: mesh-reduce %s --remove-ops=test=%S/Inputs/has_segment_max.sh -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK:      module {
// CHECK-NEXT:   func.func @layer(%[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?x4xf32>) {
// CHECK-NEXT:     mesh.segment_max %[[M]], %[[G]] target
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

// RUN: not mesh-reduce %s --remove-ops=test=%S/Inputs/never.sh 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: error: expects a program that the script '{{.*}}never.sh' finds interesting

func.func @unrelated(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = mesh.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func @layer(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = mesh.segment_max %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %r = mesh.relu %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
