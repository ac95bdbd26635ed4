// The printed form of the topology ops, and their generic form.
// RUN: mesh-opt %s | mesh-opt | FileCheck %s
// RUN: mesh-opt %s --mlir-print-op-generic | mesh-opt | FileCheck %s

// CHECK-LABEL: func.func @graph(
func.func @graph(%src: tensor<?xi32>, %dst: tensor<?xi32>, %s: index, %t: index) -> !mesh.graph {
  // CHECK: mesh.graph %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %g = mesh.graph %src, %dst, %s, %t : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  return %g : !mesh.graph
}

// CHECK-LABEL: func.func @graph_static(
func.func @graph_static(%src: tensor<7xi32>, %dst: tensor<?xi32>, %n: index) -> !mesh.graph<i32> {
  // CHECK: mesh.graph %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<7xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %g = mesh.graph %src, %dst, %n, %n : (tensor<7xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  return %g : !mesh.graph<i32>
}

// CHECK-LABEL: func.func @graph_i64(
func.func @graph_i64(%src: tensor<?xi64>, %dst: tensor<?xi64>, %n: index) -> !mesh.graph<i64> {
  // CHECK: mesh.graph %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xi64>, tensor<?xi64>, index, index) -> !mesh.graph<i64>
  %g = mesh.graph %src, %dst, %n, %n : (tensor<?xi64>, tensor<?xi64>, index, index) -> !mesh.graph<i64>
  return %g : !mesh.graph<i64>
}

// CHECK-LABEL: func.func @transpose(
func.func @transpose(%g: !mesh.graph, %h: !mesh.graph<i64>) -> (!mesh.graph, !mesh.graph<i64>) {
  // CHECK: mesh.transpose %{{.*}} : !mesh.graph
  %t = mesh.transpose %g : !mesh.graph
  // CHECK: mesh.transpose %{{.*}} : {{(!mesh.graph)?}}<i64>
  %u = mesh.transpose %h : !mesh.graph<i64>
  return %t, %u : !mesh.graph, !mesh.graph<i64>
}

// CHECK-LABEL: func.func @csr(
func.func @csr(%g: !mesh.graph, %h: !mesh.graph<i64>) {
  // CHECK: mesh.csr %{{.*}} target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  // CHECK: mesh.csr %{{.*}} source : (!mesh.graph<i64>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>)
  %optr, %ocol, %oedge = mesh.csr %h source : (!mesh.graph<i64>) -> (tensor<?xi64>, tensor<?xi64>, tensor<?xi64>)
  // CHECK: mesh.csr %{{.*}} source : (!mesh.graph) -> (tensor<35xi32>, tensor<156xi32>, tensor<?xi32>)
  %sptr, %scol, %sedge = mesh.csr %g source : (!mesh.graph) -> (tensor<35xi32>, tensor<156xi32>, tensor<?xi32>)
  return
}

// CHECK-LABEL: func.func @csr_transpose(
func.func @csr_transpose(%ptr: tensor<?xi32>, %col: tensor<?xi32>, %n: index) {
  // CHECK: mesh.csr_transpose %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xi32>, tensor<?xi32>, index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<?xi32>, tensor<?xi32>, index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  return
}

// CHECK-LABEL: func.func @csr_transpose_values(
func.func @csr_transpose_values(%ptr: tensor<5xi64>, %col: tensor<9xi64>, %n: index, %v: tensor<9x4x?xf64>, %w: tensor<?xi1>) {
  // CHECK: mesh.csr_transpose %{{.*}}, %{{.*}}, %{{.*}} values(%{{.*}}) : (tensor<5xi64>, tensor<9xi64>, index, tensor<9x4x?xf64>) -> (tensor<?xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9x4x?xf64>)
  %tp, %tc, %perm, %tv = mesh.csr_transpose %ptr, %col, %n values(%v) : (tensor<5xi64>, tensor<9xi64>, index, tensor<9x4x?xf64>) -> (tensor<?xi64>, tensor<9xi64>, tensor<9xi64>, tensor<9x4x?xf64>)
  // CHECK: mesh.csr_transpose %{{.*}}, %{{.*}}, %{{.*}} values(%{{.*}}) : (tensor<5xi64>, tensor<9xi64>, index, tensor<?xi1>) -> (tensor<?xi64>, tensor<9xi64>, tensor<9xi64>, tensor<?xi1>)
  %up, %uc, %uperm, %uw = mesh.csr_transpose %ptr, %col, %n values(%w) : (tensor<5xi64>, tensor<9xi64>, index, tensor<?xi1>) -> (tensor<?xi64>, tensor<9xi64>, tensor<9xi64>, tensor<?xi1>)
  return
}

