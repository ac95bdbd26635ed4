// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of message passing are message passing.

// CHECK-LABEL: func.func private @gather$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[X]], %[[G]] source
// CHECK-NEXT: %[[SEGMENT_SUM:.*]] = mesh.segment_sum %[[C]], %[[G]] source
// CHECK-NEXT: return %[[GATHER]], %[[SEGMENT_SUM]]
func.func private @gather(%g: !mesh.graph, %x: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %y = mesh.gather %x, %g source : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_gather(%g: !mesh.graph, %x: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @gather(%g, %x) seeds(%c) wrt [1] : (!mesh.graph, tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  return
}

// CHECK-LABEL: func.func private @segment_sum$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[SEGMENT_SUM:.*]] = mesh.segment_sum %[[M]], %[[G]] target
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[C]], %[[G]] target
// CHECK-NEXT: return %[[SEGMENT_SUM]], %[[GATHER]]
func.func private @segment_sum(%g: !mesh.graph, %m: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %y = mesh.segment_sum %m, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_segment_sum(%g: !mesh.graph, %m: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @segment_sum(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  return
}

// CHECK-LABEL: func.func private @segment_sum_at_sources$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[SEGMENT_SUM:.*]] = mesh.segment_sum %[[M]], %[[G]] source
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[C]], %[[G]] source
// CHECK-NEXT: return %[[SEGMENT_SUM]], %[[GATHER]]
func.func private @segment_sum_at_sources(%g: !mesh.graph, %m: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %y = mesh.segment_sum %m, %g source : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_segment_sum_at_sources(%g: !mesh.graph, %m: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @segment_sum_at_sources(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  return
}

// CHECK-LABEL: func.func private @segment_sum_dim$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<3x?xf64>, %[[C:.*]]: tensor<3x?xf64>)
// CHECK-NEXT: %[[SEGMENT_SUM:.*]] = mesh.segment_sum %[[M]], %[[G]] target dim = 1
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[C]], %[[G]] target dim = 1
// CHECK-NEXT: return %[[SEGMENT_SUM]], %[[GATHER]]
func.func private @segment_sum_dim(%g: !mesh.graph, %m: tensor<3x?xf64>) -> tensor<3x?xf64> {
  %y = mesh.segment_sum %m, %g target dim = 1 : (tensor<3x?xf64>, !mesh.graph) -> tensor<3x?xf64>
  return %y : tensor<3x?xf64>
}
func.func @pull_segment_sum_dim(%g: !mesh.graph, %m: tensor<3x?xf64>, %c: tensor<3x?xf64>) {
  %y:2 = mesh.vjp @segment_sum_dim(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<3x?xf64>, tensor<3x?xf64>) -> (tensor<3x?xf64>, tensor<3x?xf64>)
  return
}

// CHECK-LABEL: func.func private @segment_mean$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1
// CHECK-NEXT: %[[SEGMENT_MEAN:.*]] = mesh.segment_mean %[[M]], %[[G]] target
// CHECK-NEXT: %[[DEGREE:.*]] = mesh.degree %[[G]] target
// CHECK-NEXT: %[[NUM_NODES:.*]] = mesh.num_nodes %[[G]] target
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[NUM_NODES]]) : tensor<?x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[C]], %[[DEGREE]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: i32, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MAXSI:.*]] = arith.maxsi %[[IN_2]], %[[CST]]
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[MAXSI]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[IN]], %[[SITOFP]]
// CHECK-NEXT: linalg.yield %[[DIVF]]
// CHECK-NEXT: } -> tensor<?x3xf64>
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[GENERIC]], %[[G]] target
// CHECK-NEXT: return %[[SEGMENT_MEAN]], %[[GATHER]]
func.func private @segment_mean(%g: !mesh.graph, %m: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %y = mesh.segment_mean %m, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_segment_mean(%g: !mesh.graph, %m: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @segment_mean(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  return
}

// The number of edges may not fit into f16.
// CHECK-LABEL: func.func private @segment_mean_half$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?xf16>, %[[C:.*]]: tensor<?xf16>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1
// CHECK-NEXT: %[[SEGMENT_MEAN:.*]] = mesh.segment_mean %[[M]], %[[G]] target
// CHECK-NEXT: %[[DEGREE:.*]] = mesh.degree %[[G]] target
// CHECK-NEXT: %[[NUM_NODES:.*]] = mesh.num_nodes %[[G]] target
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[NUM_NODES]]) : tensor<?xf16>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[C]], %[[DEGREE]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f16, %[[IN_2:.*]]: i32, %[[OUT:.*]]: f16):
// CHECK-NEXT: %[[MAXSI:.*]] = arith.maxsi %[[IN_2]], %[[CST]]
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[MAXSI]]
// CHECK-NEXT: %[[EXTF:.*]] = arith.extf %[[IN]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[EXTF]], %[[SITOFP]]
// CHECK-NEXT: %[[TRUNCF:.*]] = arith.truncf %[[DIVF]]
// CHECK-NEXT: linalg.yield %[[TRUNCF]]
// CHECK-NEXT: } -> tensor<?xf16>
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[GENERIC]], %[[G]] target
// CHECK-NEXT: return %[[SEGMENT_MEAN]], %[[GATHER]]
func.func private @segment_mean_half(%g: !mesh.graph, %m: tensor<?xf16>) -> tensor<?xf16> {
  %y = mesh.segment_mean %m, %g target : (tensor<?xf16>, !mesh.graph) -> tensor<?xf16>
  return %y : tensor<?xf16>
}
func.func @pull_segment_mean_half(%g: !mesh.graph, %m: tensor<?xf16>, %c: tensor<?xf16>) {
  %y:2 = mesh.vjp @segment_mean_half(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<?xf16>, tensor<?xf16>) -> (tensor<?xf16>, tensor<?xf16>)
  return
}

