// Rows of nodes without edges are +0.0, never what the memory held.

// RUN: mesh-opt %s --reference --run=one_node
// RUN: mesh-opt %s --run=one_node
func.func @one_node() {
  %none = tensor.empty() : tensor<0xi32>
  %n = arith.constant 1 : index
  %g = mesh.graph %none, %none, %n, %n : (tensor<0xi32>, tensor<0xi32>, index, index) -> !mesh.graph
  %x = tensor.empty() : tensor<1x64xf32>
  %n_edges = mesh.num_edges %g : !mesh.graph
  %w = tensor.empty(%n_edges) : tensor<?xf32>
  %m = mesh.gather %x, %g source : (tensor<1x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<?x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  check.equal %sum, %zero : tensor<?x64xf32>, tensor<1x64xf32>
  %mean = mesh.segment_mean %m, %g target : (tensor<?x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  check.equal %mean, %zero : tensor<?x64xf32>, tensor<1x64xf32>
  %scaled = mesh.scale %m, %w : (tensor<?x64xf32>, tensor<?xf32>) -> tensor<?x64xf32>
  %weighted = mesh.segment_sum %scaled, %g target : (tensor<?x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  check.equal %weighted, %zero : tensor<?x64xf32>, tensor<1x64xf32>
  return
}

// RUN: mesh-opt %s --reference --run=many_nodes
// RUN: mesh-opt %s --run=many_nodes
func.func @many_nodes() {
  %none = tensor.empty() : tensor<0xi32>
  %n = arith.constant 1000 : index
  %g = mesh.graph %none, %none, %n, %n : (tensor<0xi32>, tensor<0xi32>, index, index) -> !mesh.graph
  %x = tensor.empty() : tensor<1000x64xf32>
  %n_edges = mesh.num_edges %g : !mesh.graph
  %w = tensor.empty(%n_edges) : tensor<?xf32>
  %m = mesh.gather %x, %g source : (tensor<1000x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  %zero = arith.constant dense<0.0> : tensor<1000x64xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<?x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  check.equal %sum, %zero : tensor<?x64xf32>, tensor<1000x64xf32>
  %mean = mesh.segment_mean %m, %g target : (tensor<?x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  check.equal %mean, %zero : tensor<?x64xf32>, tensor<1000x64xf32>
  %scaled = mesh.scale %m, %w : (tensor<?x64xf32>, tensor<?xf32>) -> tensor<?x64xf32>
  %weighted = mesh.segment_sum %scaled, %g target : (tensor<?x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  check.equal %weighted, %zero : tensor<?x64xf32>, tensor<1000x64xf32>
  return
}
