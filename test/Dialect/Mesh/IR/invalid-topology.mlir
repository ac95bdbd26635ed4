// Static constraints of the graph type and of the topology ops, by their
// labels.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// The index type of a graph.
// expected-error @below {{expects the index type of a graph to be 'i32' or 'i64', but got 'i16'}}
func.func private @index_type(!mesh.graph<i16>)

// -----

// expected-error @below {{expects the index type of a graph to be 'i32' or 'i64', but got 'ui32'}}
func.func private @unsigned_index_type(!mesh.graph<ui32>)

// -----

// graph_c1
func.func @graph_c1_element_type(%src: tensor<?xi32>, %dst: tensor<?xi64>, %n: index) {
  // expected-error @below {{'mesh.graph' op expects 'source' and 'target' to have one element type, but got 'i32' and 'i64'}}
  %g = mesh.graph %src, %dst, %n, %n : (tensor<?xi32>, tensor<?xi64>, index, index) -> !mesh.graph
  return
}

// -----

// graph_c1
func.func @graph_c1_length(%src: tensor<4xi32>, %dst: tensor<3xi32>, %n: index) {
  // expected-error @below {{'mesh.graph' op expects 'source' and 'target' to have one length, but got 4 and 3}}
  %g = mesh.graph %src, %dst, %n, %n : (tensor<4xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  return
}

// -----

// The index type of the graph is that of its ids.
func.func @graph_index_type(%src: tensor<?xi64>, %dst: tensor<?xi64>, %n: index) {
  // expected-error @below {{'mesh.graph' op inferred type(s) '!mesh.graph<i64>' are incompatible with return type(s) of operation '!mesh.graph'}}
  // expected-error @below {{'mesh.graph' op failed to infer returned types}}
  %g = mesh.graph %src, %dst, %n, %n : (tensor<?xi64>, tensor<?xi64>, index, index) -> !mesh.graph
  return
}

// -----

// transpose_c1
func.func @transpose_c1(%g: !mesh.graph) {
  // expected-error @below {{'mesh.transpose' op requires the same type for all operands and results}}
  %t = "mesh.transpose"(%g) : (!mesh.graph) -> !mesh.graph<i64>
  return
}

// -----

// csr_c1
func.func @csr_c1(%g: !mesh.graph) {
  // expected-error @below {{'mesh.csr' op inferred type(s) 'tensor<?xi32>', 'tensor<?xi32>', 'tensor<?xi32>' are incompatible with return type(s) of operation 'tensor<?xi32>', 'tensor<?xi64>', 'tensor<?xi32>'}}
  // expected-error @below {{'mesh.csr' op failed to infer returned types}}
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi64>, tensor<?xi32>)
  return
}

// -----

// csr_transpose_c1
func.func @csr_transpose_c1_operands(%ptr: tensor<?xi32>, %col: tensor<?xi64>, %n: index) {
  // expected-error @below {{'mesh.csr_transpose' op expects 'row_ptr' and 'col' to have one element type, but got 'i32' and 'i64'}}
  %0:3 = mesh.csr_transpose %ptr, %col, %n : (tensor<?xi32>, tensor<?xi64>, index) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>)
  return
}

// -----

