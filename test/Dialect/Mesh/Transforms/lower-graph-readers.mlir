// RUN: mesh-opt %s --mesh-lower-graph | FileCheck %s

// Ops that read a graph read its components.

// CHECK-LABEL: func.func @counts(
// CHECK-SAME:    %[[SOURCE:[^ ]+]]: tensor<?xi32> {mesh.component = "source"}
// CHECK-SAME:    %[[IN:[^ ]+]]: tensor<?xi32> {mesh.component = "in_ptr"}
// CHECK-SAME:    %[[OUT:[^ ]+]]: tensor<?xi32> {mesh.component = "out_ptr"}
func.func @counts(%g: !mesh.graph) -> (index, index, index) {
  // CHECK: %[[OUT_PTRS:.+]] = tensor.dim %[[OUT]]
  // CHECK: %[[S:.+]] = arith.subi %[[OUT_PTRS]], %{{.+}}
  %s = mesh.num_nodes %g source : !mesh.graph
  // CHECK: %[[IN_PTRS:.+]] = tensor.dim %[[IN]]
  // CHECK: %[[T:.+]] = arith.subi %[[IN_PTRS]], %{{.+}}
  %t = mesh.num_nodes %g target : !mesh.graph
  // CHECK: %[[E:.+]] = tensor.dim %[[SOURCE]]
  %e = mesh.num_edges %g : !mesh.graph
  // CHECK: return %[[S]], %[[T]], %[[E]]
  return %s, %t, %e : index, index, index
}

// The transposed graph is a permutation of the components.
// CHECK-LABEL: func.func @transposed_csr(
// CHECK-SAME:    %[[PTR:[^ ]+]]: tensor<?xi32> {mesh.component = "out_ptr"}
// CHECK-SAME:    %[[COL:[^ ]+]]: tensor<?xi32> {mesh.component = "out_col"}
// CHECK-SAME:    %[[EDGE:[^ ]+]]: tensor<?xi32> {mesh.component = "out_edge"}
// CHECK-NEXT:    return %[[PTR]], %[[COL]], %[[EDGE]]
func.func @transposed_csr(%g: !mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %t = mesh.transpose %g : !mesh.graph
  %p, %c, %e = mesh.csr %t target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return %p, %c, %e : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @endpoints(
// CHECK-SAME:    %[[SOURCE:[^ ]+]]: tensor<?xi32> {mesh.component = "source"}
// CHECK-SAME:    %[[TARGET:[^ ]+]]: tensor<?xi32> {mesh.component = "target"}
// CHECK:         %[[CAST:.+]] = tensor.cast %[[TARGET]] : tensor<?xi32> to tensor<7xi32>
// CHECK:         return %[[SOURCE]], %[[CAST]]
func.func @endpoints(%g: !mesh.graph) -> (tensor<?xi32>, tensor<7xi32>) {
  %s, %t = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<7xi32>)
  return %s, %t : tensor<?xi32>, tensor<7xi32>
}

// CHECK-LABEL: func.func @degree(
// CHECK-SAME:    %[[PTR:[^ ]+]]: tensor<?xi32> {mesh.component = "in_ptr"}
// CHECK-DAG:     %[[BEGIN:.+]] = tensor.extract_slice %[[PTR]][0] [%[[N:.+]]] [1]
// CHECK-DAG:     %[[END:.+]] = tensor.extract_slice %[[PTR]][1] [%[[N]]] [1]
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[BEGIN]], %[[END]] :
// CHECK:         ^bb0(%[[B:.+]]: i32, %[[E:.+]]: i32, %{{.+}}: i32):
// CHECK:           arith.subi %[[E]], %[[B]]
func.func @degree(%g: !mesh.graph) -> tensor<?xi32> {
  %d = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  return %d : tensor<?xi32>
}

// CHECK-LABEL: func.func @edge_ids(
// CHECK:         linalg.generic
// CHECK:           %[[I:.+]] = linalg.index 0
// CHECK:           arith.index_cast %[[I]] : index to i64
func.func @edge_ids(%g: !mesh.graph<i64>) -> tensor<?xi64> {
  %i = mesh.edge_ids %g : (!mesh.graph<i64>) -> tensor<?xi64>
  return %i : tensor<?xi64>
}

// CHECK-LABEL: func.func @aggregate(
// CHECK-SAME:    %[[PTR:[^ ]+]]: tensor<?xi32> {mesh.component = "out_ptr"}
// CHECK-SAME:    %[[COL:[^ ]+]]: tensor<?xi32> {mesh.component = "out_col"}
// CHECK-SAME:    %[[EDGE:[^ ]+]]: tensor<?xi32> {mesh.component = "out_edge"}
// CHECK-SAME:    %[[X:[^ ]+]]: tensor<?xf32>, %[[OUT:[^ ]+]]: tensor<?xf32>)
func.func @aggregate(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK:      mesh.aggregate over(%[[PTR]], %[[COL]], %[[EDGE]] : {{.+}}) source
  // CHECK:        source(%[[X]] :
  // CHECK:        outs(%[[OUT]] :
  // CHECK:        step(%[[ACC:.+]]: f32, %[[ROW:.+]]: f32, %{{.+}}: index)
  // CHECK:          arith.addf %[[ACC]], %[[ROW]]
  %y = mesh.aggregate over(%g : !mesh.graph) source
      source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
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

// CHECK-LABEL: func.func @map_edges(
// CHECK-SAME:    %[[SOURCE:[^ ]+]]: tensor<?xi32> {mesh.component = "source"}
// CHECK-SAME:    %[[TARGET:[^ ]+]]: tensor<?xi32> {mesh.component = "target"}
// CHECK:         mesh.map_edges over(%[[SOURCE]], %[[TARGET]] :
// CHECK:           arith.subf
func.func @map_edges(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?xf32>) target(%x : tensor<?xf32>)
      outs(%out : tensor<?xf32>)
      body(%s: f32, %t: f32, %e: index) {
        %d = arith.subf %s, %t : f32
        mesh.yield %d : f32
      }
  return %y : tensor<?xf32>
}
