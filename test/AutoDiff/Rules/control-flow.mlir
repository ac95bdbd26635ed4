// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of conditionals, loops and calls.

// A conditional on the same condition.
// CHECK-LABEL: func.func private @branch$vjp_1_2(
// CHECK-SAME: %[[P:.*]]: i1, %[[A:.*]]: tensor<4xf64>, %[[B:.*]]: tensor<4xf64>, %[[C:.*]]: tensor<4xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[IF:.*]]:3 = scf.if %[[P]]
// CHECK-NEXT: %[[SIN:.*]] = math.sin %[[A]]
// CHECK-NEXT: %[[COS:.*]] = math.cos %[[A]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[C]], %[[COS]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[MULF]], %[[ZERO]]
// CHECK-NEXT: scf.yield %[[SIN]], %[[ADDF]], %[[ZERO]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[C]], %[[ZERO]]
// CHECK-NEXT: scf.yield %[[B]], %[[ZERO]], %[[ADDF_2]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[IF]]#0, %[[IF]]#1, %[[IF]]#2
func.func private @branch(%p: i1, %a: tensor<4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %y = scf.if %p -> (tensor<4xf64>) {
    %s = math.sin %a : tensor<4xf64>
    scf.yield %s : tensor<4xf64>
  } else {
    scf.yield %b : tensor<4xf64>
  }
  return %y : tensor<4xf64>
}
func.func @pull_branch(%p: i1, %a: tensor<4xf64>, %b: tensor<4xf64>, %c: tensor<4xf64>) {
  %y:3 = mesh.vjp @branch(%p, %a, %b) seeds(%c) wrt [1, 2] : (i1, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  return
}

// The state of each iteration is kept, and read from the last to the first.
// CHECK-LABEL: func.func private @loop$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[W:.*]]: f64, %[[N:.*]]: index, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 1
// CHECK-NEXT: %[[MAXSI:.*]] = arith.maxsi %[[N]], %[[CST]]
// CHECK-NEXT: %[[ADDI:.*]] = arith.addi %[[MAXSI]], %[[CST_2]]
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[ADDI]]) : tensor<?xf64>
// CHECK-NEXT: %[[FOR:.*]]:2 = scf.for %[[I:.*]] = %[[CST]] to %[[N]] step %[[CST_2]] iter_args(%[[STATE:.*]] = %[[A]], %[[STATE_2:.*]] = %[[EMPTY]])
// CHECK-NEXT: %[[INSERT:.*]] = tensor.insert %[[STATE]] into %[[STATE_2]][%[[I]]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[STATE]], %[[W]]
// CHECK-NEXT: scf.yield %[[MULF]], %[[INSERT]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[FOR_2:.*]]:2 = scf.for %[[I_2:.*]] = %[[CST]] to %[[MAXSI]] step %[[CST_2]] iter_args(%[[STATE_3:.*]] = %[[C]], %[[STATE_4:.*]] = %[[ZERO]])
// CHECK-NEXT: %[[SUBI:.*]] = arith.subi %[[MAXSI]], %[[CST_2]]
// CHECK-NEXT: %[[SUBI_2:.*]] = arith.subi %[[SUBI]], %[[I_2]]
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[FOR]]#1[%[[SUBI_2]]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[STATE_3]], %[[W]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[STATE_3]], %[[EXTRACT]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[STATE_4]], %[[MULF_3]]
// CHECK-NEXT: scf.yield %[[MULF_2]], %[[ADDF]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[FOR]]#0, %[[FOR_2]]#0, %[[FOR_2]]#1
func.func private @loop(%a: f64, %w: f64, %n: index) -> f64 {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %y = scf.for %i = %i0 to %n step %i1 iter_args(%h = %a) -> (f64) {
    %t = arith.mulf %h, %w : f64
    scf.yield %t : f64
  }
  return %y : f64
}
func.func @pull_loop(%a: f64, %w: f64, %n: index, %c: f64) {
  %y:3 = mesh.vjp @loop(%a, %w, %n) seeds(%c) wrt [0, 1] : (f64, f64, index, f64) -> (f64, f64, f64)
  return
}

// A function is inlined; one with an adjoint of its own is called by it.
// CHECK-LABEL: func.func private @call$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[A]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[MULF_2]], %[[MULF_2]]
// CHECK-NEXT: return %[[MULF]], %[[ADDF]]
func.func private @square(%a: f64) -> f64 {
  %y = arith.mulf %a, %a : f64
  return %y : f64
}
func.func private @call(%a: f64) -> f64 {
  %y = func.call @square(%a) : (f64) -> f64
  return %y : f64
}
func.func @pull_call(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @call(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}

// CHECK-LABEL: func.func private @call_own$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: f64)
// CHECK-NEXT: %0 = call @own(%[[A]])
// CHECK-NEXT: %1 = call @own_adjoint(%[[A]], %[[C]])
// CHECK-NEXT: return %0, %1
func.func private @own(%a: f64) -> f64 attributes {mesh.adjoint = @own_adjoint} {
  %y = math.sin %a : f64
  return %y : f64
}
func.func private @own_adjoint(%a: f64, %c: f64) -> f64 {
  %k = math.cos %a : f64
  %d = arith.mulf %c, %k : f64
  return %d : f64
}
func.func private @call_own(%a: f64) -> f64 {
  %y = func.call @own(%a) : (f64) -> f64
  return %y : f64
}
func.func @pull_call_own(%a: f64, %c: f64) {
  %y:2 = mesh.vjp @call_own(%a) seeds(%c) wrt [0] : (f64, f64) -> (f64, f64)
  return
}
