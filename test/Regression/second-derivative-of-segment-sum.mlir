// The second derivative of a segment sum is there, and is no zero.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @loss(%g: !mesh.graph, %x: tensor<3xf64>) -> tensor<f64> {
  %y = mesh.segment_sum %x, %g target : (tensor<3xf64>, !mesh.graph) -> tensor<2xf64>
  %sq = arith.mulf %y, %y : tensor<2xf64>
  %l_z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce ins(%sq : tensor<2xf64>) outs(%l_z : tensor<f64>) dimensions = [0]
    (%p: f64, %q: f64) { %r = arith.addf %p, %q : f64 linalg.yield %r : f64 }
  return %l : tensor<f64>
}
func.func private @gradient(%g: !mesh.graph, %x: tensor<3xf64>) -> tensor<3xf64> {
  %d = mesh.grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<3xf64>) -> tensor<3xf64>
  return %d : tensor<3xf64>
}
func.func @check() {
  %src = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %dst = arith.constant dense<[1, 1, 0]> : tensor<3xi32>
  %s = arith.constant 3 : index
  %t = arith.constant 2 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[1.0, 3.0, -2.0]> : tensor<3xf64>
  %v = arith.constant dense<[1.0, 0.0, 0.0]> : tensor<3xf64>
  %w = arith.constant dense<[0.0, 0.0, 1.0]> : tensor<3xf64>
  %l, %d = mesh.value_and_grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>)
  %y, %h0 = mesh.vjp @gradient(%g, %x) seeds(%v) wrt [1] : (!mesh.graph, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %z, %h2 = mesh.jvp @gradient(%g, %x) tangents(%w) wrt [1] : (!mesh.graph, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %l_expected = arith.constant dense<20.0> : tensor<f64>
  check.close %l, %l_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<f64>
  %d_expected = arith.constant dense<[8.0, 8.0, -4.0]> : tensor<3xf64>
  check.close %d, %d_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  %h0_expected = arith.constant dense<[2.0, 2.0, 0.0]> : tensor<3xf64>
  check.close %h0, %h0_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  %h2_expected = arith.constant dense<[0.0, 0.0, 2.0]> : tensor<3xf64>
  check.close %h2, %h2_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  return
}
