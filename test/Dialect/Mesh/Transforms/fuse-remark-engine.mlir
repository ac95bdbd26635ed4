// Fusions and leftovers as MLIR's remarks, which other tools collect.
// RUN: mesh-opt %s --mesh-expand --mesh-fuse --remarks-filter=mesh-fuse -o /dev/null 2>&1 | FileCheck %s
// RUN: mesh-opt %s --mesh-expand --mesh-fuse --remarks-filter-missed=mesh-fuse --remark-format=yaml --remarks-output-file=%t.yaml -o /dev/null
// RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml
// RUN: mesh-opt %s --mesh-expand --mesh-fuse -o /dev/null 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty

// CHECK-DAG: [Passed] Fused | Category:mesh-fuse | Function=attention | Remark="'mesh.segment_softmax' of line [[#SOFTMAX:]]:8 is computed by 'mesh.aggregate'"
// CHECK-DAG: [Passed] Fused | Category:mesh-fuse | Function=attention | Remark="'mesh.map_edges' of line [[#SOFTMAX-1]]:8 is computed by 'mesh.map_edges'"
// CHECK-DAG: [Passed] Fused | Category:mesh-fuse | Function=two_folds | Remark="'mesh.aggregate' of line [[#]]:8 is computed by 'mesh.aggregate'"
// CHECK-DAG: [Missed] EdgeRows | Category:mesh-fuse | Function=returned | Reason="edge rows stay in memory: returned as a result of the function"

// YAML-NOT: Passed
// YAML:     --- !Missed
// YAML:     Name: EdgeRows
// YAML:     Function: returned
// YAML:     Reason: 'edge rows stay in memory: returned as a result of the function'

// SILENT-NOT: remark
func.func @attention(%g: !mesh.graph, %l: tensor<?xf32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %s = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %a = mesh.segment_softmax %l, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %m = arith.mulf %a, %s : tensor<?xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @two_folds(%g: !mesh.graph, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %y = mesh.segment_sum %s, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %z = mesh.segment_max %s, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y, %z : tensor<?xf32>, tensor<?xf32>
}
func.func @returned(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  %s = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %s : tensor<?xf32>
}
