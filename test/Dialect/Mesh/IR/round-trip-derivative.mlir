// RUN: mesh-opt %s | mesh-opt | FileCheck %s
// RUN: mesh-opt %s --mlir-print-op-generic | mesh-opt | FileCheck %s

func.func private @loss(%g: !mesh.graph, %x: tensor<?x3xf32>, %w: f32) -> (tensor<f32>, index)
func.func private @rows(%x: tensor<?xf64>, %n: i32) -> (tensor<?xf64>, i32, f64)

// CHECK-LABEL: func.func @first(
func.func @first(%g: !mesh.graph, %x: tensor<?x3xf32>, %w: f32) {
  // CHECK: mesh.grad @loss(%{{.*}}, %{{.*}}, %{{.*}}) wrt [1] : (!mesh.graph, tensor<?x3xf32>, f32) -> tensor<?x3xf32>
  %a = mesh.grad @loss(%g, %x, %w) wrt [1] : (!mesh.graph, tensor<?x3xf32>, f32) -> tensor<?x3xf32>
  // CHECK: mesh.grad @loss(%{{.*}}) wrt [2, 1] method = fd : (!mesh.graph, tensor<?x3xf32>, f32) -> (f32, tensor<?x3xf32>)
  %b:2 = mesh.grad @loss(%g, %x, %w) wrt [2, 1] method = fd : (!mesh.graph, tensor<?x3xf32>, f32) -> (f32, tensor<?x3xf32>)
  // CHECK: mesh.value_and_grad @loss(%{{.*}}) wrt [2] : (!mesh.graph, tensor<?x3xf32>, f32) -> (tensor<f32>, index, f32)
  %c:3 = mesh.value_and_grad @loss(%g, %x, %w) wrt [2] method = reverse : (!mesh.graph, tensor<?x3xf32>, f32) -> (tensor<f32>, index, f32)
  // CHECK: mesh.stop_gradient %{{.*}} : tensor<?x3xf32>
  %d = mesh.stop_gradient %x : tensor<?x3xf32>
  return
}

// CHECK-LABEL: func.func @second(
func.func @second(%x: tensor<?xf64>, %n: i32, %c: tensor<?xf64>, %s: f64) {
  // CHECK: mesh.vjp @rows(%{{.*}}, %{{.*}}) seeds(%{{.*}}, %{{.*}}) wrt [0] : (tensor<?xf64>, i32, tensor<?xf64>, f64) -> (tensor<?xf64>, i32, f64, tensor<?xf64>)
  %a:4 = mesh.vjp @rows(%x, %n) seeds(%c, %s) wrt [0] : (tensor<?xf64>, i32, tensor<?xf64>, f64) -> (tensor<?xf64>, i32, f64, tensor<?xf64>)
  // CHECK: mesh.jvp @rows(%{{.*}}, %{{.*}}) tangents(%{{.*}}) wrt [0] method = fd : (tensor<?xf64>, i32, tensor<?xf64>) -> (tensor<?xf64>, i32, f64, tensor<?xf64>, f64)
  %b:5 = mesh.jvp @rows(%x, %n) tangents(%c) wrt [0] method = fd : (tensor<?xf64>, i32, tensor<?xf64>) -> (tensor<?xf64>, i32, f64, tensor<?xf64>, f64)
  return
}
