// RUN: mesh-opt %s --mesh-expand | FileCheck %s

// CHECK-LABEL: func.func @log_softmax(
// CHECK-SAME:    %[[X:.+]]: tensor<?x7xf16>
func.func @log_softmax(%x: tensor<?x7xf16>) -> tensor<?x7xf16> {
  // The largest entry of a row, in f32.
  // CHECK:      %[[MAX:.+]] = linalg.generic
  // CHECK-SAME:   iterator_types = ["parallel", "reduction"]
  // CHECK-SAME:   ins(%[[X]] : tensor<?x7xf16>) outs(%{{.+}} : tensor<?xf32>)
  // CHECK:        arith.maximumf
  // The sum of exponentials.
  // CHECK:      %[[SUM:.+]] = linalg.generic
  // CHECK-SAME:   iterator_types = ["parallel", "reduction"]
  // CHECK-SAME:   ins(%[[X]], %[[MAX]] :
  // CHECK:        arith.subf
  // CHECK:        math.exp
  // CHECK:        arith.addf
  // CHECK:      %[[Y:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[X]], %[[MAX]], %[[SUM]] :
  // CHECK:        math.log
  // CHECK:        arith.truncf %{{.+}} : f32 to f16
  // CHECK:      return %[[Y]]
  %y = mesh.log_softmax %x : (tensor<?x7xf16>) -> tensor<?x7xf16>
  return %y : tensor<?x7xf16>
}

// CHECK-LABEL: func.func @cross_entropy(
// CHECK-SAME:    %[[X:.+]]: tensor<?x7xf32>, %[[LABELS:.+]]: tensor<?xi32>)
func.func @cross_entropy(%x: tensor<?x7xf32>, %labels: tensor<?xi32>) -> tensor<f32> {
  // CHECK-DAG:  %[[ROWS:.+]] = tensor.dim %[[X]]
  // CHECK-DAG:  %[[GOT:.+]] = tensor.dim %[[LABELS]]
  // CHECK:      mesh.assert %{{.+}}, "'mesh.cross_entropy' op expects 'labels' to have {0} entries, but got {1}"(%[[ROWS]], %[[GOT]])

  // Labels are checked before anything is computed.
  // CHECK:      %[[CLASSES:.+]] = arith.constant 7 : index
  // CHECK:      scf.for %[[ROW:.+]] = %{{.+}} to %[[ROWS]] step
  // CHECK:        %[[STORED:.+]] = tensor.extract %[[LABELS]][%[[ROW]]]
  // CHECK:        %[[LABEL:.+]] = arith.index_cast %[[STORED]]
  // CHECK:        %[[OK:.+]] = arith.cmpi slt, %[[LABEL]], %[[CLASSES]]
  // CHECK:        mesh.assert %[[OK]], "row {0}: label {1} is out of range, expects label < {2}"(%[[ROW]], %[[LABEL]], %[[CLASSES]])

  // The label's entry is picked by comparison, not read by index.
  // CHECK:      %[[MAX:.+]] = linalg.generic
  // CHECK:      %[[SUM:.+]] = linalg.generic
  // CHECK:      %[[PICKED:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[X]], %[[MAX]], %[[LABELS]] :
  // CHECK-NOT:    tensor.extract
  // CHECK:        linalg.index 1
  // CHECK:        arith.cmpi eq
  // CHECK:      %[[LOSSES:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[SUM]], %[[PICKED]], %[[LABELS]] :

  // Runs of 4096 rows are summed, then their sums in order.
  // CHECK:      %[[PADDED:.+]] = tensor.insert_slice %[[LOSSES]] into
  // CHECK:      %[[RUNS:.+]] = tensor.expand_shape %[[PADDED]]
  // CHECK-SAME:   into tensor<?x4096xf32>
  // CHECK:      %[[SUMS:.+]] = linalg.generic
  // CHECK-SAME:   iterator_types = ["parallel", "reduction"]
  // CHECK-SAME:   ins(%[[RUNS]] :
  // CHECK:      %[[TOTAL:.+]] = linalg.generic
  // CHECK-SAME:   iterator_types = ["reduction"]
  // CHECK-SAME:   ins(%[[SUMS]] :

  // Rows are counted in integers; without a labelled one the divisor is 1.
  // CHECK:      %[[COUNT:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[LABELS]] : tensor<?xi32>) outs(%{{.+}} : tensor<i64>)
  // CHECK:        arith.cmpi sge
  // CHECK:      %[[LOSS:.+]] = linalg.generic
  // CHECK-SAME:   ins(%[[TOTAL]], %[[COUNT]] :
  // CHECK:        arith.maxsi
  // CHECK:        arith.divf
  // CHECK:      return %[[LOSS]]
  %l = mesh.cross_entropy %x, %labels : (tensor<?x7xf32>, tensor<?xi32>) -> tensor<f32>
  return %l : tensor<f32>
}

// Few rows are one run, without padding.
// CHECK-LABEL: func.func @few_rows
// CHECK-NOT:     tensor.insert_slice
// CHECK:         tensor.expand_shape %{{.+}} {{\[}}[0, 1]] output_shape [1, 34] : tensor<34xf64> into tensor<1x34xf64>
func.func @few_rows(%x: tensor<34x4xf64>, %labels: tensor<34xi64>) -> tensor<f64> {
  %l = mesh.cross_entropy %x, %labels : (tensor<34x4xf64>, tensor<34xi64>) -> tensor<f64>
  return %l : tensor<f64>
}

// 16-bit rows are summed in f32 and rounded once.
// CHECK-LABEL: func.func @half
// CHECK-COUNT-1: arith.truncf %{{.+}} : f32 to bf16
// CHECK-NOT:     arith.truncf
// CHECK:         return
func.func @half(%x: tensor<?x7xbf16>, %labels: tensor<?xi32>) -> tensor<bf16> {
  %l = mesh.cross_entropy %x, %labels : (tensor<?x7xbf16>, tensor<?xi32>) -> tensor<bf16>
  return %l : tensor<bf16>
}
