// A node without edges: no NaN from its mean, in the second derivative either.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @loss(%g: !mesh.graph, %x: tensor<3xf64>) -> tensor<f64> {
  %y = mesh.segment_mean %x, %g target : (tensor<3xf64>, !mesh.graph) -> tensor<3xf64>
  %sq = arith.mulf %y, %y : tensor<3xf64>
  %l_z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce ins(%sq : tensor<3xf64>) outs(%l_z : tensor<f64>) dimensions = [0]
    (%p: f64, %q: f64) { %r = arith.addf %p, %q : f64 linalg.yield %r : f64 }
  return %l : tensor<f64>
}
func.func private @gradient(%g: !mesh.graph, %x: tensor<3xf64>) -> tensor<3xf64> {
  %d = mesh.grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<3xf64>) -> tensor<3xf64>
  return %d : tensor<3xf64>
}
func.func @check() {
  %src = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %dst = arith.constant dense<[0, 0, 2]> : tensor<3xi32>
  %s = arith.constant 3 : index
  %t = arith.constant 3 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf64>
  %v = arith.constant dense<1.0> : tensor<3xf64>
  %l, %dx = mesh.value_and_grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>)
  %y, %hv = mesh.jvp @gradient(%g, %x) tangents(%v) wrt [1] : (!mesh.graph, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %z, %vh = mesh.vjp @gradient(%g, %x) seeds(%v) wrt [1] : (!mesh.graph, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %l_expected = arith.constant dense<18.25> : tensor<f64>
  check.close %l, %l_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<f64>
  %dx_expected = arith.constant dense<[1.5, 1.5, 8.0]> : tensor<3xf64>
  check.close %dx, %dx_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  %hv_expected = arith.constant dense<[1.0, 1.0, 2.0]> : tensor<3xf64>
  check.close %hv, %hv_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  %vh_expected = arith.constant dense<[1.0, 1.0, 2.0]> : tensor<3xf64>
  check.close %vh, %vh_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  return
}
