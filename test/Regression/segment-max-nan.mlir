// NaN propagates through a maximum and a minimum wherever it stands.

// RUN: mesh-opt %s --reference --run=first
// RUN: mesh-opt %s --run=first
func.func @first() {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 1 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[0x7FC00000, 1.0, 3.0]> : tensor<3xf32>
  %y = mesh.segment_max %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[0x7FC00000]> : tensor<1xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<1xf32>
  %z = mesh.segment_min %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %z_expected = arith.constant dense<[0x7FC00000]> : tensor<1xf32>
  check.equal %z, %z_expected : tensor<?xf32>, tensor<1xf32>
  return
}

// RUN: mesh-opt %s --reference --run=middle
// RUN: mesh-opt %s --run=middle
func.func @middle() {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 1 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[1.0, 0x7FC00000, 3.0]> : tensor<3xf32>
  %y = mesh.segment_max %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[0x7FC00000]> : tensor<1xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<1xf32>
  %z = mesh.segment_min %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %z_expected = arith.constant dense<[0x7FC00000]> : tensor<1xf32>
  check.equal %z, %z_expected : tensor<?xf32>, tensor<1xf32>
  return
}

// RUN: mesh-opt %s --reference --run=last
// RUN: mesh-opt %s --run=last
func.func @last() {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 1 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[1.0, 3.0, 0x7FC00000]> : tensor<3xf32>
  %y = mesh.segment_max %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[0x7FC00000]> : tensor<1xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<1xf32>
  %z = mesh.segment_min %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  %z_expected = arith.constant dense<[0x7FC00000]> : tensor<1xf32>
  check.equal %z, %z_expected : tensor<?xf32>, tensor<1xf32>
  return
}
