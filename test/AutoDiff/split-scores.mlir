// The gradient of attention with respect to an owner row that scores read entry by
// entry: from the forward fold, without a sweep of its own. Against finite
// differences and the interpreter, on graphs with segments of any length; exact
// zeros where slopes are equal; and what is not of that form.
//
// DEFINE: %{graph} = rmat:nodes=7,edges=40,seed=1,p=.57/.19/.19/.05
// DEFINE: %{n} = 7
// DEFINE: %{z} = --arg=%{graph} --arg=normal:1:shape=%{n}x3x2
// DEFINE: %{rows} = --arg=normal:2:shape=%{n}x3 --arg=normal:3:shape=%{n}x3 --arg=normal:4:shape=%{n}x3x2
// DEFINE: %{check} = mesh-opt %s --reference --run=check %{z} %{rows}
// DEFINE: %{compiled} = mesh-opt %s --run=gradients %{z} %{rows} --compare-reference --tolerance=1e-10 --num-threads=1 --save=%t.1.npz
//
// RUN: %{check}
// Duplicates, self-loops, isolated nodes; no edges; a star; a hub of several runs.
// REDEFINE: %{graph} = [[0,0,0,1,1,3,3,2,2],[1,1,1,1,1,3,0,1,2]]+nodes=5
// REDEFINE: %{n} = 5
// RUN: %{check}
// RUN: %{compiled}
// REDEFINE: %{graph} = [[],[]]+nodes=5
// RUN: %{check}
// REDEFINE: %{graph} = star:nodes=6
// REDEFINE: %{n} = 6
// RUN: %{check}
// REDEFINE: %{graph} = hub:nodes=300,edges=18000,seed=3
// REDEFINE: %{n} = 300
// RUN: %{compiled}
// RUN: mesh-opt %s --run=gradients %{z} %{rows} --num-threads=2 --save=%t.2.npz && cmp %t.1.npz %t.2.npz
//
// All scores of one sign, or all segments of one edge: zeros, without rounding.
// REDEFINE: %{graph} = rmat:nodes=7,edges=40,seed=1,p=.57/.19/.19/.05
// REDEFINE: %{n} = 7
// RUN: mesh-opt %s --run=zeros %{z} --arg=uniform:2:shape=7x3 --arg=uniform:3:shape=7x3 --arg=normal:4:shape=7x3x2
// RUN: mesh-opt %s --run=zeros %{z} --arg=uniform:2:low=-2,high=-1 --arg=uniform:3:low=-2,high=-1 --arg=normal:4:shape=7x3x2
// REDEFINE: %{graph} = ring:nodes=7
// RUN: mesh-opt %s --run=zeros %{z} --arg=normal:2:shape=7x3 --arg=normal:3:shape=7x3 --arg=normal:4:shape=7x3x2
//
// RUN: mesh-opt %s --mesh-to-tensors | FileCheck %s

!z = tensor<?x3x2xf64>
!s = tensor<?x3xf64>
!zf = tensor<?x3x2xf32>
!sf = tensor<?x3xf32>

func.func private @weigh(%g: !mesh.graph, %z: !z, %e: !s) -> !z {
  %a = mesh.segment_softmax %e, %g target : (!s, !mesh.graph) -> !s
  %zs = mesh.gather %z, %g source : (!z, !mesh.graph) -> !z
  %m = mesh.scale %zs, %a : (!z, !s) -> !z
  %y = mesh.segment_sum %m, %g target : (!z, !mesh.graph) -> !z
  return %y : !z
}
func.func private @scores(%g: !mesh.graph, %l: !s, %r: !s) -> !s {
  %ls = mesh.gather %l, %g target : (!s, !mesh.graph) -> !s
  %rs = mesh.gather %r, %g source : (!s, !mesh.graph) -> !s
  %t = arith.addf %ls, %rs : !s
  return %t : !s
}

