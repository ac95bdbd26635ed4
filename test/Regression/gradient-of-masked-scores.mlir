// Scores of -inf get a gradient of 0, in segments of nothing else too; others are
// not touched. No NaN.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @softmax(%g: !mesh.graph, %s: tensor<3xf64>) -> tensor<3xf64> {
  %y = mesh.segment_softmax %s, %g target : (tensor<3xf64>, !mesh.graph) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @check() {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 0, 1]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %h_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %h_dst = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %h_s = arith.constant 1 : index
  %h_t = arith.constant 1 : index
  %h = mesh.graph %h_src, %h_dst, %h_s, %h_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %c = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf64>
  %s = arith.constant dense<[0xFFF0000000000000, 0xFFF0000000000000, 0.5]> : tensor<3xf64>
  %y, %ds = mesh.vjp @softmax(%g, %s) seeds(%c) wrt [1] : (!mesh.graph, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %zeros = arith.constant dense<0.0> : tensor<3xf64>
  check.equal %ds, %zeros : tensor<3xf64>
  %t = arith.constant dense<[0xFFF0000000000000, 0.0, 1.0]> : tensor<3xf64>
  %z, %dt = mesh.vjp @softmax(%h, %t) seeds(%c) wrt [1] : (!mesh.graph, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  %dt_expected = arith.constant dense<[0.0, -0.39322386648296376, 0.39322386648296376]> : tensor<3xf64>
  check.close %dt, %dt_expected {rtol = 1.0e-12 : f64} : tensor<3xf64>
  return
}
