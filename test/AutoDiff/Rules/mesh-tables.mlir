// RUN: mesh-opt %s --mesh-autodiff --mlir-print-local-scope | FileCheck %s

// The adjoints of lookups, losses and of transposed matrices.

// CHECK-LABEL: func.func private @take$vjp_0(
// CHECK-SAME: %[[T:.*]]: tensor<5x3xf64>, %[[IDS:.*]]: tensor<4xi32>, %[[C:.*]]: tensor<4x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 4
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 5
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<4xi32>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[OUT:.*]]: i32):
// CHECK-NEXT: %[[INDEX:.*]] = linalg.index 0 : index
// CHECK-NEXT: %[[INDEX_CAST:.*]] = arith.index_cast %[[INDEX]]
// CHECK-NEXT: linalg.yield %[[INDEX_CAST]]
// CHECK-NEXT: } -> tensor<4xi32>
// CHECK-NEXT: %[[GRAPH:.*]] = mesh.graph %[[IDS]], %[[GENERIC]], %[[CST_2]], %[[CST]]
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[T]], %[[GRAPH]] source
// CHECK-NEXT: %[[SEGMENT_SUM:.*]] = mesh.segment_sum %[[C]], %[[GRAPH]] source
// CHECK-NEXT: return %[[GATHER]], %[[SEGMENT_SUM]]
func.func private @take(%t: tensor<5x3xf64>, %ids: tensor<4xi32>) -> tensor<4x3xf64> {
  %y = mesh.take %t, %ids : (tensor<5x3xf64>, tensor<4xi32>) -> tensor<4x3xf64>
  return %y : tensor<4x3xf64>
}
func.func @pull_take(%t: tensor<5x3xf64>, %ids: tensor<4xi32>, %c: tensor<4x3xf64>) {
  %y:2 = mesh.vjp @take(%t, %ids) seeds(%c) wrt [0] : (tensor<5x3xf64>, tensor<4xi32>, tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<5x3xf64>)
  return
}