// CHECK-LABEL: func.func @degree(
func.func @degree(%g: !mesh.graph, %h: !mesh.graph<i64>) {
  // CHECK: mesh.degree %{{.*}} target : (!mesh.graph) -> tensor<?xi32>
  %in = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  // CHECK: mesh.degree %{{.*}} source : (!mesh.graph<i64>) -> tensor<34xi64>
  %out = mesh.degree %h source : (!mesh.graph<i64>) -> tensor<34xi64>
  return
}

// CHECK-LABEL: func.func @counts(
func.func @counts(%g: !mesh.graph, %h: !mesh.graph<i64>) {
  // CHECK: mesh.num_nodes %{{.*}} source : !mesh.graph
  %s = mesh.num_nodes %g source : !mesh.graph
  // CHECK: mesh.num_nodes %{{.*}} target : {{(!mesh.graph)?}}<i64>
  %t = mesh.num_nodes %h target : !mesh.graph<i64>
  // CHECK: mesh.num_edges %{{.*}} : !mesh.graph
  %e = mesh.num_edges %g : !mesh.graph
  // CHECK: mesh.num_edges %{{.*}} : {{(!mesh.graph)?}}<i64>
  %f = mesh.num_edges %h : !mesh.graph<i64>
  return
}

// CHECK-LABEL: func.func @edges(
func.func @edges(%g: !mesh.graph, %h: !mesh.graph<i64>) {
  // CHECK: mesh.endpoints %{{.*}} : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  %s, %t = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  // CHECK: mesh.endpoints %{{.*}} : (!mesh.graph<i64>) -> (tensor<156xi64>, tensor<156xi64>)
  %u, %v = mesh.endpoints %h : (!mesh.graph<i64>) -> (tensor<156xi64>, tensor<156xi64>)
  // CHECK: mesh.edge_ids %{{.*}} : (!mesh.graph) -> tensor<?xi32>
  %i = mesh.edge_ids %g : (!mesh.graph) -> tensor<?xi32>
  // CHECK: mesh.edge_ids %{{.*}} : (!mesh.graph<i64>) -> tensor<156xi64>
  %j = mesh.edge_ids %h : (!mesh.graph<i64>) -> tensor<156xi64>
  return
}

// CHECK-LABEL: func.func @require(
func.func @require(%g: !mesh.graph, %h: !mesh.graph<i64>) {
  // CHECK: mesh.require %{{.*}} symmetric : !mesh.graph
  mesh.require %g symmetric : !mesh.graph
  // CHECK: mesh.require %{{.*}} loop_free, sorted : {{(!mesh.graph)?}}<i64>
  mesh.require %h loop_free, sorted : !mesh.graph<i64>
  // CHECK: mesh.require %{{.*}} symmetric, loop_free, sorted : !mesh.graph
  mesh.require %g symmetric, loop_free, sorted : !mesh.graph
  return
}

// CHECK-LABEL: func.func @cartesian_product(
func.func @cartesian_product(%g: !mesh.graph, %h: !mesh.graph<i64>) {
  // CHECK: mesh.cartesian_product %{{.*}}, %{{.*}} : !mesh.graph
  %p = mesh.cartesian_product %g, %g : !mesh.graph
  // CHECK: mesh.cartesian_product %{{.*}}, %{{.*}} : {{(!mesh.graph)?}}<i64>
  %q = mesh.cartesian_product %h, %h : !mesh.graph<i64>
  return
}

// Attributes that Mesh does not know are kept.
// CHECK-LABEL: func.func @other_attributes(
func.func @other_attributes(%g: !mesh.graph) {
  // CHECK: mesh.degree %{{.*}} target {note = "in"} : (!mesh.graph) -> tensor<?xi32>
  %d = mesh.degree %g target {note = "in"} : (!mesh.graph) -> tensor<?xi32>
  return
}
