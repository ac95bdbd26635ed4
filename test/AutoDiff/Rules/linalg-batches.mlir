// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of products in batches and of packed products.

// CHECK-LABEL: func.func private @batch_matvec$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<5x2x3xf64>, %[[B:.*]]: tensor<5x3xf64>, %[[INIT:.*]]: tensor<5x2xf64>, %[[C:.*]]: tensor<5x2xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[BATCH_MATVEC:.*]] = linalg.batch_matvec ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<5x2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<5x3xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: return %[[BATCH_MATVEC]], %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @batch_matvec(%a: tensor<5x2x3xf64>, %b: tensor<5x3xf64>, %init: tensor<5x2xf64>) -> tensor<5x2xf64> {
  %y = linalg.batch_matvec ins(%a, %b : tensor<5x2x3xf64>, tensor<5x3xf64>) outs(%init : tensor<5x2xf64>) -> tensor<5x2xf64>
  return %y : tensor<5x2xf64>
}
func.func @pull_batch_matvec(%a: tensor<5x2x3xf64>, %b: tensor<5x3xf64>, %init: tensor<5x2xf64>, %c: tensor<5x2xf64>) {
  %y:4 = mesh.vjp @batch_matvec(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<5x2x3xf64>, tensor<5x3xf64>, tensor<5x2xf64>, tensor<5x2xf64>) -> (tensor<5x2xf64>, tensor<5x2x3xf64>, tensor<5x3xf64>, tensor<5x2xf64>)
  return
}

// CHECK-LABEL: func.func private @batch_vecmat$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<5x2xf64>, %[[B:.*]]: tensor<5x2x3xf64>, %[[INIT:.*]]: tensor<5x3xf64>, %[[C:.*]]: tensor<5x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[BATCH_VECMAT:.*]] = linalg.batch_vecmat ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2, d1)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<5x2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<5x2xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5x2xf64>
// CHECK-NEXT: return %[[BATCH_VECMAT]], %[[GENERIC_2]], %[[GENERIC]], %[[C]]
func.func private @batch_vecmat(%a: tensor<5x2xf64>, %b: tensor<5x2x3xf64>, %init: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %y = linalg.batch_vecmat ins(%a, %b : tensor<5x2xf64>, tensor<5x2x3xf64>) outs(%init : tensor<5x3xf64>) -> tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @pull_batch_vecmat(%a: tensor<5x2xf64>, %b: tensor<5x2x3xf64>, %init: tensor<5x3xf64>, %c: tensor<5x3xf64>) {
  %y:4 = mesh.vjp @batch_vecmat(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<5x2xf64>, tensor<5x2x3xf64>, tensor<5x3xf64>, tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x2xf64>, tensor<5x2x3xf64>, tensor<5x3xf64>)
  return
}

// CHECK-LABEL: func.func private @batch_reduce_matmul$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<5x2x3xf64>, %[[B:.*]]: tensor<5x3x4xf64>, %[[INIT:.*]]: tensor<2x4xf64>, %[[C:.*]]: tensor<2x4xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[BATCH_REDUCE_MATMUL:.*]] = linalg.batch_reduce_matmul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x2x3xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>], iterator_types = ["parallel", "parallel", "reduction", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5x2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<5x3x4xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>], iterator_types = ["parallel", "reduction", "parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<5x3x4xf64>
// CHECK-NEXT: return %[[BATCH_REDUCE_MATMUL]], %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @batch_reduce_matmul(%a: tensor<5x2x3xf64>, %b: tensor<5x3x4xf64>, %init: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %y = linalg.batch_reduce_matmul ins(%a, %b : tensor<5x2x3xf64>, tensor<5x3x4xf64>) outs(%init : tensor<2x4xf64>) -> tensor<2x4xf64>
  return %y : tensor<2x4xf64>
}
func.func @pull_batch_reduce_matmul(%a: tensor<5x2x3xf64>, %b: tensor<5x3x4xf64>, %init: tensor<2x4xf64>, %c: tensor<2x4xf64>) {
  %y:4 = mesh.vjp @batch_reduce_matmul(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<5x2x3xf64>, tensor<5x3x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<2x4xf64>, tensor<5x2x3xf64>, tensor<5x3x4xf64>, tensor<2x4xf64>)
  return
}

