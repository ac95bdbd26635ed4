// A function with an adjoint of its own: it is called in place of a derivative.
// This one is wrong by a factor of 10, so that its use shows.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
// RUN: mesh-opt %s --mesh-autodiff | FileCheck %s --implicit-check-not=mesh.adjoint

// Such a function is not inlined before it is differentiated, and is after.
// RUN: mesh-opt %s --inline --mesh-autodiff | FileCheck %s
// RUN: mesh-opt %s --inline --mesh-autodiff --run=check
// RUN: mesh-opt %s --mesh-autodiff --inline | FileCheck %s --check-prefix=AFTER
// AFTER-NOT: call @square

// CHECK-LABEL: func.func private @loss$vjp_0_1(
// CHECK: call @square_adjoint
func.func private @square(%x: f64, %n: i32, %w: f64) -> f64 attributes {mesh.adjoint = @square_adjoint} {
  %s = arith.mulf %x, %x : f64
  %y = arith.mulf %s, %w : f64
  return %y : f64
}
func.func private @square_adjoint(%x: f64, %n: i32, %w: f64, %c: f64) -> (f64, f64) {
  %ten = arith.constant 10.0 : f64
  %two = arith.constant 20.0 : f64
  %a = arith.mulf %x, %two : f64
  %b = arith.mulf %a, %w : f64
  %dx = arith.mulf %b, %c : f64
  %s = arith.mulf %x, %x : f64
  %t = arith.mulf %s, %ten : f64
  %dw = arith.mulf %t, %c : f64
  return %dx, %dw : f64, f64
}
func.func private @loss(%x: f64, %w: f64) -> f64 {
  %n = arith.constant 2 : i32
  %a = func.call @square(%x, %n, %w) : (f64, i32, f64) -> f64
  %b = arith.addf %a, %x : f64
  return %b : f64
}
func.func private @gradient(%x: f64, %w: f64) -> (f64, f64) {
  %dx, %dw = mesh.grad @loss(%x, %w) wrt [0, 1] : (f64, f64) -> (f64, f64)
  return %dx, %dw : f64, f64
}
func.func @check() {
  %x = arith.constant 3.0 : f64
  %w = arith.constant 0.5 : f64
  %n = arith.constant 2 : i32
  %one = arith.constant 1.0 : f64
  %dx, %dw = func.call @gradient(%x, %w) : (f64, f64) -> (f64, f64)
  %dx_expected = arith.constant 31.0 : f64
  %dw_expected = arith.constant 90.0 : f64
  check.equal %dx, %dx_expected : f64
  check.equal %dw, %dw_expected : f64
  // Directly, and in forward mode: the transpose of the adjoint.
  %ex = mesh.grad @square(%x, %n, %w) wrt [0] : (f64, i32, f64) -> f64
  %ex_expected = arith.constant 30.0 : f64
  check.equal %ex, %ex_expected : f64
  %y, %t = mesh.jvp @loss(%x, %w) tangents(%one) wrt [0] : (f64, f64, f64) -> (f64, f64)
  check.equal %t, %dx_expected : f64
  return
}
