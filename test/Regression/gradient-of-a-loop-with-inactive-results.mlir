// Some results of the loop have no gradient; their order does not matter.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @first(%x: f64) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %seven = arith.constant 7.0 : f64
  %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%k = %c0, %acc = %one, %tag = %seven) -> (index, f64, f64) {
    %aa = arith.mulf %acc, %x : f64
    %kk = arith.addi %k, %c1 : index
    scf.yield %kk, %aa, %tag : index, f64, f64
  }
  return %r#1, %r#0 : f64, index
}
func.func private @second(%x: f64) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %seven = arith.constant 7.0 : f64
  %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %one, %k = %c0, %tag = %seven) -> (f64, index, f64) {
    %aa = arith.mulf %acc, %x : f64
    %kk = arith.addi %k, %c1 : index
    scf.yield %aa, %kk, %tag : f64, index, f64
  }
  return %r#0, %r#1 : f64, index
}
func.func private @third(%x: f64) -> (f64, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %seven = arith.constant 7.0 : f64
  %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%tag = %seven, %acc = %one, %k = %c0) -> (f64, f64, index) {
    %aa = arith.mulf %acc, %x : f64
    %kk = arith.addi %k, %c1 : index
    scf.yield %tag, %aa, %kk : f64, f64, index
  }
  return %r#1, %r#2 : f64, index
}
func.func @check() {
  %x = arith.constant 1.5 : f64
  %four = arith.constant 4 : index
  %first_y, %first_k, %first_d = mesh.value_and_grad @first(%x) wrt [0] : (f64) -> (f64, index, f64)
  %first_y_expected = arith.constant 5.0625 : f64
  check.close %first_y, %first_y_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  check.equal %first_k, %four : index
  %first_d_expected = arith.constant 13.5 : f64
  check.close %first_d, %first_d_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  %second_y, %second_k, %second_d = mesh.value_and_grad @second(%x) wrt [0] : (f64) -> (f64, index, f64)
  %second_y_expected = arith.constant 5.0625 : f64
  check.close %second_y, %second_y_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  check.equal %second_k, %four : index
  %second_d_expected = arith.constant 13.5 : f64
  check.close %second_d, %second_d_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  %third_y, %third_k, %third_d = mesh.value_and_grad @third(%x) wrt [0] : (f64) -> (f64, index, f64)
  %third_y_expected = arith.constant 5.0625 : f64
  check.close %third_y, %third_y_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  check.equal %third_k, %four : index
  %third_d_expected = arith.constant 13.5 : f64
  check.close %third_d, %third_d_expected {rtol = 1.0e-12 : f64, atol = 1.0e-12 : f64} : f64
  return
}
