// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of the functions of math that choose, round and test.

// CHECK-LABEL: func.func private @absf$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[ABSF:.*]] = math.absf %[[A]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf une, %[[A]], %[[ZERO]]
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf olt, %[[A]], %[[ZERO]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[C]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF_2]], %[[NEGF]], %[[C]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF]], %[[SELECT]], %[[ZERO]]
// CHECK-NEXT: return %[[ABSF]], %[[SELECT_2]]
func.func private @absf(%a: f64) -> f64 {
  %y = math.absf %a : f64
  return %y : f64
}
func.func @pull_absf(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @absf(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @copysign$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[COPYSIGN:.*]] = math.copysign %[[A]], %[[B]]
// CHECK-NEXT: %[[COPYSIGN_2:.*]] = math.copysign %[[CST]], %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[COPYSIGN_2]]
// CHECK-NEXT: %[[COPYSIGN_3:.*]] = math.copysign %[[CST]], %[[B]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[COPYSIGN_3]]
// CHECK-NEXT: return %[[COPYSIGN]], %[[MULF_2]], %[[ZERO]]
func.func private @copysign(%a: f64, %b: f64) -> f64 {
  %y = math.copysign %a, %b : f64
  return %y : f64
}
func.func @pull_copysign(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @copysign(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @fma$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[D:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[FMA:.*]] = math.fma %[[A]], %[[B]], %[[D]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[B]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[A]]
// CHECK-NEXT: return %[[FMA]], %[[MULF]], %[[MULF_2]], %[[C]]
func.func private @fma(%a: f64, %b: f64, %d: f64) -> f64 {
  %y = math.fma %a, %b, %d : f64
  return %y : f64
}
func.func @pull_fma(%a: f64, %b: f64, %d: f64, %c: f64) {
  %y:4 = mesh.vjp @fma(%a, %b, %d) seeds(%c) wrt [0, 1, 2] : (f64, f64, f64, f64) -> (f64, f64, f64, f64)
  return
}

// A maximum and a minimum: the bounds win ties.
// CHECK-LABEL: func.func private @clampf$vjp_0_1_2(
// CHECK-SAME: %[[A:.*]]: f64, %[[LOW:.*]]: f64, %[[HIGH:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant true
// CHECK-NEXT: %[[MAXIMUMF:.*]] = arith.maximumf %[[A]], %[[LOW]]
// CHECK-NEXT: %[[MINIMUMF:.*]] = arith.minimumf %[[MAXIMUMF]], %[[HIGH]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf olt, %[[MAXIMUMF]], %[[HIGH]]
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf ogt, %[[A]], %[[LOW]]
// CHECK-NEXT: %[[ANDI:.*]] = arith.andi %[[CMPF]], %[[CMPF_2]]
// CHECK-NEXT: %[[XORI:.*]] = arith.xori %[[CMPF_2]], %[[CST]]
// CHECK-NEXT: %[[ANDI_2:.*]] = arith.andi %[[CMPF]], %[[XORI]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[ANDI]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[ANDI_2]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[CMPF]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[MINIMUMF]], %[[SELECT]], %[[SELECT_2]], %[[SELECT_3]]
func.func private @clampf(%a: f64, %low: f64, %high: f64) -> f64 {
  %y = math.clampf %a to [%low, %high] : f64
  return %y : f64
}
func.func @pull_clampf(%a: f64, %low: f64, %high: f64, %c: f64) {
  %y:4 = mesh.vjp @clampf(%a, %low, %high) seeds(%c) wrt [0, 1, 2] : (f64, f64, f64, f64) -> (f64, f64, f64, f64)
  return
}

// Steps pass nothing on, nor do tests.
// CHECK-LABEL: func.func private @floor$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[FLOOR:.*]] = math.floor %[[A]]
// CHECK-NEXT: return %[[FLOOR]], %[[ZERO]]
func.func private @floor(%a: f64) -> f64 {
  %y = math.floor %a : f64
  return %y : f64
}
func.func @pull_floor(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @floor(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @ceil$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CEIL:.*]] = math.ceil %[[A]]
// CHECK-NEXT: return %[[CEIL]], %[[ZERO]]
func.func private @ceil(%a: f64) -> f64 {
  %y = math.ceil %a : f64
  return %y : f64
}
func.func @pull_ceil(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @ceil(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @round$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[ROUND:.*]] = math.round %[[A]]
// CHECK-NEXT: return %[[ROUND]], %[[ZERO]]
func.func private @round(%a: f64) -> f64 {
  %y = math.round %a : f64
  return %y : f64
}
func.func @pull_round(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @round(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @roundeven$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[ROUNDEVEN:.*]] = math.roundeven %[[A]]
// CHECK-NEXT: return %[[ROUNDEVEN]], %[[ZERO]]
func.func private @roundeven(%a: f64) -> f64 {
  %y = math.roundeven %a : f64
  return %y : f64
}
func.func @pull_roundeven(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @roundeven(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @trunc$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[TRUNC:.*]] = math.trunc %[[A]]
// CHECK-NEXT: return %[[TRUNC]], %[[ZERO]]
func.func private @trunc(%a: f64) -> f64 {
  %y = math.trunc %a : f64
  return %y : f64
}
func.func @pull_trunc(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @trunc(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @isfinite$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[ISFINITE:.*]] = math.isfinite %[[A]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[ISFINITE]], %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[ISFINITE]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[ISFINITE]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[SELECT]], %[[SELECT_2]], %[[SELECT_3]]
func.func private @isfinite(%a: f64, %b: f64) -> f64 {
  %p = math.isfinite %a : f64
  %y = arith.select %p, %a, %b : f64
  return %y : f64
}
func.func @pull_isfinite(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @isfinite(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @isinf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[ISINF:.*]] = math.isinf %[[A]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[ISINF]], %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[ISINF]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[ISINF]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[SELECT]], %[[SELECT_2]], %[[SELECT_3]]
func.func private @isinf(%a: f64, %b: f64) -> f64 {
  %p = math.isinf %a : f64
  %y = arith.select %p, %a, %b : f64
  return %y : f64
}
func.func @pull_isinf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @isinf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @isnan$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[ISNAN:.*]] = math.isnan %[[A]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[ISNAN]], %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[ISNAN]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[ISNAN]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[SELECT]], %[[SELECT_2]], %[[SELECT_3]]
func.func private @isnan(%a: f64, %b: f64) -> f64 {
  %p = math.isnan %a : f64
  %y = arith.select %p, %a, %b : f64
  return %y : f64
}
func.func @pull_isnan(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @isnan(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @isnormal$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[ISNORMAL:.*]] = math.isnormal %[[A]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[ISNORMAL]], %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[ISNORMAL]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[ISNORMAL]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[SELECT]], %[[SELECT_2]], %[[SELECT_3]]
func.func private @isnormal(%a: f64, %b: f64) -> f64 {
  %p = math.isnormal %a : f64
  %y = arith.select %p, %a, %b : f64
  return %y : f64
}
func.func @pull_isnormal(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @isnormal(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}
