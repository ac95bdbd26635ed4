// The initial value of the buffer must not take part in the maximum.

// RUN: mesh-opt %s --reference --run=negative
// RUN: mesh-opt %s --run=negative
func.func @negative() {
  %g_src = arith.constant dense<[0, 0, 0, 0]> : tensor<4xi32>
  %g_dst = arith.constant dense<[1, 0, 0, 1]> : tensor<4xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[-4.0, -2.5, -0.75, -9.0]> : tensor<4xf32>
  %y = mesh.segment_max %m, %g target : (tensor<4xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[-0.75, -4.0]> : tensor<2xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<2xf32>
  %winner = mesh.segment_argmax %m, %g target : (tensor<4xf32>, !mesh.graph) -> tensor<?xi32>
  %winner_expected = arith.constant dense<[2, 0]> : tensor<2xi32>
  check.equal %winner, %winner_expected : tensor<?xi32>, tensor<2xi32>
  return
}
