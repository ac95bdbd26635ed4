// RUN: mesh-opt %s --split-input-file --mesh-autodiff | FileCheck %s

// The adjoint of a gather is a sum at the same endpoint, and the other way round.
// Nothing is computed for the graph, and nothing for the argument that nobody
// asked for.

// CHECK-LABEL: func.func private @layer$vjp_1(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?xf32>, %[[W:.*]]: tensor<?xf32>, %[[C:.*]]: tensor<?xf32>)
// CHECK: %[[M:.*]] = mesh.gather %[[X]], %[[G]] source
// CHECK: %[[S:.*]] = arith.mulf %[[M]], %[[W]]
// CHECK: %[[Y:.*]] = mesh.segment_sum %[[S]], %[[G]] target
// CHECK: %[[DS:.*]] = mesh.gather %[[C]], %[[G]] target
// CHECK: %[[DM:.*]] = arith.mulf %[[DS]], %[[W]]
// CHECK: %[[DX:.*]] = mesh.segment_sum %[[DM]], %[[G]] source
// CHECK-NEXT: return %[[Y]], %[[DX]]
func.func private @layer(%g: !mesh.graph, %x: tensor<?xf32>, %w: tensor<?xf32>) -> tensor<?xf32> {
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %s = arith.mulf %m, %w : tensor<?xf32>
  %y = mesh.segment_sum %s, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
// One function for both.
// CHECK-LABEL: func.func @pull(
// CHECK: call @layer$vjp_1(
// CHECK: call @layer$vjp_1(
func.func @pull(%g: !mesh.graph, %x: tensor<?xf32>, %w: tensor<?xf32>, %c: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %y, %a = mesh.vjp @layer(%g, %x, %w) seeds(%c) wrt [1] : (!mesh.graph, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %z, %b = mesh.vjp @layer(%g, %y, %w) seeds(%c) wrt [1] : (!mesh.graph, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// -----

// A loop stores the state that tanh needs, which is the next state, once; the
// linear loop stores nothing.

// CHECK-LABEL: func.func private @recurrence$vjp_0(
// CHECK: tensor.empty({{.*}}) : tensor<?x4xf64>
// CHECK: scf.for
// CHECK: tensor.insert_slice
// CHECK: math.tanh
// CHECK: scf.for
// CHECK: tensor.extract_slice
// CHECK-NOT: math.tanh
// CHECK: return
func.func private @recurrence(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<4xf64>) {
    %t = math.tanh %h : tensor<4xf64>
    scf.yield %t : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
// CHECK-LABEL: func.func private @linear$vjp_0(
// CHECK-NOT: tensor.empty
// CHECK: return
func.func private @linear(%x: tensor<4xf64>, %w: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<4xf64>) {
    %t = arith.mulf %h, %w : tensor<4xf64>
    scf.yield %t : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
func.func @pull(%x: tensor<4xf64>, %w: tensor<4xf64>, %n: index) {
  %y, %a = mesh.vjp @recurrence(%x, %n) seeds(%x) wrt [0] : (tensor<4xf64>, index, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  %z, %b = mesh.vjp @linear(%x, %w, %n) seeds(%x) wrt [0] : (tensor<4xf64>, tensor<4xf64>, index, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return
}

// -----

// What the result does not depend on has a gradient of zeros.

// CHECK-LABEL: func.func private @constant$vjp_0(
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: return %{{.*}}, %[[ZERO]]
func.func private @constant(%x: f64, %y: f64) -> f64 {
  %z = mesh.stop_gradient %x : f64
  %f = math.floor %x : f64
  %a = arith.addf %z, %f : f64
  %b = arith.mulf %a, %y : f64
  return %b : f64
}
// CHECK-NOT: mesh.stop_gradient
func.func @gradient(%x: f64, %y: f64) -> f64 {
  %d = mesh.grad @constant(%x, %y) wrt [0] : (f64, f64) -> f64
  return %d : f64
}

// -----

// Forward mode stores nothing.

// CHECK-LABEL: func.func private @recurrence$jvp_0(
// CHECK-NOT: tensor.empty
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f64, f64)
// CHECK-NOT: scf.for
// CHECK: return
func.func private @recurrence(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (f64) {
    %t = math.tanh %h : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func @push(%x: f64, %n: index) -> f64 {
  %y, %d = mesh.jvp @recurrence(%x, %n) tangents(%x) wrt [0] : (f64, index, f64) -> (f64, f64)
  return %d : f64
}