// Two slopes.
func.func private @leaky(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %t = call @scores(%g, %l, %r) : (!mesh.graph, !s, !s) -> !s
  %e = mesh.leaky_relu %t {slope = 0.2 : f64} : !s
  %y = call @weigh(%g, %z, %e) : (!mesh.graph, !z, !s) -> !z
  return %y : !z
}
// Two slopes as a maximum of two lines.
func.func private @maximum(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %t = call @scores(%g, %l, %r) : (!mesh.graph, !s, !s) -> !s
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : !s
  %slope = arith.constant 0.3 : f64
  %slopes = tensor.splat %slope[%n] : !s
  %low = arith.mulf %t, %slopes : !s
  %e = arith.maximumf %t, %low : !s
  %y = call @weigh(%g, %z, %e) : (!mesh.graph, !z, !s) -> !z
  return %y : !z
}
// Any slopes, with a factor for each edge.
func.func private @smooth(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %t = call @scores(%g, %l, %r) : (!mesh.graph, !s, !s) -> !s
  %rs = mesh.gather %r, %g source : (!s, !mesh.graph) -> !s
  %u = math.tanh %t : !s
  %e = arith.mulf %u, %rs : !s
  %y = call @weigh(%g, %z, %e) : (!mesh.graph, !z, !s) -> !z
  return %y : !z
}
// One slope.
func.func private @line(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %t = call @scores(%g, %l, %r) : (!mesh.graph, !s, !s) -> !s
  %y = call @weigh(%g, %z, %t) : (!mesh.graph, !z, !s) -> !z
  return %y : !z
}
// The owner's row is added to the messages too.
func.func private @twice(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %t = call @scores(%g, %l, %r) : (!mesh.graph, !s, !s) -> !s
  %e = mesh.leaky_relu %t {slope = 0.2 : f64} : !s
  %a = mesh.segment_softmax %e, %g target : (!s, !mesh.graph) -> !s
  %ls = mesh.gather %l, %g target : (!s, !mesh.graph) -> !s
  %al = arith.mulf %a, %ls : !s
  %zs = mesh.gather %z, %g source : (!z, !mesh.graph) -> !z
  %m = mesh.scale %zs, %al : (!z, !s) -> !z
  %y = mesh.segment_sum %m, %g target : (!z, !mesh.graph) -> !z
  return %y : !z
}

