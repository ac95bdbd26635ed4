// A value from before a loop whose bound is known at run time only, used after it.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @f(%x: f64, %s: tensor<2xf64>, %n: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = arith.mulf %x, %x : f64
  %acc = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero) -> (f64) {
    %e = tensor.extract %s[%k] : tensor<2xf64>
    %b = arith.addf %a, %e : f64
    scf.yield %b : f64
  }
  %y = arith.mulf %g, %acc : f64
  return %y : f64
}
func.func private @derivatives(%n: index) -> (f64, f64, tensor<2xf64>) {
  %x = arith.constant 3.0 : f64
  %s = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %y, %dx, %ds = mesh.value_and_grad @f(%x, %s, %n) wrt [0, 1] : (f64, tensor<2xf64>, index) -> (f64, f64, tensor<2xf64>)
  return %y, %dx, %ds : f64, f64, tensor<2xf64>
}
func.func @check() {
  %two = arith.constant 2 : index
  %none = arith.constant 0 : index
  %y, %dx, %ds = func.call @derivatives(%two) : (index) -> (f64, f64, tensor<2xf64>)
  %y_expected = arith.constant 27.0 : f64
  check.close %y, %y_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  %dx_expected = arith.constant 18.0 : f64
  check.close %dx, %dx_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  %ds_expected = arith.constant dense<[9.0, 9.0]> : tensor<2xf64>
  check.close %ds, %ds_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<2xf64>
  %z, %ex, %es = func.call @derivatives(%none) : (index) -> (f64, f64, tensor<2xf64>)
  %z_expected = arith.constant 0.0 : f64
  check.close %z, %z_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  %ex_expected = arith.constant 0.0 : f64
  check.close %ex, %ex_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  %es_expected = arith.constant dense<[0.0, 0.0]> : tensor<2xf64>
  check.close %es, %es_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<2xf64>
  return
}
