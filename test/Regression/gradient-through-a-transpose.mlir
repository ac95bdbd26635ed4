// Gradients through the transpose of a matrix with equal entries, and to the values
// that are transposed: these go back by the inverse of the edge map [1, 4, 5, 0, 2, 3].

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check --num-threads=1
// RUN: mesh-opt %s --run=check --num-threads=4
func.func private @weighted_i32(%g: !mesh.graph, %x: tensor<3xf32>, %w: tensor<6xf32>) -> tensor<4xf32> {
  %m = mesh.gather %x, %g source : (tensor<3xf32>, !mesh.graph) -> tensor<6xf32>
  %s = arith.mulf %m, %w : tensor<6xf32>
  %y = mesh.segment_sum %s, %g target : (tensor<6xf32>, !mesh.graph) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @transposed_i32(%p: tensor<5xi32>, %c: tensor<6xi32>, %w: tensor<6xf32>) -> tensor<6xf32> {
  %n = arith.constant 3 : index
  %tp, %tc, %e, %y = mesh.csr_transpose %p, %c, %n values(%w) : (tensor<5xi32>, tensor<6xi32>, index, tensor<6xf32>) -> (tensor<4xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xf32>)
  return %y : tensor<6xf32>
}
func.func private @weighted_i64(%g: !mesh.graph<i64>, %x: tensor<3xf32>, %w: tensor<6xf32>) -> tensor<4xf32> {
  %m = mesh.gather %x, %g source : (tensor<3xf32>, !mesh.graph<i64>) -> tensor<6xf32>
  %s = arith.mulf %m, %w : tensor<6xf32>
  %y = mesh.segment_sum %s, %g target : (tensor<6xf32>, !mesh.graph<i64>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @transposed_i64(%p: tensor<5xi64>, %c: tensor<6xi64>, %w: tensor<6xf32>) -> tensor<6xf32> {
  %n = arith.constant 3 : index
  %tp, %tc, %e, %y = mesh.csr_transpose %p, %c, %n values(%w) : (tensor<5xi64>, tensor<6xi64>, index, tensor<6xf32>) -> (tensor<4xi64>, tensor<6xi64>, tensor<6xi64>, tensor<6xf32>)
  return %y : tensor<6xf32>
}
func.func @check() {
  %x = arith.constant dense<[0.5, 1.5, 2.5]> : tensor<3xf32>
  %w = arith.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0, 32.0]> : tensor<6xf32>
  %c = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf32>
  %d = arith.constant dense<[1.0, 10.0, 100.0, 1000.0, 10000.0, 100000.0]> : tensor<6xf32>
  %dx_expected = arith.constant dense<[162.0, 32000.0, 121.0]> : tensor<3xf32>
  %z_expected = arith.constant dense<[2.0, 16.0, 32.0, 1.0, 4.0, 8.0]> : tensor<6xf32>
  %dw_expected = arith.constant dense<[1000.0, 1.0, 10000.0, 100000.0, 10.0, 100.0]> : tensor<6xf32>
  %gi32_src = arith.constant dense<[2, 0, 2, 2, 0, 1]> : tensor<6xi32>
  %gi32_dst = arith.constant dense<[0, 0, 1, 1, 1, 3]> : tensor<6xi32>
  %gi32_s = arith.constant 3 : index
  %gi32_t = arith.constant 4 : index
  %gi32 = mesh.graph %gi32_src, %gi32_dst, %gi32_s, %gi32_t : (tensor<6xi32>, tensor<6xi32>, index, index) -> !mesh.graph
  %y_i32, %dx_i32 = mesh.vjp @weighted_i32(%gi32, %x, %w) seeds(%c) wrt [1] : (!mesh.graph, tensor<3xf32>, tensor<6xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<3xf32>)
  check.equal %dx_i32, %dx_expected : tensor<3xf32>
  %p_i32 = arith.constant dense<[0, 2, 5, 5, 6]> : tensor<5xi32>
  %z_i32, %dw_i32 = mesh.vjp @transposed_i32(%p_i32, %gi32_src, %w) seeds(%d) wrt [2] : (tensor<5xi32>, tensor<6xi32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>)
  check.equal %z_i32, %z_expected : tensor<6xf32>
  check.equal %dw_i32, %dw_expected : tensor<6xf32>
  %gi64_src = arith.constant dense<[2, 0, 2, 2, 0, 1]> : tensor<6xi64>
  %gi64_dst = arith.constant dense<[0, 0, 1, 1, 1, 3]> : tensor<6xi64>
  %gi64_s = arith.constant 3 : index
  %gi64_t = arith.constant 4 : index
  %gi64 = mesh.graph %gi64_src, %gi64_dst, %gi64_s, %gi64_t : (tensor<6xi64>, tensor<6xi64>, index, index) -> !mesh.graph<i64>
  %y_i64, %dx_i64 = mesh.vjp @weighted_i64(%gi64, %x, %w) seeds(%c) wrt [1] : (!mesh.graph<i64>, tensor<3xf32>, tensor<6xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<3xf32>)
  check.equal %dx_i64, %dx_expected : tensor<3xf32>
  %p_i64 = arith.constant dense<[0, 2, 5, 5, 6]> : tensor<5xi64>
  %z_i64, %dw_i64 = mesh.vjp @transposed_i64(%p_i64, %gi64_src, %w) seeds(%d) wrt [2] : (tensor<5xi64>, tensor<6xi64>, tensor<6xf32>, tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>)
  check.equal %z_i64, %z_expected : tensor<6xf32>
  check.equal %dw_i64, %dw_expected : tensor<6xf32>
  return
}