// CHECK-LABEL: func.func private @log_softmax$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[C:.*]]: tensor<5x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0xFFF0000000000000
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[CST]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[X]] : {{.*}}) outs(%[[FILL]] : tensor<5xf64>) attrs =  {mesh.stop_gradient} {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MAXIMUMF:.*]] = arith.maximumf %[[OUT]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MAXIMUMF]]
// CHECK-NEXT: } -> tensor<5xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[X]], %[[GENERIC]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[IN_2]], %[[IN_3]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[SUBF]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_2]], %[[EXP]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC_3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[GENERIC]], %[[GENERIC_2]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_4:.*]]: f64, %[[IN_5:.*]]: f64, %[[IN_6:.*]]: f64, %[[OUT_3:.*]]: f64):
// CHECK-NEXT: %[[SUBF_2:.*]] = arith.subf %[[IN_4]], %[[IN_5]]
// CHECK-NEXT: %[[LOG:.*]] = math.log %[[IN_6]]
// CHECK-NEXT: %[[SUBF_3:.*]] = arith.subf %[[SUBF_2]], %[[LOG]]
// CHECK-NEXT: linalg.yield %[[SUBF_3]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC_4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[GENERIC_2]], %[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_7:.*]]: f64, %[[IN_8:.*]]: f64, %[[OUT_4:.*]]: f64):
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[IN_8]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[NEGF]], %[[IN_7]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_4]], %[[DIVF]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<5xf64>
// CHECK-NEXT: %[[GENERIC_5:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[GENERIC]], %[[GENERIC_4]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_9:.*]]: f64, %[[IN_10:.*]]: f64, %[[IN_11:.*]]: f64, %[[OUT_5:.*]]: f64):
// CHECK-NEXT: %[[SUBF_4:.*]] = arith.subf %[[IN_9]], %[[IN_10]]
// CHECK-NEXT: %[[EXP_2:.*]] = math.exp %[[SUBF_4]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_11]], %[[EXP_2]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[ADDF_3:.*]] = arith.addf %[[C]], %[[GENERIC_5]]
// CHECK-NEXT: return %[[GENERIC_3]], %[[ADDF_3]]
func.func private @log_softmax(%x: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %y = mesh.log_softmax %x : tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @pull_log_softmax(%x: tensor<5x3xf64>, %c: tensor<5x3xf64>) {
  %y:2 = mesh.vjp @log_softmax(%x) seeds(%c) wrt [0] : (tensor<5x3xf64>, tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>)
  return
}

// CHECK-LABEL: func.func private @cross_entropy$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[L:.*]]: tensor<5xi32>, %[[C:.*]]: tensor<f64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 0
// CHECK-NEXT: %[[CST_3:.*]] = arith.constant 0
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST_4:.*]] = arith.constant 0xFFF0000000000000
// CHECK-NEXT: %[[CST_5:.*]] = arith.constant 5
// CHECK-NEXT: %[[CST_6:.*]] = arith.constant 3
// CHECK-NEXT: %[[CST_7:.*]] = arith.constant 0
// CHECK-NEXT: %[[CST_8:.*]] = arith.constant 1
// CHECK-NEXT: scf.for %arg3 = %[[CST_7]] to %[[CST_5]] step %[[CST_8]] {
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[L]][%arg3]
// CHECK-NEXT: %[[INDEX_CAST:.*]] = arith.index_cast %[[EXTRACT]]
// CHECK-NEXT: %[[CMPI:.*]] = arith.cmpi slt, %[[INDEX_CAST]], %[[CST_6]]
// CHECK-NEXT: mesh.assert %[[CMPI]], "row {0}: label {1} is out of range, expects label < {2}"(%arg3, %[[INDEX_CAST]], %[[CST_6]])
// CHECK-NEXT: }
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[CST_4]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[X]] : {{.*}}) outs(%[[FILL]] : tensor<5xf64>) attrs =  {mesh.stop_gradient} {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MAXIMUMF:.*]] = arith.maximumf %[[OUT]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MAXIMUMF]]
// CHECK-NEXT: } -> tensor<5xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[X]], %[[GENERIC]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[IN_2]], %[[IN_3]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[SUBF]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_2]], %[[EXP]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5xf64>
// CHECK-NEXT: %[[GENERIC_3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[X]], %[[GENERIC]], %[[L]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_4:.*]]: f64, %[[IN_5:.*]]: f64, %[[IN_6:.*]]: i32, %[[OUT_3:.*]]: f64):
// CHECK-NEXT: %[[SUBF_2:.*]] = arith.subf %[[IN_4]], %[[IN_5]]
// CHECK-NEXT: %[[INDEX:.*]] = linalg.index 1 : index
// CHECK-NEXT: %[[INDEX_CAST_2:.*]] = arith.index_cast %[[INDEX]]
// CHECK-NEXT: %[[CMPI_2:.*]] = arith.cmpi eq, %[[INDEX_CAST_2]], %[[IN_6]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPI_2]], %[[SUBF_2]], %[[ZERO]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_3]], %[[SELECT]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<5xf64>
// CHECK-NEXT: %[[GENERIC_4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[GENERIC_2]], %[[GENERIC_3]], %[[L]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_7:.*]]: f64, %[[IN_8:.*]]: f64, %[[IN_9:.*]]: i32, %[[OUT_4:.*]]: f64):
// CHECK-NEXT: %[[LOG:.*]] = math.log %[[IN_7]]
// CHECK-NEXT: %[[SUBF_3:.*]] = arith.subf %[[LOG]], %[[IN_8]]
// CHECK-NEXT: %[[CMPI_3:.*]] = arith.cmpi sge, %[[IN_9]], %[[CST_3]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPI_3]], %[[SUBF_3]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[SELECT_2]]
// CHECK-NEXT: } -> tensor<5xf64>
// CHECK-NEXT: %[[EXPAND_SHAPE:.*]] = tensor.expand_shape %[[GENERIC_4]] {{\[\[}}0, 1]] output_shape [1, 5]
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<1xf64>
// CHECK-NEXT: %[[FILL_3:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_5:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[EXPAND_SHAPE]] : {{.*}}) outs(%[[FILL_3]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_10:.*]]: f64, %[[OUT_5:.*]]: f64):
// CHECK-NEXT: %[[ADDF_3:.*]] = arith.addf %[[OUT_5]], %[[IN_10]]
// CHECK-NEXT: linalg.yield %[[ADDF_3]]
// CHECK-NEXT: } -> tensor<1xf64>
// CHECK-NEXT: %[[EMPTY_3:.*]] = tensor.empty() : tensor<f64>
// CHECK-NEXT: %[[FILL_4:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_3]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_6:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%[[GENERIC_5]] : {{.*}}) outs(%[[FILL_4]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_11:.*]]: f64, %[[OUT_6:.*]]: f64):
// CHECK-NEXT: %[[ADDF_4:.*]] = arith.addf %[[OUT_6]], %[[IN_11]]
// CHECK-NEXT: linalg.yield %[[ADDF_4]]
// CHECK-NEXT: } -> tensor<f64>
// CHECK-NEXT: %[[EMPTY_4:.*]] = tensor.empty() : tensor<i64>
// CHECK-NEXT: %[[FILL_5:.*]] = linalg.fill ins(%[[CST_2]] : {{.*}}) outs(%[[EMPTY_4]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_7:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%[[L]] : {{.*}}) outs(%[[FILL_5]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_12:.*]]: i32, %[[OUT_7:.*]]: i64):
// CHECK-NEXT: %[[CMPI_4:.*]] = arith.cmpi sge, %[[IN_12]], %[[CST_3]]
// CHECK-NEXT: %[[EXTUI:.*]] = arith.extui %[[CMPI_4]]
// CHECK-NEXT: %[[ADDI:.*]] = arith.addi %[[OUT_7]], %[[EXTUI]]
// CHECK-NEXT: linalg.yield %[[ADDI]]
// CHECK-NEXT: } -> tensor<i64>
// CHECK-NEXT: %[[GENERIC_8:.*]] = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%[[GENERIC_6]], %[[GENERIC_7]] : {{.*}}) outs(%[[EMPTY_3]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_13:.*]]: f64, %[[IN_14:.*]]: i64, %[[OUT_8:.*]]: f64):
// CHECK-NEXT: %[[MAXSI:.*]] = arith.maxsi %[[IN_14]], %[[CST]]
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[MAXSI]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[IN_13]], %[[SITOFP]]
// CHECK-NEXT: linalg.yield %[[DIVF]]
// CHECK-NEXT: } -> tensor<f64>
// CHECK-NEXT: %[[GENERIC_9:.*]] = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%[[GENERIC_7]], %[[C]] : {{.*}}) outs(%[[EMPTY_3]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_15:.*]]: i64, %[[IN_16:.*]]: f64, %[[OUT_9:.*]]: f64):
// CHECK-NEXT: %[[MAXSI_2:.*]] = arith.maxsi %[[IN_15]], %[[CST]]
// CHECK-NEXT: %[[SITOFP_2:.*]] = arith.sitofp %[[MAXSI_2]]
// CHECK-NEXT: %[[DIVF_2:.*]] = arith.divf %[[IN_16]], %[[SITOFP_2]]
// CHECK-NEXT: linalg.yield %[[DIVF_2]]
// CHECK-NEXT: } -> tensor<f64>
// CHECK-NEXT: %[[GENERIC_10:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[GENERIC_9]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_17:.*]]: f64, %[[OUT_10:.*]]: f64):
// CHECK-NEXT: linalg.yield %[[IN_17]]
// CHECK-NEXT: } -> tensor<1xf64>
// CHECK-NEXT: %[[EMPTY_5:.*]] = tensor.empty() : tensor<1x5xf64>
// CHECK-NEXT: %[[GENERIC_11:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[GENERIC_10]] : {{.*}}) outs(%[[EMPTY_5]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_18:.*]]: f64, %[[OUT_11:.*]]: f64):
// CHECK-NEXT: linalg.yield %[[IN_18]]
// CHECK-NEXT: } -> tensor<1x5xf64>
// CHECK-NEXT: %[[COLLAPSE_SHAPE:.*]] = tensor.collapse_shape %[[GENERIC_11]] {{\[\[}}0, 1]]
// CHECK-NEXT: %[[GENERIC_12:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[GENERIC_2]], %[[L]], %[[COLLAPSE_SHAPE]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_19:.*]]: f64, %[[IN_20:.*]]: i32, %[[IN_21:.*]]: f64, %[[OUT_12:.*]]: f64, %[[OUT_3_2:.*]]: f64):
// CHECK-NEXT: %[[CMPI_5:.*]] = arith.cmpi sge, %[[IN_20]], %[[CST_3]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[IN_21]]
// CHECK-NEXT: %[[DIVF_3:.*]] = arith.divf %[[IN_21]], %[[IN_19]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[CMPI_5]], %[[DIVF_3]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_4:.*]] = arith.select %[[CMPI_5]], %[[NEGF]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[SELECT_3]], %[[SELECT_4]]
// CHECK-NEXT: } -> (tensor<5xf64>, tensor<5xf64>)
// CHECK-NEXT: %[[EMPTY_6:.*]] = tensor.empty() : tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC_13:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[L]], %[[GENERIC_12]]#1 : {{.*}}) outs(%[[EMPTY_6]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_22:.*]]: i32, %[[IN_23:.*]]: f64, %[[OUT_13:.*]]: f64):
// CHECK-NEXT: %[[INDEX_2:.*]] = linalg.index 1 : index
// CHECK-NEXT: %[[INDEX_CAST_3:.*]] = arith.index_cast %[[INDEX_2]]
// CHECK-NEXT: %[[CMPI_6:.*]] = arith.cmpi eq, %[[INDEX_CAST_3]], %[[IN_22]]
// CHECK-NEXT: %[[SELECT_5:.*]] = arith.select %[[CMPI_6]], %[[IN_23]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[SELECT_5]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC_14:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[GENERIC]], %[[GENERIC_12]]#0 : {{.*}}) outs(%[[EMPTY_6]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_24:.*]]: f64, %[[IN_25:.*]]: f64, %[[IN_26:.*]]: f64, %[[OUT_14:.*]]: f64):
// CHECK-NEXT: %[[SUBF_4:.*]] = arith.subf %[[IN_24]], %[[IN_25]]
// CHECK-NEXT: %[[EXP_2:.*]] = math.exp %[[SUBF_4]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_26]], %[[EXP_2]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[ADDF_5:.*]] = arith.addf %[[GENERIC_13]], %[[GENERIC_14]]
// CHECK-NEXT: return %[[GENERIC_8]], %[[ADDF_5]]
func.func private @cross_entropy(%x: tensor<5x3xf64>, %l: tensor<5xi32>) -> tensor<f64> {
  %y = mesh.cross_entropy %x, %l : (tensor<5x3xf64>, tensor<5xi32>) -> tensor<f64>
  return %y : tensor<f64>
}
func.func @pull_cross_entropy(%x: tensor<5x3xf64>, %l: tensor<5xi32>, %c: tensor<f64>) {
  %y:2 = mesh.vjp @cross_entropy(%x, %l) seeds(%c) wrt [0] : (tensor<5x3xf64>, tensor<5xi32>, tensor<f64>) -> (tensor<f64>, tensor<5x3xf64>)
  return
}

