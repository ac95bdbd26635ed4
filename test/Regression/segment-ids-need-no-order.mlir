// Edges may come in any order.

// RUN: mesh-opt %s --reference --run=unsorted
// RUN: mesh-opt %s --run=unsorted
func.func @unsorted() {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 1, 0]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[101.0, 10.0]> : tensor<2xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<2xf32>
  return
}
