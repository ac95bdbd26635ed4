// Edge rows are in the caller's order, also after the graph has been sorted.

// RUN: mesh-opt %s --reference --run=caller_order
// RUN: mesh-opt %s --run=caller_order
func.func @caller_order() {
  %g_src = arith.constant dense<[2, 0, 2, 1]> : tensor<4xi32>
  %g_dst = arith.constant dense<[0, 1, 1, 0]> : tensor<4xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %x = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %m = mesh.gather %x, %g source : (tensor<3xf32>, !mesh.graph) -> tensor<4xf32>
  %scaled = mesh.scale %m, %w : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = mesh.segment_sum %scaled, %g target : (tensor<4xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[110.0, 110.0, 0.0]> : tensor<3xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<3xf32>
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %s, %t = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  %s_expected = arith.constant dense<[2, 0, 2, 1]> : tensor<4xi32>
  check.equal %s, %s_expected : tensor<?xi32>, tensor<4xi32>
  %t_expected = arith.constant dense<[0, 1, 1, 0]> : tensor<4xi32>
  check.equal %t, %t_expected : tensor<?xi32>, tensor<4xi32>
  return
}

// RUN: mesh-opt %s --reference --run=edge_rows
// RUN: mesh-opt %s --run=edge_rows
func.func @edge_rows() {
  %g_src = arith.constant dense<[0, 0, 1, 0]> : tensor<4xi32>
  %g_dst = arith.constant dense<[2, 0, 1, 1]> : tensor<4xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %data = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = mesh.segment_sum %data, %g target : (tensor<4xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[2.0, 7.0, 1.0]> : tensor<3xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<3xf32>
  %s, %t = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  %s_expected = arith.constant dense<[0, 0, 1, 0]> : tensor<4xi32>
  check.equal %s, %s_expected : tensor<?xi32>, tensor<4xi32>
  %t_expected = arith.constant dense<[2, 0, 1, 1]> : tensor<4xi32>
  check.equal %t, %t_expected : tensor<?xi32>, tensor<4xi32>
  return
}
