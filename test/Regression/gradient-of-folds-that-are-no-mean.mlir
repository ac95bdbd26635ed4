// Hand-written softmax folds whose results do depend on the maximum, or whose flags
// read the owner's row of the scores: neither the derivative of the maximum nor the
// sweep for that row can be left out.
//
// DEFINE: %{args} = --arg=rmat:nodes=7,edges=40,seed=1 --arg=normal:1:shape=7x3x2 --arg=normal:2:shape=7x3 --arg=normal:3:shape=7x3 --arg=normal:4:shape=7x3x2
// RUN: mesh-opt %s --reference --run=check_count %{args}
// RUN: mesh-opt %s --reference --run=check_mixheads %{args}
// RUN: mesh-opt %s --reference --run=check_flag %{args}
// RUN: mesh-opt %s --reference --run=check_onehead %{args}
// RUN: mesh-opt %s --run=check_flag %{args}

!z = tensor<?x3x2xf64>
!s = tensor<?x3xf64>
// Divided by the number of edges, which does not move with the maximum.
func.func private @count(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %n = mesh.num_nodes %g target : !mesh.graph
  %o = tensor.empty(%n) : !z
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
    source(%z : !z) score_source(%r : !s) score_owner(%l : !s) outs(%o : !z)
    init { %0 = arith.constant dense<0.0> : tensor<3x2xf64> mesh.yield %0, %0 : tensor<3x2xf64>, tensor<3x2xf64> }
    score(%a: tensor<3xf64>, %b: tensor<3xf64>, %e: index) { %t = arith.addf %a, %b : tensor<3xf64> %u = math.tanh %t : tensor<3xf64> mesh.yield %u : tensor<3xf64> }
    step(%acc: tensor<3x2xf64>, %cnt: tensor<3x2xf64>, %w: tensor<3xf64>, %x: tensor<3x2xf64>, %e: index) {
      %em = tensor.empty() : tensor<3x2xf64>
      %ws = linalg.broadcast ins(%w : tensor<3xf64>) outs(%em : tensor<3x2xf64>) dimensions = [1]
      %m = arith.mulf %x, %ws : tensor<3x2xf64>
      %s = arith.addf %acc, %m : tensor<3x2xf64>
      %one = arith.constant dense<1.0> : tensor<3x2xf64>
      %c = arith.addf %cnt, %one : tensor<3x2xf64>
      mesh.yield %s, %c : tensor<3x2xf64>, tensor<3x2xf64>
    }
    finish(%acc: tensor<3x2xf64>, %cnt: tensor<3x2xf64>, %m: tensor<3xf64>, %s: tensor<3xf64>, %d: index) {
      %q = arith.divf %acc, %cnt : tensor<3x2xf64>
      %zero = arith.constant dense<0.0> : tensor<3x2xf64>
      %has = arith.cmpf ogt, %cnt, %zero : tensor<3x2xf64>
      %f = arith.select %has, %q, %zero : tensor<3x2xi1>, tensor<3x2xf64>
      mesh.yield %f : tensor<3x2xf64>
    }
  return %y : !z
}
func.func @check_count(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) {
  %a:4 = mesh.vjp @count(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %b:4 = mesh.vjp @count(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] method = fd : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  check.close %a#1, %b#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !z
  check.close %a#3, %b#3 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  check.close %a#2, %b#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  return
}

// Divided by the sum over heads, each of which has a maximum of its own.
func.func private @mixheads(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %n = mesh.num_nodes %g target : !mesh.graph
  %o = tensor.empty(%n) : !z
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
    source(%z : !z) score_source(%r : !s) score_owner(%l : !s) outs(%o : !z)
    init { %0 = arith.constant dense<0.0> : tensor<3x2xf64> mesh.yield %0 : tensor<3x2xf64> }
    score(%a: tensor<3xf64>, %b: tensor<3xf64>, %e: index) { %t = arith.addf %a, %b : tensor<3xf64> %u = math.tanh %t : tensor<3xf64> mesh.yield %u : tensor<3xf64> }
    step(%acc: tensor<3x2xf64>, %w: tensor<3xf64>, %x: tensor<3x2xf64>, %e: index) {
      %em = tensor.empty() : tensor<3x2xf64>
      %ws = linalg.broadcast ins(%w : tensor<3xf64>) outs(%em : tensor<3x2xf64>) dimensions = [1]
      %m = arith.mulf %x, %ws : tensor<3x2xf64>
      %s = arith.addf %acc, %m : tensor<3x2xf64>
      mesh.yield %s : tensor<3x2xf64>
    }
    finish(%acc: tensor<3x2xf64>, %m: tensor<3xf64>, %s: tensor<3xf64>, %d: index) {
      %zero = arith.constant dense<0.0> : tensor<3x2xf64>
      %z0 = arith.constant dense<0.0> : tensor<f64>
      %sum = linalg.reduce ins(%s : tensor<3xf64>) outs(%z0 : tensor<f64>) dimensions = [0] (%p: f64, %q: f64) { %r1 = arith.addf %p, %q : f64 linalg.yield %r1 : f64 }
      %em = tensor.empty() : tensor<3x2xf64>
      %ss = linalg.broadcast ins(%sum : tensor<f64>) outs(%em : tensor<3x2xf64>) dimensions = [0, 1]
      %q = arith.divf %acc, %ss : tensor<3x2xf64>
      %has = arith.cmpf ogt, %ss, %zero : tensor<3x2xf64>
      %f = arith.select %has, %q, %zero : tensor<3x2xi1>, tensor<3x2xf64>
      mesh.yield %f : tensor<3x2xf64>
    }
  return %y : !z
}
func.func @check_mixheads(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) {
  %a:4 = mesh.vjp @mixheads(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %b:4 = mesh.vjp @mixheads(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] method = fd : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  check.close %a#1, %b#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !z
  check.close %a#3, %b#3 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  check.close %a#2, %b#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  return
}

// A flag that reads what the score reads.
func.func private @flag(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %n = mesh.num_nodes %g target : !mesh.graph
  %o = tensor.empty(%n) : !z
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
    source(%z : !z) score_source(%r : !s) score_owner(%l : !s) outs(%o : !z)
    init { %0 = arith.constant dense<0.0> : tensor<3x2xf64> mesh.yield %0 : tensor<3x2xf64> }
    score(%a: tensor<3xf64>, %b: tensor<3xf64>, %e: index) { %t = arith.addf %a, %b : tensor<3xf64> %u = math.tanh %t : tensor<3xf64> %fl = arith.mulf %t, %b : tensor<3xf64> mesh.yield %u, %fl : tensor<3xf64>, tensor<3xf64> }
    step(%acc: tensor<3x2xf64>, %w: tensor<3xf64>, %fl: tensor<3xf64>, %x: tensor<3x2xf64>, %e: index) {
      %em = tensor.empty() : tensor<3x2xf64>
      %wf = arith.mulf %w, %fl : tensor<3xf64>
      %ws = linalg.broadcast ins(%wf : tensor<3xf64>) outs(%em : tensor<3x2xf64>) dimensions = [1]
      %m = arith.mulf %x, %ws : tensor<3x2xf64>
      %s = arith.addf %acc, %m : tensor<3x2xf64>
      mesh.yield %s : tensor<3x2xf64>
    }
    finish(%acc: tensor<3x2xf64>, %m: tensor<3xf64>, %s: tensor<3xf64>, %d: index) {
      %zero = arith.constant dense<0.0> : tensor<3x2xf64>
      %em = tensor.empty() : tensor<3x2xf64>
      %ss = linalg.broadcast ins(%s : tensor<3xf64>) outs(%em : tensor<3x2xf64>) dimensions = [1]
      %q = arith.divf %acc, %ss : tensor<3x2xf64>
      %has = arith.cmpf ogt, %ss, %zero : tensor<3x2xf64>
      %f = arith.select %has, %q, %zero : tensor<3x2xi1>, tensor<3x2xf64>
      mesh.yield %f : tensor<3x2xf64>
    }
  return %y : !z
}
func.func @check_flag(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) {
  %a:4 = mesh.vjp @flag(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %b:4 = mesh.vjp @flag(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] method = fd : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  check.close %a#1, %b#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !z
  check.close %a#3, %b#3 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  check.close %a#2, %b#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  return
}

// One head alone: its results stay.
func.func private @onehead(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %n = mesh.num_nodes %g target : !mesh.graph
  %o = tensor.empty(%n) : !z
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
    source(%z : !z) score_source(%r : !s) score_owner(%l : !s) outs(%o : !z)
    init { %0 = arith.constant dense<0.0> : tensor<3x2xf64> mesh.yield %0 : tensor<3x2xf64> }
    score(%a: tensor<3xf64>, %b: tensor<3xf64>, %e: index) { %t = arith.addf %a, %b : tensor<3xf64> %u = math.tanh %t : tensor<3xf64> mesh.yield %u : tensor<3xf64> }
    step(%acc: tensor<3x2xf64>, %w: tensor<3xf64>, %x: tensor<3x2xf64>, %e: index) {
      %c1 = arith.constant 1 : index
      %w1 = tensor.extract %w[%c1] : tensor<3xf64>
      %ws = tensor.splat %w1 : tensor<3x2xf64>
      %m = arith.mulf %x, %ws : tensor<3x2xf64>
      %s = arith.addf %acc, %m : tensor<3x2xf64>
      mesh.yield %s : tensor<3x2xf64>
    }
    finish(%acc: tensor<3x2xf64>, %m: tensor<3xf64>, %s: tensor<3xf64>, %d: index) {
      %zero = arith.constant dense<0.0> : tensor<3x2xf64>
      %c1 = arith.constant 1 : index
      %w1 = tensor.extract %s[%c1] : tensor<3xf64>
      %ss = tensor.splat %w1 : tensor<3x2xf64>
      %q = arith.divf %acc, %ss : tensor<3x2xf64>
      %has = arith.cmpf ogt, %ss, %zero : tensor<3x2xf64>
      %f = arith.select %has, %q, %zero : tensor<3x2xi1>, tensor<3x2xf64>
      mesh.yield %f : tensor<3x2xf64>
    }
  return %y : !z
}
func.func @check_onehead(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) {
  %a:4 = mesh.vjp @onehead(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %b:4 = mesh.vjp @onehead(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] method = fd : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  check.close %a#1, %b#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !z
  check.close %a#3, %b#3 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  check.close %a#2, %b#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  return
}
