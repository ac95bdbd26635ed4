// One weight for each head scales the head's channels.

// RUN: mesh-opt %s --reference --run=heads
// RUN: mesh-opt %s --run=heads
func.func @heads() {
  %g_src = arith.constant dense<[0]> : tensor<1xi32>
  %g_dst = arith.constant dense<[1]> : tensor<1xi32>
  %g_s = arith.constant 2 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<1xi32>, tensor<1xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<2x2x2xf32>
  %w = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %m = mesh.gather %x, %g source : (tensor<2x2x2xf32>, !mesh.graph) -> tensor<1x2x2xf32>
  %scaled = mesh.scale %m, %w : (tensor<1x2x2xf32>, tensor<1x2xf32>) -> tensor<1x2x2xf32>
  %y = mesh.segment_sum %scaled, %g target : (tensor<1x2x2xf32>, !mesh.graph) -> tensor<2x2x2xf32>
  %y_expected = arith.constant dense<[[[0.0, 0.0], [0.0, 0.0]], [[2.0, 4.0], [9.0, 12.0]]]> : tensor<2x2x2xf32>
  check.equal %y, %y_expected : tensor<2x2x2xf32>
  return
}
