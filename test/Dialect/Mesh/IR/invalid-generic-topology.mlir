// Faults of the topology ops in generic form: each is reported with the name of
// the op and its place, and nothing aborts.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

func.func @graph_no_results(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: index, %3: index) {
  // expected-error @below {{'mesh.graph' op requires one result}}
  "mesh.graph"(%0, %1, %2, %3) : (tensor<?xi32>, tensor<?xi32>, index, index) -> ()
  return
}

// -----

func.func @graph_no_operands() {
  // expected-error @below {{'mesh.graph' op expected 4 operands, but found 0}}
  %r = "mesh.graph"() : () -> (!mesh.graph)
  return
}

// -----

func.func @graph_operand_too_many(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: index, %3: index, %4: index) {
  // expected-error @below {{'mesh.graph' op expected 4 operands, but found 5}}
  %r = "mesh.graph"(%0, %1, %2, %3, %4) : (tensor<?xi32>, tensor<?xi32>, index, index, index) -> (!mesh.graph)
  return
}

// -----

func.func @graph_f32_ids(%0: tensor<?xf32>, %1: tensor<?xi32>, %2: index, %3: index) {
  // expected-error @below {{'mesh.graph' op operand #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?xf32>'}}
  %r = "mesh.graph"(%0, %1, %2, %3) : (tensor<?xf32>, tensor<?xi32>, index, index) -> (!mesh.graph)
  return
}

// -----

func.func @graph_rank_2_ids(%0: tensor<?x?xi32>, %1: tensor<?xi32>, %2: index, %3: index) {
  // expected-error @below {{'mesh.graph' op operand #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?x?xi32>'}}
  %r = "mesh.graph"(%0, %1, %2, %3) : (tensor<?x?xi32>, tensor<?xi32>, index, index) -> (!mesh.graph)
  return
}

// -----

func.func @graph_unranked_ids(%0: tensor<*xi32>, %1: tensor<?xi32>, %2: index, %3: index) {
  // expected-error @below {{'mesh.graph' op operand #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r = "mesh.graph"(%0, %1, %2, %3) : (tensor<*xi32>, tensor<?xi32>, index, index) -> (!mesh.graph)
  return
}

// -----

func.func @transpose_no_results(%0: !mesh.graph) {
  // expected-error @below {{'mesh.transpose' op requires one result}}
  "mesh.transpose"(%0) : (!mesh.graph) -> ()
  return
}

// -----

func.func @transpose_no_operands() {
  // expected-error @below {{'mesh.transpose' op requires a single operand}}
  %r = "mesh.transpose"() : () -> (!mesh.graph)
  return
}

// -----

func.func @transpose_operand_too_many(%0: !mesh.graph, %1: index) {
  // expected-error @below {{'mesh.transpose' op requires a single operand}}
  %r = "mesh.transpose"(%0, %1) : (!mesh.graph, index) -> (!mesh.graph)
  return
}

// -----

func.func @transpose_no_graph(%0: index) {
  // expected-error @below {{'mesh.transpose' op operand #0 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.transpose"(%0) : (index) -> (!mesh.graph)
  return
}

// -----