// CHECK-LABEL: func.func private @mmt4d$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<1x2x3x4xf64>, %[[B:.*]]: tensor<5x2x6x4xf64>, %[[INIT:.*]]: tensor<1x5x3x6xf64>, %[[C:.*]]: tensor<1x5x3x6xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[MMT4D:.*]] = linalg.mmt4d ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<1x2x3x4xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d5)>], iterator_types = ["parallel", "reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<1x2x3x4xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<5x2x6x4xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d5)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2, d4, d5)>], iterator_types = ["reduction", "parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<5x2x6x4xf64>
// CHECK-NEXT: return %[[MMT4D]], %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @mmt4d(%a: tensor<1x2x3x4xf64>, %b: tensor<5x2x6x4xf64>, %init: tensor<1x5x3x6xf64>) -> tensor<1x5x3x6xf64> {
  %y = linalg.mmt4d ins(%a, %b : tensor<1x2x3x4xf64>, tensor<5x2x6x4xf64>) outs(%init : tensor<1x5x3x6xf64>) -> tensor<1x5x3x6xf64>
  return %y : tensor<1x5x3x6xf64>
}
func.func @pull_mmt4d(%a: tensor<1x2x3x4xf64>, %b: tensor<5x2x6x4xf64>, %init: tensor<1x5x3x6xf64>, %c: tensor<1x5x3x6xf64>) {
  %y:4 = mesh.vjp @mmt4d(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<1x2x3x4xf64>, tensor<5x2x6x4xf64>, tensor<1x5x3x6xf64>, tensor<1x5x3x6xf64>) -> (tensor<1x5x3x6xf64>, tensor<1x2x3x4xf64>, tensor<5x2x6x4xf64>, tensor<1x5x3x6xf64>)
  return
}

// CHECK-LABEL: func.func private @batch_mmt4d$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: tensor<7x1x2x3x4xf64>, %[[B:.*]]: tensor<7x5x2x6x4xf64>, %[[INIT:.*]]: tensor<7x1x5x3x6xf64>, %[[C:.*]]: tensor<7x1x5x3x6xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[BATCH_MMT4D:.*]] = linalg.batch_mmt4d ins(%[[A]], %[[B]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<7x1x2x3x4xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2, d3, d5, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d3, d4, d6)>], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<7x1x2x3x4xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<7x5x2x6x4xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d3, d4, d6)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d4, d5)>, affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2, d3, d5, d6)>], iterator_types = ["parallel", "reduction", "parallel", "parallel", "reduction", "parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<7x5x2x6x4xf64>
// CHECK-NEXT: return %[[BATCH_MMT4D]], %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @batch_mmt4d(%a: tensor<7x1x2x3x4xf64>, %b: tensor<7x5x2x6x4xf64>, %init: tensor<7x1x5x3x6xf64>) -> tensor<7x1x5x3x6xf64> {
  %y = linalg.batch_mmt4d ins(%a, %b : tensor<7x1x2x3x4xf64>, tensor<7x5x2x6x4xf64>) outs(%init : tensor<7x1x5x3x6xf64>) -> tensor<7x1x5x3x6xf64>
  return %y : tensor<7x1x5x3x6xf64>
}
func.func @pull_batch_mmt4d(%a: tensor<7x1x2x3x4xf64>, %b: tensor<7x5x2x6x4xf64>, %init: tensor<7x1x5x3x6xf64>, %c: tensor<7x1x5x3x6xf64>) {
  %y:4 = mesh.vjp @batch_mmt4d(%a, %b, %init) seeds(%c) wrt [0, 1, 2] : (tensor<7x1x2x3x4xf64>, tensor<7x5x2x6x4xf64>, tensor<7x1x5x3x6xf64>, tensor<7x1x5x3x6xf64>) -> (tensor<7x1x5x3x6xf64>, tensor<7x1x2x3x4xf64>, tensor<7x5x2x6x4xf64>, tensor<7x1x5x3x6xf64>)
  return
}
