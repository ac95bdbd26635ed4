// The sizes of results, in terms of operands and of the graph's counts.
// RUN: mesh-opt %s --resolve-shaped-type-result-dims --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @csr(
// CHECK-SAME: %[[G:.*]]: !mesh.graph)
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[N:.*]] = mesh.num_nodes %[[G]] target
// CHECK-DAG: %[[E:.*]] = mesh.num_edges %[[G]]
// CHECK-DAG: %[[P:.*]] = arith.addi %[[N]], %[[C1]]
// CHECK: return %[[P]], %[[E]]
func.func @csr(%g: !mesh.graph) -> (index, index) {
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %c0 = arith.constant 0 : index
  %p = tensor.dim %ptr, %c0 : tensor<?xi32>
  %e = tensor.dim %edge, %c0 : tensor<?xi32>
  return %p, %e : index, index
}

// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x?x4xf32>)
// CHECK-DAG: %[[B:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[E:.*]] = mesh.num_edges %[[G]]
// CHECK: return %[[B]], %[[E]]
func.func @gather(%g: !mesh.graph, %x: tensor<?x?x4xf32>) -> (index, index) {
  %m = mesh.gather %x, %g source dim = 1 : (tensor<?x?x4xf32>, !mesh.graph) -> tensor<?x?x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %m, %c0 : tensor<?x?x4xf32>
  %e = tensor.dim %m, %c1 : tensor<?x?x4xf32>
  return %b, %e : index, index
}

// CHECK-LABEL: func.func @segments(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?xf32>)
// CHECK-DAG: %[[T:.*]] = mesh.num_nodes %[[G]] target
// CHECK-DAG: %[[S:.*]] = mesh.num_nodes %[[G]] source
// CHECK-DAG: %[[E:.*]] = mesh.num_edges %[[G]]
// CHECK: return %[[T]], %[[S]], %[[E]]
func.func @segments(%g: !mesh.graph, %m: tensor<?xf32>) -> (index, index, index) {
  %sum = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %arg = mesh.segment_argmax %m, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xi32>
  %soft = mesh.segment_softmax %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %t = tensor.dim %sum, %c0 : tensor<?xf32>
  %s = tensor.dim %arg, %c0 : tensor<?xi32>
  %e = tensor.dim %soft, %c0 : tensor<?xf32>
  return %t, %s, %e : index, index, index
}

// CHECK-LABEL: func.func @layers(
// CHECK-SAME: %[[X:.*]]: tensor<?x16xf32>, %[[W:.*]]: tensor<16x?xf32>, %[[I:.*]]: tensor<?xi32>, %{{.*}}: i64, %[[N:.*]]: index)
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[COLUMNS:.*]] = tensor.dim %[[W]], %c1
// CHECK-DAG: %[[IDS:.*]] = tensor.dim %[[I]], %c0
// CHECK: return %[[ROWS]], %[[COLUMNS]], %[[IDS]], %[[N]]
func.func @layers(%x: tensor<?x16xf32>, %w: tensor<16x?xf32>, %i: tensor<?xi32>, %seed: i64, %n: index) -> (index, index, index, index) {
  %y = mesh.linear %x, %w : (tensor<?x16xf32>, tensor<16x?xf32>) -> tensor<?x?xf32>
  %r = mesh.relu %y : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %t = mesh.take %r, %i : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<?x?xf32>
  %u = mesh.uniform %seed, [%n] : tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = tensor.dim %r, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %t, %c1 : tensor<?x?xf32>
  %ids = tensor.dim %t, %c0 : tensor<?x?xf32>
  %size = tensor.dim %u, %c0 : tensor<?x4xf32>
  return %rows, %columns, %ids, %size : index, index, index, index
}
