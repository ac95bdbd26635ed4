// RUN: mesh-opt %s --mesh-expand | FileCheck %s

// Philox4x32-10: ten rounds of two wide products.

// CHECK-LABEL: func.func @uniform(
// CHECK-SAME:    %[[SEED:.+]]: i64, %[[N:.+]]: index)
func.func @uniform(%seed: i64, %n: index) -> tensor<?x16xf32> {
  // CHECK:      %[[OK:.+]] = arith.cmpi sge, %[[N]]
  // CHECK:      mesh.assert %[[OK]], "'mesh.uniform' op expects the size of axis 0 not to be negative, but got {0}"(%[[N]])
  // CHECK:      %[[WIDTH:.+]] = arith.constant 16 : index
  // CHECK:      tensor.empty(%[[N]]) : tensor<?x16xf32>
  // CHECK:      linalg.generic

  // The row-major index; four entries share a counter.
  // CHECK-DAG:    %[[I:.+]] = linalg.index 0
  // CHECK-DAG:    %[[J:.+]] = linalg.index 1
  // CHECK:        %[[ROW:.+]] = arith.muli %[[I]], %[[WIDTH]]
  // CHECK:        %[[FLAT:.+]] = arith.addi %[[ROW]], %[[J]]
  // CHECK:        %[[INDEX:.+]] = arith.index_cast %[[FLAT]] : index to i64
  // CHECK:        arith.shrui %[[INDEX]]
  // CHECK:        arith.trunci %[[SEED]] : i64 to i32
  // CHECK-COUNT-20: arith.mului_extended
  // CHECK-NOT:    arith.mului_extended

  // The top 24 bits, times 2^-24.
  // CHECK:        %[[SHIFT:.+]] = arith.constant 8 : i32
  // CHECK:        %[[BITS:.+]] = arith.shrui %{{.+}}, %[[SHIFT]] : i32
  // CHECK:        %[[NUMBER:.+]] = arith.sitofp %[[BITS]] : i32 to f32
  // CHECK:        %[[UNIT:.+]] = arith.constant 5.96046448E-8 : f32
  // CHECK:        arith.mulf %[[NUMBER]], %[[UNIT]]
  %u = mesh.uniform %seed, [%n] : tensor<?x16xf32>
  return %u : tensor<?x16xf32>
}

// As many bits as the type holds, or rounding could give 1.
// CHECK-LABEL: func.func @uniform_half
// CHECK:         %[[SHIFT:.+]] = arith.constant 24 : i32
// CHECK:         arith.shrui %{{.+}}, %[[SHIFT]] : i32
// CHECK:         arith.constant 3.906250e-03 : f32
// CHECK:         arith.truncf %{{.+}} : f32 to bf16
func.func @uniform_half(%seed: i64) -> tensor<8xbf16> {
  %u = mesh.uniform %seed, [] : tensor<8xbf16>
  return %u : tensor<8xbf16>
}

// The mask compares integers: 0.25 * 2^24 is the threshold.
// CHECK-LABEL: func.func @dropout(
// CHECK-SAME:    %[[X:.+]]: tensor<?x16xf32>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[X]] :
// CHECK:         ^bb0(%[[IN:.+]]: f32, %{{.+}}: f32):
// CHECK:           %[[THRESHOLD:.+]] = arith.constant 4194304 : i32
// CHECK:           %[[KEPT:.+]] = arith.cmpi uge, %{{.+}}, %[[THRESHOLD]]
// CHECK:           %[[KEEP_RATE:.+]] = arith.constant 7.500000e-01 : f32
// CHECK:           %[[SCALED:.+]] = arith.divf %[[IN]], %[[KEEP_RATE]]
// CHECK:           %[[ZERO:.+]] = arith.constant 0.0
// CHECK:           arith.select %[[KEPT]], %[[SCALED]], %[[ZERO]]
func.func @dropout(%x: tensor<?x16xf32>, %seed: i64) -> tensor<?x16xf32> {
  %y = mesh.dropout %x, %seed {rate = 0.25 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}
