// A loop whose carried value changes its shape has no derivative; where that is
// not known before, the call fails.

// RUN: not mesh-opt %s --reference --run=gradient --arg=[1.0,2.0] 2>&1 | FileCheck %s
// RUN: not mesh-opt %s --run=gradient --arg=[1.0,2.0] 2>&1 | FileCheck %s
// RUN: not mesh-opt %s --reference --run=linear --arg=[1.0,2.0] 2>&1 | FileCheck %s --check-prefix=LINEAR
// CHECK: growing-state.mlir:[[@LINE+5]]:{{.*}}'scf.for' op cannot be differentiated: axis 0 of its carried value 0 has 2 entries before the loop, but 4 after an iteration
func.func private @loss(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> (tensor<?xf64>) {
    %s = arith.mulf %h, %h : tensor<?xf64>
    %t = tensor.concat dim(0) %s, %s : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  %y = tensor.extract %r[%c0] : tensor<?xf64>
  return %y : f64
}
func.func @gradient(%x: tensor<?xf64>) -> tensor<?xf64> {
  %d = mesh.grad @loss(%x) wrt [0] : (tensor<?xf64>) -> tensor<?xf64>
  return %d : tensor<?xf64>
}

// No state is stored here.
// LINEAR: growing-state.mlir:[[@LINE+5]]:{{.*}}'scf.for' op cannot be differentiated: axis 0 of its carried value 0 has 2 entries before the loop, but 4 after an iteration
func.func private @linear_loss(%x: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> (tensor<?xf64>) {
    %t = tensor.concat dim(0) %h, %h : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  %y = tensor.extract %r[%c0] : tensor<?xf64>
  return %y : f64
}
func.func @linear(%x: tensor<?xf64>) -> tensor<?xf64> {
  %d = mesh.grad @linear_loss(%x) wrt [0] : (tensor<?xf64>) -> tensor<?xf64>
  return %d : tensor<?xf64>
}
