// GINE: relu(x_source + e) summed at the target, plus (1 + eps) x.

// RUN: mesh-opt %s --reference --run=messages
// RUN: mesh-opt %s --run=messages
func.func @messages() {
  %g_src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %g_dst = arith.constant dense<[1, 0]> : tensor<2xi32>
  %g_s = arith.constant 2 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[1.0, -2.0], [0.5, 3.0]]> : tensor<2x2xf32>
  %edge = arith.constant dense<[[-3.0, 1.0], [1.0, -1.0]]> : tensor<2x2xf32>
  %factor = arith.constant dense<[[1.1, 1.1], [1.1, 1.1]]> : tensor<2x2xf32>
  %m = mesh.gather %x, %g source : (tensor<2x2xf32>, !mesh.graph) -> tensor<2x2xf32>
  %sum = arith.addf %m, %edge : tensor<2x2xf32>
  %message = mesh.relu %sum : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %neighbours = mesh.segment_sum %message, %g target : (tensor<2x2xf32>, !mesh.graph) -> tensor<2x2xf32>
  %self = arith.mulf %x, %factor : tensor<2x2xf32>
  %y = arith.addf %self, %neighbours : tensor<2x2xf32>
  %y_expected = arith.constant dense<[[2.6, -0.2], [0.55, 3.3]]> : tensor<2x2xf32>
  check.close %y, %y_expected : tensor<2x2xf32>
  return
}
