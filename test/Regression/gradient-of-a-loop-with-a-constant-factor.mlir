// One factor is not differentiated; it is not written to either.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @product(%x: tensor<2xf64>, %y: tensor<2xf64>, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf64>
  %z = scf.for %i = %c0 to %n step %c1 iter_args(%z = %e) -> (tensor<2xf64>) {
    %a = tensor.extract %x[%i] : tensor<2xf64>
    %b = tensor.extract %y[%i] : tensor<2xf64>
    %c = arith.mulf %a, %b : f64
    %w = tensor.insert %c into %z[%i] : tensor<2xf64>
    scf.yield %w : tensor<2xf64>
  }
  return %z : tensor<2xf64>
}
func.func @check() {
  %x = arith.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %y = arith.constant dense<[5.0, 7.0]> : tensor<2xf64>
  %c = arith.constant dense<[1.0, 10.0]> : tensor<2xf64>
  %n = arith.constant 2 : index
  %z, %dy = mesh.vjp @product(%x, %y, %n) seeds(%c) wrt [1] : (tensor<2xf64>, tensor<2xf64>, index, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %z_expected = arith.constant dense<[10.0, 21.0]> : tensor<2xf64>
  check.close %z, %z_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<2xf64>
  %dy_expected = arith.constant dense<[2.0, 30.0]> : tensor<2xf64>
  check.close %dy, %dy_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<2xf64>
  %x_expected = arith.constant dense<[2.0, 3.0]> : tensor<2xf64>
  check.close %x, %x_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<2xf64>
  return
}
