// Which degree normalises: of the source by out-edges, of the target by in-edges.

// RUN: mesh-opt %s --reference --run=both_degrees
// RUN: mesh-opt %s --run=both_degrees
func.func @both_degrees() {
  // Out-degree of the source and in-degree of the target; 1 / sqrt(0) counts as 0.
  %g_src = arith.constant dense<[0, 0, 1]> : tensor<3xi32>
  %g_dst = arith.constant dense<[1, 2, 2]> : tensor<3xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %zero = arith.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32>
  %out_count = mesh.degree %g source : (!mesh.graph) -> tensor<3xi32>
  %in_count = mesh.degree %g target : (!mesh.graph) -> tensor<3xi32>
  %out_degree = arith.sitofp %out_count : tensor<3xi32> to tensor<3xf32>
  %in_degree = arith.sitofp %in_count : tensor<3xi32> to tensor<3xf32>
  %out_root = math.rsqrt %out_degree : tensor<3xf32>
  %in_root = math.rsqrt %in_degree : tensor<3xf32>
  %out_some = arith.cmpf ogt, %out_degree, %zero : tensor<3xf32>
  %in_some = arith.cmpf ogt, %in_degree, %zero : tensor<3xf32>
  %out_norm = arith.select %out_some, %out_root, %zero : tensor<3xi1>, tensor<3xf32>
  %in_norm = arith.select %in_some, %in_root, %zero : tensor<3xi1>, tensor<3xf32>
  %scaled = arith.mulf %x, %out_norm : tensor<3xf32>
  %m = mesh.gather %scaled, %g source : (tensor<3xf32>, !mesh.graph) -> tensor<3xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<3xf32>
  %y = arith.mulf %sum, %in_norm : tensor<3xf32>
  %y_expected = arith.constant dense<[0.0, 0.707106781, 1.914213562]> : tensor<3xf32>
  check.close %y, %y_expected : tensor<3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=target_only
// RUN: mesh-opt %s --run=target_only
func.func @target_only() {
  %g_src = arith.constant dense<[0, 0, 1]> : tensor<3xi32>
  %g_dst = arith.constant dense<[1, 2, 2]> : tensor<3xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %m = mesh.gather %x, %g source : (tensor<3xf32>, !mesh.graph) -> tensor<3xf32>
  %y = mesh.segment_mean %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<3xf32>
  %y_expected = arith.constant dense<[0.0, 1.0, 1.5]> : tensor<3xf32>
  check.equal %y, %y_expected : tensor<3xf32>
  return
}
