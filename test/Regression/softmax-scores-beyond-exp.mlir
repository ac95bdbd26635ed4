// exp of the score itself overflows or is 0; the weights are ordinary numbers.

// RUN: mesh-opt %s --reference --run=large
// RUN: mesh-opt %s --run=large
func.func @large() {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 1 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %s = arith.constant dense<[1000.0, 1001.0, 1002.0]> : tensor<3xf32>
  %a = mesh.segment_softmax %s, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %a_expected = arith.constant dense<[0.0900305732, 0.244728471, 0.665240956]> : tensor<3xf32>
  check.close %a, %a_expected : tensor<?xf32>, tensor<3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=negative
// RUN: mesh-opt %s --run=negative
func.func @negative() {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 1 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %s = arith.constant dense<[-1000.0, -1001.0, -1002.0]> : tensor<3xf32>
  %a = mesh.segment_softmax %s, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %a_expected = arith.constant dense<[0.665240956, 0.244728471, 0.0900305732]> : tensor<3xf32>
  check.close %a, %a_expected : tensor<?xf32>, tensor<3xf32>
  return
}
