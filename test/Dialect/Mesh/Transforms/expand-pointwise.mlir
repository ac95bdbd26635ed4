// RUN: mesh-opt %s --mesh-expand | FileCheck %s

// A pointwise op is one generic whose size comes from its operand.

// CHECK-DAG: #[[$ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$PREFIX:.+]] = affine_map<(d0, d1, d2) -> (d1)>

// CHECK-LABEL: func.func @relu(
// CHECK-SAME:    %[[X:.+]]: tensor<?x16xf32>
func.func @relu(%x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  // CHECK:      %[[ROWS:.+]] = tensor.dim %[[X]]
  // CHECK:      %[[EMPTY:.+]] = tensor.empty(%[[ROWS]]) : tensor<?x16xf32>
  // CHECK:      %[[Y:.+]] = linalg.generic
  // CHECK-SAME:   indexing_maps = [#[[$ID]], #[[$ID]]]
  // CHECK-SAME:   iterator_types = ["parallel", "parallel"]
  // CHECK-SAME:   ins(%[[X]] :
  // CHECK-SAME:   outs(%[[EMPTY]] :
  // CHECK-NEXT: ^bb0(%[[IN:.+]]: f32, %{{.+}}: f32):
  // CHECK-NEXT:   %[[ZERO:.+]] = arith.constant 0.0
  // CHECK-NEXT:   %[[MAX:.+]] = arith.maximumf %[[IN]], %[[ZERO]] : f32
  // CHECK-NEXT:   linalg.yield %[[MAX]]
  // CHECK:      return %[[Y]]
  %y = mesh.relu %x : (tensor<?x16xf32>) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// A maximum is exact in 16 bits.
// CHECK-LABEL: func.func @relu_half
// CHECK-NOT:   arith.extf
// CHECK:       arith.maximumf %{{.+}}, %{{.+}} : f16
func.func @relu_half(%x: tensor<?xf16>) -> tensor<?xf16> {
  %y = mesh.relu %x : (tensor<?xf16>) -> tensor<?xf16>
  return %y : tensor<?xf16>
}

// CHECK-LABEL: func.func @leaky_relu
// CHECK:       ^bb0(%[[IN:.+]]: f32, %{{.+}}: f32):
// CHECK-DAG:     %[[ZERO:.+]] = arith.constant 0.0
// CHECK-DAG:     %[[SLOPE:.+]] = arith.constant 1.000000e-01
// CHECK:         %[[POSITIVE:.+]] = arith.cmpf ogt, %[[IN]], %[[ZERO]]
// CHECK:         %[[SCALED:.+]] = arith.mulf %[[SLOPE]], %[[IN]]
// CHECK:         arith.select %[[POSITIVE]], %[[IN]], %[[SCALED]]
func.func @leaky_relu(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = mesh.leaky_relu %x {slope = 0.1 : f64} : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// The exponential sees no positive number: its branch stays finite.
// CHECK-LABEL: func.func @elu
// CHECK:       ^bb0(%[[IN:.+]]: f32, %{{.+}}: f32):
// CHECK:         %[[ZERO:.+]] = arith.constant 0.0
// CHECK:         %[[BELOW:.+]] = arith.minimumf %[[ZERO]], %[[IN]]
// CHECK:         math.exp %[[BELOW]]
func.func @elu(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = mesh.elu %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// 16-bit entries are computed in f32 and rounded once.
// CHECK-LABEL: func.func @sigmoid_half
// CHECK:       ^bb0(%[[IN:.+]]: bf16, %{{.+}}: bf16):
// CHECK:         %[[WIDE:.+]] = arith.extf %[[IN]] : bf16 to f32
// CHECK:         %[[NEG:.+]] = arith.negf %[[WIDE]] : f32
// CHECK:         %[[ARG:.+]] = arith.minimumf %[[WIDE]], %[[NEG]] : f32
// CHECK:         math.exp %[[ARG]] : f32
// CHECK:         %[[Q:.+]] = arith.divf
// CHECK:         arith.truncf %[[Q]] : f32 to bf16
// CHECK-NOT:     arith.truncf
func.func @sigmoid_half(%x: tensor<?x8xbf16>) -> tensor<?x8xbf16> {
  %y = mesh.sigmoid %x : (tensor<?x8xbf16>) -> tensor<?x8xbf16>
  return %y : tensor<?x8xbf16>
}

// Static sizes agree: nothing is checked.
// CHECK-LABEL: func.func @scale(
// CHECK-SAME:    %[[M:.+]]: tensor<2x?x8xf32>, %[[S:.+]]: tensor<?xf32>
func.func @scale(%m: tensor<2x?x8xf32>, %s: tensor<?xf32>) -> tensor<2x?x8xf32> {
  // CHECK-DAG:  %[[ROWS:.+]] = tensor.dim %[[M]]
  // CHECK-DAG:  %[[GOT:.+]] = tensor.dim %[[S]]
  // CHECK:      %[[OK:.+]] = arith.cmpi eq, %[[ROWS]], %[[GOT]]
  // CHECK:      mesh.assert %[[OK]], "'mesh.scale' op expects 's' to have {0} entries on axis 0, but got {1}"(%[[ROWS]], %[[GOT]])
  // CHECK:      linalg.generic
  // CHECK-SAME:   #[[$PREFIX]]
  // CHECK-SAME:   ins(%[[M]], %[[S]] :
  // CHECK:        arith.mulf
  %y = mesh.scale %m, %s dim = 1 : (tensor<2x?x8xf32>, tensor<?xf32>) -> tensor<2x?x8xf32>
  return %y : tensor<2x?x8xf32>
}

// The size of a chain is that of its first operand, so that no value of the
// chain stays alive for its shape.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.+]]: tensor<?x8xf32>
// CHECK:         tensor.dim %[[X]]
// CHECK-NOT:     tensor.dim
// CHECK:         return
func.func @chain(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = mesh.relu %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = arith.addf %0, %0 : tensor<?x8xf32>
  %2 = mesh.elu %1 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}

// A size that only the result's type states is checked.
// CHECK-LABEL: func.func @declared(
// CHECK-SAME:    %[[X:.+]]: tensor<?xf32>
// CHECK:         %[[N:.+]] = tensor.dim %[[X]]
// CHECK:         %[[FIVE:.+]] = arith.constant 5 : index
// CHECK:         mesh.assert %{{.+}}, "'mesh.relu' op expects its result to have {0} entries on axis 0, but got {1}"(%[[FIVE]], %[[N]])
// CHECK:         tensor.cast %{{.+}} : tensor<?xf32> to tensor<5xf32>
func.func @declared(%x: tensor<?xf32>) -> tensor<5xf32> {
  %y = mesh.relu %x : (tensor<?xf32>) -> tensor<5xf32>
  return %y : tensor<5xf32>
}
