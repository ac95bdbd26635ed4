// RUN: mesh-opt %s --mesh-lower-graph | FileCheck %s

// CHECK-LABEL: func.func @graph(
// CHECK-SAME:    %[[SRC:.+]]: tensor<?xi32>, %[[DST:.+]]: tensor<?xi32>, %[[S:.+]]: index, %[[T:.+]]: index)
func.func @graph(%s: tensor<?xi32>, %t: tensor<?xi32>, %S: index, %T: index) -> !mesh.graph {
  // Everything is checked before anything is allocated.
  // CHECK:      %[[E:.+]] = tensor.dim %[[SRC]]
  // CHECK:      mesh.assert %{{.+}}, "'mesh.graph' op expects 'source' and 'target' to have the same length, but got {0} and {1}"
  // CHECK:      mesh.assert %{{.+}}, "'mesh.graph' op expects the number of edges to be in 0 .. 2147483647, but got {0}"(%[[E]])
  // CHECK:      %[[S_OK:.+]] = arith.cmpi ule, %[[S]],
  // CHECK:      mesh.assert %[[S_OK]], "'mesh.graph' op expects 'num_sources' to be in 0 .. 2147483647, but got {0}"(%[[S]])
  // CHECK:      mesh.assert %{{.+}}, "'mesh.graph' op expects 'num_targets' to be in 0 .. 2147483647, but got {0}"(%[[T]])
  // CHECK:      scf.for %[[EDGE:.+]] = %{{.+}} to %[[E]] step
  // CHECK:        %[[STORED:.+]] = tensor.extract %[[SRC]][%[[EDGE]]]
  // CHECK:        %[[ID:.+]] = arith.index_cast %[[STORED]]
  // CHECK:        %[[OK:.+]] = arith.cmpi ult, %[[ID]], %[[S]]
  // CHECK:        mesh.assert %[[OK]], "edge {0}: source {1} is out of range, expects 0 <= source < {2}"(%[[EDGE]], %[[ID]], %[[S]])
  // CHECK:        mesh.assert %{{.+}}, "edge {0}: target {1} is out of range, expects 0 <= target < {2}"

  // In-edges by target, then out-edges by source.
  // CHECK:      %[[T_PTRS:.+]] = arith.addi %[[T]],
  // CHECK:      tensor.empty(%[[T_PTRS]])
  // CHECK:      %[[IN:.+]]:3 = mesh.coo_to_csr ins(%[[DST]], %[[SRC]] :
  // CHECK:      %[[S_PTRS:.+]] = arith.addi %[[S]],
  // CHECK:      tensor.empty(%[[S_PTRS]])
  // CHECK:      %[[OUT:.+]]:3 = mesh.coo_to_csr ins(%[[SRC]], %[[DST]] :
  // CHECK:      return %[[SRC]], %[[DST]], %[[IN]]#0, %[[IN]]#1, %[[IN]]#2, %[[OUT]]#0, %[[OUT]]#1, %[[OUT]]#2 :
  %g = mesh.graph %s, %t, %S, %T : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  return %g : !mesh.graph
}

// CHECK-LABEL: func.func @wide
// CHECK:         'num_sources' to be in 0 .. 9223372036854775807, but got {0}"
func.func @wide(%s: tensor<?xi64>, %n: index) -> index {
  %g = mesh.graph %s, %s, %n, %n : (tensor<?xi64>, tensor<?xi64>, index, index) -> !mesh.graph<i64>
  %e = mesh.num_edges %g : !mesh.graph<i64>
  return %e : index
}

// Left edges times right nodes, then left nodes times right edges.
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[L_SRC:[^ ]+]]: tensor<?xi32> {mesh.component = "source"}
// CHECK-SAME:    %[[R_SRC:[^ ]+]]: tensor<?xi32> {mesh.component = "source"}
func.func @product(%a: !mesh.graph, %b: !mesh.graph) -> !mesh.graph {
  // CHECK:      mesh.assert %{{.+}}, "'mesh.cartesian_product' op expects 'left' to have as many source as target nodes, but got {0} and {1}"
  // CHECK:      mesh.assert %{{.+}}, "'mesh.cartesian_product' op expects 'right' to have
  // CHECK:      mesh.assert %{{.+}}, "'mesh.cartesian_product' op expects the product of node counts to be in 0 .. 2147483647, but got {0}"
  // CHECK:      mesh.assert %{{.+}}, "'mesh.cartesian_product' op expects the number of edges to be in 0 .. 2147483647, but got {0}"
  // CHECK:      %[[LEFT:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[L_SRC]] :
  // CHECK:      %[[FIRST:.+]] = tensor.collapse_shape %[[LEFT]]
  // CHECK:      %[[RIGHT:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[R_SRC]] :
  // CHECK:      %[[SECOND:.+]] = tensor.collapse_shape %[[RIGHT]]
  // CHECK:      %[[HALF:.+]] = tensor.insert_slice %[[FIRST]] into
  // CHECK:      tensor.insert_slice %[[SECOND]] into %[[HALF]]
  // CHECK-COUNT-2: mesh.coo_to_csr
  %p = mesh.cartesian_product %a, %b : !mesh.graph
  return %p : !mesh.graph
}

// Components that are given are used as they are.
// CHECK-LABEL: func.func @components(
// CHECK-SAME:    %[[P:[^ ]+]]: tensor<2xi32>, %[[E:[^ ]+]]: tensor<?xi32>)
// CHECK:         %[[C:.+]] = tensor.cast %[[P]] : tensor<2xi32> to tensor<?xi32>
// CHECK-NOT:     mesh.
// CHECK:         return %[[E]]
func.func @components(%p: tensor<2xi32>, %e: tensor<?xi32>) -> tensor<?xi32> {
  %g = mesh.make_graph %e, %e, %p, %e, %e, %p, %e, %e : tensor<?xi32>, tensor<?xi32>, tensor<2xi32>, tensor<?xi32>, tensor<?xi32>, tensor<2xi32>, tensor<?xi32>, tensor<?xi32> -> !mesh.graph
  %c:8 = mesh.graph_components %g : !mesh.graph -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  return %c#3 : tensor<?xi32>
}
