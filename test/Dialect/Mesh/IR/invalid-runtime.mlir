// Static constraints of the ops that lowering introduces, by their labels.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// assert_c1
func.func @assert_c1(%ok: i1, %n: index) {
  // expected-error @below {{'mesh.assert' op expects placeholder {1} to name one of 1 values}}
  mesh.assert %ok, "got {0} and {1}"(%n)
  return
}

// -----

// assert_c1
func.func @assert_c1_large(%ok: i1) {
  // expected-error @below {{'mesh.assert' op expects placeholder {99999999999999999999} to name one of 0 values}}
  mesh.assert %ok, "got {99999999999999999999}"
  return
}

// -----

// coo_to_csr_c1
func.func @coo_to_csr_c1_input(%s: tensor<?xi32>, %o: tensor<?xi64>, %p: tensor<?xi32>, %c: tensor<?xi32>, %e: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expects operands of rank 1 with elements of type 'i32', but got 'tensor<?xi64>'}}
  %0:3 = mesh.coo_to_csr ins(%s, %o : tensor<?xi32>, tensor<?xi64>) outs(%p, %c, %e : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  return
}

// -----

// coo_to_csr_c1
func.func @coo_to_csr_c1_out(%s: tensor<?xi32>, %o: tensor<?xi32>, %p: tensor<?xi32>, %c: tensor<?xi32>, %e: tensor<?xi64>) {
  // expected-error @below {{'mesh.coo_to_csr' op expects operands of rank 1 with elements of type 'i32', but got 'tensor<?xi64>'}}
  %0:3 = mesh.coo_to_csr ins(%s, %o : tensor<?xi32>, tensor<?xi32>) outs(%p, %c, %e : tensor<?xi32>, tensor<?xi32>, tensor<?xi64>) -> tensor<?xi32>, tensor<?xi32>, tensor<?xi64>
  return
}

// -----

// coo_to_csr_c1
func.func @coo_to_csr_c1_float(%s: tensor<?xf32>, %o: tensor<?xf32>, %p: tensor<?xf32>, %c: tensor<?xf32>, %e: tensor<?xf32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expects elements of type 'i32' or 'i64', but got 'f32'}}
  %0:3 = mesh.coo_to_csr ins(%s, %o : tensor<?xf32>, tensor<?xf32>) outs(%p, %c, %e : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return
}

// -----

// coo_to_csr_c1
func.func @coo_to_csr_c1_rank(%s: tensor<?xi32>, %o: tensor<?xi32>, %p: tensor<?x1xi32>, %c: tensor<?xi32>, %e: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expects operands of rank 1 with elements of type 'i32', but got 'tensor<?x1xi32>'}}
  %0:3 = mesh.coo_to_csr ins(%s, %o : tensor<?xi32>, tensor<?xi32>) outs(%p, %c, %e : tensor<?x1xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x1xi32>, tensor<?xi32>, tensor<?xi32>
  return
}

// -----

// coo_to_csr_c1
func.func @coo_to_csr_c1_unranked_buffer(%s: memref<*xi32>, %o: memref<*xi32>, %p: memref<*xi32>, %c: memref<*xi32>, %e: memref<*xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expects operands of rank 1 with elements of type 'i32', but got 'memref<*xi32>'}}
  mesh.coo_to_csr ins(%s, %o : memref<*xi32>, memref<*xi32>) outs(%p, %c, %e : memref<*xi32>, memref<*xi32>, memref<*xi32>)
  return
}

// -----

// coo_to_csr_c1
func.func @coo_to_csr_c1_count(%s: tensor<?xi32>, %o: tensor<?xi32>, %p: tensor<?xi32>, %c: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expects 2 inputs and 3 outs, but got 2 and 2}}
  %0:2 = mesh.coo_to_csr ins(%s, %o : tensor<?xi32>, tensor<?xi32>) outs(%p, %c : tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>
  return
}

// -----

// coo_to_csr_c1
func.func @coo_to_csr_c1_results(%s: tensor<?xi32>, %o: tensor<?xi32>, %p: tensor<?xi32>, %c: tensor<?xi32>, %e: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expected the number of tensor results (2) to be equal to the number of output tensors (3)}}
  %0:2 = mesh.coo_to_csr ins(%s, %o : tensor<?xi32>, tensor<?xi32>) outs(%p, %c, %e : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>
  return
}

// -----

// coo_to_csr_c1
func.func @coo_to_csr_c1_result_type(%s: tensor<?xi32>, %o: tensor<?xi32>, %p: tensor<?xi32>, %c: tensor<?xi32>, %e: tensor<?xi32>) {
  // expected-error @below {{'mesh.coo_to_csr' op expected type of operand #4 ('tensor<?xi32>') to match type of corresponding result ('tensor<4xi32>')}}
  %0:3 = mesh.coo_to_csr ins(%s, %o : tensor<?xi32>, tensor<?xi32>) outs(%p, %c, %e : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<4xi32>
  return
}

// -----

// make_graph_c1
func.func @make_graph_c1_count(%p: tensor<?xi32>) {
  // expected-error @below {{'mesh.make_graph' op expects 8 components, but got 2}}
  %0 = mesh.make_graph %p, %p : tensor<?xi32>, tensor<?xi32> -> !mesh.graph
  return
}

// -----

// make_graph_c1
func.func @make_graph_c1_type(%p: tensor<?xi32>) {
  // expected-error @below {{'mesh.make_graph' op expects components with elements of type 'i64', but got 'tensor<?xi32>'}}
  %0 = mesh.make_graph %p, %p, %p, %p, %p, %p, %p, %p : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32> -> !mesh.graph<i64>
  return
}

// -----

// graph_components_c1
func.func @graph_components_c1_count(%g: !mesh.graph) {
  // expected-error @below {{'mesh.graph_components' op expects 8 components, but got 1}}
  %0 = mesh.graph_components %g : !mesh.graph -> tensor<?xi32>
  return
}

// -----

// graph_components_c1
func.func @graph_components_c1_type(%g: !mesh.graph) {
  // expected-error @below {{'mesh.graph_components' op expects components with elements of type 'i32', but got 'tensor<?xi64>'}}
  %0:8 = mesh.graph_components %g : !mesh.graph -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi64>
  return
}
