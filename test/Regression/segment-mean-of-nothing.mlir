// A mean over no edges is 0, not 0 / 0: without any edge and at isolated nodes.

// RUN: mesh-opt %s --reference --run=no_edges
// RUN: mesh-opt %s --run=no_edges
func.func @no_edges() {
  %none = tensor.empty() : tensor<0xi32>
  %n = arith.constant 2 : index
  %g = mesh.graph %none, %none, %n, %n : (tensor<0xi32>, tensor<0xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %w = arith.constant dense<[[0.5, 0.0, 0.0, 0.0], [0.0, 0.5, 0.0, 0.0], [0.0, 0.0, 0.5, 0.0], [0.0, 0.0, 0.0, 0.5]]> : tensor<4x4xf32>
  %m = mesh.gather %x, %g source : (tensor<2x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %mean = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<2x4xf32>
  %neighbours = mesh.linear %mean, %w : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %self = mesh.linear %x, %w : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %y = arith.addf %self, %neighbours : tensor<2x4xf32>
  %y_expected = arith.constant dense<[[0.5, 1.0, 1.5, 2.0], [2.5, 3.0, 3.5, 4.0]]> : tensor<2x4xf32>
  check.equal %y, %y_expected : tensor<2x4xf32>
  return
}

// RUN: mesh-opt %s --reference --run=isolated
// RUN: mesh-opt %s --run=isolated
func.func @isolated() {
  %g_src = arith.constant dense<[0, 2]> : tensor<2xi32>
  %g_dst = arith.constant dense<[1, 1]> : tensor<2xi32>
  %g_s = arith.constant 4 : index
  %g_t = arith.constant 4 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[2.0, 10.0, 6.0, 1.0]> : tensor<4xf32>
  %m = mesh.gather %x, %g source : (tensor<4xf32>, !mesh.graph) -> tensor<?xf32>
  %mean = mesh.segment_mean %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<4xf32>
  %mean_expected = arith.constant dense<[0.0, 4.0, 0.0, 0.0]> : tensor<4xf32>
  check.equal %mean, %mean_expected : tensor<4xf32>
  %ten = arith.constant dense<[10.0, 10.0, 10.0, 10.0]> : tensor<4xf32>
  %scaled = arith.mulf %mean, %ten : tensor<4xf32>
  %y = arith.addf %x, %scaled : tensor<4xf32>
  %y_expected = arith.constant dense<[2.0, 50.0, 6.0, 1.0]> : tensor<4xf32>
  check.equal %y, %y_expected : tensor<4xf32>
  return
}