func.func @check(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) {
  %leaky_r:4 = mesh.vjp @leaky(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %leaky_f:4 = mesh.vjp @leaky(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] method = fd : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  check.close %leaky_r#1, %leaky_f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !z
  check.close %leaky_r#2, %leaky_f#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  check.close %leaky_r#3, %leaky_f#3 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  %maximum_r:4 = mesh.vjp @maximum(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %maximum_f:4 = mesh.vjp @maximum(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] method = fd : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  check.close %maximum_r#1, %maximum_f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !z
  check.close %maximum_r#2, %maximum_f#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  check.close %maximum_r#3, %maximum_f#3 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  %smooth_r:4 = mesh.vjp @smooth(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %smooth_f:4 = mesh.vjp @smooth(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] method = fd : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  check.close %smooth_r#1, %smooth_f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !z
  check.close %smooth_r#2, %smooth_f#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  check.close %smooth_r#3, %smooth_f#3 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  %line_r:4 = mesh.vjp @line(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %line_f:4 = mesh.vjp @line(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] method = fd : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  check.close %line_r#1, %line_f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !z
  check.close %line_r#2, %line_f#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  check.close %line_r#3, %line_f#3 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  %twice_r:4 = mesh.vjp @twice(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %twice_f:4 = mesh.vjp @twice(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] method = fd : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  check.close %twice_r#1, %twice_f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !z
  check.close %twice_r#2, %twice_f#2 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  check.close %twice_r#3, %twice_f#3 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : !s
  return
}
func.func @gradients(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) -> (!z, !s, !s, !z, !s, !s, !z, !s, !s, !z, !s, !s, !z, !s, !s) {
  %leaky:4 = mesh.vjp @leaky(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %maximum:4 = mesh.vjp @maximum(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %smooth:4 = mesh.vjp @smooth(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %line:4 = mesh.vjp @line(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  %twice:4 = mesh.vjp @twice(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  return %leaky#1, %leaky#2, %leaky#3, %maximum#1, %maximum#2, %maximum#3, %smooth#1, %smooth#2, %smooth#3, %line#1, %line#2, %line#3, %twice#1, %twice#2, %twice#3 : !z, !s, !s, !z, !s, !s, !z, !s, !s, !z, !s, !s, !z, !s, !s
}

func.func private @leaky_f32(%g: !mesh.graph, %z: !zf, %l: !sf, %r: !sf) -> !zf {
  %ls = mesh.gather %l, %g target : (!sf, !mesh.graph) -> !sf
  %rs = mesh.gather %r, %g source : (!sf, !mesh.graph) -> !sf
  %t = arith.addf %ls, %rs : !sf
  %e = mesh.leaky_relu %t {slope = 0.2 : f64} : !sf
  %a = mesh.segment_softmax %e, %g target : (!sf, !mesh.graph) -> !sf
  %zs = mesh.gather %z, %g source : (!zf, !mesh.graph) -> !zf
  %m = mesh.scale %zs, %a : (!zf, !sf) -> !zf
  %y = mesh.segment_sum %m, %g target : (!zf, !mesh.graph) -> !zf
  return %y : !zf
}
func.func @zeros(%g: !mesh.graph, %z: !zf, %l: !sf, %r: !sf, %c: !zf) {
  %d:4 = mesh.vjp @leaky_f32(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !zf, !sf, !sf, !zf) -> (!zf, !zf, !sf, !sf)
  %c0 = arith.constant 0 : index
  %n = tensor.dim %l, %c0 : !sf
  %zero = arith.constant 0.0 : f32
  %none = tensor.splat %zero[%n] : !sf
  check.equal %d#2, %none : !sf
  return
}

// One sweep over the in-edges, one over the nodes, one over the out-edges.
// CHECK-LABEL: func.func @one_sweep(
// CHECK: mesh.aggregate {{.*}} target stabilize = softmax
// CHECK: mesh.yield %{{.*}}, %[[FLAG:.*]] : tensor<3xf64>, tensor<3xf64>
// CHECK: mesh.aggregate {{.*}} target{{$}}
// CHECK-NEXT: owner(
// CHECK: step(
// CHECK-NEXT: mesh.yield{{$}}
// CHECK: mesh.aggregate {{.*}} source{{$}}
// CHECK-NOT: mesh.aggregate
// CHECK-NOT: mesh.map_edges
// CHECK: return
func.func @one_sweep(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) -> (!z, !z, !s, !s) {
  %d:4 = mesh.vjp @leaky(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  return %d#0, %d#1, %d#2, %d#3 : !z, !z, !s, !s
}

// With one slope the gradient of the owner's row is zero, and nothing is summed for
// it.
// CHECK-LABEL: func.func @no_sweep(
// CHECK: mesh.aggregate {{.*}} target stabilize = softmax
// CHECK: init {
// CHECK-NEXT: mesh.yield %{{[^,]*}} : tensor<3x2xf64>
// CHECK: return
func.func @no_sweep(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) -> (!z, !z, !s, !s) {
  %d:4 = mesh.vjp @line(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  return %d#0, %d#1, %d#2, %d#3 : !z, !z, !s, !s
}

// A row that messages read needs its sweep, which finds the other part as well.
// CHECK-LABEL: func.func @two_sweeps(
// CHECK: mesh.aggregate {{.*}} target stabilize = softmax
// CHECK: init {
// CHECK-NEXT: mesh.yield %{{[^,]*}} : tensor<3x2xf64>
// CHECK: mesh.aggregate {{.*}} target{{$}}
// CHECK: math.exp
// CHECK: return
func.func @two_sweeps(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) -> (!z, !z, !s, !s) {
  %d:4 = mesh.vjp @twice(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  return %d#0, %d#1, %d#2, %d#3 : !z, !z, !s, !s
}
