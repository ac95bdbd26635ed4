// A batch axis before the node axis, one graph for all of it.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @loss(%g: !mesh.graph, %x: tensor<2x3xf64>) -> tensor<f64> {
  %m = mesh.gather %x, %g source dim = 1 : (tensor<2x3xf64>, !mesh.graph) -> tensor<2x2xf64>
  %y = mesh.segment_sum %m, %g target dim = 1 : (tensor<2x2xf64>, !mesh.graph) -> tensor<2x3xf64>
  %l_z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce ins(%y : tensor<2x3xf64>) outs(%l_z : tensor<f64>) dimensions = [0, 1]
    (%p: f64, %q: f64) { %r = arith.addf %p, %q : f64 linalg.yield %r : f64 }
  return %l : tensor<f64>
}
func.func @check() {
  %src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %dst = arith.constant dense<[1, 2]> : tensor<2xi32>
  %s = arith.constant 3 : index
  %t = arith.constant 3 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]> : tensor<2x3xf64>
  %dx = mesh.grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<2x3xf64>) -> tensor<2x3xf64>
  %dx_expected = arith.constant dense<[[1.0, 1.0, 0.0], [1.0, 1.0, 0.0]]> : tensor<2x3xf64>
  check.close %dx, %dx_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<2x3xf64>
  return
}
