// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// (grad_c1)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects 'callee' to be a function of the module, but there is no @g}}
  %d = mesh.grad @g(%g, %x, %w) wrt [1] : (!mesh.graph, tensor<4xf32>, f32) -> tensor<4xf32>
  return
}

// -----

// (grad_c1)
// expected-note @+1 {{defined here}}
module @m {}
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects 'callee' to be a function, but @m is a 'builtin.module'}}
  %d = mesh.grad @m(%g, %x, %w) wrt [1] : (!mesh.graph, tensor<4xf32>, f32) -> tensor<4xf32>
  return
}

// -----

// (grad_c2)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects 3 inputs, but got 2}}
  %d = mesh.grad @f(%g, %x) wrt [1] : (!mesh.graph, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (grad_c2)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects input 1 to be of type 'tensor<4xf32>', but got 'f32'}}
  %d = mesh.grad @f(%g, %w, %w) wrt [1] : (!mesh.graph, f32, f32) -> f32
  return
}

// -----

// (grad_c3)
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects argument 0, which is in 'wrt', to be a float or a tensor of floats, but got '!mesh.graph'}}
  %d = mesh.grad @f(%g, %x, %w) wrt [0] : (!mesh.graph, tensor<4xf32>, f32) -> !mesh.graph
  return
}

// -----

// (grad_c3)
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects 'wrt' to list positions below 3, the number of arguments, but got 3}}
  %d = mesh.grad @f(%g, %x, %w) wrt [3] : (!mesh.graph, tensor<4xf32>, f32) -> f32
  return
}

// -----

// (grad_c3)
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects 'wrt' to list each argument once, but 2 is there twice}}
  %d:2 = mesh.grad @f(%g, %x, %w) wrt [2, 2] : (!mesh.graph, tensor<4xf32>, f32) -> (f32, f32)
  return
}

// -----

// (grad_c3)
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects 'wrt' to list at least one argument, but it is empty}}
  mesh.grad @f(%g, %x, %w) wrt [] : (!mesh.graph, tensor<4xf32>, f32) -> ()
  return
}

// -----

// (grad_c4)
// expected-note @+1 {{the function is declared here; mesh.vjp takes any results}}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32>
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects the first result of @f to be a float or a tensor<f..> without axes, but got 'tensor<4xf32>'}}
  %d = mesh.grad @f(%x) wrt [0] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (grad_c4)
func.func private @f(%x: tensor<4xf32>)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects the first result of @f to be a float or a tensor<f..> without axes, but it has no results}}
  %d = mesh.grad @f(%x) wrt [0] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (grad_c5)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects result 0, gradient 0, to be of type 'tensor<4xf32>', but got 'f32'}}
  %d = mesh.grad @f(%g, %x, %w) wrt [1] : (!mesh.graph, tensor<4xf32>, f32) -> f32
  return
}

// -----

// (grad_c5)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.grad' op expects 2 results, but got 1}}
  %d = mesh.grad @f(%g, %x, %w) wrt [1, 2] : (!mesh.graph, tensor<4xf32>, f32) -> tensor<4xf32>
  return
}

// -----

// (value_and_grad_c5)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.value_and_grad' op expects result 2, gradient 0, to be of type 'f32', but got 'f64'}}
  %d:3 = mesh.value_and_grad @f(%g, %x, %w) wrt [2] : (!mesh.graph, tensor<4xf32>, f32) -> (f32, i32, f64)
  return
}

// -----

// (value_and_grad_c5)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) -> (f32, i32)
func.func @bad(%g: !mesh.graph, %x: tensor<4xf32>, %w: f32) {
  // expected-error @+1 {{'mesh.value_and_grad' op expects result 1, value 1, to be of type 'i32', but got 'i64'}}
  %d:3 = mesh.value_and_grad @f(%g, %x, %w) wrt [2] : (!mesh.graph, tensor<4xf32>, f32) -> (f32, i64, f32)
  return
}

// -----

