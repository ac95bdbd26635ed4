// A score of -inf has weight 0, and a segment of nothing but -inf scores has
// weights 0, not NaN.

// RUN: mesh-opt %s --reference --run=whole_segment
// RUN: mesh-opt %s --run=whole_segment
func.func @whole_segment() {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 0, 1]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %s = arith.constant dense<[0xFF800000, 0xFF800000, 0.5]> : tensor<3xf32>
  %a = mesh.segment_softmax %s, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %a_expected = arith.constant dense<[0.0, 0.0, 1.0]> : tensor<3xf32>
  check.equal %a, %a_expected : tensor<?xf32>, tensor<3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=one_edge
// RUN: mesh-opt %s --run=one_edge
func.func @one_edge() {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 1 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %s = arith.constant dense<[0xFF800000, 0.0, 1.0]> : tensor<3xf32>
  %c = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %a = mesh.segment_softmax %s, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %a_expected = arith.constant dense<[0.0, 0.268941421, 0.731058579]> : tensor<3xf32>
  check.close %a, %a_expected : tensor<?xf32>, tensor<3xf32>
  %a_static = tensor.cast %a : tensor<?xf32> to tensor<3xf32>
  %weighted = arith.mulf %a_static, %c : tensor<3xf32>
  %y = mesh.segment_sum %weighted, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[3.462117157]> : tensor<1xf32>
  check.close %y, %y_expected : tensor<?xf32>, tensor<1xf32>
  return
}
