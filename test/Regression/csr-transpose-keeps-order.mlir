// Transposing keeps the order of the entries of a column, equal edges included.

// RUN: mesh-opt %s --reference --run=order_i32
// RUN: mesh-opt %s --run=order_i32
func.func @order_i32() {
  %g_src = arith.constant dense<[2, 0, 2, 2, 0, 1]> : tensor<6xi32>
  %g_dst = arith.constant dense<[0, 0, 1, 1, 1, 3]> : tensor<6xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 4 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<6xi32>, tensor<6xi32>, index, index) -> !mesh.graph
  %w = arith.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0, 32.0]> : tensor<6xf32>
  %grad = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf32>
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %ptr_expected = arith.constant dense<[0, 2, 5, 5, 6]> : tensor<5xi32>
  check.equal %ptr, %ptr_expected : tensor<?xi32>, tensor<5xi32>
  %n = arith.constant 3 : index
  %w_rows = mesh.take %w, %edge : (tensor<6xf32>, tensor<?xi32>) -> tensor<?xf32>
  %tp, %tc, %perm, %tw = mesh.csr_transpose %ptr, %col, %n values(%w_rows) : (tensor<?xi32>, tensor<?xi32>, index, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>)
  %tp_expected = arith.constant dense<[0, 2, 3, 6]> : tensor<4xi32>
  check.equal %tp, %tp_expected : tensor<?xi32>, tensor<4xi32>
  %perm_expected = arith.constant dense<[1, 4, 5, 0, 2, 3]> : tensor<6xi32>
  check.equal %perm, %perm_expected : tensor<?xi32>, tensor<6xi32>
  %tc_expected = arith.constant dense<[0, 1, 3, 0, 1, 1]> : tensor<6xi32>
  check.equal %tc, %tc_expected : tensor<?xi32>, tensor<6xi32>
  %tw_expected = arith.constant dense<[2.0, 16.0, 32.0, 1.0, 4.0, 8.0]> : tensor<6xf32>
  check.equal %tw, %tw_expected : tensor<?xf32>, tensor<6xf32>
  %m = mesh.gather %grad, %g target : (tensor<4xf32>, !mesh.graph) -> tensor<6xf32>
  %scaled = arith.mulf %m, %w : tensor<6xf32>
  %dx = mesh.segment_sum %scaled, %g source : (tensor<6xf32>, !mesh.graph) -> tensor<?xf32>
  %dx_expected = arith.constant dense<[162.0, 32000.0, 121.0]> : tensor<3xf32>
  check.equal %dx, %dx_expected : tensor<?xf32>, tensor<3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=order_i64
// RUN: mesh-opt %s --run=order_i64
func.func @order_i64() {
  %g_src = arith.constant dense<[2, 0, 2, 2, 0, 1]> : tensor<6xi64>
  %g_dst = arith.constant dense<[0, 0, 1, 1, 1, 3]> : tensor<6xi64>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 4 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<6xi64>, tensor<6xi64>, index, index) -> !mesh.graph<i64>
  %w = arith.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0, 32.0]> : tensor<6xf32>
  %grad = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf32>
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph<i64>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>)
  %ptr_expected = arith.constant dense<[0, 2, 5, 5, 6]> : tensor<5xi64>
  check.equal %ptr, %ptr_expected : tensor<?xi64>, tensor<5xi64>
  %n = arith.constant 3 : index
  %w_rows = mesh.take %w, %edge : (tensor<6xf32>, tensor<?xi64>) -> tensor<?xf32>
  %tp, %tc, %perm, %tw = mesh.csr_transpose %ptr, %col, %n values(%w_rows) : (tensor<?xi64>, tensor<?xi64>, index, tensor<?xf32>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xf32>)
  %tp_expected = arith.constant dense<[0, 2, 3, 6]> : tensor<4xi64>
  check.equal %tp, %tp_expected : tensor<?xi64>, tensor<4xi64>
  %perm_expected = arith.constant dense<[1, 4, 5, 0, 2, 3]> : tensor<6xi64>
  check.equal %perm, %perm_expected : tensor<?xi64>, tensor<6xi64>
  %tc_expected = arith.constant dense<[0, 1, 3, 0, 1, 1]> : tensor<6xi64>
  check.equal %tc, %tc_expected : tensor<?xi64>, tensor<6xi64>
  %tw_expected = arith.constant dense<[2.0, 16.0, 32.0, 1.0, 4.0, 8.0]> : tensor<6xf32>
  check.equal %tw, %tw_expected : tensor<?xf32>, tensor<6xf32>
  %m = mesh.gather %grad, %g target : (tensor<4xf32>, !mesh.graph<i64>) -> tensor<6xf32>
  %scaled = arith.mulf %m, %w : tensor<6xf32>
  %dx = mesh.segment_sum %scaled, %g source : (tensor<6xf32>, !mesh.graph<i64>) -> tensor<?xf32>
  %dx_expected = arith.constant dense<[162.0, 32000.0, 121.0]> : tensor<3xf32>
  check.equal %dx, %dx_expected : tensor<?xf32>, tensor<3xf32>
  return
}
