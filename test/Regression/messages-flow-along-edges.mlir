// An edge carries its source's row to its target, never the other way.

// RUN: mesh-opt %s --reference --run=source_to_target
// RUN: mesh-opt %s --run=source_to_target
func.func @source_to_target() {
  %g_src = arith.constant dense<[0, 0, 2]> : tensor<3xi32>
  %g_dst = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %g_s = arith.constant 4 : index
  %g_t = arith.constant 4 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf32>
  %m = mesh.gather %x, %g source : (tensor<4xf32>, !mesh.graph) -> tensor<?xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[0.0, 1.0, 1.0, 100.0]> : tensor<4xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<4xf32>
  return
}
