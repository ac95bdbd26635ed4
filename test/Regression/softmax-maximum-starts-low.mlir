// The running maximum must start below every score, not at 0 or a sentinel.

// RUN: mesh-opt %s --reference --run=very_negative
// RUN: mesh-opt %s --run=very_negative
func.func @very_negative() {
  // exp(-120) is 0 in f32: a maximum that starts at 0 gives 0 / 0.
  %g_src = arith.constant dense<[0, 0]> : tensor<2xi32>
  %g_dst = arith.constant dense<[0, 0]> : tensor<2xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 1 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %s = arith.constant dense<[-120.0, -121.0]> : tensor<2xf32>
  %a = mesh.segment_softmax %s, %g target : (tensor<2xf32>, !mesh.graph) -> tensor<?xf32>
  %a_expected = arith.constant dense<[0.731058579, 0.268941421]> : tensor<2xf32>
  check.close %a, %a_expected : tensor<?xf32>, tensor<2xf32>
  return
}
