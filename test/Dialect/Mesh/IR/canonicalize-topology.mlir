// Graph ops look through mesh.transpose and read counts where the graph is
// built.
// RUN: mesh-opt %s --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @transpose_of_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph)
// CHECK-NEXT: return %[[G]]
func.func @transpose_of_transpose(%g: !mesh.graph) -> !mesh.graph {
  %t = mesh.transpose %g : !mesh.graph
  %u = mesh.transpose %t : !mesh.graph
  return %u : !mesh.graph
}

// CHECK-LABEL: func.func @csr_of_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.csr %[[G]] source
func.func @csr_of_transpose(%g: !mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %t = mesh.transpose %g : !mesh.graph
  %ptr, %col, %edge = mesh.csr %t target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return %ptr, %col, %edge : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @degree_of_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph)
// CHECK-NOT: mesh.transpose
// CHECK-DAG: mesh.degree %[[G]] source
// CHECK-DAG: mesh.degree %[[G]] target
func.func @degree_of_transpose(%g: !mesh.graph) -> (tensor<?xi32>, tensor<?xi32>) {
  %t = mesh.transpose %g : !mesh.graph
  %in = mesh.degree %t target : (!mesh.graph) -> tensor<?xi32>
  %out = mesh.degree %t source : (!mesh.graph) -> tensor<?xi32>
  return %in, %out : tensor<?xi32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @num_nodes_of_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph)
// CHECK-NOT: mesh.transpose
// CHECK: %[[N:.*]] = mesh.num_nodes %[[G]] source
// CHECK: return %[[N]]
func.func @num_nodes_of_transpose(%g: !mesh.graph) -> index {
  %t = mesh.transpose %g : !mesh.graph
  %n = mesh.num_nodes %t target : !mesh.graph
  return %n : index
}

// CHECK-LABEL: func.func @num_edges_of_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.num_edges %[[G]]
func.func @num_edges_of_transpose(%g: !mesh.graph) -> index {
  %t = mesh.transpose %g : !mesh.graph
  %n = mesh.num_edges %t : !mesh.graph
  return %n : index
}

// CHECK-LABEL: func.func @edge_ids_of_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.edge_ids %[[G]]
func.func @edge_ids_of_transpose(%g: !mesh.graph) -> tensor<?xi32> {
  %t = mesh.transpose %g : !mesh.graph
  %i = mesh.edge_ids %t : (!mesh.graph) -> tensor<?xi32>
  return %i : tensor<?xi32>
}

// The ids are swapped, each keeps its declared type.
// CHECK-LABEL: func.func @endpoints_of_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph)
// CHECK-NOT: mesh.transpose
// CHECK: %[[S:.*]], %[[T:.*]] = mesh.endpoints %[[G]] : (!mesh.graph) -> (tensor<?xi32>, tensor<156xi32>)
// CHECK: return %[[T]], %[[S]] : tensor<156xi32>, tensor<?xi32>
func.func @endpoints_of_transpose(%g: !mesh.graph) -> (tensor<156xi32>, tensor<?xi32>) {
  %t = mesh.transpose %g : !mesh.graph
  %u, %v = mesh.endpoints %t : (!mesh.graph) -> (tensor<156xi32>, tensor<?xi32>)
  return %u, %v : tensor<156xi32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @counts_of_graph(
// CHECK-SAME: %[[SRC:.*]]: tensor<?xi32>, %{{.*}}: tensor<?xi32>, %[[S:.*]]: index, %[[T:.*]]: index)
// CHECK-NOT: mesh.num_
// CHECK: %[[E:.*]] = tensor.dim %[[SRC]]
// CHECK-NOT: mesh.num_
// CHECK: return %[[S]], %[[T]], %[[E]]
func.func @counts_of_graph(%src: tensor<?xi32>, %dst: tensor<?xi32>, %s: index, %t: index) -> (index, index, index) {
  %g = mesh.graph %src, %dst, %s, %t : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %n = mesh.num_nodes %g source : !mesh.graph
  %m = mesh.num_nodes %g target : !mesh.graph
  %e = mesh.num_edges %g : !mesh.graph
  return %n, %m, %e : index, index, index
}

// By way of the transposed graph, the counts swap.
// CHECK-LABEL: func.func @counts_of_transposed_graph(
// CHECK-SAME: %[[S:[a-z0-9]+]]: index, %[[T:[a-z0-9]+]]: index)
// CHECK-NOT: mesh.num_nodes
// CHECK: return %[[T]]
func.func @counts_of_transposed_graph(%src: tensor<?xi32>, %dst: tensor<?xi32>, %s: index, %t: index) -> index {
  %g = mesh.graph %src, %dst, %s, %t : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %h = mesh.transpose %g : !mesh.graph
  %n = mesh.num_nodes %h source : !mesh.graph
  return %n : index
}

// CHECK-LABEL: func.func @components_of_made_graph(
// CHECK-SAME: %[[A:.*]]: tensor<?xi32>, %[[B:.*]]: tensor<?xi32>)
// CHECK-NEXT: return %[[B]]
func.func @components_of_made_graph(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %g = mesh.make_graph %a, %b, %a, %a, %a, %a, %a, %a : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32> -> !mesh.graph
  %c:8 = mesh.graph_components %g : !mesh.graph -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  return %c#1 : tensor<?xi32>
}
