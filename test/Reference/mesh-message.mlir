// Gather and the segment reductions. The graph: 0->2, 2->0, 0->2, 1->1 among
// three sources and four targets; target 3 is isolated.

func.func private @graph() -> !mesh.graph {
  %src = arith.constant dense<[0, 2, 0, 1]> : tensor<4xi32>
  %dst = arith.constant dense<[2, 0, 2, 1]> : tensor<4xi32>
  %s = arith.constant 3 : index
  %t = arith.constant 4 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  return %g : !mesh.graph
}

// RUN: mesh-opt %s --reference --run=gather
func.func @gather() {
  %g = call @graph() : () -> !mesh.graph
  %x = arith.constant dense<[[1.0, -1.0], [2.0, -2.0], [3.0, -3.0]]> : tensor<3x2xf32>
  %m = mesh.gather %x, %g source : (tensor<3x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %expected = arith.constant dense<[[1.0, -1.0], [3.0, -3.0], [1.0, -1.0], [2.0, -2.0]]> : tensor<4x2xf32>
  check.equal %m, %expected : tensor<?x2xf32>, tensor<4x2xf32>
  %y = arith.constant dense<[10, 11, 12, 13]> : tensor<4xi64>
  %n = mesh.gather %y, %g target : (tensor<4xi64>, !mesh.graph) -> tensor<?xi64>
  %n_expected = arith.constant dense<[12, 10, 12, 11]> : tensor<4xi64>
  check.equal %n, %n_expected : tensor<?xi64>, tensor<4xi64>
  return
}

// RUN: mesh-opt %s --reference --run=reductions
func.func @reductions() {
  %g = call @graph() : () -> !mesh.graph
  %m = arith.constant dense<[[1.0, -4.0], [2.0, 8.0], [4.0, -2.0], [-8.0, 0.5]]> : tensor<4x2xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<4x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %sum_expected = arith.constant dense<[[2.0, 8.0], [-8.0, 0.5], [5.0, -6.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.equal %sum, %sum_expected : tensor<?x2xf32>, tensor<4x2xf32>
  %mean = mesh.segment_mean %m, %g target : (tensor<4x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %mean_expected = arith.constant dense<[[2.0, 8.0], [-8.0, 0.5], [2.5, -3.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.equal %mean, %mean_expected : tensor<?x2xf32>, tensor<4x2xf32>
  %max = mesh.segment_max %m, %g target : (tensor<4x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %max_expected = arith.constant dense<[[2.0, 8.0], [-8.0, 0.5], [4.0, -2.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.equal %max, %max_expected : tensor<?x2xf32>, tensor<4x2xf32>
  %min = mesh.segment_min %m, %g target : (tensor<4x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %min_expected = arith.constant dense<[[2.0, 8.0], [-8.0, 0.5], [1.0, -4.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.equal %min, %min_expected : tensor<?x2xf32>, tensor<4x2xf32>
  %winner = mesh.segment_argmax %m, %g target : (tensor<4x2xf32>, !mesh.graph) -> tensor<?x2xi32>
  %winner_expected = arith.constant dense<[[1, 1], [3, 3], [2, 2], [-1, -1]]> : tensor<4x2xi32>
  check.equal %winner, %winner_expected : tensor<?x2xi32>, tensor<4x2xi32>
  return
}

// RUN: mesh-opt %s --reference --run=from_the_source
func.func @from_the_source() {
  %g = call @graph() : () -> !mesh.graph
  %m = arith.constant dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf64>
  %sum = mesh.segment_sum %m, %g source : (tensor<4xf64>, !mesh.graph) -> tensor<?xf64>
  %expected = arith.constant dense<[5.0, 8.0, 2.0]> : tensor<3xf64>
  check.equal %sum, %expected : tensor<?xf64>, tensor<3xf64>
  return
}

// RUN: mesh-opt %s --reference --run=along_axis_one
func.func @along_axis_one() {
  %g = call @graph() : () -> !mesh.graph
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]> : tensor<2x3xf32>
  %m = mesh.gather %x, %g source dim = 1 : (tensor<2x3xf32>, !mesh.graph) -> tensor<2x?xf32>
  %m_expected = arith.constant dense<[[1.0, 3.0, 1.0, 2.0], [10.0, 30.0, 10.0, 20.0]]> : tensor<2x4xf32>
  check.equal %m, %m_expected : tensor<2x?xf32>, tensor<2x4xf32>
  %sum = mesh.segment_sum %m, %g target dim = 1 : (tensor<2x?xf32>, !mesh.graph) -> tensor<2x?xf32>
  %sum_expected = arith.constant dense<[[3.0, 2.0, 2.0, 0.0], [30.0, 20.0, 20.0, 0.0]]> : tensor<2x4xf32>
  check.equal %sum, %sum_expected : tensor<2x?xf32>, tensor<2x4xf32>
  %a = mesh.segment_softmax %m, %g target dim = 1 : (tensor<2x?xf32>, !mesh.graph) -> tensor<2x?xf32>
  %a_expected = arith.constant dense<[[0.5, 1.0, 0.5, 1.0], [0.5, 1.0, 0.5, 1.0]]> : tensor<2x4xf32>
  check.equal %a, %a_expected : tensor<2x?xf32>, tensor<2x4xf32>
  return
}

// RUN: mesh-opt %s --reference --run=ties
func.func @ties() {
  // All edges end in one node: the lowest ordinal wins, the first NaN too.
  %src = arith.constant dense<[0, 0, 0, 0]> : tensor<4xi32>
  %one = arith.constant 1 : index
  %g = mesh.graph %src, %src, %one, %one : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[[0.25, 1.0, -0.0], [1.5, 0x7FC00000, 0.0], [1.5, 9.0, 0.0], [1.5, 0x7FC00000, -1.0]]> : tensor<4x3xf32>
  %winner = mesh.segment_argmax %m, %g target : (tensor<4x3xf32>, !mesh.graph) -> tensor<?x3xi32>
  %expected = arith.constant dense<[[1, 1, 0]]> : tensor<1x3xi32>
  check.equal %winner, %expected : tensor<?x3xi32>, tensor<1x3xi32>
  return
}

// RUN: mesh-opt %s --reference --run=softmax
func.func @softmax() {
  %src = arith.constant dense<[0, 0, 0, 0, 0]> : tensor<5xi32>
  %dst = arith.constant dense<[0, 0, 1, 1, 2]> : tensor<5xi32>
  %one = arith.constant 1 : index
  %n = arith.constant 4 : index
  %g = mesh.graph %src, %dst, %one, %n : (tensor<5xi32>, tensor<5xi32>, index, index) -> !mesh.graph
  // A NaN or +inf score makes its segment NaN and no other.
  %s = arith.constant dense<[[0.0, 0.0], [1.0, 0x7F800000], [0x7FC00000, 1.0], [3.0, 0.0], [5.0, -5.0]]> : tensor<5x2xf32>
  %a = mesh.segment_softmax %s, %g target : (tensor<5x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %expected = arith.constant dense<[[0.268941421, 0x7FC00000], [0.731058579, 0x7FC00000], [0x7FC00000, 0.731058579], [0x7FC00000, 0.268941421], [1.0, 1.0]]> : tensor<5x2xf32>
  check.ulp %a, %expected {max_ulp = 1 : i64} : tensor<?x2xf32>, tensor<5x2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=no_edges
func.func @no_edges() {
  %none = tensor.empty() : tensor<0xi32>
  %n = arith.constant 2 : index
  %g = mesh.graph %none, %none, %n, %n : (tensor<0xi32>, tensor<0xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<1.0> : tensor<2x3xf32>
  %m = mesh.gather %x, %g source : (tensor<2x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  %m_expected = tensor.empty() : tensor<0x3xf32>
  check.equal %m, %m_expected : tensor<?x3xf32>, tensor<0x3xf32>
  %zero = arith.constant dense<0.0> : tensor<2x3xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  check.equal %sum, %zero : tensor<?x3xf32>, tensor<2x3xf32>
  %mean = mesh.segment_mean %m, %g target : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  check.equal %mean, %zero : tensor<?x3xf32>, tensor<2x3xf32>
  %max = mesh.segment_max %m, %g target : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  check.equal %max, %zero : tensor<?x3xf32>, tensor<2x3xf32>
  %a = mesh.segment_softmax %m, %g target : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  check.equal %a, %m_expected : tensor<?x3xf32>, tensor<0x3xf32>
  return
}
