// Targets that repeat add up, and equal edges keep their identity.

// RUN: mesh-opt %s --reference --run=constant_ids
// RUN: mesh-opt %s --run=constant_ids
func.func @constant_ids() {
  %g_src = arith.constant dense<[0, 0, 0, 0, 0]> : tensor<5xi32>
  %g_dst = arith.constant dense<[2, 4, 4, 1, 4]> : tensor<5xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 5 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<5xi32>, tensor<5xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<5xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[0.0, 4.0, 1.0, 0.0, 10.0]> : tensor<5xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<5xf32>
  return
}

// RUN: mesh-opt %s --reference --run=parallel_edges
// RUN: mesh-opt %s --run=parallel_edges
func.func @parallel_edges() {
  %g_src = arith.constant dense<[0, 0]> : tensor<2xi32>
  %g_dst = arith.constant dense<[1, 1]> : tensor<2xi32>
  %g_s = arith.constant 2 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %w = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %x = arith.constant dense<[7.0, 0.0]> : tensor<2xf32>
  %m = mesh.gather %x, %g source : (tensor<2xf32>, !mesh.graph) -> tensor<2xf32>
  %scaled = mesh.scale %m, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %y = mesh.segment_sum %scaled, %g target : (tensor<2xf32>, !mesh.graph) -> tensor<2xf32>
  %y_expected = arith.constant dense<[0.0, 35.0]> : tensor<2xf32>
  check.equal %y, %y_expected : tensor<2xf32>
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %ptr_expected = arith.constant dense<[0, 0, 2]> : tensor<3xi32>
  check.equal %ptr, %ptr_expected : tensor<?xi32>, tensor<3xi32>
  %edge_expected = arith.constant dense<[0, 1]> : tensor<2xi32>
  check.equal %edge, %edge_expected : tensor<?xi32>, tensor<2xi32>
  return
}
