// One winner, the first edge, gets all of the gradient.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check --num-threads=1
// RUN: mesh-opt %s --run=check --num-threads=2
// RUN: mesh-opt %s --run=check --num-threads=3
func.func private @largest(%g: !mesh.graph, %x: tensor<3xf64>) -> tensor<1xf64> {
  %y = mesh.segment_max %x, %g target : (tensor<3xf64>, !mesh.graph) -> tensor<1xf64>
  return %y : tensor<1xf64>
}
func.func @check() {
  %src = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %dst = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %s = arith.constant 3 : index
  %t = arith.constant 1 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[0.25, 1.5, 1.5]> : tensor<3xf64>
  %one = arith.constant dense<1.0> : tensor<1xf64>
  %y, %dx = mesh.vjp @largest(%g, %x) seeds(%one) wrt [1] : (!mesh.graph, tensor<3xf64>, tensor<1xf64>) -> (tensor<1xf64>, tensor<3xf64>)
  %dx_expected = arith.constant dense<[0.0, 1.0, 0.0]> : tensor<3xf64>
  check.close %dx, %dx_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : tensor<3xf64>
  return
}
