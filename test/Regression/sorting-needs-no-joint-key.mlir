// Edges are sorted without a key of row * N + column, which would overflow.

// RUN: mesh-opt %s --reference --run=large_rows
// RUN: mesh-opt %s --run=large_rows
func.func @large_rows() {
  // As 32-bit numbers row * N + column would be 22705, 5 and -2147437294.
  %g_src = arith.constant dense<[1, 5, 2]> : tensor<3xi32>
  %g_dst = arith.constant dense<[61357, 0, 30679]> : tensor<3xi32>
  %g_s = arith.constant 70000 : index
  %g_t = arith.constant 70000 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %edge_expected = arith.constant dense<[1, 2, 0]> : tensor<3xi32>
  check.equal %edge, %edge_expected : tensor<?xi32>, tensor<3xi32>
  %col_expected = arith.constant dense<[5, 2, 1]> : tensor<3xi32>
  check.equal %col, %col_expected : tensor<?xi32>, tensor<3xi32>
  %i0 = arith.constant 0 : index
  %p0 = tensor.extract %ptr[%i0] : tensor<?xi32>
  %v0 = arith.constant 0 : i32
  check.equal %p0, %v0 : i32
  %i1 = arith.constant 1 : index
  %p1 = tensor.extract %ptr[%i1] : tensor<?xi32>
  %v1 = arith.constant 1 : i32
  check.equal %p1, %v1 : i32
  %i30679 = arith.constant 30679 : index
  %p30679 = tensor.extract %ptr[%i30679] : tensor<?xi32>
  %v30679 = arith.constant 1 : i32
  check.equal %p30679, %v30679 : i32
  %i30680 = arith.constant 30680 : index
  %p30680 = tensor.extract %ptr[%i30680] : tensor<?xi32>
  %v30680 = arith.constant 2 : i32
  check.equal %p30680, %v30680 : i32
  %i61357 = arith.constant 61357 : index
  %p61357 = tensor.extract %ptr[%i61357] : tensor<?xi32>
  %v61357 = arith.constant 2 : i32
  check.equal %p61357, %v61357 : i32
  %i61358 = arith.constant 61358 : index
  %p61358 = tensor.extract %ptr[%i61358] : tensor<?xi32>
  %v61358 = arith.constant 3 : i32
  check.equal %p61358, %v61358 : i32
  %i70000 = arith.constant 70000 : index
  %p70000 = tensor.extract %ptr[%i70000] : tensor<?xi32>
  %v70000 = arith.constant 3 : i32
  check.equal %p70000, %v70000 : i32
  return
}
