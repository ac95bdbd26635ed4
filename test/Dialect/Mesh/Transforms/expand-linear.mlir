// RUN: mesh-opt %s --mesh-expand | FileCheck %s

// CHECK-DAG: #[[$ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$COLUMN:.+]] = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[X:.+]]: tensor<?x16xf32>, %[[W:.+]]: tensor<16x32xf32>)
func.func @matmul(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>) -> tensor<?x32xf32> {
  // CHECK-NOT:  mesh.assert
  // CHECK:      %[[ROWS:.+]] = tensor.dim %[[X]]
  // CHECK:      %[[EMPTY:.+]] = tensor.empty(%[[ROWS]]) : tensor<?x32xf32>
  // CHECK:      %[[ZERO:.+]] = linalg.fill ins(%{{.+}} : f32) outs(%[[EMPTY]]
  // CHECK:      %[[Y:.+]] = linalg.matmul ins(%[[X]], %[[W]] : {{.+}}) outs(%[[ZERO]]
  // CHECK-NEXT: return %[[Y]]
  %y = mesh.linear %x, %w : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}

// The bias is added once, after the sum.
// CHECK-LABEL: func.func @bias(
// CHECK-SAME:    %[[B:[^ ]+]]: tensor<32xf32>)
// CHECK:         %[[P:.+]] = linalg.matmul
// CHECK:         %[[Y:.+]] = linalg.generic
// CHECK-SAME:      indexing_maps = [#[[$ID]], #[[$COLUMN]], #[[$ID]]]
// CHECK-SAME:      ins(%[[P]], %[[B]] :
// CHECK:           arith.addf
// CHECK:         return %[[Y]]
func.func @bias(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>, %b: tensor<32xf32>) -> tensor<?x32xf32> {
  %y = mesh.linear %x, %w, %b : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}

// CHECK-LABEL: func.func @half
// CHECK:         %[[P:.+]] = linalg.matmul ins({{.+}} : tensor<?x16xf16>, tensor<16x32xf16>) outs(%{{.+}} : tensor<?x32xf32>)
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[P]], %{{.+}} : tensor<?x32xf32>, tensor<32xf16>) outs(%{{.+}} : tensor<?x32xf16>)
// CHECK:           %[[TERM:.+]] = arith.extf
// CHECK:           %[[SUM:.+]] = arith.addf %{{.+}}, %[[TERM]] : f32
// CHECK:           arith.truncf %[[SUM]] : f32 to f16
func.func @half(%x: tensor<?x16xf16>, %w: tensor<16x32xf16>, %b: tensor<32xf16>) -> tensor<?x32xf16> {
  %y = mesh.linear %x, %w, %b : (tensor<?x16xf16>, tensor<16x32xf16>, tensor<32xf16>) -> tensor<?x32xf16>
  return %y : tensor<?x32xf16>
}

// CHECK-LABEL: func.func @vector
// CHECK:         linalg.vecmat ins(%{{.+}}, %{{.+}} : tensor<8xf64>, tensor<8x4xf64>)
func.func @vector(%x: tensor<8xf64>, %w: tensor<8x4xf64>) -> tensor<4xf64> {
  %y = mesh.linear %x, %w : (tensor<8xf64>, tensor<8x4xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// Leading axes are one axis to the product.
// CHECK-LABEL: func.func @batch(
// CHECK-SAME:    %[[X:.+]]: tensor<4x?x16xf32>
// CHECK:         %[[N:.+]] = tensor.dim %[[X]]
// CHECK:         %[[FLAT:.+]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2]]
// CHECK:         %[[P:.+]] = linalg.matmul ins(%[[FLAT]],
// CHECK:         tensor.expand_shape %[[P]] {{\[}}[0, 1], [2]] output_shape [4, %[[N]], 32]
func.func @batch(%x: tensor<4x?x16xf32>, %w: tensor<16x32xf32>) -> tensor<4x?x32xf32> {
  %y = mesh.linear %x, %w : (tensor<4x?x16xf32>, tensor<16x32xf32>) -> tensor<4x?x32xf32>
  return %y : tensor<4x?x32xf32>
}

// Two unknown leading axes are not made one.
// CHECK-LABEL: func.func @unknown_batch(
// CHECK-NOT:     tensor.collapse_shape
// CHECK:         linalg.contract
// CHECK-SAME:      ins(%{{.+}}, %{{.+}} : tensor<?x?x16xf32>, tensor<16x32xf32>)
func.func @unknown_batch(%x: tensor<?x?x16xf32>, %w: tensor<16x32xf32>) -> tensor<?x?x32xf32> {
  %y = mesh.linear %x, %w : (tensor<?x?x16xf32>, tensor<16x32xf32>) -> tensor<?x?x32xf32>
  return %y : tensor<?x?x32xf32>
}

// Sizes that are not all static are checked.
// CHECK-LABEL: func.func @checked(
// CHECK-SAME:    %[[X:.+]]: tensor<3x?xf32>, %[[W:.+]]: tensor<16x?xf32>, %[[B:.+]]: tensor<?xf32>)
// CHECK-DAG:     %[[F:.+]] = tensor.dim %[[X]]
// CHECK-DAG:     %[[H:.+]] = tensor.dim %[[W]]
// CHECK:         %[[F_W:.+]] = arith.constant 16
// CHECK:         mesh.assert %{{.+}}, "'mesh.linear' op expects 'w' to have {0} rows, but got {1}"(%[[F]], %[[F_W]])
// CHECK:         %[[H_B:.+]] = tensor.dim %[[B]]
// CHECK:         mesh.assert %{{.+}}, "'mesh.linear' op expects 'b' to have {0} entries, but got {1}"(%[[H]], %[[H_B]])
func.func @checked(%x: tensor<3x?xf32>, %w: tensor<16x?xf32>, %b: tensor<?xf32>) -> tensor<3x?xf32> {
  %y = mesh.linear %x, %w, %b : (tensor<3x?xf32>, tensor<16x?xf32>, tensor<?xf32>) -> tensor<3x?xf32>
  return %y : tensor<3x?xf32>
}
