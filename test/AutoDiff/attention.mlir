// A layer with attention, mean, maximum and minimum: first and second derivatives
// and forward mode; compiled gradients and Hessians agree with the interpreter, with
// the same bits for any number of threads.
//
// DEFINE: %{args} = --arg=[[0,0,0,1,1,3,3,2,2],[1,1,1,1,1,3,0,1,2]]+nodes=5 --arg=uniform:1:shape=5x3 --arg=uniform:2:shape=3x2 --arg=uniform:3:shape=9x2
// RUN: mesh-opt %s --reference --run=first %{args}
// RUN: mesh-opt %s --reference --run=second %{args}
// RUN: mesh-opt %s --reference --run=forward %{args} --arg=normal:4:shape=5x3 --arg=normal:5:shape=3x2 --arg=normal:6:shape=9x2
// RUN: mesh-opt %s --run=gradients %{args} --compare-reference --num-threads=1 --save=%t.1.npz
// RUN: mesh-opt %s --run=gradients %{args} --num-threads=2 --save=%t.2.npz && cmp %t.1.npz %t.2.npz

func.func private @net(%g: !mesh.graph, %x: tensor<?x3xf64>, %w: tensor<3x2xf64>, %a: tensor<?x2xf64>) -> tensor<f64> {
  %h = mesh.linear %x, %w : (tensor<?x3xf64>, tensor<3x2xf64>) -> tensor<?x2xf64>
  %m = mesh.gather %h, %g source : (tensor<?x2xf64>, !mesh.graph) -> tensor<?x2xf64>
  %t = mesh.gather %h, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<?x2xf64>
  %s0 = arith.addf %m, %t : tensor<?x2xf64>
  %s1 = arith.mulf %s0, %a : tensor<?x2xf64>
  %s2 = mesh.leaky_relu %s1 {slope = 0.2 : f64} : tensor<?x2xf64>
  %al = mesh.segment_softmax %s2, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<?x2xf64>
  %ma = arith.mulf %al, %m : tensor<?x2xf64>
  %y = mesh.segment_sum %ma, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<?x2xf64>
  %y2 = mesh.segment_mean %m, %g source : (tensor<?x2xf64>, !mesh.graph) -> tensor<?x2xf64>
  %y3 = mesh.segment_max %ma, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<?x2xf64>
  %y4 = mesh.segment_min %s1, %g target : (tensor<?x2xf64>, !mesh.graph) -> tensor<?x2xf64>
  %z0 = arith.addf %y, %y2 : tensor<?x2xf64>
  %z1 = arith.mulf %y3, %y4 : tensor<?x2xf64>
  %z = arith.addf %z0, %z1 : tensor<?x2xf64>
  %lp = mesh.log_softmax %z : tensor<?x2xf64>
  %q = arith.mulf %lp, %lp : tensor<?x2xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %s = linalg.reduce ins(%q : tensor<?x2xf64>) outs(%zero : tensor<f64>) dimensions = [0, 1]
    (%aa: f64, %c: f64) { %d = arith.addf %aa, %c : f64 linalg.yield %d : f64 }
  return %s : tensor<f64>
}
func.func private @norm(%g: !mesh.graph, %x: tensor<?x3xf64>, %w: tensor<3x2xf64>, %a: tensor<?x2xf64>) -> tensor<f64> {
  %d:3 = mesh.grad @net(%g, %x, %w, %a) wrt [1, 2, 3] : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>)
  %zero = arith.constant dense<0.0> : tensor<f64>
  %q = arith.mulf %d#0, %d#0 : tensor<?x3xf64>
  %s = linalg.reduce ins(%q : tensor<?x3xf64>) outs(%zero : tensor<f64>) dimensions = [0, 1]
    (%aa: f64, %c: f64) { %e = arith.addf %aa, %c : f64 linalg.yield %e : f64 }
  %q1 = arith.mulf %d#1, %d#1 : tensor<3x2xf64>
  %s1 = linalg.reduce ins(%q1 : tensor<3x2xf64>) outs(%s : tensor<f64>) dimensions = [0, 1]
    (%aa: f64, %c: f64) { %e = arith.addf %aa, %c : f64 linalg.yield %e : f64 }
  %q2 = arith.mulf %d#2, %d#2 : tensor<?x2xf64>
  %s2 = linalg.reduce ins(%q2 : tensor<?x2xf64>) outs(%s1 : tensor<f64>) dimensions = [0, 1]
    (%aa: f64, %c: f64) { %e = arith.addf %aa, %c : f64 linalg.yield %e : f64 }
  return %s2 : tensor<f64>
}
func.func @first(%g: !mesh.graph, %x: tensor<?x3xf64>, %w: tensor<3x2xf64>, %a: tensor<?x2xf64>) {
  %d:3 = mesh.grad @net(%g, %x, %w, %a) wrt [1, 2, 3] : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>)
  %f:3 = mesh.grad @net(%g, %x, %w, %a) wrt [1, 2, 3] method = fd : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>)
  check.close %d#0, %f#0 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : tensor<?x3xf64>
  check.close %d#1, %f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : tensor<3x2xf64>
  check.close %d#2, %f#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : tensor<?x2xf64>
  return
}
func.func @second(%g: !mesh.graph, %x: tensor<?x3xf64>, %w: tensor<3x2xf64>, %a: tensor<?x2xf64>) {
  %d:3 = mesh.grad @norm(%g, %x, %w, %a) wrt [1, 2, 3] : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>)
  %f:3 = mesh.grad @norm(%g, %x, %w, %a) wrt [1, 2, 3] method = fd : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>)
  check.close %d#0, %f#0 {rtol = 1.0e-6 : f64, atol = 1.0e-6 : f64} : tensor<?x3xf64>
  check.close %d#1, %f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-6 : f64} : tensor<3x2xf64>
  check.close %d#2, %f#2 {rtol = 1.0e-6 : f64, atol = 1.0e-6 : f64} : tensor<?x2xf64>
  return
}
func.func @forward(%g: !mesh.graph, %x: tensor<?x3xf64>, %w: tensor<3x2xf64>, %a: tensor<?x2xf64>, %tx: tensor<?x3xf64>, %tw: tensor<3x2xf64>, %ta: tensor<?x2xf64>) {
  %d:2 = mesh.jvp @net(%g, %x, %w, %a) tangents(%tx, %tw, %ta) wrt [1, 2, 3] : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<f64>, tensor<f64>)
  %f:2 = mesh.jvp @net(%g, %x, %w, %a) tangents(%tx, %tw, %ta) wrt [1, 2, 3] method = fd : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<f64>, tensor<f64>)
  check.close %d#1, %f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-6 : f64} : tensor<f64>
  %e:2 = mesh.jvp @norm(%g, %x, %w, %a) tangents(%tx, %tw, %ta) wrt [1, 2, 3] : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<f64>, tensor<f64>)
  %h:2 = mesh.jvp @norm(%g, %x, %w, %a) tangents(%tx, %tw, %ta) wrt [1, 2, 3] method = fd : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<f64>, tensor<f64>)
  check.close %e#1, %h#1 {rtol = 1.0e-6 : f64, atol = 1.0e-6 : f64} : tensor<f64>
  return
}
func.func @gradients(%g: !mesh.graph, %x: tensor<?x3xf64>, %w: tensor<3x2xf64>, %a: tensor<?x2xf64>)
    -> (tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) {
  %d:3 = mesh.grad @net(%g, %x, %w, %a) wrt [1, 2, 3] : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>)
  %e:3 = mesh.grad @norm(%g, %x, %w, %a) wrt [1, 2, 3] : (!mesh.graph, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>) -> (tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>)
  return %d#0, %d#1, %d#2, %e#0, %e#1, %e#2 : tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>, tensor<?x3xf64>, tensor<3x2xf64>, tensor<?x2xf64>
}