// Back by a graph with an edge from where each entry was to where it is.
// CHECK-LABEL: func.func private @csr_transpose$vjp_3(
// CHECK-SAME: %[[P:.*]]: tensor<?xi32>, %[[COL:.*]]: tensor<?xi32>, %[[N:.*]]: index, %[[V:.*]]: tensor<?xf64>, %[[C:.*]]: tensor<?xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0
// CHECK-NEXT: %t_row_ptr, %t_col, %perm, %t_values = mesh.csr_transpose %[[P]], %[[COL]], %[[N]] values(%[[V]])
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[V]], %[[CST]]
// CHECK-NEXT: %[[DIM_2:.*]] = tensor.dim %perm, %[[CST]]
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[DIM_2]]) : tensor<?xi32>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[OUT:.*]]: i32):
// CHECK-NEXT: %[[INDEX:.*]] = linalg.index 0 : index
// CHECK-NEXT: %[[INDEX_CAST:.*]] = arith.index_cast %[[INDEX]]
// CHECK-NEXT: linalg.yield %[[INDEX_CAST]]
// CHECK-NEXT: } -> tensor<?xi32>
// CHECK-NEXT: %[[GRAPH:.*]] = mesh.graph %perm, %[[GENERIC]], %[[DIM]], %[[DIM]]
// CHECK-NEXT: %[[SEGMENT_SUM:.*]] = mesh.segment_sum %[[C]], %[[GRAPH]] source
// CHECK-NEXT: return %t_values, %[[SEGMENT_SUM]]
func.func private @csr_transpose(%p: tensor<?xi32>, %col: tensor<?xi32>, %n: index, %v: tensor<?xf64>) -> tensor<?xf64> {
  %tp, %tc, %e, %y = mesh.csr_transpose %p, %col, %n values(%v) : (tensor<?xi32>, tensor<?xi32>, index, tensor<?xf64>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf64>)
  return %y : tensor<?xf64>
}
func.func @pull_csr_transpose(%p: tensor<?xi32>, %col: tensor<?xi32>, %n: index, %v: tensor<?xf64>, %c: tensor<?xf64>) {
  %y:2 = mesh.vjp @csr_transpose(%p, %col, %n, %v) seeds(%c) wrt [3] : (tensor<?xi32>, tensor<?xi32>, index, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return
}
