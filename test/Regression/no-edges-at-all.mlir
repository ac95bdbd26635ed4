// Every op works on a graph without edges.

// RUN: mesh-opt %s --reference --run=everything
// RUN: mesh-opt %s --run=everything
func.func @everything() {
  %none = tensor.empty() : tensor<0xi32>
  %n = arith.constant 4 : index
  %g = mesh.graph %none, %none, %n, %n : (tensor<0xi32>, tensor<0xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<1.0> : tensor<4x2xf32>
  %zero = arith.constant dense<0.0> : tensor<4x2xf32>
  %empty = tensor.empty() : tensor<0x2xf32>
  %m = mesh.gather %x, %g source : (tensor<4x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  check.equal %m, %empty : tensor<?x2xf32>, tensor<0x2xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  check.equal %sum, %zero : tensor<?x2xf32>, tensor<4x2xf32>
  %mean = mesh.segment_mean %m, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  check.equal %mean, %zero : tensor<?x2xf32>, tensor<4x2xf32>
  %max = mesh.segment_max %m, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  check.equal %max, %zero : tensor<?x2xf32>, tensor<4x2xf32>
  %a = mesh.segment_softmax %m, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  check.equal %a, %empty : tensor<?x2xf32>, tensor<0x2xf32>
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %ptr_expected = arith.constant dense<[0, 0, 0, 0, 0]> : tensor<5xi32>
  check.equal %ptr, %ptr_expected : tensor<?xi32>, tensor<5xi32>
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<?xi32>, tensor<?xi32>, index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %tp_expected = arith.constant dense<[0, 0, 0, 0, 0]> : tensor<5xi32>
  check.equal %tp, %tp_expected : tensor<?xi32>, tensor<5xi32>
  return
}
