// Curvature of a graph energy by products of its Hessian with vectors: forward mode of a gradient, in
// a loop, as in a power iteration, with a damping. The gradient of the result is a third derivative.
//   E(x) = sum over edges of w_uv log cosh(x_u - x_v) + sum x^4 / 12, H = its Hessian
//   v^{k+1} = H v^k / sqrt(1 + |v^k|^2), loss = v^K . H v^K
// Source: Pearlmutter, "Fast Exact Multiplication by the Hessian", 1994.
//
// EXPECTED random: -4.971552638966309 -8.333866982817
// EXPECTED empty: 0.05342012920810852 0.3307738551704
// EXPECTED star: 6.422723307320768 0.483007353912
// EXPECTED multi: 2.2361367133650374 -4.005013011219
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!S = tensor<?xf64>
func.func private @energy(%g: !mesh.graph, %x: !S, %w: !S) -> tensor<f64> {
  %xu = mesh.gather %x, %g source : (!S, !mesh.graph) -> !S
  %xv = mesh.gather %x, %g target : (!S, !mesh.graph) -> !S
  %d = arith.subf %xu, %xv : !S
  %cosh = math.cosh %d : !S
  %log = math.log %cosh : !S
  %e = arith.mulf %log, %w : !S
  %x2 = arith.mulf %x, %x : !S
  %x4 = arith.mulf %x2, %x2 : !S
  %z = arith.constant dense<0.0> : tensor<f64>
  %twelve = arith.constant dense<12.0> : tensor<f64>
  %s4 = linalg.reduce { arith.addf } ins(%x4 : !S) outs(%z : tensor<f64>) dimensions = [0]
  %q = arith.divf %s4, %twelve : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%e : !S) outs(%q : tensor<f64>) dimensions = [0]
  return %l : tensor<f64>
}
func.func private @slope(%g: !mesh.graph, %x: !S, %w: !S) -> !S {
  %d = mesh.grad @energy(%g, %x, %w) wrt [1] : (!mesh.graph, !S, !S) -> !S
  return %d : !S
}
func.func private @dot(%a: !S, %b: !S, %from: tensor<f64>) -> tensor<f64> {
  %r = linalg.dot ins(%a, %b : !S, !S) outs(%from : tensor<f64>) -> tensor<f64>
  return %r : tensor<f64>
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?xf64>,           // N
    %w: tensor<?xf64>,           // E
    %v: tensor<?xf64>,           // N
    %steps: index                // 2
) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1.0> : tensor<f64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %n = mesh.num_nodes %g source : !mesh.graph
  %u = scf.for %i = %c0 to %steps step %c1 iter_args(%vi = %v) -> (!S) {
    %y, %hv = mesh.jvp @slope(%g, %x, %w) tangents(%vi) wrt [1] : (!mesh.graph, !S, !S, !S) -> (!S, !S)
    %vv = func.call @dot(%vi, %vi, %one) : (!S, !S, tensor<f64>) -> tensor<f64>
    %inv = math.rsqrt %vv : tensor<f64>
    %s = tensor.extract %inv[] : tensor<f64>
    %ss = tensor.splat %s[%n] : !S
    %next = arith.mulf %hv, %ss : !S
    scf.yield %next : !S
  }
  %y, %hu = mesh.jvp @slope(%g, %x, %w) tangents(%u) wrt [1] : (!mesh.graph, !S, !S, !S) -> (!S, !S)
  %l = func.call @dot(%u, %hu, %zero) : (!S, !S, tensor<f64>) -> tensor<f64>
  return %l : tensor<f64>
}
