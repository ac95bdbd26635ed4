// Negative edge weights can make a degree negative: no NaN may come of its root.

// RUN: mesh-opt %s --reference --run=negative_degree
// RUN: mesh-opt %s --run=negative_degree
func.func @negative_degree() {
  // Degrees are -1, 2 and 4; one that is not positive counts as inverse root 0.
  %g_src = arith.constant dense<[0, 1, 1, 2, 0, 1, 2]> : tensor<7xi32>
  %g_dst = arith.constant dense<[1, 0, 2, 1, 0, 1, 2]> : tensor<7xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<7xi32>, tensor<7xi32>, index, index) -> !mesh.graph
  %w = arith.constant dense<[-2.0, -2.0, 3.0, 3.0, 1.0, 1.0, 1.0]> : tensor<7xf32>
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %zero = arith.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32>
  %degree = mesh.segment_sum %w, %g target : (tensor<7xf32>, !mesh.graph) -> tensor<3xf32>
  %positive = arith.cmpf ogt, %degree, %zero : tensor<3xf32>
  %root = math.rsqrt %degree : tensor<3xf32>
  %inverse = arith.select %positive, %root, %zero : tensor<3xi1>, tensor<3xf32>
  %from = mesh.gather %inverse, %g source : (tensor<3xf32>, !mesh.graph) -> tensor<7xf32>
  %to = mesh.gather %inverse, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<7xf32>
  %half = arith.mulf %w, %from : tensor<7xf32>
  %norm = arith.mulf %half, %to : tensor<7xf32>
  %m = mesh.gather %x, %g source : (tensor<3xf32>, !mesh.graph) -> tensor<7xf32>
  %scaled = mesh.scale %m, %norm : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  %y = mesh.segment_sum %scaled, %g target : (tensor<7xf32>, !mesh.graph) -> tensor<3xf32>
  %y_expected = arith.constant dense<[0.0, 4.181980515, 2.871320344]> : tensor<3xf32>
  check.close %y, %y_expected : tensor<3xf32>
  return
}
