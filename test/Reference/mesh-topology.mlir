// Graphs, counts, degrees, CSR forms. The graph: 0->2, 2->0, 0->2, 1->1 among
// three sources and four targets; target 3 is isolated.

func.func private @graph() -> !mesh.graph {
  %src = arith.constant dense<[0, 2, 0, 1]> : tensor<4xi32>
  %dst = arith.constant dense<[2, 0, 2, 1]> : tensor<4xi32>
  %s = arith.constant 3 : index
  %t = arith.constant 4 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  return %g : !mesh.graph
}

// RUN: mesh-opt %s --reference --run=counts
func.func @counts() {
  %g = call @graph() : () -> !mesh.graph
  %sources = mesh.num_nodes %g source : !mesh.graph
  %targets = mesh.num_nodes %g target : !mesh.graph
  %edges = mesh.num_edges %g : !mesh.graph
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  check.equal %sources, %c3 : index
  check.equal %targets, %c4 : index
  check.equal %edges, %c4 : index
  %in = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %in_expected = arith.constant dense<[1, 1, 2, 0]> : tensor<4xi32>
  check.equal %in, %in_expected : tensor<?xi32>, tensor<4xi32>
  %out = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  %out_expected = arith.constant dense<[2, 1, 1]> : tensor<3xi32>
  check.equal %out, %out_expected : tensor<?xi32>, tensor<3xi32>
  return
}

// RUN: mesh-opt %s --reference --run=edges
func.func @edges() {
  %g = call @graph() : () -> !mesh.graph
  %s, %t = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  %s_expected = arith.constant dense<[0, 2, 0, 1]> : tensor<4xi32>
  %t_expected = arith.constant dense<[2, 0, 2, 1]> : tensor<4xi32>
  check.equal %s, %s_expected : tensor<?xi32>, tensor<4xi32>
  check.equal %t, %t_expected : tensor<?xi32>, tensor<4xi32>
  %ids = mesh.edge_ids %g : (!mesh.graph) -> tensor<?xi32>
  %ids_expected = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  check.equal %ids, %ids_expected : tensor<?xi32>, tensor<4xi32>
  return
}

// RUN: mesh-opt %s --reference --run=rows
func.func @rows() {
  %g = call @graph() : () -> !mesh.graph
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %ptr_expected = arith.constant dense<[0, 1, 2, 4, 4]> : tensor<5xi32>
  %col_expected = arith.constant dense<[2, 1, 0, 0]> : tensor<4xi32>
  %edge_expected = arith.constant dense<[1, 3, 0, 2]> : tensor<4xi32>
  check.equal %ptr, %ptr_expected : tensor<?xi32>, tensor<5xi32>
  check.equal %col, %col_expected : tensor<?xi32>, tensor<4xi32>
  check.equal %edge, %edge_expected : tensor<?xi32>, tensor<4xi32>
  %out_ptr, %out_col, %out_edge = mesh.csr %g source : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %out_ptr_expected = arith.constant dense<[0, 2, 3, 4]> : tensor<4xi32>
  %out_col_expected = arith.constant dense<[2, 2, 1, 0]> : tensor<4xi32>
  %out_edge_expected = arith.constant dense<[0, 2, 3, 1]> : tensor<4xi32>
  check.equal %out_ptr, %out_ptr_expected : tensor<?xi32>, tensor<4xi32>
  check.equal %out_col, %out_col_expected : tensor<?xi32>, tensor<4xi32>
  check.equal %out_edge, %out_edge_expected : tensor<?xi32>, tensor<4xi32>
  return
}

// RUN: mesh-opt %s --reference --run=transposed
func.func @transposed() {
  %g = call @graph() : () -> !mesh.graph
  %h = mesh.transpose %g : !mesh.graph
  %targets = mesh.num_nodes %h target : !mesh.graph
  %c3 = arith.constant 3 : index
  check.equal %targets, %c3 : index
  %s, %t = mesh.endpoints %h : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  %s_expected = arith.constant dense<[2, 0, 2, 1]> : tensor<4xi32>
  check.equal %s, %s_expected : tensor<?xi32>, tensor<4xi32>
  return
}

// RUN: mesh-opt %s --reference --run=wide_indices
func.func @wide_indices() {
  %src = arith.constant dense<[0, 1]> : tensor<2xi64>
  %dst = arith.constant dense<[1, 0]> : tensor<2xi64>
  %n = arith.constant 2 : index
  %g = mesh.graph %src, %dst, %n, %n : (tensor<2xi64>, tensor<2xi64>, index, index) -> !mesh.graph<i64>
  %d = mesh.degree %g target : (!mesh.graph<i64>) -> tensor<?xi64>
  %expected = arith.constant dense<[1, 1]> : tensor<2xi64>
  check.equal %d, %expected : tensor<?xi64>, tensor<2xi64>
  return
}

