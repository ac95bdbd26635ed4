// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of lookups, losses and of transposed matrices.

// The same entries are kept.
// CHECK-LABEL: func.func private @dropout$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[S:.*]]: i64, %[[C:.*]]: tensor<5x3xf64>)
// CHECK: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]] : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %[[CMPI_3:.*]] = arith.cmpi uge, %{{.*}}, %{{.*}}
// CHECK: %[[DIVF:.*]] = arith.divf %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = arith.select %[[CMPI_3]], %[[DIVF]], %{{.*}}
// CHECK: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[C]] : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %[[CMPI_6:.*]] = arith.cmpi uge, %{{.*}}, %{{.*}}
// CHECK: %[[DIVF_2:.*]] = arith.divf %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = arith.select %[[CMPI_6]], %[[DIVF_2]], %{{.*}}
// CHECK: return %[[GENERIC]], %[[GENERIC_2]]
func.func private @dropout(%x: tensor<5x3xf64>, %s: i64) -> tensor<5x3xf64> {
  %y = mesh.dropout %x, %s {rate = 0.5 : f64} : (tensor<5x3xf64>, i64) -> tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @pull_dropout(%x: tensor<5x3xf64>, %s: i64, %c: tensor<5x3xf64>) {
  %y:2 = mesh.vjp @dropout(%x, %s) seeds(%c) wrt [0] : (tensor<5x3xf64>, i64, tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>)
  return
}

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

// The maximum that is subtracted gets nothing.
// CHECK-LABEL: func.func private @log_softmax$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[C:.*]]: tensor<5x3xf64>)
// CHECK: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[X]] : {{.*}}) outs(%{{.*}} : tensor<5xf64>) attrs =  {mesh.stop_gradient} {
// CHECK: %[[GENERIC_3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[GENERIC]], %{{.*}} : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %[[GENERIC_4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%{{.*}}, %[[C]] : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %[[NEGF:.*]] = arith.negf %{{.*}}
// CHECK: %[[DIVF:.*]] = arith.divf %[[NEGF]], %{{.*}}
// CHECK: %{{.*}} = arith.addf %{{.*}}, %[[DIVF]]
// CHECK: %[[GENERIC_5:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[GENERIC]], %[[GENERIC_4]] : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %[[EXP_2:.*]] = math.exp %{{.*}}
// CHECK: %{{.*}} = arith.mulf %{{.*}}, %[[EXP_2]]
// CHECK: %[[ADDF_3:.*]] = arith.addf %[[C]], %[[GENERIC_5]]
// CHECK: return %[[GENERIC_3]], %[[ADDF_3]]
func.func private @log_softmax(%x: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %y = mesh.log_softmax %x : tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @pull_log_softmax(%x: tensor<5x3xf64>, %c: tensor<5x3xf64>) {
  %y:2 = mesh.vjp @log_softmax(%x) seeds(%c) wrt [0] : (tensor<5x3xf64>, tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>)
  return
}

// The mean over labelled rows: rows without a label get zeros.
// CHECK-LABEL: func.func private @cross_entropy$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[L:.*]]: tensor<5xi32>, %[[C:.*]]: tensor<f64>)
// CHECK: %[[GENERIC_8:.*]] = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%{{.*}}, %{{.*}} : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %{{.*}} = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%{{.*}}, %[[C]] : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %{{.*}} = arith.maxsi %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = arith.divf %{{.*}}, %{{.*}}
// CHECK: %[[GENERIC_12:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%{{.*}}, %[[L]], %{{.*}} : {{.*}}) outs(%{{.*}}, %{{.*}} : {{.*}}) {
// CHECK: %[[CMPI_5:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = arith.select %[[CMPI_5]], %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[L]], %[[GENERIC_12]]#1 : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %{{.*}} = arith.select %{{.*}}, %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %{{.*}}, %[[GENERIC_12]]#0 : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %[[EXP_2:.*]] = math.exp %{{.*}}
// CHECK: %{{.*}} = arith.mulf %{{.*}}, %[[EXP_2]]
// CHECK: return %[[GENERIC_8]], %{{.*}}
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
