// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of exponentials, logarithms, roots and powers.

// CHECK-LABEL: func.func private @exp$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[EXP]]
// CHECK-NEXT: return %[[EXP]], %[[MULF]]
func.func private @exp(%a: f64) -> f64 {
  %y = math.exp %a : f64
  return %y : f64
}
func.func @pull_exp(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @exp(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @exp2$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0.69314718055994529
// CHECK-NEXT: %[[EXP2:.*]] = math.exp2 %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[EXP2]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[CST]]
// CHECK-NEXT: return %[[EXP2]], %[[MULF_2]]
func.func private @exp2(%a: f64) -> f64 {
  %y = math.exp2 %a : f64
  return %y : f64
}
func.func @pull_exp2(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @exp2(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @expm1$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[EXPM1:.*]] = math.expm1 %[[A]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[EXP]]
// CHECK-NEXT: return %[[EXPM1]], %[[MULF]]
func.func private @expm1(%a: f64) -> f64 {
  %y = math.expm1 %a : f64
  return %y : f64
}
func.func @pull_expm1(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @expm1(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @log$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[LOG:.*]] = math.log %[[A]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[A]]
// CHECK-NEXT: return %[[LOG]], %[[DIVF]]
func.func private @log(%a: f64) -> f64 {
  %y = math.log %a : f64
  return %y : f64
}
func.func @pull_log(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @log(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @log2$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0.69314718055994529
// CHECK-NEXT: %[[LOG2:.*]] = math.log2 %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[CST]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[MULF]]
// CHECK-NEXT: return %[[LOG2]], %[[DIVF]]
func.func private @log2(%a: f64) -> f64 {
  %y = math.log2 %a : f64
  return %y : f64
}
func.func @pull_log2(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @log2(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @log10$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 2.3025850929940459
// CHECK-NEXT: %[[LOG10:.*]] = math.log10 %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[CST]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[MULF]]
// CHECK-NEXT: return %[[LOG10]], %[[DIVF]]
func.func private @log10(%a: f64) -> f64 {
  %y = math.log10 %a : f64
  return %y : f64
}
func.func @pull_log10(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @log10(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @log1p$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[LOG1P:.*]] = math.log1p %[[A]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[A]], %[[CST]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[ADDF]]
// CHECK-NEXT: return %[[LOG1P]], %[[DIVF]]
func.func private @log1p(%a: f64) -> f64 {
  %y = math.log1p %a : f64
  return %y : f64
}
func.func @pull_log1p(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @log1p(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @sqrt$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[SQRT:.*]] = math.sqrt %[[A]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[SQRT]], %[[SQRT]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[ADDF]]
// CHECK-NEXT: return %[[SQRT]], %[[DIVF]]
func.func private @sqrt(%a: f64) -> f64 {
  %y = math.sqrt %a : f64
  return %y : f64
}
func.func @pull_sqrt(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @sqrt(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @rsqrt$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant -5.000000e-01
// CHECK-NEXT: %[[RSQRT:.*]] = math.rsqrt %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[CST]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[RSQRT]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[MULF_2]], %[[RSQRT]]
// CHECK-NEXT: %[[MULF_4:.*]] = arith.mulf %[[MULF_3]], %[[RSQRT]]
// CHECK-NEXT: return %[[RSQRT]], %[[MULF_4]]
func.func private @rsqrt(%a: f64) -> f64 {
  %y = math.rsqrt %a : f64
  return %y : f64
}
func.func @pull_rsqrt(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @rsqrt(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @cbrt$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 3.0
// CHECK-NEXT: %[[CBRT:.*]] = math.cbrt %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[CBRT]], %[[CST]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[CBRT]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[MULF_2]]
// CHECK-NEXT: return %[[CBRT]], %[[DIVF]]
func.func private @cbrt(%a: f64) -> f64 {
  %y = math.cbrt %a : f64
  return %y : f64
}
func.func @pull_cbrt(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @cbrt(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// x^0 is constant, at 0 too; where the base is 0, the power is.
// CHECK-LABEL: func.func private @powf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[POWF:.*]] = math.powf %[[A]], %[[B]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf une, %[[B]], %[[ZERO]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[B]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[B]], %[[CST]]
// CHECK-NEXT: %[[POWF_2:.*]] = math.powf %[[A]], %[[SUBF]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[MULF]], %[[POWF_2]]
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf une, %[[A]], %[[ZERO]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[C]], %[[POWF]]
// CHECK-NEXT: %[[LOG:.*]] = math.log %[[A]]
// CHECK-NEXT: %[[MULF_4:.*]] = arith.mulf %[[MULF_3]], %[[LOG]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MULF_2]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[MULF_4]], %[[ZERO]]
// CHECK-NEXT: return %[[POWF]], %[[SELECT]], %[[SELECT_2]]
func.func private @powf(%a: f64, %b: f64) -> f64 {
  %y = math.powf %a, %b : f64
  return %y : f64
}
func.func @pull_powf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @powf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @fpowi$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[N:.*]]: i32, %[[C:.*]]: f64)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[FPOWI:.*]] = math.fpowi %[[A]], %[[N]]
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[N]]
// CHECK-NEXT: %[[CMPI:.*]] = arith.cmpi ne, %[[N]], %[[CST]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[SITOFP]], %[[CST_2]]
// CHECK-NEXT: %[[FPTOSI:.*]] = arith.fptosi %[[SUBF]]
// CHECK-NEXT: %[[FPOWI_2:.*]] = math.fpowi %[[A]], %[[FPTOSI]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[SITOFP]], %[[FPOWI_2]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[MULF]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPI]], %[[MULF_2]], %[[ZERO]]
// CHECK-NEXT: return %[[FPOWI]], %[[SELECT]]
func.func private @fpowi(%a: f64, %n: i32) -> f64 {
  %y = math.fpowi %a, %n : f64, i32
  return %y : f64
}
func.func @pull_fpowi(%a: f64, %n: i32, %c: f64) {
  %y:2 = mesh.vjp @fpowi(%a, %n) seeds(%c) wrt [0] : (f64, i32, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @fpowi_entries$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[N:.*]]: tensor<?xi32>, %[[C:.*]]: tensor<?xf32>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 0
// CHECK-NEXT: %[[FPOWI:.*]] = math.fpowi %[[A]], %[[N]]
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[N]]
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[A]], %[[CST_2]]
// CHECK-NEXT: %[[SPLAT:.*]] = tensor.splat %[[ZERO]][%[[DIM]]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf une, %[[SITOFP]], %[[SPLAT]]
// CHECK-NEXT: %[[SPLAT_2:.*]] = tensor.splat %[[CST]][%[[DIM]]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[SITOFP]], %[[SPLAT_2]]
// CHECK-NEXT: %[[FPTOSI:.*]] = arith.fptosi %[[SUBF]]
// CHECK-NEXT: %[[FPOWI_2:.*]] = math.fpowi %[[A]], %[[FPTOSI]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[SITOFP]], %[[FPOWI_2]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[MULF]]
// CHECK-NEXT: %[[DIM_2:.*]] = tensor.dim %[[C]], %[[CST_2]]
// CHECK-NEXT: %[[SPLAT_3:.*]] = tensor.splat %[[ZERO]][%[[DIM_2]]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[MULF_2]], %[[SPLAT_3]]
// CHECK-NEXT: return %[[FPOWI]], %[[SELECT]]
func.func private @fpowi_entries(%a: tensor<?xf32>, %n: tensor<?xi32>) -> tensor<?xf32> {
  %y = math.fpowi %a, %n : tensor<?xf32>, tensor<?xi32>
  return %y : tensor<?xf32>
}
func.func @pull_fpowi_entries(%a: tensor<?xf32>, %n: tensor<?xi32>, %c: tensor<?xf32>) {
  %y:2 = mesh.vjp @fpowi_entries(%a, %n) seeds(%c) wrt [0] : (tensor<?xf32>, tensor<?xi32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