// RUN: mesh-opt %s --reference --run=no_nodes
func.func @no_nodes() {
  %none = tensor.empty() : tensor<0xi32>
  %zero = arith.constant 0 : index
  %g = mesh.graph %none, %none, %zero, %zero : (tensor<0xi32>, tensor<0xi32>, index, index) -> !mesh.graph
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %ptr_expected = arith.constant dense<[0]> : tensor<1xi32>
  check.equal %ptr, %ptr_expected : tensor<?xi32>, tensor<1xi32>
  check.equal %edge, %none : tensor<?xi32>, tensor<0xi32>
  mesh.require %g symmetric, loop_free, sorted : !mesh.graph
  return
}

// RUN: mesh-opt %s --reference --run=csr_transpose
func.func @csr_transpose() {
  %ptr = arith.constant dense<[0, 2, 2, 3]> : tensor<4xi32>
  %col = arith.constant dense<[1, 0, 1]> : tensor<3xi32>
  %values = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %n = arith.constant 3 : index
  %tp, %tc, %perm, %tv = mesh.csr_transpose %ptr, %col, %n values(%values) : (tensor<4xi32>, tensor<3xi32>, index, tensor<3x2xf32>) -> (tensor<?xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3x2xf32>)
  %tp_expected = arith.constant dense<[0, 1, 3, 3]> : tensor<4xi32>
  %tc_expected = arith.constant dense<[0, 0, 2]> : tensor<3xi32>
  %perm_expected = arith.constant dense<[1, 0, 2]> : tensor<3xi32>
  %tv_expected = arith.constant dense<[[3.0, 4.0], [1.0, 2.0], [5.0, 6.0]]> : tensor<3x2xf32>
  check.equal %tp, %tp_expected : tensor<?xi32>, tensor<4xi32>
  check.equal %tc, %tc_expected : tensor<3xi32>
  check.equal %perm, %perm_expected : tensor<3xi32>
  check.equal %tv, %tv_expected : tensor<3x2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=properties
func.func @properties() {
  %src = arith.constant dense<[1, 0, 2, 1]> : tensor<4xi32>
  %dst = arith.constant dense<[0, 1, 1, 2]> : tensor<4xi32>
  %n = arith.constant 3 : index
  %g = mesh.graph %src, %dst, %n, %n : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  mesh.require %g symmetric, loop_free, sorted : !mesh.graph
  return
}

// RUN: mesh-opt %s --reference --run=product
func.func @product() {
  // A directed path 0->1 times a directed path 0->1->2.
  %a_src = arith.constant dense<[0]> : tensor<1xi32>
  %a_dst = arith.constant dense<[1]> : tensor<1xi32>
  %b_src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %b_dst = arith.constant dense<[1, 2]> : tensor<2xi32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = mesh.graph %a_src, %a_dst, %c2, %c2 : (tensor<1xi32>, tensor<1xi32>, index, index) -> !mesh.graph
  %b = mesh.graph %b_src, %b_dst, %c3, %c3 : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %g = mesh.cartesian_product %a, %b : !mesh.graph
  %n = mesh.num_nodes %g source : !mesh.graph
  %c6 = arith.constant 6 : index
  check.equal %n, %c6 : index
  %s, %t = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  %s_expected = arith.constant dense<[0, 1, 2, 0, 1, 3, 4]> : tensor<7xi32>
  %t_expected = arith.constant dense<[3, 4, 5, 1, 2, 4, 5]> : tensor<7xi32>
  check.equal %s, %s_expected : tensor<?xi32>, tensor<7xi32>
  check.equal %t, %t_expected : tensor<?xi32>, tensor<7xi32>
  return
}

// RUN: mesh-opt %s --reference --run=components
func.func @components() {
  %g = call @graph() : () -> !mesh.graph
  %c:8 = mesh.graph_components %g : !mesh.graph -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  %in_ptr = arith.constant dense<[0, 1, 2, 4, 4]> : tensor<5xi32>
  %in_col = arith.constant dense<[2, 1, 0, 0]> : tensor<4xi32>
  %out_edge = arith.constant dense<[0, 2, 3, 1]> : tensor<4xi32>
  check.equal %c#2, %in_ptr : tensor<?xi32>, tensor<5xi32>
  check.equal %c#3, %in_col : tensor<?xi32>, tensor<4xi32>
  check.equal %c#7, %out_edge : tensor<?xi32>, tensor<4xi32>
  %h = mesh.make_graph %c#0, %c#1, %c#2, %c#3, %c#4, %c#5, %c#6, %c#7 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32> -> !mesh.graph
  %targets = mesh.num_nodes %h target : !mesh.graph
  %c4 = arith.constant 4 : index
  check.equal %targets, %c4 : index
  %ptr, %col, %edge = mesh.coo_to_csr ins(%c#1, %c#0 : tensor<?xi32>, tensor<?xi32>) outs(%c#2, %c#3, %c#4 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  check.equal %ptr, %in_ptr : tensor<?xi32>, tensor<5xi32>
  check.equal %col, %in_col : tensor<?xi32>, tensor<4xi32>
  check.equal %edge, %c#4 : tensor<?xi32>
  return
}
