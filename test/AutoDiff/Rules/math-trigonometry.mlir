// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of trigonometric and hyperbolic functions, and of the error function.

// CHECK-LABEL: func.func private @sin$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[SIN:.*]] = math.sin %[[A]]
// CHECK-NEXT: %[[COS:.*]] = math.cos %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[COS]]
// CHECK-NEXT: return %[[SIN]], %[[MULF]]
func.func private @sin(%a: f64) -> f64 {
  %y = math.sin %a : f64
  return %y : f64
}
func.func @pull_sin(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @sin(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @cos$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[COS:.*]] = math.cos %[[A]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[C]]
// CHECK-NEXT: %[[SIN:.*]] = math.sin %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[NEGF]], %[[SIN]]
// CHECK-NEXT: return %[[COS]], %[[MULF]]
func.func private @cos(%a: f64) -> f64 {
  %y = math.cos %a : f64
  return %y : f64
}
func.func @pull_cos(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @cos(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @tan$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[TAN:.*]] = math.tan %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[TAN]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[TAN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[C]], %[[MULF_2]]
// CHECK-NEXT: return %[[TAN]], %[[ADDF]]
func.func private @tan(%a: f64) -> f64 {
  %y = math.tan %a : f64
  return %y : f64
}
func.func @pull_tan(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @tan(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @asin$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ASIN:.*]] = math.asin %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[CST]], %[[MULF]]
// CHECK-NEXT: %[[RSQRT:.*]] = math.rsqrt %[[SUBF]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[RSQRT]]
// CHECK-NEXT: return %[[ASIN]], %[[MULF_2]]
func.func private @asin(%a: f64) -> f64 {
  %y = math.asin %a : f64
  return %y : f64
}
func.func @pull_asin(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @asin(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @acos$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ACOS:.*]] = math.acos %[[A]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[C]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[CST]], %[[MULF]]
// CHECK-NEXT: %[[RSQRT:.*]] = math.rsqrt %[[SUBF]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[NEGF]], %[[RSQRT]]
// CHECK-NEXT: return %[[ACOS]], %[[MULF_2]]
func.func private @acos(%a: f64) -> f64 {
  %y = math.acos %a : f64
  return %y : f64
}
func.func @pull_acos(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @acos(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @atan$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ATAN:.*]] = math.atan %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[MULF]], %[[CST]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[ADDF]]
// CHECK-NEXT: return %[[ATAN]], %[[DIVF]]
func.func private @atan(%a: f64) -> f64 {
  %y = math.atan %a : f64
  return %y : f64
}
func.func @pull_atan(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @atan(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @sinh$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[SINH:.*]] = math.sinh %[[A]]
// CHECK-NEXT: %[[COSH:.*]] = math.cosh %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[COSH]]
// CHECK-NEXT: return %[[SINH]], %[[MULF]]
func.func private @sinh(%a: f64) -> f64 {
  %y = math.sinh %a : f64
  return %y : f64
}
func.func @pull_sinh(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @sinh(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @cosh$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[COSH:.*]] = math.cosh %[[A]]
// CHECK-NEXT: %[[SINH:.*]] = math.sinh %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[SINH]]
// CHECK-NEXT: return %[[COSH]], %[[MULF]]
func.func private @cosh(%a: f64) -> f64 {
  %y = math.cosh %a : f64
  return %y : f64
}
func.func @pull_cosh(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @cosh(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @tanh$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[TANH:.*]] = math.tanh %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[TANH]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[TANH]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[C]], %[[MULF_2]]
// CHECK-NEXT: return %[[TANH]], %[[SUBF]]
func.func private @tanh(%a: f64) -> f64 {
  %y = math.tanh %a : f64
  return %y : f64
}
func.func @pull_tanh(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @tanh(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @asinh$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ASINH:.*]] = math.asinh %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[MULF]], %[[CST]]
// CHECK-NEXT: %[[RSQRT:.*]] = math.rsqrt %[[ADDF]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[RSQRT]]
// CHECK-NEXT: return %[[ASINH]], %[[MULF_2]]
func.func private @asinh(%a: f64) -> f64 {
  %y = math.asinh %a : f64
  return %y : f64
}
func.func @pull_asinh(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @asinh(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @acosh$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ACOSH:.*]] = math.acosh %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[MULF]], %[[CST]]
// CHECK-NEXT: %[[RSQRT:.*]] = math.rsqrt %[[SUBF]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[RSQRT]]
// CHECK-NEXT: return %[[ACOSH]], %[[MULF_2]]
func.func private @acosh(%a: f64) -> f64 {
  %y = math.acosh %a : f64
  return %y : f64
}
func.func @pull_acosh(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @acosh(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @atanh$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ATANH:.*]] = math.atanh %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[CST]], %[[MULF]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[SUBF]]
// CHECK-NEXT: return %[[ATANH]], %[[DIVF]]
func.func private @atanh(%a: f64) -> f64 {
  %y = math.atanh %a : f64
  return %y : f64
}
func.func @pull_atanh(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @atanh(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @erf$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.1283791670955126
// CHECK-NEXT: %[[ERF:.*]] = math.erf %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[CST]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[A]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[NEGF]], %[[A]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[MULF_2]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[MULF]], %[[EXP]]
// CHECK-NEXT: return %[[ERF]], %[[MULF_3]]
func.func private @erf(%a: f64) -> f64 {
  %y = math.erf %a : f64
  return %y : f64
}
func.func @pull_erf(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @erf(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @erfc$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.1283791670955126
// CHECK-NEXT: %[[ERFC:.*]] = math.erfc %[[A]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[C]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[NEGF]], %[[CST]]
// CHECK-NEXT: %[[NEGF_2:.*]] = arith.negf %[[A]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[NEGF_2]], %[[A]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[MULF_2]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[MULF]], %[[EXP]]
// CHECK-NEXT: return %[[ERFC]], %[[MULF_3]]
func.func private @erfc(%a: f64) -> f64 {
  %y = math.erfc %a : f64
  return %y : f64
}
func.func @pull_erfc(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @erfc(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @atan2$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ATAN2:.*]] = math.atan2 %[[A]], %[[B]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[B]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[B]], %[[B]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[MULF_2]], %[[MULF_3]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[MULF]], %[[ADDF]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[C]]
// CHECK-NEXT: %[[MULF_4:.*]] = arith.mulf %[[NEGF]], %[[A]]
// CHECK-NEXT: %[[DIVF_2:.*]] = arith.divf %[[MULF_4]], %[[ADDF]]
// CHECK-NEXT: return %[[ATAN2]], %[[DIVF]], %[[DIVF_2]]
func.func private @atan2(%a: f64, %b: f64) -> f64 {
  %y = math.atan2 %a, %b : f64
  return %y : f64
}
func.func @pull_atan2(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @atan2(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// Two results, two contributions.
// CHECK-LABEL: func.func private @sincos$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C0:.*]]: f64, %[[C1:.*]]: f64)
// CHECK-NEXT: %sin, %cos = math.sincos %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C0]], %cos
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C1]], %sin
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[MULF_2]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[MULF]], %[[NEGF]]
// CHECK-NEXT: return %sin, %cos, %[[ADDF]]
func.func private @sincos(%a: f64) -> (f64, f64) {
  %y0, %y1 = math.sincos %a : f64
  return %y0, %y1 : f64, f64
}
func.func @pull_sincos(%a: f64, %c0: f64, %c1: f64) {
  %y:3 = mesh.vjp @sincos(%a) seeds(%c0, %c1) wrt [0] : (f64, f64, f64) -> (f64, f64, f64)
  return
}
