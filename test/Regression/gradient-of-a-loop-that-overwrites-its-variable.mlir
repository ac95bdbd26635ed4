// Each iteration needs the value that the variable had then.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> (f64) {
    %b = arith.mulf %a, %a : f64
    scf.yield %b : f64
  }
  return %y : f64
}
func.func private @fixed(%x: f64) -> f64 {
  %n = arith.constant 3 : index
  %y = func.call @f(%x, %n) : (f64, index) -> f64
  return %y : f64
}
func.func @check() {
  %x = arith.constant 1.1 : f64
  %n = arith.constant 3 : index
  %y, %dx = mesh.value_and_grad @f(%x, %n) wrt [0] : (f64, index) -> (f64, f64)
  %z, %dz = mesh.value_and_grad @fixed(%x) wrt [0] : (f64) -> (f64, f64)
  %y_expected = arith.constant 2.143589 : f64
  check.close %y, %y_expected {rtol = 1.0e-6 : f64} : f64
  %dx_expected = arith.constant 15.589737 : f64
  check.close %dx, %dx_expected {rtol = 1.0e-6 : f64} : f64
  %dz_expected = arith.constant 15.589737 : f64
  check.close %dz, %dz_expected {rtol = 1.0e-6 : f64} : f64
  return
}
