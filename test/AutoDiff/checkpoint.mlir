// A loop that stores the states of some iterations only, and computes the others
// again: the same gradients, bit for bit, from less memory.

// DEFINE: %{n} = 0
// DEFINE: %{test} = mesh-opt %s --reference --run=check --arg=%{n}
// RUN: %{test}
// REDEFINE: %{n} = 1
// RUN: %{test}
// REDEFINE: %{n} = 11
// RUN: %{test}
// RUN: mesh-opt %s --run=check --arg=%{n}
// REDEFINE: %{n} = 16
// RUN: %{test}
// RUN: mesh-opt %s --mesh-autodiff | FileCheck %s

// One stack of all states:
// CHECK-LABEL: func.func private @all$vjp_0_1(
// CHECK: scf.for
// CHECK: tensor.insert_slice
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: return
func.func private @all(%x: tensor<4xf64>, %w: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<4xf64>) {
    %p = arith.mulf %h, %w : tensor<4xf64>
    %t = math.sin %p : tensor<4xf64>
    scf.yield %t : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// One of every third state, and one of a chunk of them:
// CHECK-LABEL: func.func private @third$vjp_0_1(
// CHECK: scf.for
// CHECK: tensor.insert_slice
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tensor.insert_slice
// CHECK: scf.for
// CHECK: return
func.func private @third(%x: tensor<4xf64>, %w: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<4xf64>) {
    %p = arith.mulf %h, %w : tensor<4xf64>
    %t = math.sin %p : tensor<4xf64>
    scf.yield %t : tensor<4xf64>
  } {mesh.checkpoint = 3 : i64}
  return %r : tensor<4xf64>
}
func.func private @root(%x: tensor<4xf64>, %w: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<4xf64>) {
    %p = arith.mulf %h, %w : tensor<4xf64>
    %t = math.sin %p : tensor<4xf64>
    scf.yield %t : tensor<4xf64>
  } {mesh.checkpoint}
  return %r : tensor<4xf64>
}
func.func @check(%n: index) {
  %x = arith.constant dense<[0.3, -0.7, 1.1, 0.2]> : tensor<4xf64>
  %w = arith.constant dense<[1.3, 0.7, -1.1, 2.2]> : tensor<4xf64>
  %c = arith.constant dense<[1.0, 2.0, -3.0, 0.5]> : tensor<4xf64>
  %y0, %a0, %b0 = mesh.vjp @all(%x, %w, %n) seeds(%c) wrt [0, 1] : (tensor<4xf64>, tensor<4xf64>, index, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  %y1, %a1, %b1 = mesh.vjp @third(%x, %w, %n) seeds(%c) wrt [0, 1] : (tensor<4xf64>, tensor<4xf64>, index, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  %y2, %a2, %b2 = mesh.vjp @root(%x, %w, %n) seeds(%c) wrt [0, 1] : (tensor<4xf64>, tensor<4xf64>, index, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  check.equal %y1, %y0 : tensor<4xf64>
  check.equal %a1, %a0 : tensor<4xf64>
  check.equal %b1, %b0 : tensor<4xf64>
  check.equal %y2, %y0 : tensor<4xf64>
  check.equal %a2, %a0 : tensor<4xf64>
  check.equal %b2, %b0 : tensor<4xf64>
  return
}
