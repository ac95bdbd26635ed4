// A remainder passes its cotangent on to the dividend, less its quotient to the
// divisor; casts to integers and back pass nothing on, as docs/autodiff.md says.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @remainder(%x: tensor<2xf64>, %n: tensor<2xf64>) -> tensor<2xf64> {
  %y = arith.remf %x, %n : tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func private @cast(%x: tensor<2xf64>) -> tensor<2xf64> {
  %n = arith.fptosi %x : tensor<2xf64> to tensor<2xi32>
  %y = arith.sitofp %n : tensor<2xi32> to tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func @check() {
  %x = arith.constant dense<[2.5, 3.5]> : tensor<2xf64>
  %two = arith.constant dense<2.0> : tensor<2xf64>
  %one = arith.constant dense<1.0> : tensor<2xf64>
  %zero = arith.constant dense<0.0> : tensor<2xf64>
  %y, %dx, %dn = mesh.vjp @remainder(%x, %two) seeds(%one) wrt [0, 1] : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
  check.equal %dx, %one : tensor<2xf64>
  %dn_expected = arith.constant dense<-1.0> : tensor<2xf64>
  check.equal %dn, %dn_expected : tensor<2xf64>
  %z, %dz = mesh.vjp @cast(%x) seeds(%one) wrt [0] : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %z_expected = arith.constant dense<[2.0, 3.0]> : tensor<2xf64>
  check.equal %z, %z_expected : tensor<2xf64>
  check.equal %dz, %zero : tensor<2xf64>
  return
}
