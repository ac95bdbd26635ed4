// An edge that is masked out has a NaN factor: no NaN reaches a gradient.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @loss(%g: !mesh.graph, %x: tensor<3xf64>, %a: tensor<3xf64>, %mask: tensor<3xi1>) -> f64 {
  %ax = arith.mulf %a, %x : tensor<3xf64>
  %none = arith.constant dense<0.0> : tensor<3xf64>
  %m = arith.select %mask, %ax, %none : tensor<3xi1>, tensor<3xf64>
  %y = mesh.segment_sum %m, %g target : (tensor<3xf64>, !mesh.graph) -> tensor<2xf64>
  %c0 = arith.constant 0 : index
  %l = tensor.extract %y[%c0] : tensor<2xf64>
  return %l : f64
}
func.func @check() {
  %src = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %dst = arith.constant dense<[0, 1, 0]> : tensor<3xi32>
  %s = arith.constant 3 : index
  %t = arith.constant 2 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[2.0, 5.0, 7.0]> : tensor<3xf64>
  %a = arith.constant dense<[3.0, 1.0, 0x7FF8000000000000]> : tensor<3xf64>
  %mask = arith.constant dense<[true, true, false]> : tensor<3xi1>
  %l, %dx, %da = mesh.value_and_grad @loss(%g, %x, %a, %mask) wrt [1, 2] : (!mesh.graph, tensor<3xf64>, tensor<3xf64>, tensor<3xi1>) -> (f64, tensor<3xf64>, tensor<3xf64>)
  %six = arith.constant 6.0 : f64
  check.equal %l, %six : f64
  %dx_expected = arith.constant dense<[3.0, 0.0, 0.0]> : tensor<3xf64>
  check.close %dx, %dx_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  %da_expected = arith.constant dense<[2.0, 0.0, 0.0]> : tensor<3xf64>
  check.close %da, %da_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  return
}
