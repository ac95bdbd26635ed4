// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of products of matrices and vectors.

// Products by the transposed operands; the cotangent of the initial value is the
// result's.
// CHECK-LABEL: func.func private @matmul$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<3x4xf64>, %[[INIT:.*]]: tensor<2x4xf64>, %[[C:.*]]: tensor<2x4xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[MATMUL:.*]] = linalg.matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<3x4xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>], iterator_types = ["reduction", "parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<3x4xf64>
// CHECK-NEXT: return %[[MATMUL]], %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @matmul(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %init: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %y = linalg.matmul ins(%a, %b : tensor<2x3xf64>, tensor<3x4xf64>) outs(%init : tensor<2x4xf64>) -> tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}
func.func @pull_matmul(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %init: tensor<2x4xf64>, %c: tensor<2x4xf64>) {
  %y:4 = mesh.vjp @matmul(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<2x3xf64>, tensor<3x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<2x3xf64>, tensor<3x4xf64>, tensor<2x4xf64>)
  return
}

// CHECK-LABEL: func.func private @matmul_transposed$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<3x2xf64>, %[[B:.*]]: tensor<4x3xf64>, %[[INIT:.*]]: tensor<2x4xf64>, %[[C:.*]]: tensor<2x4xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[MATMUL:.*]] = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<3x2xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d0)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<3x2xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<4x3xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d1, d2)>], iterator_types = ["reduction", "parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<4x3xf64>
// CHECK-NEXT: return %[[MATMUL]], %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @matmul_transposed(%a: tensor<3x2xf64>, %b: tensor<4x3xf64>, %init: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %y = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<3x2xf64>, tensor<4x3xf64>) outs(%init : tensor<2x4xf64>) -> tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}
func.func @pull_matmul_transposed(%a: tensor<3x2xf64>, %b: tensor<4x3xf64>, %init: tensor<2x4xf64>, %c: tensor<2x4xf64>) {
  %y:4 = mesh.vjp @matmul_transposed(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<3x2xf64>, tensor<4x3xf64>, tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<3x2xf64>, tensor<4x3xf64>, tensor<2x4xf64>)
  return
}

// CHECK-LABEL: func.func private @batch_matmul$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<5x2x3xf64>, %[[B:.*]]: tensor<5x3x4xf64>, %[[INIT:.*]]: tensor<5x2x4xf64>, %[[C:.*]]: tensor<5x2x4xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[BATCH_MATMUL:.*]] = linalg.batch_matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x2x3xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5x2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<5x3x4xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<5x3x4xf64>
// CHECK-NEXT: return %[[BATCH_MATMUL]], %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @batch_matmul(%a: tensor<5x2x3xf64>, %b: tensor<5x3x4xf64>, %init: tensor<5x2x4xf64>) -> tensor<5x2x4xf64> {
  %y = linalg.batch_matmul ins(%a, %b : tensor<5x2x3xf64>, tensor<5x3x4xf64>) outs(%init : tensor<5x2x4xf64>) -> tensor<5x2x4xf64>
  return %y : tensor<5x2x4xf64>
}
func.func @pull_batch_matmul(%a: tensor<5x2x3xf64>, %b: tensor<5x3x4xf64>, %init: tensor<5x2x4xf64>, %c: tensor<5x2x4xf64>) {
  %y:4 = mesh.vjp @batch_matmul(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<5x2x3xf64>, tensor<5x3x4xf64>, tensor<5x2x4xf64>, tensor<5x2x4xf64>) -> (tensor<5x2x4xf64>, tensor<5x2x3xf64>, tensor<5x3x4xf64>, tensor<5x2x4xf64>)
  return
}

// CHECK-LABEL: func.func private @matvec$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[MATVEC:.*]] = linalg.matvec ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return %[[MATVEC]], %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @matvec(%a: tensor<2x3xf64>, %b: tensor<3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.matvec ins(%a, %b : tensor<2x3xf64>, tensor<3xf64>) outs(%init : tensor<2xf64>) -> tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func @pull_matvec(%a: tensor<2x3xf64>, %b: tensor<3xf64>, %init: tensor<2xf64>, %c: tensor<2xf64>) {
  %y:4 = mesh.vjp @matvec(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>)
  return
}

// CHECK-LABEL: func.func private @vecmat$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<2xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<3xf64>, %[[C:.*]]: tensor<3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[VECMAT:.*]] = linalg.vecmat ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: return %[[VECMAT]], %[[GENERIC_2]], %[[GENERIC]], %[[C]]
func.func private @vecmat(%a: tensor<2xf64>, %b: tensor<2x3xf64>, %init: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.vecmat ins(%a, %b : tensor<2xf64>, tensor<2x3xf64>) outs(%init : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @pull_vecmat(%a: tensor<2xf64>, %b: tensor<2x3xf64>, %init: tensor<3xf64>, %c: tensor<3xf64>) {
  %y:4 = mesh.vjp @vecmat(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<2xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<3xf64>)
  return
}

// CHECK-LABEL: func.func private @dot$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<3xf64>, %[[B:.*]]: tensor<3xf64>, %[[INIT:.*]]: tensor<f64>, %[[C:.*]]: tensor<f64>)
// CHECK-NEXT: %[[DOT:.*]] = linalg.dot ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_3]], %[[IN_2]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_3]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MULF]], %[[MULF_2]]
// CHECK-NEXT: } -> (tensor<3xf64>, tensor<3xf64>)
// CHECK-NEXT: return %[[DOT]], %[[GENERIC]]#0, %[[GENERIC]]#1, %[[C]]
func.func private @dot(%a: tensor<3xf64>, %b: tensor<3xf64>, %init: tensor<f64>) -> tensor<f64> {
  %y = linalg.dot ins(%a, %b : tensor<3xf64>, tensor<3xf64>) outs(%init : tensor<f64>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func @pull_dot(%a: tensor<3xf64>, %b: tensor<3xf64>, %init: tensor<f64>, %c: tensor<f64>) {
  %y:4 = mesh.vjp @dot(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<3xf64>, tensor<3xf64>, tensor<f64>, tensor<f64>) -> (tensor<f64>, tensor<3xf64>, tensor<3xf64>, tensor<f64>)
  return
}

// CHECK-LABEL: func.func private @contract$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CONTRACT:.*]] = linalg.contract indexing_maps = [affine_map<(d0, d1)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return %[[CONTRACT]], %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @contract(%a: tensor<2x3xf64>, %b: tensor<3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.contract indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>] ins(%a, %b : tensor<2x3xf64>, tensor<3xf64>) outs(%init : tensor<2xf64>) -> tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func @pull_contract(%a: tensor<2x3xf64>, %b: tensor<3xf64>, %init: tensor<2xf64>, %c: tensor<2xf64>) {
  %y:4 = mesh.vjp @contract(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>)
  return
}
