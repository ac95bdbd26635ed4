// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of elementwise named ops of one operand.

// The body is computed again and reversed, entry by entry. Initial values that are
// overwritten get nothing.
// CHECK-LABEL: func.func private @exp$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[EXP:.*]] = linalg.exp ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[EXP_2:.*]] = math.exp %[[IN]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[EXP_2]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[EXP]], %[[GENERIC]]
func.func private @exp(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.exp ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_exp(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @exp(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @log$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[LOG:.*]] = linalg.log ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[IN_2]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[DIVF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[LOG]], %[[GENERIC]]
func.func private @log(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.log ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_log(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @log(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @sqrt$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[SQRT:.*]] = linalg.sqrt ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[SQRT_2:.*]] = math.sqrt %[[IN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[SQRT_2]], %[[SQRT_2]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[IN_2]], %[[ADDF]]
// CHECK-NEXT: linalg.yield %[[DIVF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[SQRT]], %[[GENERIC]]
func.func private @sqrt(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.sqrt ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_sqrt(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @sqrt(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @rsqrt$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant -5.000000e-01
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[RSQRT:.*]] = linalg.rsqrt ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[RSQRT_2:.*]] = math.rsqrt %[[IN]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[CST]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[RSQRT_2]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[MULF_2]], %[[RSQRT_2]]
// CHECK-NEXT: %[[MULF_4:.*]] = arith.mulf %[[MULF_3]], %[[RSQRT_2]]
// CHECK-NEXT: linalg.yield %[[MULF_4]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[RSQRT]], %[[GENERIC]]
func.func private @rsqrt(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.rsqrt ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_rsqrt(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @rsqrt(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @square$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[SQUARE:.*]] = linalg.square ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[MULF]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[SQUARE]], %[[GENERIC]]
func.func private @square(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.square ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_square(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @square(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @reciprocal$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[RECIPROCAL:.*]] = linalg.reciprocal ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[CST]], %[[IN]]
// CHECK-NEXT: %[[DIVF_2:.*]] = arith.divf %[[IN_2]], %[[IN]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[DIVF_2]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[NEGF]], %[[DIVF]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[RECIPROCAL]], %[[GENERIC]]
func.func private @reciprocal(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.reciprocal ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_reciprocal(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @reciprocal(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @tanh$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[TANH:.*]] = linalg.tanh ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[TANH_2:.*]] = math.tanh %[[IN]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[TANH_2]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[TANH_2]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[IN_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[SUBF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[TANH]], %[[GENERIC]]
func.func private @tanh(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.tanh ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_tanh(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @tanh(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @erf$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.1283791670955126
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[ERF:.*]] = linalg.erf ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[CST]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[IN]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[NEGF]], %[[IN]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[MULF_2]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[MULF]], %[[EXP]]
// CHECK-NEXT: linalg.yield %[[MULF_3]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[ERF]], %[[GENERIC]]
func.func private @erf(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.erf ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_erf(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @erf(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @negf$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[NEGF:.*]] = linalg.negf ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[NEGF_2:.*]] = arith.negf %[[IN]]
// CHECK-NEXT: linalg.yield %[[NEGF_2]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[NEGF]], %[[GENERIC]]
func.func private @negf(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.negf ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_negf(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @negf(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @abs$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[ABS:.*]] = linalg.abs ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf une, %[[IN]], %[[ZERO]]
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf olt, %[[IN]], %[[ZERO]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[IN_2]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF_2]], %[[NEGF]], %[[IN_2]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF]], %[[SELECT]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[SELECT_2]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[ABS]], %[[GENERIC]]
func.func private @abs(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.abs ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_abs(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @abs(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}
