// A node without edges has maximum 0; no sentinel shows.

// RUN: mesh-opt %s --reference --run=isolated
// RUN: mesh-opt %s --run=isolated
func.func @isolated() {
  %g_src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %g_dst = arith.constant dense<[2, 2]> : tensor<2xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[4.0], [9.0], [3.0]]> : tensor<3x1xf32>
  %m = mesh.gather %x, %g source : (tensor<3x1xf32>, !mesh.graph) -> tensor<?x1xf32>
  %y = mesh.segment_max %m, %g target : (tensor<?x1xf32>, !mesh.graph) -> tensor<?x1xf32>
  %y_expected = arith.constant dense<[[0.0], [0.0], [9.0]]> : tensor<3x1xf32>
  check.equal %y, %y_expected : tensor<?x1xf32>, tensor<3x1xf32>
  %z = mesh.segment_min %m, %g target : (tensor<?x1xf32>, !mesh.graph) -> tensor<?x1xf32>
  %z_expected = arith.constant dense<[[0.0], [0.0], [4.0]]> : tensor<3x1xf32>
  check.equal %z, %z_expected : tensor<?x1xf32>, tensor<3x1xf32>
  return
}
