// A recurrence with a conditional, a nested loop, calls and captured values, for
// run-time trip counts and shapes: first and second derivatives, forward mode.
//
// DEFINE: %{n} = 0
// DEFINE: %{args} = --arg=[[0.3,-0.7],[0.9,0.4]] --arg=[[0.5,0.8],[-0.6,1.1]] --arg=0.7 --arg=%{n}
// DEFINE: %{test} = mesh-opt %s --reference --run=first %{args} && mesh-opt %s --reference --run=second %{args} && mesh-opt %s --reference --run=forward %{args}
// RUN: %{test}
// REDEFINE: %{n} = 1
// RUN: %{test}
// REDEFINE: %{n} = 5
// RUN: %{test}
// RUN: mesh-opt %s --run=gradient %{args} --compare-reference
// REDEFINE: %{n} = 6
// RUN: %{test}

!x = tensor<?x?xf64>
!w = tensor<?x?xf64>
func.func private @cell(%x: !x, %w: !w) -> !x {
  %h = mesh.linear %x, %w : (!x, !w) -> !x
  %t = math.tanh %h : !x
  return %t : !x
}
func.func private @loss(%x: !x, %w: !w, %s: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %k0 = arith.constant 0 : i32
  %xx = arith.mulf %x, %x : !x
  %r:3 = scf.for %i = %c0 to %n step %c2 iter_args(%h = %x, %acc = %s, %k = %k0) -> (!x, f64, i32) {
    %h1 = func.call @cell(%h, %w) : (!x, !w) -> !x
    %odd0 = arith.remui %i, %c3 : index
    %odd = arith.cmpi eq, %odd0, %c0 : index
    %h2 = scf.if %odd -> (!x) {
      %q = arith.mulf %h1, %xx : !x
      scf.yield %q : !x
    } else {
      %q = func.call @cell(%h1, %w) : (!x, !w) -> !x
      scf.yield %q : !x
    }
    %m = scf.for %j = %c0 to %c3 step %c1 iter_args(%a = %acc) -> (f64) {
      %e = tensor.extract %h2[%c0, %c1] : !x
      %a2 = arith.mulf %a, %e : f64
      %a3 = math.sin %a2 : f64
      %a4 = arith.addf %a3, %s : f64
      scf.yield %a4 : f64
    }
    %kk = arith.addi %k, %k : i32
    scf.yield %h2, %m, %kk : !x, f64, i32
  }
  %zero = arith.constant dense<0.0> : tensor<f64>
  %hs = arith.mulf %r#0, %r#0 : !x
  %t = linalg.reduce ins(%hs : !x) outs(%zero : tensor<f64>) dimensions = [0, 1]
    (%aa: f64, %c: f64) { %d = arith.addf %aa, %c : f64 linalg.yield %d : f64 }
  %te = tensor.extract %t[] : tensor<f64>
  %out = arith.mulf %te, %r#1 : f64
  %out2 = arith.addf %out, %r#1 : f64
  return %out2 : f64
}
func.func private @norm(%x: !x, %w: !w, %s: f64, %n: index) -> f64 {
  %d:3 = mesh.grad @loss(%x, %w, %s, %n) wrt [0, 1, 2] : (!x, !w, f64, index) -> (!x, !w, f64)
  %zero = arith.constant dense<0.0> : tensor<f64>
  %hs = arith.mulf %d#0, %d#0 : !x
  %t = linalg.reduce ins(%hs : !x) outs(%zero : tensor<f64>) dimensions = [0, 1]
    (%aa: f64, %c: f64) { %e = arith.addf %aa, %c : f64 linalg.yield %e : f64 }
  %ws = arith.mulf %d#1, %d#1 : !w
  %t2 = linalg.reduce ins(%ws : !w) outs(%t : tensor<f64>) dimensions = [0, 1]
    (%aa: f64, %c: f64) { %e = arith.addf %aa, %c : f64 linalg.yield %e : f64 }
  %te = tensor.extract %t2[] : tensor<f64>
  %sq = arith.mulf %d#2, %d#2 : f64
  %o = arith.addf %te, %sq : f64
  return %o : f64
}
func.func @first(%x: !x, %w: !w, %s: f64, %n: index) {
  %d:3 = mesh.grad @loss(%x, %w, %s, %n) wrt [0, 1, 2] : (!x, !w, f64, index) -> (!x, !w, f64)
  %f:3 = mesh.grad @loss(%x, %w, %s, %n) wrt [0, 1, 2] method = fd : (!x, !w, f64, index) -> (!x, !w, f64)
  check.close %d#0, %f#0 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !x
  check.close %d#1, %f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !w
  check.close %d#2, %f#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : f64
  return
}
func.func @second(%x: !x, %w: !w, %s: f64, %n: index) {
  %d:3 = mesh.grad @norm(%x, %w, %s, %n) wrt [0, 1, 2] : (!x, !w, f64, index) -> (!x, !w, f64)
  %f:3 = mesh.grad @norm(%x, %w, %s, %n) wrt [0, 1, 2] method = fd : (!x, !w, f64, index) -> (!x, !w, f64)
  check.close %d#0, %f#0 {rtol = 1.0e-6 : f64, atol = 1.0e-6 : f64} : !x
  check.close %d#1, %f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-6 : f64} : !w
  check.close %d#2, %f#2 {rtol = 1.0e-6 : f64, atol = 1.0e-6 : f64} : f64
  return
}
func.func @forward(%x: !x, %w: !w, %s: f64, %n: index) {
  %d:2 = mesh.jvp @loss(%x, %w, %s, %n) tangents(%x, %w, %s) wrt [0, 1, 2] : (!x, !w, f64, index, !x, !w, f64) -> (f64, f64)
  %f:2 = mesh.jvp @loss(%x, %w, %s, %n) tangents(%x, %w, %s) wrt [0, 1, 2] method = fd : (!x, !w, f64, index, !x, !w, f64) -> (f64, f64)
  check.close %d#1, %f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : f64
  %e:2 = mesh.jvp @norm(%x, %w, %s, %n) tangents(%x, %w, %s) wrt [0, 1, 2] : (!x, !w, f64, index, !x, !w, f64) -> (f64, f64)
  %h:2 = mesh.jvp @norm(%x, %w, %s, %n) tangents(%x, %w, %s) wrt [0, 1, 2] method = fd : (!x, !w, f64, index, !x, !w, f64) -> (f64, f64)
  check.close %e#1, %h#1 {rtol = 1.0e-6 : f64, atol = 1.0e-6 : f64} : f64
  return
}
func.func @gradient(%x: !x, %w: !w, %s: f64, %n: index) -> (!x, !w, f64) {
  %d:3 = mesh.grad @loss(%x, %w, %s, %n) wrt [0, 1, 2] : (!x, !w, f64, index) -> (!x, !w, f64)
  return %d#0, %d#1, %d#2 : !x, !w, f64
}
