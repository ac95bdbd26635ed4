// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of arith.

// CHECK-LABEL: func.func private @addf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-NEXT: return %[[ADDF]], %[[C]], %[[C]]
func.func private @addf(%a: f64, %b: f64) -> f64 {
  %y = arith.addf %a, %b : f64
  return %y : f64
}
func.func @pull_addf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @addf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @subf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[A]], %[[B]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[C]]
// CHECK-NEXT: return %[[SUBF]], %[[C]], %[[NEGF]]
func.func private @subf(%a: f64, %b: f64) -> f64 {
  %y = arith.subf %a, %b : f64
  return %y : f64
}
func.func @pull_subf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @subf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @mulf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[B]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[C]], %[[A]]
// CHECK-NEXT: return %[[MULF]], %[[MULF_2]], %[[MULF_3]]
func.func private @mulf(%a: f64, %b: f64) -> f64 {
  %y = arith.mulf %a, %b : f64
  return %y : f64
}
func.func @pull_mulf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @mulf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @divf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[A]], %[[B]]
// CHECK-NEXT: %[[DIVF_2:.*]] = arith.divf %[[C]], %[[B]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[DIVF_2]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[NEGF]], %[[DIVF]]
// CHECK-NEXT: return %[[DIVF]], %[[DIVF_2]], %[[MULF]]
func.func private @divf(%a: f64, %b: f64) -> f64 {
  %y = arith.divf %a, %b : f64
  return %y : f64
}
func.func @pull_divf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @divf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @remf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[REMF:.*]] = arith.remf %[[A]], %[[B]]
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[C]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[A]], %[[B]]
// CHECK-NEXT: %[[TRUNC:.*]] = math.trunc %[[DIVF]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[NEGF]], %[[TRUNC]]
// CHECK-NEXT: return %[[REMF]], %[[C]], %[[MULF]]
func.func private @remf(%a: f64, %b: f64) -> f64 {
  %y = arith.remf %a, %b : f64
  return %y : f64
}
func.func @pull_remf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @remf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @maximumf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[MAXIMUMF:.*]] = arith.maximumf %[[A]], %[[B]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf ogt, %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[MAXIMUMF]], %[[SELECT]], %[[SELECT_2]]
func.func private @maximumf(%a: f64, %b: f64) -> f64 {
  %y = arith.maximumf %a, %b : f64
  return %y : f64
}
func.func @pull_maximumf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @maximumf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @maxnumf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[MAXNUMF:.*]] = arith.maxnumf %[[A]], %[[B]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf ogt, %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[MAXNUMF]], %[[SELECT]], %[[SELECT_2]]
func.func private @maxnumf(%a: f64, %b: f64) -> f64 {
  %y = arith.maxnumf %a, %b : f64
  return %y : f64
}
func.func @pull_maxnumf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @maxnumf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @minimumf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[MINIMUMF:.*]] = arith.minimumf %[[A]], %[[B]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf olt, %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[MINIMUMF]], %[[SELECT]], %[[SELECT_2]]
func.func private @minimumf(%a: f64, %b: f64) -> f64 {
  %y = arith.minimumf %a, %b : f64
  return %y : f64
}
func.func @pull_minimumf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @minimumf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @minnumf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[MINNUMF:.*]] = arith.minnumf %[[A]], %[[B]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf olt, %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[MINNUMF]], %[[SELECT]], %[[SELECT_2]]
func.func private @minnumf(%a: f64, %b: f64) -> f64 {
  %y = arith.minnumf %a, %b : f64
  return %y : f64
}
func.func @pull_minnumf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @minnumf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @negf$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[A]]
// CHECK-NEXT: %[[NEGF_2:.*]] = arith.negf %[[C]]
// CHECK-NEXT: return %[[NEGF]], %[[NEGF_2]]
func.func private @negf(%a: f64) -> f64 {
  %y = arith.negf %a : f64
  return %y : f64
}
func.func @pull_negf(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @negf(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @select$vjp_1_2(
// CHECK-SAME: %[[P:.*]]: i1, %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[P]], %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[P]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[P]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[SELECT]], %[[SELECT_2]], %[[SELECT_3]]
func.func private @select(%p: i1, %a: f64, %b: f64) -> f64 {
  %y = arith.select %p, %a, %b : f64
  return %y : f64
}
func.func @pull_select(%p: i1, %a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @select(%p, %a, %b) seeds(%c) wrt [1, 2] : (i1, f64, f64, f64) -> (f64, f64, f64)
  return
}

// CHECK-LABEL: func.func private @select_entries$vjp_1_2(
// CHECK-SAME: %[[P:.*]]: tensor<4xi1>, %[[A:.*]]: tensor<4xf64>, %[[B:.*]]: tensor<4xf64>, %[[C:.*]]: tensor<4xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[P]], %[[A]], %[[B]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[P]], %[[C]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[P]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[SELECT]], %[[SELECT_2]], %[[SELECT_3]]
func.func private @select_entries(%p: tensor<4xi1>, %a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %y = arith.select %p, %a, %b : tensor<4xi1>, tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func @pull_select_entries(%p: tensor<4xi1>, %a: tensor<4xf64>, %b: tensor<4xf64>, %c: tensor<4xf64>) {
  %y:3 = mesh.vjp @select_entries(%p, %a, %b) seeds(%c) wrt [1, 2] : (tensor<4xi1>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  return
}

// CHECK-LABEL: func.func private @extf$vjp_0(
// CHECK-SAME: %[[A:.*]]: f32, %[[C:.*]]: f64)
// CHECK-NEXT: %[[EXTF:.*]] = arith.extf %[[A]]
// CHECK-NEXT: %[[TRUNCF:.*]] = arith.truncf %[[C]]
// CHECK-NEXT: return %[[EXTF]], %[[TRUNCF]]
func.func private @extf(%a: f32) -> f64 {
  %y = arith.extf %a : f32 to f64
  return %y : f64
}
func.func @pull_extf(%a: f32, %c: f64) {
  %y:2 = mesh.vjp @extf(%a) seeds(%c) wrt [0] : (f32, f64) -> (f64, f32)
  return
}

// CHECK-LABEL: func.func private @truncf$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f32)
// CHECK-NEXT: %[[TRUNCF:.*]] = arith.truncf %[[A]]
// CHECK-NEXT: %[[EXTF:.*]] = arith.extf %[[C]]
// CHECK-NEXT: return %[[TRUNCF]], %[[EXTF]]
func.func private @truncf(%a: f64) -> f32 {
  %y = arith.truncf %a : f64 to f32
  return %y : f32
}
func.func @pull_truncf(%a: f64, %c: f32) {
  %y:2 = mesh.vjp @truncf(%a) seeds(%c) wrt [0] : (f64, f32) -> (f32, f64)
  return
}

// Casts to integers, and comparisons, pass nothing on.
// CHECK-LABEL: func.func private @fptosi$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[FPTOSI:.*]] = arith.fptosi %[[A]]
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[FPTOSI]]
// CHECK-NEXT: return %[[SITOFP]], %[[ZERO]]
func.func private @fptosi(%a: f64) -> f64 {
  %n = arith.fptosi %a : f64 to i32
  %y = arith.sitofp %n : i32 to f64
  return %y : f64
}
func.func @pull_fptosi(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @fptosi(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @fptoui$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[FPTOUI:.*]] = arith.fptoui %[[A]]
// CHECK-NEXT: %[[UITOFP:.*]] = arith.uitofp %[[FPTOUI]]
// CHECK-NEXT: return %[[UITOFP]], %[[ZERO]]
func.func private @fptoui(%a: f64) -> f64 {
  %n = arith.fptoui %a : f64 to i32
  %y = arith.uitofp %n : i32 to f64
  return %y : f64
}
func.func @pull_fptoui(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @fptoui(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @cmpf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf olt, %[[A]], %[[B]]
// CHECK-NEXT: %[[EXTUI:.*]] = arith.extui %[[CMPF]]
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[EXTUI]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[SITOFP]], %[[A]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[SITOFP]]
// CHECK-NEXT: return %[[MULF]], %[[MULF_2]], %[[ZERO]]
func.func private @cmpf(%a: f64, %b: f64) -> f64 {
  %p = arith.cmpf olt, %a, %b : f64
  %n = arith.extui %p : i1 to i32
  %f = arith.sitofp %n : i32 to f64
  %y = arith.mulf %f, %a : f64
  return %y : f64
}
func.func @pull_cmpf(%a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @cmpf(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, f64) -> (f64, f64, f64)
  return
}

// The mask of a select comes last: what the root passes on at 0 does not matter where
// the other branch was taken.
// CHECK-LABEL: func.func private @masked$vjp_1_2(
// CHECK-SAME: %[[P:.*]]: i1, %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[SQRT:.*]] = math.sqrt %[[A]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[P]], %[[SQRT]], %[[B]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[SQRT]], %[[SQRT]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[ADDF]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[P]], %[[DIVF]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[P]], %[[ZERO]], %[[C]]
// CHECK-NEXT: return %[[SELECT]], %[[SELECT_2]], %[[SELECT_3]]
func.func private @masked(%p: i1, %a: f64, %b: f64) -> f64 {
  %s = math.sqrt %a : f64
  %y = arith.select %p, %s, %b : f64
  return %y : f64
}
func.func @pull_masked(%p: i1, %a: f64, %b: f64, %c: f64) {
  %y:3 = mesh.vjp @masked(%p, %a, %b) seeds(%c) wrt [1, 2] : (i1, f64, f64, f64) -> (f64, f64, f64)
  return
}

// The size of the zeros is that of an operand.
// CHECK-LABEL: func.func private @dynamic$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>, %[[C:.*]]: tensor<?xf32>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0
// CHECK-NEXT: %[[MAXIMUMF:.*]] = arith.maximumf %[[A]], %[[B]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf ogt, %[[A]], %[[B]]
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[C]], %[[CST]]
// CHECK-NEXT: %[[SPLAT:.*]] = tensor.splat %[[ZERO]][%[[DIM]]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[C]], %[[SPLAT]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF]], %[[SPLAT]], %[[C]]
// CHECK-NEXT: return %[[MAXIMUMF]], %[[SELECT]], %[[SELECT_2]]
func.func private @dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %y = arith.maximumf %a, %b : tensor<?xf32>
  return %y : tensor<?xf32>
}
func.func @pull_dynamic(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) {
  %y:3 = mesh.vjp @dynamic(%a, %b) seeds(%c) wrt [0, 1] : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  return
}
