// The maximum over no edges passes nothing on: the gradient is finite.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @loss(%g: !mesh.graph, %x: tensor<3x1xf64>) -> f64 {
  %m = mesh.gather %x, %g source : (tensor<3x1xf64>, !mesh.graph) -> tensor<?x1xf64>
  %a = mesh.segment_max %m, %g target : (tensor<?x1xf64>, !mesh.graph) -> tensor<3x1xf64>
  %i = arith.constant 2 : index
  %j = arith.constant 0 : index
  %y = tensor.extract %a[%i, %j] : tensor<3x1xf64>
  return %y : f64
}
func.func private @all(%g: !mesh.graph, %x: tensor<3x1xf64>) -> tensor<3x1xf64> {
  %m = mesh.gather %x, %g source : (tensor<3x1xf64>, !mesh.graph) -> tensor<?x1xf64>
  %y = mesh.segment_max %m, %g target : (tensor<?x1xf64>, !mesh.graph) -> tensor<3x1xf64>
  return %y : tensor<3x1xf64>
}
func.func @check() {
  %g_src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %g_dst = arith.constant dense<[2, 2]> : tensor<2xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[4.0], [9.0], [3.0]]> : tensor<3x1xf64>
  %dx = mesh.grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<3x1xf64>) -> tensor<3x1xf64>
  %dx_expected = arith.constant dense<[[0.0], [1.0], [0.0]]> : tensor<3x1xf64>
  check.equal %dx, %dx_expected : tensor<3x1xf64>
  // Cotangents of the empty segments as well.
  %c = arith.constant dense<[[5.0], [7.0], [1.0]]> : tensor<3x1xf64>
  %y, %dy = mesh.vjp @all(%g, %x) seeds(%c) wrt [1] : (!mesh.graph, tensor<3x1xf64>, tensor<3x1xf64>) -> (tensor<3x1xf64>, tensor<3x1xf64>)
  check.equal %dy, %dx_expected : tensor<3x1xf64>
  return
}
