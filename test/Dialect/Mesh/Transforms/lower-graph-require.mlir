// RUN: mesh-opt %s --mesh-lower-graph | FileCheck %s

// CHECK-LABEL: func.func @loop_free(
// CHECK-SAME:    %[[SRC:[^ ]+]]: tensor<?xi32> {mesh.component = "source"}
// CHECK-SAME:    %[[DST:[^ ]+]]: tensor<?xi32> {mesh.component = "target"}
// CHECK:         scf.for %[[E:.+]] =
// CHECK-DAG:       tensor.extract %[[SRC]][%[[E]]]
// CHECK-DAG:       tensor.extract %[[DST]][%[[E]]]
// CHECK:           %[[OK:.+]] = arith.cmpi ne
// CHECK:           mesh.assert %[[OK]], "'mesh.require' op expects a graph that is loop_free, but edge {0} is a loop at node {1}"(%[[E]],
// CHECK-NOT:     mesh.assert
func.func @loop_free(%g: !mesh.graph) {
  mesh.require %g loop_free : !mesh.graph
  return
}

// CHECK-LABEL: func.func @sorted(
// CHECK:         scf.for %[[E:.+]] =
// CHECK:           %[[BEFORE:.+]] = arith.subi %[[E]],
// CHECK:           mesh.assert %{{.+}}, "'mesh.require' op expects a graph that is sorted by target, then source, but edge {0} ({1} -> {2}) follows {3} -> {4}"(%[[E]],
// CHECK-NOT:     mesh.assert
func.func @sorted(%g: !mesh.graph) {
  mesh.require %g sorted : !mesh.graph
  return
}

// Both neighbour lists of every node, in ascending order, are compared.
// CHECK-LABEL: func.func @symmetric(
// CHECK-SAME:    %[[IN_COL:[^ ]+]]: tensor<?xi32> {mesh.component = "in_col"}
// CHECK-SAME:    %[[IN_EDGE:[^ ]+]]: tensor<?xi32> {mesh.component = "in_edge"}
// CHECK-SAME:    %[[OUT_COL:[^ ]+]]: tensor<?xi32> {mesh.component = "out_col"}
// CHECK-SAME:    %[[OUT_EDGE:[^ ]+]]: tensor<?xi32> {mesh.component = "out_edge"}
func.func @symmetric(%g: !mesh.graph) {
  // CHECK:      mesh.assert %{{.+}}, "'mesh.require' op expects a graph that is symmetric, but it has {0} source and {1} target nodes"
  // CHECK:      %[[SOURCES:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[OUT_EDGE]] :
  // CHECK:      %[[IN:.+]]:3 = mesh.coo_to_csr ins(%[[OUT_COL]], %[[SOURCES]] :
  // CHECK:      %[[TARGETS:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[IN_EDGE]] :
  // CHECK:      %[[OUT:.+]]:3 = mesh.coo_to_csr ins(%[[IN_COL]], %[[TARGETS]] :
  // CHECK:      scf.for
  // CHECK:        scf.for %[[P:.+]] =
  // CHECK-DAG:      tensor.extract %[[IN]]#1[%[[P]]]
  // CHECK-DAG:      tensor.extract %[[OUT]]#1[%[[P]]]
  // CHECK-COUNT-4: mesh.assert %{{.+}}, "'mesh.require' op expects a graph that is symmetric, but edge {0} ({1} -> {2}) has no reverse"
  mesh.require %g symmetric : !mesh.graph
  return
}

// CHECK-LABEL: func.func @several
// CHECK-DAG:     is loop_free
// CHECK-DAG:     is sorted
func.func @several(%g: !mesh.graph) {
  mesh.require %g loop_free, sorted : !mesh.graph
  return
}
