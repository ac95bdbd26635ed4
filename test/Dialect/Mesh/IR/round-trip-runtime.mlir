// The printed form of the ops that lowering introduces, and their generic form.
// RUN: mesh-opt %s | mesh-opt | FileCheck %s
// RUN: mesh-opt %s --mlir-print-op-generic | mesh-opt | FileCheck %s

// CHECK-LABEL: func.func @assert(
func.func @assert(%ok: i1, %n: index, %m: index) {
  // CHECK: mesh.assert %{{.*}}, "expects a graph without loops"
  mesh.assert %ok, "expects a graph without loops"
  // CHECK: mesh.assert %{{.*}}, "expects 'x' to have {0} rows, but got {1}"(%{{.*}}, %{{.*}})
  mesh.assert %ok, "expects 'x' to have {0} rows, but got {1}"(%n, %m)
  // CHECK: mesh.assert %{{.*}}, "braces that are no placeholder: {} {x} {0"(%{{.*}})
  mesh.assert %ok, "braces that are no placeholder: {} {x} {0"(%n)
  return
}

// CHECK-LABEL: func.func @coo_to_csr(
func.func @coo_to_csr(%s: tensor<?xi32>, %o: tensor<?xi32>, %p: tensor<?xi32>, %c: tensor<?xi32>, %e: tensor<?xi32>) {
  // CHECK: mesh.coo_to_csr ins(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>) outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  %0:3 = mesh.coo_to_csr ins(%s, %o : tensor<?xi32>, tensor<?xi32>) outs(%p, %c, %e : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  return
}

// CHECK-LABEL: func.func @coo_to_csr_buffers(
func.func @coo_to_csr_buffers(%s: memref<?xi64>, %o: memref<?xi64>, %p: memref<?xi64>, %c: memref<?xi64>, %e: memref<?xi64>) {
  // CHECK: mesh.coo_to_csr ins(%{{.*}}, %{{.*}} : memref<?xi64>, memref<?xi64>) outs(%{{.*}}, %{{.*}}, %{{.*}} : memref<?xi64>, memref<?xi64>, memref<?xi64>)
  mesh.coo_to_csr ins(%s, %o : memref<?xi64>, memref<?xi64>) outs(%p, %c, %e : memref<?xi64>, memref<?xi64>, memref<?xi64>)
  return
}

// CHECK-LABEL: func.func @components(
func.func @components(%g: !mesh.graph) -> !mesh.graph {
  // CHECK: mesh.graph_components %{{.*}} : !mesh.graph -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  %c:8 = mesh.graph_components %g : !mesh.graph -> tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
  // CHECK: mesh.make_graph %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32> -> !mesh.graph
  %h = mesh.make_graph %c#0, %c#1, %c#2, %c#3, %c#4, %c#5, %c#6, %c#7 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32> -> !mesh.graph
  return %h : !mesh.graph
}

// CHECK-LABEL: func.func @components_i64(
func.func @components_i64(%g: !mesh.graph<i64>) {
  // CHECK: mesh.graph_components %{{.*}} : {{(!mesh.graph)?}}<i64> -> tensor<?xi64>, tensor<?xi64>, tensor<35xi64>, tensor<?xi64>, tensor<?xi64>, tensor<35xi64>, tensor<?xi64>, tensor<?xi64>
  %c:8 = mesh.graph_components %g : !mesh.graph<i64> -> tensor<?xi64>, tensor<?xi64>, tensor<35xi64>, tensor<?xi64>, tensor<?xi64>, tensor<35xi64>, tensor<?xi64>, tensor<?xi64>
  return
}
