// What --mesh-fuse says of edge rows that are left: who reads them.
// RUN: mesh-opt %s --mesh-expand --mesh-fuse=remarks --verify-diagnostics

// The size of the rows is asked for on the way, which reads none of them.
func.func @product(%g: !mesh.graph, %x: tensor<?x128xf32>, %w: tensor<128x64xf32>) -> tensor<?x64xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x128xf32>, !mesh.graph) -> tensor<?x128xf32>
  // expected-remark @+1 {{edge rows stay in memory: read by 'linalg.matmul'}}
  %m = math.tanh %s : tensor<?x128xf32>
  %p = mesh.linear %m, %w : (tensor<?x128xf32>, tensor<128x64xf32>) -> tensor<?x64xf32>
  %y = mesh.segment_sum %p, %g target : (tensor<?x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// Nothing is left.
func.func @sum(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %m = math.tanh %s : tensor<?x4xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