// csr_transpose_c1
func.func @csr_transpose_c1_results(%ptr: tensor<?xi32>, %col: tensor<?xi32>, %n: index) {
  // expected-error @below {{'mesh.csr_transpose' op inferred type(s) 'tensor<?xi32>', 'tensor<?xi32>', 'tensor<?xi32>' are incompatible with return type(s) of operation 'tensor<?xi64>', 'tensor<?xi32>', 'tensor<?xi32>'}}
  // expected-error @below {{'mesh.csr_transpose' op failed to infer returned types}}
  %0:3 = mesh.csr_transpose %ptr, %col, %n : (tensor<?xi32>, tensor<?xi32>, index) -> (tensor<?xi64>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

// csr_transpose_c4, where static
func.func @csr_transpose_c4(%ptr: tensor<?xi32>, %col: tensor<9xi32>, %n: index, %w: tensor<8xf32>) {
  // expected-error @below {{'mesh.csr_transpose' op expects 'values' to have 9 rows, but got 8}}
  %0:4 = mesh.csr_transpose %ptr, %col, %n values(%w) : (tensor<?xi32>, tensor<9xi32>, index, tensor<8xf32>) -> (tensor<?xi32>, tensor<9xi32>, tensor<9xi32>, tensor<8xf32>)
  return
}

// -----

// csr_transpose_c4
func.func @csr_transpose_c4_rank(%ptr: tensor<?xi32>, %col: tensor<?xi32>, %n: index, %w: tensor<f32>) {
  // expected-error @below {{'mesh.csr_transpose' op expects 'values' to have a row for each entry, but got a tensor of rank 0}}
  %0:4 = mesh.csr_transpose %ptr, %col, %n values(%w) : (tensor<?xi32>, tensor<?xi32>, index, tensor<f32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<f32>)
  return
}

// -----

// degree_c1
func.func @degree_c1(%g: !mesh.graph) {
  // expected-error @below {{'mesh.degree' op inferred type(s) 'tensor<?xi32>' are incompatible with return type(s) of operation 'tensor<?xi64>'}}
  // expected-error @below {{'mesh.degree' op failed to infer returned types}}
  %d = mesh.degree %g target : (!mesh.graph) -> tensor<?xi64>
  return
}

// -----

func.func @no_such_endpoint(%g: !mesh.graph) {
  // expected-error @below {{custom op 'mesh.degree' expects 'source' or 'target', but got 'sideways'}}
  %d = mesh.degree %g sideways : (!mesh.graph) -> tensor<?xi32>
  return
}

// -----

// num_nodes_c1
func.func @num_nodes_c1(%g: !mesh.graph) {
  // expected-error @below {{'mesh.num_nodes' op result #0 must be index, but got 'i32'}}
  %n = "mesh.num_nodes"(%g) <{endpoint = #mesh<endpoint target>}> : (!mesh.graph) -> i32
  return
}

// -----

// num_edges_c1
func.func @num_edges_c1(%g: !mesh.graph) {
  // expected-error @below {{'mesh.num_edges' op result #0 must be index, but got 'i64'}}
  %n = "mesh.num_edges"(%g) : (!mesh.graph) -> i64
  return
}

// -----

// endpoints_c1
func.func @endpoints_c1(%g: !mesh.graph<i64>) {
  // expected-error @below {{'mesh.endpoints' op inferred type(s) 'tensor<?xi64>', 'tensor<?xi64>' are incompatible with return type(s) of operation 'tensor<?xi64>', 'tensor<?xi32>'}}
  // expected-error @below {{'mesh.endpoints' op failed to infer returned types}}
  %s, %t = mesh.endpoints %g : (!mesh.graph<i64>) -> (tensor<?xi64>, tensor<?xi32>)
  return
}

// -----

// edge_ids_c1
func.func @edge_ids_c1(%g: !mesh.graph<i64>) {
  // expected-error @below {{'mesh.edge_ids' op inferred type(s) 'tensor<?xi64>' are incompatible with return type(s) of operation 'tensor<?xi32>'}}
  // expected-error @below {{'mesh.edge_ids' op failed to infer returned types}}
  %i = mesh.edge_ids %g : (!mesh.graph<i64>) -> tensor<?xi32>
  return
}

// -----

// require_c1
func.func @require_c1(%g: !mesh.graph) {
  // expected-error @below {{invalid properties {required = 0 : i32} for op mesh.require: Invalid attribute `required` in property conversion: 0 : i32}}
  "mesh.require"(%g) <{required = 0 : i32}> : (!mesh.graph) -> ()
  return
}

// -----

// require_c1
func.func @require_c1_unknown(%g: !mesh.graph) {
  // expected-error @below {{custom op 'mesh.require' expects 'symmetric', 'loop_free' or 'sorted', but got 'acyclic'}}
  mesh.require %g acyclic : !mesh.graph
  return
}

// -----

// cartesian_product_c1
func.func @cartesian_product_c1_operands(%g: !mesh.graph, %h: !mesh.graph<i64>) {
  // expected-error @below {{'mesh.cartesian_product' op requires the same type for all operands and results}}
  %p = "mesh.cartesian_product"(%g, %h) : (!mesh.graph, !mesh.graph<i64>) -> !mesh.graph
  return
}

// -----

// cartesian_product_c1
func.func @cartesian_product_c1_result(%g: !mesh.graph) {
  // expected-error @below {{'mesh.cartesian_product' op requires the same type for all operands and results}}
  %p = "mesh.cartesian_product"(%g, %g) : (!mesh.graph, !mesh.graph) -> !mesh.graph<i64>
  return
}
