// RUN: mesh-opt %s --mesh-insert-checks | FileCheck %s

// Constraints that follow from how a tensor was made leave no check.

// CHECK-LABEL: func.func @messages
// CHECK-COUNT-1: mesh.assert
// CHECK-NOT:     mesh.assert
// CHECK:         return
func.func @messages(%g: !mesh.graph, %x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %e = math.exp %m : tensor<?x8xf32>
  %a = mesh.segment_sum %e, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %t = mesh.gather %a, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %s = mesh.segment_softmax %t, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  return %s : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @degrees
// CHECK-NOT:     mesh.assert
// CHECK:         return
func.func @degrees(%g: !mesh.graph) -> tensor<?xi32> {
  %d = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  %m = mesh.gather %d, %g source : (tensor<?xi32>, !mesh.graph) -> tensor<?xi32>
  return %m : tensor<?xi32>
}

// CHECK-LABEL: func.func @transposed
// CHECK-NOT:     mesh.assert
// CHECK:         return
func.func @transposed(%g: !mesh.graph) -> tensor<?xf32> {
  %n = mesh.num_nodes %g target : !mesh.graph
  %one = arith.constant 1.0 : f32
  %x = tensor.splat %one[%n] : tensor<?xf32>
  %t = mesh.transpose %g : !mesh.graph
  %m = mesh.gather %x, %t source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %m : tensor<?xf32>
}

// A row map keeps the rows: the check of its input is enough.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[G:[^ ]+]]: !mesh.graph, %[[X:.+]]: tensor<?x16xf32>
// CHECK-NEXT:    mesh.num_nodes %[[G]] source
// CHECK:         tensor.dim %[[X]]
// CHECK:         mesh.assert
// CHECK:         linalg.matmul
// CHECK-NOT:     mesh.assert
// CHECK:         return
func.func @matmul(%g: !mesh.graph, %x: tensor<?x16xf32>, %w: tensor<16x8xf32>, %init: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %z = linalg.matmul ins(%x, %w : tensor<?x16xf32>, tensor<16x8xf32>) outs(%init : tensor<?x8xf32>) -> tensor<?x8xf32>
  %c = tensor.cast %z : tensor<?x8xf32> to tensor<?x?xf32>
  %s = tensor.cast %c : tensor<?x?xf32> to tensor<?x8xf32>
  %m = mesh.gather %s, %g source : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  return %m : tensor<?x8xf32>
}

// CHECK-LABEL: func.func @heads
// CHECK-NOT:     mesh.assert
// CHECK:         return
func.func @heads(%g: !mesh.graph, %e: tensor<?xi32>) -> tensor<?x2x4xf32> {
  %n = mesh.num_edges %g : !mesh.graph
  %x = tensor.empty(%n) : tensor<?x8xf32>
  %h = tensor.expand_shape %x [[0], [1, 2]] output_shape [%n, 2, 4] : tensor<?x8xf32> into tensor<?x2x4xf32>
  %y = mesh.segment_sum %h, %g target : (tensor<?x2x4xf32>, !mesh.graph) -> tensor<?x2x4xf32>
  return %y : tensor<?x2x4xf32>
}

// The counts of a graph that is built here are the op's operands.
// CHECK-LABEL: func.func @built
// CHECK-NOT:     mesh.assert
// CHECK:         return
func.func @built(%s: tensor<3xi32>, %t: tensor<3xi32>, %x: tensor<4x8xf32>) -> tensor<3x8xf32> {
  %n = arith.constant 4 : index
  %g = mesh.graph %s, %t, %n, %n : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %m = mesh.gather %x, %g source : (tensor<4x8xf32>, !mesh.graph) -> tensor<3x8xf32>
  return %m : tensor<3x8xf32>
}

// A size that is known to be wrong fails when it is reached, not before.
// CHECK-LABEL: func.func @wrong
// CHECK:         scf.if
// CHECK:           mesh.assert
func.func @wrong(%s: tensor<3xi32>, %t: tensor<3xi32>, %x: tensor<5xf32>, %c: i1) {
  %n = arith.constant 4 : index
  %g = mesh.graph %s, %t, %n, %n : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  scf.if %c {
    %m = mesh.gather %x, %g source : (tensor<5xf32>, !mesh.graph) -> tensor<?xf32>
  }
  return
}