// (vjp_c4)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, i32, f32)
func.func @bad(%x: tensor<4xf32>, %n: i32, %s: f32) {
  // expected-error @+1 {{'mesh.vjp' op expects 2 seeds, one for each result of floats, but got 1}}
  %d:4 = mesh.vjp @f(%x, %n) seeds(%x) wrt [0] : (tensor<4xf32>, i32, tensor<4xf32>) -> (tensor<4xf32>, i32, f32, tensor<4xf32>)
  return
}

// -----

// (vjp_c4)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, i32, f32)
func.func @bad(%x: tensor<4xf32>, %n: i32, %s: f32) {
  // expected-error @+1 {{'mesh.vjp' op expects seed 0 to be of type 'tensor<4xf32>', but got 'f32'}}
  %d:4 = mesh.vjp @f(%x, %n) seeds(%s, %s) wrt [0] : (tensor<4xf32>, i32, f32, f32) -> (tensor<4xf32>, i32, f32, tensor<4xf32>)
  return
}

// -----

// (vjp_c5)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, i32, f32)
func.func @bad(%x: tensor<4xf32>, %n: i32, %s: f32) {
  // expected-error @+1 {{'mesh.vjp' op expects 4 results, but got 3}}
  %d:3 = mesh.vjp @f(%x, %n) seeds(%x, %s) wrt [0] : (tensor<4xf32>, i32, tensor<4xf32>, f32) -> (tensor<4xf32>, i32, f32)
  return
}

// -----

// (jvp_c4)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, i32, f32)
func.func @bad(%x: tensor<4xf32>, %n: i32, %s: f32) {
  // expected-error @+1 {{'mesh.jvp' op expects tangent 0 to be of type 'tensor<4xf32>', but got 'f32'}}
  %d:5 = mesh.jvp @f(%x, %n) tangents(%s) wrt [0] : (tensor<4xf32>, i32, f32) -> (tensor<4xf32>, i32, f32, tensor<4xf32>, f32)
  return
}

// -----

// (jvp_c5)
// expected-note @+1 {{the function is declared here}}
func.func private @f(%x: tensor<4xf32>, %n: i32) -> (tensor<4xf32>, i32, f32)
func.func @bad(%x: tensor<4xf32>, %n: i32, %s: f32) {
  // expected-error @+1 {{'mesh.jvp' op expects 5 results, but got 4}}
  %d:4 = mesh.jvp @f(%x, %n) tangents(%x) wrt [0] : (tensor<4xf32>, i32, tensor<4xf32>) -> (tensor<4xf32>, i32, f32, tensor<4xf32>)
  return
}

// -----

// (stop_gradient_c1)
func.func @bad(%x: f32) {
  // expected-error @+1 {{'mesh.stop_gradient' op requires the same type for all operands and results}}
  %y = "mesh.stop_gradient"(%x) : (f32) -> f64
  return
}

// -----

// expected-error @+1 {{'func.func' op expects 'mesh.adjoint' to name a function of the module, but there is no @g}}
func.func private @f(%x: f32) -> f32 attributes {mesh.adjoint = @g}

// -----

// expected-error @+1 {{'func.func' op expects 'mesh.adjoint' to be the name of a function, on a function}}
func.func private @f(%x: f32) -> f32 attributes {mesh.adjoint = "g"}

// -----

// expected-error @+1 {{'func.func' op expects its adjoint @g to be of type '(f32, i32, f64) -> f32', but got '(f32, i32) -> f32'}}
func.func private @f(%x: f32, %n: i32) -> f64 attributes {mesh.adjoint = @g}
// expected-note @+1 {{the adjoint is declared here}}
func.func private @g(%x: f32, %n: i32) -> f32

// -----

func.func @bad(%n: index) {
  // expected-error @+1 {{'scf.for' op expects 'mesh.checkpoint' to be a number of iterations, at least 1, or no number, on a scf.for}}
  scf.for %i = %n to %n step %n {
  } {mesh.checkpoint = 0 : i64}
  return
}
