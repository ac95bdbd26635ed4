// RUN: mesh-opt %s --mesh-expand | FileCheck %s

// Rows by index are a gather on the graph whose edge i runs from ids[i] to i.

// CHECK-LABEL: func.func @take(
// CHECK-SAME:    %[[TABLE:.+]]: tensor<?x16xf32>, %[[IDS:.+]]: tensor<?xi64>)
func.func @take(%table: tensor<?x16xf32>, %ids: tensor<?xi64>) -> tensor<?x16xf32> {
  // CHECK-DAG:  %[[M:.+]] = tensor.dim %[[IDS]]
  // CHECK-DAG:  %[[R:.+]] = tensor.dim %[[TABLE]]
  // CHECK:      %[[IOTA:.+]] = linalg.generic
  // CHECK:        %[[I:.+]] = linalg.index 0
  // CHECK:        arith.index_cast %[[I]] : index to i64
  // CHECK:      %[[G:.+]] = mesh.graph %[[IDS]], %[[IOTA]], %[[R]], %[[M]]
  // CHECK-SAME:   -> !mesh.graph<i64>
  // CHECK:      mesh.gather %[[TABLE]], %[[G]] source
  %y = mesh.take %table, %ids : (tensor<?x16xf32>, tensor<?xi64>) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// CHECK-LABEL: func.func @static
// CHECK:         mesh.gather
// CHECK-SAME:      -> tensor<5x3xi8>
func.func @static(%table: tensor<4x3xi8>, %ids: tensor<5xi32>) -> tensor<5x3xi8> {
  %y = mesh.take %table, %ids : (tensor<4x3xi8>, tensor<5xi32>) -> tensor<5x3xi8>
  return %y : tensor<5x3xi8>
}
