// Gradients on a graph without edges: rows of zeros, and no row for an edge.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @layer(%g: !mesh.graph, %x: tensor<4x2xf64>, %w: tensor<?x2xf64>) -> tensor<4x2xf64> {
  %m = mesh.gather %x, %g source : (tensor<4x2xf64>, !mesh.graph) -> tensor<?x2xf64>
  %a = mesh.segment_softmax %w, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<?x2xf64>
  %s = arith.mulf %m, %a : tensor<?x2xf64>
  %sum = mesh.segment_sum %s, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<4x2xf64>
  %mean = mesh.segment_mean %s, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<4x2xf64>
  %max = mesh.segment_max %s, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<4x2xf64>
  %min = mesh.segment_min %s, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<4x2xf64>
  %p = arith.addf %sum, %mean : tensor<4x2xf64>
  %q = arith.addf %max, %min : tensor<4x2xf64>
  %r = arith.addf %p, %q : tensor<4x2xf64>
  %y = arith.addf %r, %x : tensor<4x2xf64>
  return %y : tensor<4x2xf64>
}
func.func @check() {
  %g_src = arith.constant dense<> : tensor<0xi32>
  %g_dst = arith.constant dense<> : tensor<0xi32>
  %g_s = arith.constant 4 : index
  %g_t = arith.constant 4 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<0xi32>, tensor<0xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf64>
  %w0 = arith.constant dense<> : tensor<0x2xf64>
  %w = tensor.cast %w0 : tensor<0x2xf64> to tensor<?x2xf64>
  %y, %dx, %dw = mesh.vjp @layer(%g, %x, %w) seeds(%x) wrt [1, 2] : (!mesh.graph, tensor<4x2xf64>, tensor<?x2xf64>, tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<4x2xf64>, tensor<?x2xf64>)
  // What is left is the sum with x.
  check.equal %y, %x : tensor<4x2xf64>
  check.equal %dx, %x : tensor<4x2xf64>
  check.equal %dw, %w0 : tensor<?x2xf64>, tensor<0x2xf64>
  return
}
