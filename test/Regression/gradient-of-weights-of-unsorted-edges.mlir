// The gradient of edge weights comes in the order of the edges as they were given.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @loss(%g: !mesh.graph, %x: tensor<3xf64>, %w: tensor<4xf64>) -> f64 {
  %m = mesh.gather %x, %g source : (tensor<3xf64>, !mesh.graph) -> tensor<4xf64>
  %wm = arith.mulf %w, %m : tensor<4xf64>
  %y = mesh.segment_sum %wm, %g target : (tensor<4xf64>, !mesh.graph) -> tensor<3xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ten = arith.constant 10.0 : f64
  %a = tensor.extract %y[%c0] : tensor<3xf64>
  %b = tensor.extract %y[%c1] : tensor<3xf64>
  %tb = arith.mulf %ten, %b : f64
  %l = arith.addf %a, %tb : f64
  return %l : f64
}
func.func @check() {
  %src = arith.constant dense<[2, 0, 2, 1]> : tensor<4xi32>
  %dst = arith.constant dense<[0, 1, 1, 0]> : tensor<4xi32>
  %s = arith.constant 3 : index
  %t = arith.constant 3 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf64>
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %dx, %dw = mesh.grad @loss(%g, %x, %w) wrt [1, 2] : (!mesh.graph, tensor<3xf64>, tensor<4xf64>) -> (tensor<3xf64>, tensor<4xf64>)
  %dw_expected = arith.constant dense<[30.0, 100.0, 300.0, 20.0]> : tensor<4xf64>
  check.close %dw, %dw_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<4xf64>
  %dx_expected = arith.constant dense<[20.0, 4.0, 31.0]> : tensor<3xf64>
  check.close %dx, %dx_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  return
}
