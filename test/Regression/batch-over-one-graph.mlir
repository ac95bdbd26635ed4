// A leading batch axis shares one graph.

// RUN: mesh-opt %s --reference --run=batch
// RUN: mesh-opt %s --run=batch
func.func @batch() {
  %g_src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %g_dst = arith.constant dense<[1, 2]> : tensor<2xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]> : tensor<2x3xf32>
  %m = mesh.gather %x, %g source dim = 1 : (tensor<2x3xf32>, !mesh.graph) -> tensor<2x?xf32>
  %y = mesh.segment_sum %m, %g target dim = 1 : (tensor<2x?xf32>, !mesh.graph) -> tensor<2x3xf32>
  %y_expected = arith.constant dense<[[0.0, 1.0, 2.0], [0.0, 10.0, 20.0]]> : tensor<2x3xf32>
  check.equal %y, %y_expected : tensor<2x3xf32>
  return
}
