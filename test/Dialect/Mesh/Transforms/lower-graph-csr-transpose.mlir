// RUN: mesh-opt %s --mesh-lower-graph | FileCheck %s

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME:    %[[PTR:.+]]: tensor<?xi32>, %[[COL:.+]]: tensor<?xi32>, %[[N:.+]]: index, %[[W:.+]]: tensor<?x4xf32>)
func.func @transpose(%ptr: tensor<?xi32>, %col: tensor<?xi32>, %n: index, %w: tensor<?x4xf32>) -> (tensor<?xi32>, tensor<?x4xf32>) {
  // CHECK:      mesh.assert %{{.+}}, "'mesh.csr_transpose' op expects 'num_cols' to be in 0 .. 2147483647, but got {0}"(%[[N]])
  // CHECK:      mesh.assert %{{.+}}, "'mesh.csr_transpose' op expects 'row_ptr' to have at least one entry"
  // CHECK:      mesh.assert %{{.+}}, "'mesh.csr_transpose' op expects 'row_ptr' to start with 0, but entry 0 is {0}"
  // CHECK:      scf.for
  // CHECK:        mesh.assert %{{.+}}, "'mesh.csr_transpose' op expects 'row_ptr' not to decrease, but entry {0} is {1} and entry {2} is {3}"
  // CHECK:      mesh.assert %{{.+}}, "'mesh.csr_transpose' op expects the last entry of 'row_ptr' to be the length of 'col', {0}, but got {1}"
  // CHECK:      scf.for
  // CHECK:        mesh.assert %{{.+}}, "entry {0}: column {1} is out of range, expects 0 <= column < {2}"
  // CHECK:      mesh.assert %{{.+}}, "'mesh.csr_transpose' op expects 'values' to have {0} rows, but got {1}"

  // The row of every entry, then a sort by column.
  // CHECK:      %[[ROWS:.+]] = scf.for %[[ROW:.+]] = {{.+}} iter_args
  // CHECK:        %[[ID:.+]] = arith.index_cast %[[ROW]]
  // CHECK:        scf.for %[[ENTRY:.+]] = {{.+}} iter_args(%[[SO_FAR:.+]] =
  // CHECK:          tensor.insert %[[ID]] into %[[SO_FAR]][%[[ENTRY]]]
  // CHECK:      %[[T:.+]]:3 = mesh.coo_to_csr ins(%[[COL]], %[[ROWS]] :

  // Values in the new order.
  // CHECK:      %[[V:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[T]]#2 :
  // CHECK:        %[[FROM:.+]] = arith.index_cast
  // CHECK:        %[[J:.+]] = linalg.index 1
  // CHECK:        tensor.extract %[[W]][%[[FROM]], %[[J]]]
  // CHECK:      return %[[T]]#2, %[[V]]
  %tp, %tc, %perm, %tw = mesh.csr_transpose %ptr, %col, %n values(%w) : (tensor<?xi32>, tensor<?xi32>, index, tensor<?x4xf32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?x4xf32>)
  return %perm, %tw : tensor<?xi32>, tensor<?x4xf32>
}

// CHECK-LABEL: func.func @pattern_only
// CHECK-NOT:     'values'
// CHECK:         mesh.coo_to_csr
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @pattern_only(%ptr: tensor<?xi64>, %col: tensor<?xi64>, %n: index) -> tensor<?xi64> {
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<?xi64>, tensor<?xi64>, index) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>)
  return %tc : tensor<?xi64>
}
