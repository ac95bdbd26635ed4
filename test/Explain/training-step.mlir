// A step of gradient descent: what the optimizer does comes after the backward pass, calls
// of one layer are told apart, a loop multiplies.

// RUN: mesh-opt %s --explain=step | FileCheck %s
// RUN: mesh-opt %s --explain=train | FileCheck %s --check-prefix=LOOP

// CHECK:      @step:
// CHECK:      forward:
// CHECK:        k1 fold over in-edges
// CHECK:          computes mesh.gather %m ([[#GATHER:]]:8, called at [[#CALL:]]:8)
// CHECK:        matrix product
// CHECK:          computes mesh.linear %h ({{.*}}, called at [[#CALL]]:8)
// CHECK:        fold over in-edges
// CHECK:          computes mesh.gather %m ([[#GATHER]]:8, called at [[#CALL+2]]:8)
// CHECK:      backward:
// CHECK:          computes adjoint of
// CHECK:      after derivatives:
// CHECK:        elementwise
// CHECK-NEXT:     computes arith.mulf %s
// CHECK-NEXT:              arith.subf %n
// CHECK:      saved for the backward pass:
// CHECK:        k1: g.nodes x 4 x f32

// LOOP: k[[#]] fold over in-edges {{.*}} (epochs times, loop at [[#]]:
// LOOP: after derivatives:
// LOOP: elementwise {{.*}} (epochs times, loop at
// LOOP: all kernels: {{.*}}epochs*g.edges
!rows = tensor<?x4xf32>
!weight = tensor<4x4xf32>
func.func private @layer(%g: !mesh.graph, %x: !rows, %w: !weight) -> !rows {
  %m = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %a = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows
  %h = mesh.linear %a, %w : (!rows, !weight) -> !rows
  return %h : !rows
}
func.func private @loss(%g: !mesh.graph, %x: !rows, %w: !weight) -> tensor<f32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %1 = call @layer(%g, %x, %w) : (!mesh.graph, !rows, !weight) -> !rows
  %r = mesh.relu %1 : !rows
  %2 = call @layer(%g, %r, %w) : (!mesh.graph, !rows, !weight) -> !rows
  %q = arith.mulf %2, %2 : !rows
  %loss = linalg.reduce { arith.addf } ins(%q : !rows) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %loss : tensor<f32>
}
func.func @step(%g: !mesh.graph, %x: !rows, %w: !weight) -> !weight {
  %rate = arith.constant dense<0.5> : !weight
  %d = mesh.grad @loss(%g, %x, %w) wrt [2] : (!mesh.graph, !rows, !weight) -> !weight
  %s = arith.mulf %rate, %d : !weight
  %n = arith.subf %w, %s : !weight
  return %n : !weight
}
func.func @train(%g: !mesh.graph, %x: !rows, %w: !weight, %epochs: index) -> !weight {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %epochs step %c1 iter_args(%v = %w) -> !weight {
    %n = func.call @step(%g, %x, %v) : (!mesh.graph, !rows, !weight) -> !weight
    scf.yield %n : !weight
  }
  return %r : !weight
}
