// The Hessian of a squared weight of a segment.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @loss(%g: !mesh.graph, %s: tensor<2xf64>) -> f64 {
  %a = mesh.segment_softmax %s, %g target : (tensor<2xf64>, !mesh.graph) -> tensor<2xf64>
  %c0 = arith.constant 0 : index
  %w = tensor.extract %a[%c0] : tensor<2xf64>
  %f = arith.mulf %w, %w : f64
  return %f : f64
}
func.func private @gradient(%g: !mesh.graph, %s: tensor<2xf64>) -> tensor<2xf64> {
  %d = mesh.grad @loss(%g, %s) wrt [1] : (!mesh.graph, tensor<2xf64>) -> tensor<2xf64>
  return %d : tensor<2xf64>
}
func.func @check() {
  %src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %dst = arith.constant dense<[0, 0]> : tensor<2xi32>
  %s = arith.constant 2 : index
  %t = arith.constant 1 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[0.0, 0.5]> : tensor<2xf64>
  %v = arith.constant dense<[1.0, 0.0]> : tensor<2xf64>
  %w = arith.constant dense<[0.0, 1.0]> : tensor<2xf64>
  %d = mesh.grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<2xf64>) -> tensor<2xf64>
  %y, %h0 = mesh.vjp @gradient(%g, %x) seeds(%v) wrt [1] : (!mesh.graph, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %z, %h1 = mesh.jvp @gradient(%g, %x) tangents(%w) wrt [1] : (!mesh.graph, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>)
  %d_expected = arith.constant dense<[0.177447, -0.177447]> : tensor<2xf64>
  check.close %d, %d_expected {rtol = 1.0e-5 : f64} : tensor<2xf64>
  %h0_expected = arith.constant dense<[0.153914, -0.153914]> : tensor<2xf64>
  check.close %h0, %h0_expected {rtol = 1.0e-5 : f64} : tensor<2xf64>
  %h1_expected = arith.constant dense<[-0.153914, 0.153914]> : tensor<2xf64>
  check.close %h1, %h1_expected {rtol = 1.0e-5 : f64} : tensor<2xf64>
  return
}
