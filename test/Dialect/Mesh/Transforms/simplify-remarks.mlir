// What --mesh-simplify says.
// RUN: mesh-opt %s --inline --mesh-expand --canonicalize --cse --mesh-simplify --remarks-filter=mesh-simplify -o /dev/null 2>&1 | FileCheck %s

// CHECK-DAG: [Passed] LinearMap | Category:mesh-simplify | Function=narrow | Remark="linear map from width 4 to 8 moved behind the aggregate"
// CHECK-DAG: [Passed] LinearMap | Category:mesh-simplify | Function=wide | Remark="linear map from width 16 to 4 moved before the aggregate"
// CHECK-DAG: [Passed] Invariant | Category:mesh-simplify | Function=loop | Remark="'mesh.segment_sum' left a loop that does not change what it reads"
// CHECK-DAG: [Passed] Sequence | Category:mesh-simplify | Function=loop | Remark="'mesh.segment_sum' is computed for all steps before the loop"
// A map that was weighed and stays is not mentioned.
// CHECK-NOT: Function=stays
func.func @narrow(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %w: tensor<4x8xf32>) -> tensor<?x8xf32> {
  %y = mesh.linear %x, %w : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %ys = mesh.scale %y, %s : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?x8xf32>
  %m = mesh.gather %ys, %g source : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %z = mesh.scale %a, %s : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}
func.func @wide(%g: !mesh.graph, %x: tensor<?x16xf32>, %w: tensor<16x4xf32>) -> tensor<?x4xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %s = arith.addf %a, %x : tensor<?x16xf32>
  %z = mesh.linear %s, %w : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}
func.func @stays(%g: !mesh.graph, %x: tensor<?x8xf32>, %s: tensor<?xf32>, %w: tensor<8x4xf32>, %v: tensor<4x4xf32>) -> tensor<?x4xf32> {
  %y = mesh.linear %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %ys = mesh.scale %y, %s : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %m = mesh.gather %ys, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %z = mesh.scale %a, %s : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}
func.func @loop(%g: !mesh.graph, %x: tensor<3x?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c1 : tensor<3x?x4xf32>
  %h = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %y) -> tensor<?x4xf32> {
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, %n, 4] [1, 1, 1] : tensor<3x?x4xf32> to tensor<?x4xf32>
    %m = mesh.gather %xt, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %a = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %my = mesh.gather %y, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %b = mesh.segment_sum %my, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %ab = arith.addf %a, %b : tensor<?x4xf32>
    %next = arith.addf %ab, %h : tensor<?x4xf32>
    scf.yield %next : tensor<?x4xf32>
  }
  return %h : tensor<?x4xf32>
}
