// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of fills, copies, broadcasts, transposes, maps and softmax.

// CHECK-LABEL: func.func private @fill$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[INIT:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[ZERO_2:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<f64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO_2]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<f64>
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[GENERIC]][]
// CHECK-NEXT: return %[[FILL]], %[[EXTRACT]], %[[ZERO]]
func.func private @fill(%a: f64, %init: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = linalg.fill ins(%a : f64) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_fill(%a: f64, %init: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @fill(%a, %init) seeds(%c) wrt [0, 1] : (f64, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, f64, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @copy$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[COPY:.*]] = linalg.copy ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}})
// CHECK-NEXT: return %[[COPY]], %[[C]], %[[ZERO]]
func.func private @copy(%a: tensor<2x3xf64>, %init: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = linalg.copy ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_copy(%a: tensor<2x3xf64>, %init: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @copy(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @broadcast$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[BROADCAST:.*]] = linalg.broadcast ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) dimensions = [1]
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: return %[[BROADCAST]], %[[GENERIC]]
func.func private @broadcast(%a: tensor<2xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %y = linalg.broadcast ins(%a : tensor<2xf64>) outs(%e : tensor<2x3xf64>) dimensions = [1]
  return %y : tensor<2x3xf64>
}
func.func @pull_broadcast(%a: tensor<2xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @broadcast(%a) seeds(%c) wrt [0] : (tensor<2xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2xf64>)
  return
}

// CHECK-LABEL: func.func private @transpose$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<3x2xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<3x2xf64>
// CHECK-NEXT: %[[TRANSPOSE:.*]] = linalg.transpose ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) permutation = [1, 0]
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>], iterator_types = ["parallel", "parallel"]} ins(%[[C]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: linalg.yield %[[IN]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[TRANSPOSE]], %[[GENERIC]]
func.func private @transpose(%a: tensor<2x3xf64>) -> tensor<3x2xf64> {
  %e = tensor.empty() : tensor<3x2xf64>
  %y = linalg.transpose ins(%a : tensor<2x3xf64>) outs(%e : tensor<3x2xf64>) permutation = [1, 0]
  return %y : tensor<3x2xf64>
}
func.func @pull_transpose(%a: tensor<2x3xf64>, %c: tensor<3x2xf64>) {
  %y:2 = mesh.vjp @transpose(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @map$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[MAP:.*]] = linalg.map ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: (%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64) {
// CHECK-NEXT: %[[SIN:.*]] = math.sin %[[IN]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[SIN]], %[[IN_2]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_4:.*]]: f64, %[[IN_5:.*]]: f64, %[[IN_6:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[SIN_2:.*]] = math.sin %[[IN_4]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_6]], %[[IN_5]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[IN_6]], %[[SIN_2]]
// CHECK-NEXT: %[[COS:.*]] = math.cos %[[IN_4]]
// CHECK-NEXT: %[[MULF_4:.*]] = arith.mulf %[[MULF_2]], %[[COS]]
// CHECK-NEXT: linalg.yield %[[MULF_4]], %[[MULF_3]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2x3xf64>)
// CHECK-NEXT: return %[[MAP]], %[[GENERIC]]#0, %[[GENERIC]]#1
func.func private @map(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %y = linalg.map ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) (%p: f64, %q: f64, %o: f64) {
    %s = math.sin %p : f64
    %r = arith.mulf %s, %q : f64
    linalg.yield %r : f64
  }
  return %y : tensor<2x3xf64>
}
func.func @pull_map(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @map(%a, %b) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// Replaced by its steps first. The maximum that is subtracted cancels, and gets
// nothing.
// CHECK-LABEL: func.func private @softmax$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<1.0
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST_3:.*]] = arith.constant 0xFFF8000000000000
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[CST_3]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[A]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MAXNUMF:.*]] = arith.maxnumf %[[IN]], %[[OUT]]
// CHECK-NEXT: linalg.yield %[[MAXNUMF]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[GENERIC]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[IN_2]], %[[IN_3]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[SUBF]]
// CHECK-NEXT: linalg.yield %[[EXP]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[GENERIC_2]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_4:.*]]: f64, %[[OUT_3:.*]]: f64):
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[IN_4]], %[[OUT_3]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: %[[GENERIC_4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[GENERIC_2]], %[[GENERIC_3]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_5:.*]]: f64, %[[IN_6:.*]]: f64, %[[OUT_4:.*]]: f64):
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[IN_5]], %[[IN_6]]
// CHECK-NEXT: linalg.yield %[[DIVF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC_5:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[GENERIC_3]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_7:.*]]: f64, %[[IN_8:.*]]: f64, %[[OUT_5:.*]]: f64):
// CHECK-NEXT: %[[DIVF_2:.*]] = arith.divf %[[IN_8]], %[[IN_7]]
// CHECK-NEXT: linalg.yield %[[DIVF_2]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC_6:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[GENERIC_2]], %[[GENERIC_3]], %[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_9:.*]]: f64, %[[IN_10:.*]]: f64, %[[IN_11:.*]]: f64, %[[OUT_6:.*]]: f64):
// CHECK-NEXT: %[[DIVF_3:.*]] = arith.divf %[[IN_9]], %[[IN_10]]
// CHECK-NEXT: %[[DIVF_4:.*]] = arith.divf %[[IN_11]], %[[IN_10]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[DIVF_4]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[NEGF]], %[[DIVF_3]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_6]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: %[[GENERIC_7:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[GENERIC_6]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_12:.*]]: f64, %[[OUT_7:.*]]: f64):
// CHECK-NEXT: linalg.yield %[[IN_12]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[ADDF_3:.*]] = arith.addf %[[GENERIC_5]], %[[GENERIC_7]]
// CHECK-NEXT: %[[GENERIC_8:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[GENERIC]], %[[ADDF_3]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_13:.*]]: f64, %[[IN_14:.*]]: f64, %[[IN_15:.*]]: f64, %[[OUT_8:.*]]: f64):
// CHECK-NEXT: %[[SUBF_2:.*]] = arith.subf %[[IN_13]], %[[IN_14]]
// CHECK-NEXT: %[[EXP_2:.*]] = math.exp %[[SUBF_2]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_15]], %[[EXP_2]]
// CHECK-NEXT: linalg.yield %[[MULF_2]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC_9:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[A]], %[[GENERIC]], %[[ADDF_3]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_16:.*]]: f64, %[[IN_17:.*]]: f64, %[[IN_18:.*]]: f64, %[[OUT_9:.*]]: f64):
// CHECK-NEXT: %[[SUBF_3:.*]] = arith.subf %[[IN_16]], %[[IN_17]]
// CHECK-NEXT: %[[EXP_3:.*]] = math.exp %[[SUBF_3]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[IN_18]], %[[EXP_3]]
// CHECK-NEXT: %[[NEGF_2:.*]] = arith.negf %[[MULF_3]]
// CHECK-NEXT: %[[ADDF_4:.*]] = arith.addf %[[OUT_9]], %[[NEGF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF_4]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: %[[GENERIC_10:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[A]], %[[GENERIC]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_19:.*]]: f64, %[[IN_20:.*]]: f64, %[[OUT_10:.*]]: f64):
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf oeq, %[[IN_19]], %[[IN_20]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[CST_2]], %[[ZERO]]
// CHECK-NEXT: %[[ADDF_5:.*]] = arith.addf %[[OUT_10]], %[[SELECT]]
// CHECK-NEXT: linalg.yield %[[ADDF_5]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf oeq, %[[FILL]], %[[GENERIC]]
// CHECK-NEXT: %[[ADDF_6:.*]] = arith.addf %[[GENERIC_10]], %[[CST]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[ADDF_6]], %[[GENERIC_10]]
// CHECK-NEXT: %[[DIVF_5:.*]] = arith.divf %[[GENERIC_9]], %[[SELECT_2]]
// CHECK-NEXT: %[[GENERIC_11:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[DIVF_5]], %[[GENERIC]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_21:.*]]: f64, %[[IN_22:.*]]: f64, %[[IN_23:.*]]: f64, %[[OUT_11:.*]]: f64):
// CHECK-NEXT: %[[CMPF_3:.*]] = arith.cmpf oeq, %[[IN_21]], %[[IN_23]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[CMPF_3]], %[[IN_22]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[SELECT_3]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[ADDF_7:.*]] = arith.addf %[[GENERIC_8]], %[[GENERIC_11]]
// CHECK-NEXT: return %[[GENERIC_4]], %[[ADDF_7]]
func.func private @softmax(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %y = linalg.softmax dimension(1) ins(%a : tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_softmax(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @softmax(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}