func.func @csr_no_results(%0: !mesh.graph) {
  // expected-error @below {{'mesh.csr' op expected 3 results}}
  "mesh.csr"(%0) <{endpoint = #mesh<endpoint target>}> : (!mesh.graph) -> ()
  return
}

// -----

func.func @csr_no_operands() {
  // expected-error @below {{'mesh.csr' op requires a single operand}}
  %r:3 = "mesh.csr"() <{endpoint = #mesh<endpoint target>}> : () -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @csr_operand_too_many(%0: !mesh.graph, %1: index) {
  // expected-error @below {{'mesh.csr' op requires a single operand}}
  %r:3 = "mesh.csr"(%0, %1) <{endpoint = #mesh<endpoint target>}> : (!mesh.graph, index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @csr_string_for_endpoint(%0: !mesh.graph) {
  // expected-error @below {{invalid properties {endpoint = "x"} for op mesh.csr: Invalid attribute `endpoint` in property conversion: "x"}}
  %r:3 = "mesh.csr"(%0) <{endpoint = "x"}> : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @csr_without_endpoint(%0: !mesh.graph) {
  // expected-error @below {{'mesh.csr' op requires attribute 'endpoint'}}
  %r:3 = "mesh.csr"(%0) : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @csr_unranked_result(%0: !mesh.graph) {
  // expected-error @below {{'mesh.csr' op result #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r:3 = "mesh.csr"(%0) <{endpoint = #mesh<endpoint target>}> : (!mesh.graph) -> (tensor<*xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @csr_no_graph(%0: index) {
  // expected-error @below {{'mesh.csr' op operand #0 must be immutable directed multigraph, but got 'index'}}
  %r:3 = "mesh.csr"(%0) <{endpoint = #mesh<endpoint target>}> : (index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @csr_transpose_no_results(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: index, %3: tensor<?xf32>) {
  // expected-error @below {{'mesh.csr_transpose' op expected 3 or more results}}
  "mesh.csr_transpose"(%0, %1, %2, %3) : (tensor<?xi32>, tensor<?xi32>, index, tensor<?xf32>) -> ()
  return
}

// -----

func.func @csr_transpose_no_operands() {
  // expected-error @below {{'mesh.csr_transpose' op expected 3 or more operands, but found 0}}
  %r:4 = "mesh.csr_transpose"() : () -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>)
  return
}

// -----

func.func @csr_transpose_operand_too_many(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: index, %3: tensor<?xf32>, %4: index) {
  // expected-error @below {{'mesh.csr_transpose' op operand group starting at #3 requires 0 or 1 element, but found 2}}
  %r:4 = "mesh.csr_transpose"(%0, %1, %2, %3, %4) : (tensor<?xi32>, tensor<?xi32>, index, tensor<?xf32>, index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>)
  return
}

// -----

func.func @csr_transpose_f32_ids(%0: tensor<?xf32>, %1: tensor<?xi32>, %2: index, %3: tensor<?xf32>) {
  // expected-error @below {{'mesh.csr_transpose' op operand #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?xf32>'}}
  %r:4 = "mesh.csr_transpose"(%0, %1, %2, %3) : (tensor<?xf32>, tensor<?xi32>, index, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>)
  return
}

// -----

func.func @csr_transpose_rank_2_ids(%0: tensor<?x?xi32>, %1: tensor<?xi32>, %2: index, %3: tensor<?xf32>) {
  // expected-error @below {{'mesh.csr_transpose' op operand #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<?x?xi32>'}}
  %r:4 = "mesh.csr_transpose"(%0, %1, %2, %3) : (tensor<?x?xi32>, tensor<?xi32>, index, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>)
  return
}

// -----

func.func @csr_transpose_unranked_ids(%0: tensor<*xi32>, %1: tensor<?xi32>, %2: index, %3: tensor<?xf32>) {
  // expected-error @below {{'mesh.csr_transpose' op operand #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r:4 = "mesh.csr_transpose"(%0, %1, %2, %3) : (tensor<*xi32>, tensor<?xi32>, index, tensor<?xf32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>)
  return
}

// -----

func.func @csr_transpose_unranked_operand(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: index, %3: tensor<*xf32>) {
  // expected-error @below {{'mesh.csr_transpose' op operand #3 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float or 1-bit signless integer or 8-bit signless integer or 16-bit signless integer or 32-bit signless integer or 64-bit signless integer or index values, but got 'tensor<*xf32>'}}
  %r:4 = "mesh.csr_transpose"(%0, %1, %2, %3) : (tensor<?xi32>, tensor<?xi32>, index, tensor<*xf32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>)
  return
}

// -----

func.func @csr_transpose_unranked_result(%0: tensor<?xi32>, %1: tensor<?xi32>, %2: index, %3: tensor<?xf32>) {
  // expected-error @below {{'mesh.csr_transpose' op result #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r:4 = "mesh.csr_transpose"(%0, %1, %2, %3) : (tensor<?xi32>, tensor<?xi32>, index, tensor<?xf32>) -> (tensor<*xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>)
  return
}

// -----

func.func @degree_no_results(%0: !mesh.graph) {
  // expected-error @below {{'mesh.degree' op requires one result}}
  "mesh.degree"(%0) <{endpoint = #mesh<endpoint target>}> : (!mesh.graph) -> ()
  return
}

// -----

func.func @degree_no_operands() {
  // expected-error @below {{'mesh.degree' op requires a single operand}}
  %r = "mesh.degree"() <{endpoint = #mesh<endpoint target>}> : () -> (tensor<?xi32>)
  return
}

// -----

func.func @degree_operand_too_many(%0: !mesh.graph, %1: index) {
  // expected-error @below {{'mesh.degree' op requires a single operand}}
  %r = "mesh.degree"(%0, %1) <{endpoint = #mesh<endpoint target>}> : (!mesh.graph, index) -> (tensor<?xi32>)
  return
}

// -----

func.func @degree_string_for_endpoint(%0: !mesh.graph) {
  // expected-error @below {{invalid properties {endpoint = "x"} for op mesh.degree: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.degree"(%0) <{endpoint = "x"}> : (!mesh.graph) -> (tensor<?xi32>)
  return
}

// -----

func.func @degree_without_endpoint(%0: !mesh.graph) {
  // expected-error @below {{'mesh.degree' op requires attribute 'endpoint'}}
  %r = "mesh.degree"(%0) : (!mesh.graph) -> (tensor<?xi32>)
  return
}

// -----

func.func @degree_unranked_result(%0: !mesh.graph) {
  // expected-error @below {{'mesh.degree' op result #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r = "mesh.degree"(%0) <{endpoint = #mesh<endpoint target>}> : (!mesh.graph) -> (tensor<*xi32>)
  return
}

// -----

func.func @degree_no_graph(%0: index) {
  // expected-error @below {{'mesh.degree' op operand #0 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.degree"(%0) <{endpoint = #mesh<endpoint target>}> : (index) -> (tensor<?xi32>)
  return
}

// -----

func.func @num_nodes_no_results(%0: !mesh.graph) {
  // expected-error @below {{'mesh.num_nodes' op requires one result}}
  "mesh.num_nodes"(%0) <{endpoint = #mesh<endpoint target>}> : (!mesh.graph) -> ()
  return
}

// -----

func.func @num_nodes_no_operands() {
  // expected-error @below {{'mesh.num_nodes' op requires a single operand}}
  %r = "mesh.num_nodes"() <{endpoint = #mesh<endpoint target>}> : () -> (index)
  return
}

// -----

func.func @num_nodes_operand_too_many(%0: !mesh.graph, %1: index) {
  // expected-error @below {{'mesh.num_nodes' op requires a single operand}}
  %r = "mesh.num_nodes"(%0, %1) <{endpoint = #mesh<endpoint target>}> : (!mesh.graph, index) -> (index)
  return
}

// -----

func.func @num_nodes_string_for_endpoint(%0: !mesh.graph) {
  // expected-error @below {{invalid properties {endpoint = "x"} for op mesh.num_nodes: Invalid attribute `endpoint` in property conversion: "x"}}
  %r = "mesh.num_nodes"(%0) <{endpoint = "x"}> : (!mesh.graph) -> (index)
  return
}

// -----

func.func @num_nodes_without_endpoint(%0: !mesh.graph) {
  // expected-error @below {{'mesh.num_nodes' op requires attribute 'endpoint'}}
  %r = "mesh.num_nodes"(%0) : (!mesh.graph) -> (index)
  return
}

// -----

func.func @num_nodes_no_graph(%0: index) {
  // expected-error @below {{'mesh.num_nodes' op operand #0 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.num_nodes"(%0) <{endpoint = #mesh<endpoint target>}> : (index) -> (index)
  return
}

// -----

func.func @num_edges_no_results(%0: !mesh.graph) {
  // expected-error @below {{'mesh.num_edges' op requires one result}}
  "mesh.num_edges"(%0) : (!mesh.graph) -> ()
  return
}

// -----

func.func @num_edges_no_operands() {
  // expected-error @below {{'mesh.num_edges' op requires a single operand}}
  %r = "mesh.num_edges"() : () -> (index)
  return
}

// -----

func.func @num_edges_operand_too_many(%0: !mesh.graph, %1: index) {
  // expected-error @below {{'mesh.num_edges' op requires a single operand}}
  %r = "mesh.num_edges"(%0, %1) : (!mesh.graph, index) -> (index)
  return
}

// -----

func.func @num_edges_no_graph(%0: index) {
  // expected-error @below {{'mesh.num_edges' op operand #0 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.num_edges"(%0) : (index) -> (index)
  return
}

// -----

func.func @endpoints_no_results(%0: !mesh.graph) {
  // expected-error @below {{'mesh.endpoints' op expected 2 results}}
  "mesh.endpoints"(%0) : (!mesh.graph) -> ()
  return
}

// -----

func.func @endpoints_no_operands() {
  // expected-error @below {{'mesh.endpoints' op requires a single operand}}
  %r:2 = "mesh.endpoints"() : () -> (tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @endpoints_operand_too_many(%0: !mesh.graph, %1: index) {
  // expected-error @below {{'mesh.endpoints' op requires a single operand}}
  %r:2 = "mesh.endpoints"(%0, %1) : (!mesh.graph, index) -> (tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @endpoints_unranked_result(%0: !mesh.graph) {
  // expected-error @below {{'mesh.endpoints' op result #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r:2 = "mesh.endpoints"(%0) : (!mesh.graph) -> (tensor<*xi32>, tensor<?xi32>)
  return
}

// -----

func.func @endpoints_no_graph(%0: index) {
  // expected-error @below {{'mesh.endpoints' op operand #0 must be immutable directed multigraph, but got 'index'}}
  %r:2 = "mesh.endpoints"(%0) : (index) -> (tensor<?xi32>, tensor<?xi32>)
  return
}

// -----

func.func @edge_ids_no_results(%0: !mesh.graph) {
  // expected-error @below {{'mesh.edge_ids' op requires one result}}
  "mesh.edge_ids"(%0) : (!mesh.graph) -> ()
  return
}

// -----

func.func @edge_ids_no_operands() {
  // expected-error @below {{'mesh.edge_ids' op requires a single operand}}
  %r = "mesh.edge_ids"() : () -> (tensor<?xi32>)
  return
}

// -----

func.func @edge_ids_operand_too_many(%0: !mesh.graph, %1: index) {
  // expected-error @below {{'mesh.edge_ids' op requires a single operand}}
  %r = "mesh.edge_ids"(%0, %1) : (!mesh.graph, index) -> (tensor<?xi32>)
  return
}

// -----

func.func @edge_ids_unranked_result(%0: !mesh.graph) {
  // expected-error @below {{'mesh.edge_ids' op result #0 must be 1D tensor of 32-bit signless integer or 64-bit signless integer values, but got 'tensor<*xi32>'}}
  %r = "mesh.edge_ids"(%0) : (!mesh.graph) -> (tensor<*xi32>)
  return
}

// -----

func.func @edge_ids_no_graph(%0: index) {
  // expected-error @below {{'mesh.edge_ids' op operand #0 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.edge_ids"(%0) : (index) -> (tensor<?xi32>)
  return
}

// -----

func.func @require_no_operands() {
  // expected-error @below {{'mesh.require' op requires a single operand}}
  "mesh.require"() <{required = #mesh<property symmetric>}> : () -> ()
  return
}

// -----

func.func @require_operand_too_many(%0: !mesh.graph, %1: index) {
  // expected-error @below {{'mesh.require' op requires a single operand}}
  "mesh.require"(%0, %1) <{required = #mesh<property symmetric>}> : (!mesh.graph, index) -> ()
  return
}

// -----

func.func @require_string_for_required(%0: !mesh.graph) {
  // expected-error @below {{invalid properties {required = "x"} for op mesh.require: Invalid attribute `required` in property conversion: "x"}}
  "mesh.require"(%0) <{required = "x"}> : (!mesh.graph) -> ()
  return
}

// -----

func.func @require_without_required(%0: !mesh.graph) {
  // expected-error @below {{'mesh.require' op requires attribute 'required'}}
  "mesh.require"(%0) : (!mesh.graph) -> ()
  return
}

// -----

func.func @require_no_graph(%0: index) {
  // expected-error @below {{'mesh.require' op operand #0 must be immutable directed multigraph, but got 'index'}}
  "mesh.require"(%0) <{required = #mesh<property symmetric>}> : (index) -> ()
  return
}

// -----

func.func @cartesian_product_no_results(%0: !mesh.graph, %1: !mesh.graph) {
  // expected-error @below {{'mesh.cartesian_product' op requires one result}}
  "mesh.cartesian_product"(%0, %1) : (!mesh.graph, !mesh.graph) -> ()
  return
}

// -----

func.func @cartesian_product_no_operands() {
  // expected-error @below {{'mesh.cartesian_product' op expected 2 operands, but found 0}}
  %r = "mesh.cartesian_product"() : () -> (!mesh.graph)
  return
}

// -----

func.func @cartesian_product_operand_too_many(%0: !mesh.graph, %1: !mesh.graph, %2: index) {
  // expected-error @below {{'mesh.cartesian_product' op expected 2 operands, but found 3}}
  %r = "mesh.cartesian_product"(%0, %1, %2) : (!mesh.graph, !mesh.graph, index) -> (!mesh.graph)
  return
}

// -----

func.func @cartesian_product_no_graph(%0: index, %1: !mesh.graph) {
  // expected-error @below {{'mesh.cartesian_product' op operand #0 must be immutable directed multigraph, but got 'index'}}
  %r = "mesh.cartesian_product"(%0, %1) : (index, !mesh.graph) -> (!mesh.graph)
  return
}
