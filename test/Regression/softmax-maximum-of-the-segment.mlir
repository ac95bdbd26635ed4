// The maximum that is subtracted must be the segment's own: a large score in
// another segment must not change the weights.

// RUN: mesh-opt %s --reference --run=per_segment
// RUN: mesh-opt %s --run=per_segment
func.func @per_segment() {
  %g_src = arith.constant dense<[0, 0, 0, 0]> : tensor<4xi32>
  %g_dst = arith.constant dense<[0, 0, 2, 2]> : tensor<4xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %s = arith.constant dense<[2.0, 0.0, 0xFF800000, 60.0]> : tensor<4xf32>
  %a = mesh.segment_softmax %s, %g target : (tensor<4xf32>, !mesh.graph) -> tensor<?xf32>
  %a_expected = arith.constant dense<[0.880797078, 0.119202922, 0.0, 1.0]> : tensor<4xf32>
  check.close %a, %a_expected : tensor<?xf32>, tensor<4xf32>
  %sum = mesh.segment_sum %a, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %sum_expected = arith.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf32>
  check.close %sum, %sum_expected {rtol = 1.0e-6 : f64} : tensor<?xf32>, tensor<3xf32>
  return
}