// To the winner of the segment; of equal ones, to the edge of the lowest ordinal.
// CHECK-LABEL: func.func private @segment_max$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0
// CHECK-NEXT: %[[SEGMENT_MAX:.*]] = mesh.segment_max %[[M]], %[[G]] target
// CHECK-NEXT: %[[SEGMENT_ARGMAX:.*]] = mesh.segment_argmax %[[M]], %[[G]] target
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[SEGMENT_ARGMAX]], %[[G]] target
// CHECK-NEXT: %[[GATHER_2:.*]] = mesh.gather %[[C]], %[[G]] target
// CHECK-NEXT: %[[EDGE_IDS:.*]] = mesh.edge_ids %[[G]]
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[M]], %[[CST]]
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[DIM]]) : tensor<?x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[GATHER_2]], %[[GATHER]], %[[EDGE_IDS]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: i32, %[[IN_3:.*]]: i32, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[CMPI:.*]] = arith.cmpi eq, %[[IN_2]], %[[IN_3]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPI]], %[[IN]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[SELECT]]
// CHECK-NEXT: } -> tensor<?x3xf64>
// CHECK-NEXT: return %[[SEGMENT_MAX]], %[[GENERIC]]
func.func private @segment_max(%g: !mesh.graph, %m: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %y = mesh.segment_max %m, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_segment_max(%g: !mesh.graph, %m: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @segment_max(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  return
}

// CHECK-LABEL: func.func private @segment_min$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0
// CHECK-NEXT: %[[SEGMENT_MIN:.*]] = mesh.segment_min %[[M]], %[[G]] target
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[M]]
// CHECK-NEXT: %[[SEGMENT_ARGMAX:.*]] = mesh.segment_argmax %[[NEGF]], %[[G]] target
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[SEGMENT_ARGMAX]], %[[G]] target
// CHECK-NEXT: %[[GATHER_2:.*]] = mesh.gather %[[C]], %[[G]] target
// CHECK-NEXT: %[[EDGE_IDS:.*]] = mesh.edge_ids %[[G]]
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[M]], %[[CST]]
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[DIM]]) : tensor<?x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[GATHER_2]], %[[GATHER]], %[[EDGE_IDS]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: i32, %[[IN_3:.*]]: i32, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[CMPI:.*]] = arith.cmpi eq, %[[IN_2]], %[[IN_3]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPI]], %[[IN]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[SELECT]]
// CHECK-NEXT: } -> tensor<?x3xf64>
// CHECK-NEXT: return %[[SEGMENT_MIN]], %[[GENERIC]]
func.func private @segment_min(%g: !mesh.graph, %m: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %y = mesh.segment_min %m, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_segment_min(%g: !mesh.graph, %m: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @segment_min(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  return
}

// CHECK-LABEL: func.func private @segment_softmax$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[SEGMENT_SOFTMAX:.*]] = mesh.segment_softmax %[[M]], %[[G]] target
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[SEGMENT_SOFTMAX]], %[[C]]
// CHECK-NEXT: %[[SEGMENT_SUM:.*]] = mesh.segment_sum %[[MULF]], %[[G]] target
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[SEGMENT_SUM]], %[[G]] target
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[C]], %[[GATHER]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[SEGMENT_SOFTMAX]], %[[SUBF]]
// CHECK-NEXT: return %[[SEGMENT_SOFTMAX]], %[[MULF_2]]
func.func private @segment_softmax(%g: !mesh.graph, %m: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %y = mesh.segment_softmax %m, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_segment_softmax(%g: !mesh.graph, %m: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @segment_softmax(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  return
}

// Which edge wins is a constant.
// CHECK-LABEL: func.func private @segment_argmax$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[M:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[SEGMENT_ARGMAX:.*]] = mesh.segment_argmax %[[M]], %[[G]] target
// CHECK-NEXT: %[[GATHER:.*]] = mesh.gather %[[SEGMENT_ARGMAX]], %[[G]] target
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[GATHER]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[SITOFP]], %[[M]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[SITOFP]]
// CHECK-NEXT: return %[[MULF]], %[[MULF_2]]
func.func private @segment_argmax(%g: !mesh.graph, %m: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %w = mesh.segment_argmax %m, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xi32>
  %v = mesh.gather %w, %g target : (tensor<?x3xi32>, !mesh.graph) -> tensor<?x3xi32>
  %f = arith.sitofp %v : tensor<?x3xi32> to tensor<?x3xf64>
  %y = arith.mulf %f, %m : tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_segment_argmax(%g: !mesh.graph, %m: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @segment_argmax(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  return
}

// CHECK-LABEL: func.func private @stop$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[X]]
// CHECK-NEXT: return %[[MULF]], %[[MULF_2]]
func.func private @stop(%x: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %s = mesh.stop_gradient %x : tensor<?x3xf64>
  %y = arith.mulf %s, %x : tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_stop(%x: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @stop(%x) seeds(%c) wrt [0] : (tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>)
  return
}
