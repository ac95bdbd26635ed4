// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of elementwise named ops of several operands, and of steps.

// CHECK-LABEL: func.func private @add$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[ADD:.*]] = linalg.add ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: return %[[ADD]], %[[C]], %[[C]]
func.func private @add(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.add ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_add(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @add(%a, %b) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @sub$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[SUB:.*]] = linalg.sub ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_0:.*]]: f64):
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[IN]]
// CHECK-NEXT: linalg.yield %[[IN]], %[[NEGF]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2x3xf64>)
// CHECK-NEXT: return %[[SUB]], %[[GENERIC]]#0, %[[GENERIC]]#1
func.func private @sub(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.sub ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_sub(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @sub(%a, %b) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @mul$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[MUL:.*]] = linalg.mul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_3]], %[[IN_2]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_3]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MULF]], %[[MULF_2]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2x3xf64>)
// CHECK-NEXT: return %[[MUL]], %[[GENERIC]]#0, %[[GENERIC]]#1
func.func private @mul(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.mul ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_mul(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @mul(%a, %b) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @div$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[DIV:.*]] = linalg.div ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[IN]], %[[IN_2]]
// CHECK-NEXT: %[[DIVF_2:.*]] = arith.divf %[[IN_3]], %[[IN_2]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[DIVF_2]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[NEGF]], %[[DIVF]]
// CHECK-NEXT: linalg.yield %[[DIVF_2]], %[[MULF]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2x3xf64>)
// CHECK-NEXT: return %[[DIV]], %[[GENERIC]]#0, %[[GENERIC]]#1
func.func private @div(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.div ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_div(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @div(%a, %b) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @max$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[MAX:.*]] = linalg.max ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf ogt, %[[IN]], %[[IN_2]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[IN_3]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF]], %[[ZERO]], %[[IN_3]]
// CHECK-NEXT: linalg.yield %[[SELECT]], %[[SELECT_2]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2x3xf64>)
// CHECK-NEXT: return %[[MAX]], %[[GENERIC]]#0, %[[GENERIC]]#1
func.func private @max(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.max ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_max(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @max(%a, %b) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @min$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[MIN:.*]] = linalg.min ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf olt, %[[IN]], %[[IN_2]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[IN_3]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF]], %[[ZERO]], %[[IN_3]]
// CHECK-NEXT: linalg.yield %[[SELECT]], %[[SELECT_2]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2x3xf64>)
// CHECK-NEXT: return %[[MIN]], %[[GENERIC]]#0, %[[GENERIC]]#1
func.func private @min(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.min ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_min(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @min(%a, %b) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @powf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[POWF:.*]] = linalg.powf ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_3:.*]]: f64):
// CHECK-NEXT: %[[POWF_2:.*]] = math.powf %[[IN]], %[[IN_2]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf une, %[[IN_2]], %[[ZERO]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_3]], %[[IN_2]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[IN_2]], %[[CST]]
// CHECK-NEXT: %[[POWF_3:.*]] = math.powf %[[IN]], %[[SUBF]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[POWF_3]]
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf une, %[[IN]], %[[ZERO]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[IN_3]], %[[POWF_2]]
// CHECK-NEXT: %[[LOG:.*]] = math.log %[[IN]]
// CHECK-NEXT: %[[MULF_4:.*]] = arith.mulf %[[MULF_3]], %[[LOG]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MULF_2]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[MULF_4]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[SELECT]], %[[SELECT_2]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2x3xf64>)
// CHECK-NEXT: return %[[POWF]], %[[GENERIC]]#0, %[[GENERIC]]#1
func.func private @powf(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.powf ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_powf(%a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @powf(%a, %b) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @select_op$vjp_1_2(
// CHECK-SAME: %[[P:.*]]: tensor<2x3xi1>, %[[A:.*]]: tensor<2x3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[SELECT:.*]] = linalg.select ins(%[[P]], %[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[P]], %[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: i1, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_1:.*]]: f64):
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[IN]], %[[IN_2]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[IN]], %[[ZERO]], %[[IN_2]]
// CHECK-NEXT: linalg.yield %[[SELECT_2]], %[[SELECT_3]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2x3xf64>)
// CHECK-NEXT: return %[[SELECT]], %[[GENERIC]]#0, %[[GENERIC]]#1
func.func private @select_op(%p: tensor<2x3xi1>, %a: tensor<2x3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %y = linalg.select ins(%p, %a, %b : tensor<2x3xi1>, tensor<2x3xf64>, tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_select_op(%p: tensor<2x3xi1>, %a: tensor<2x3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @select_op(%p, %a, %b) seeds(%c) wrt [1, 2] : (tensor<2x3xi1>, tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// What is broadcast gets a sum.
// CHECK-LABEL: func.func private @elementwise$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<3xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[ELEMENTWISE:.*]] = linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [affine_map<(d0, d1)
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_2]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<3xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_2]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: return %[[ELEMENTWISE]], %[[GENERIC_2]], %[[GENERIC]]
func.func private @elementwise(%a: tensor<3xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %y = linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] ins(%a, %b : tensor<3xf64>, tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_elementwise(%a: tensor<3xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @elementwise(%a, %b) seeds(%c) wrt [0, 1] : (tensor<3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @floor$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[FLOOR:.*]] = linalg.floor ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: return %[[FLOOR]], %[[ZERO]]
func.func private @floor(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.floor ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_floor(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @floor(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @ceil$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[CEIL:.*]] = linalg.ceil ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: return %[[CEIL]], %[[ZERO]]
func.func private @ceil(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.ceil ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_ceil(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @ceil(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @round$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[ROUND:.*]] = linalg.round ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: return %[[ROUND]], %[[ZERO]]
func.func private @round(%a: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %init = tensor.empty() : tensor<2x3xf64>
  %y = linalg.round ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_round(%a: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @round(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>)
  return
}
