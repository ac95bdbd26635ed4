// One weight for each head: its gradient is summed over the channels of the head.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @loss(%g: !mesh.graph, %x: tensor<2x2x2xf64>, %w: tensor<1x2xf64>) -> tensor<f64> {
  %m = mesh.gather %x, %g source : (tensor<2x2x2xf64>, !mesh.graph) -> tensor<1x2x2xf64>
  %wm = mesh.scale %m, %w : (tensor<1x2x2xf64>, tensor<1x2xf64>) -> tensor<1x2x2xf64>
  %y = mesh.segment_sum %wm, %g target : (tensor<1x2x2xf64>, !mesh.graph) -> tensor<2x2x2xf64>
  %l_z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce ins(%y : tensor<2x2x2xf64>) outs(%l_z : tensor<f64>) dimensions = [0, 1, 2]
    (%p: f64, %q: f64) { %r = arith.addf %p, %q : f64 linalg.yield %r : f64 }
  return %l : tensor<f64>
}
func.func @check() {
  %src = arith.constant dense<[0]> : tensor<1xi32>
  %dst = arith.constant dense<[1]> : tensor<1xi32>
  %s = arith.constant 2 : index
  %t = arith.constant 2 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<1xi32>, tensor<1xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  %w = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf64>
  %dx, %dw = mesh.grad @loss(%g, %x, %w) wrt [1, 2] : (!mesh.graph, tensor<2x2x2xf64>, tensor<1x2xf64>) -> (tensor<2x2x2xf64>, tensor<1x2xf64>)
  %dw_expected = arith.constant dense<[[3.0, 7.0]]> : tensor<1x2xf64>
  check.close %dw, %dw_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<1x2xf64>
  %dx_expected = arith.constant dense<[[[2.0, 2.0], [3.0, 3.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf64>
  check.close %dx, %dx_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<2x2x2xf64>
  return
}
