// Robust aggregation: a smoothed geometric median of the neighbours, by Weiszfeld's iteration with a
// number of steps known at run time, started at the mean.
//   w_uv = b_uv / sqrt(|x_u - y_v|^2 + r^2), y_v <- (sum w_uv x_u + 1e-3 x_v) / (sum w_uv + 1e-3)
//   loss = sum tanh(y) t
// Source: Geisler, Zügner, Günnemann, "Reliable Graph Neural Networks via Robust Aggregation", 2020,
// for medians as aggregates; the iteration is Weiszfeld's, 1937.
//
// ORDER: 2
// EXPECTED random: -0.6440980985419403 -0.5856354696673
// EXPECTED empty: 0.021613503383113887 -0.2068725502982
// EXPECTED star: 0.5309014885322109 0.5537378958765
// EXPECTED multi: -0.969349292094354 -0.1457910464839
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!X = tensor<?x2xf64>
!S = tensor<?xf64>
func.func private @step(%g: !mesh.graph, %x: !X, %xs: !X, %b: !S, %r: f64, %y: !X) -> !X {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !X
  %ne = mesh.num_edges %g : !mesh.graph
  %yt = mesh.gather %y, %g target : (!X, !mesh.graph) -> !X
  %d = arith.subf %xs, %yt : !X
  %d2 = arith.mulf %d, %d : !X
  %rr = arith.mulf %r, %r : f64
  %start = tensor.splat %rr[%ne] : !S
  %sq = linalg.reduce { arith.addf } ins(%d2 : !X) outs(%start : !S) dimensions = [1]
  %inv = math.rsqrt %sq : !S
  %w = arith.mulf %inv, %b : !S
  %wx = mesh.scale %xs, %w : (!X, !S) -> !X
  %num = mesh.segment_sum %wx, %g target : (!X, !mesh.graph) -> !X
  %den = mesh.segment_sum %w, %g target : (!S, !mesh.graph) -> !S
  %small = arith.constant 1.0e-3 : f64
  %smalls = tensor.splat %small[%n] : !S
  %small2 = tensor.splat %small[%n] : !X
  %own = arith.mulf %small2, %x : !X
  %num1 = arith.addf %num, %own : !X
  %den1 = arith.addf %den, %smalls : !S
  %one = arith.constant 1.0 : f64
  %ones = tensor.splat %one[%n] : !S
  %iden = arith.divf %ones, %den1 : !S
  %y1 = mesh.scale %num1, %iden : (!X, !S) -> !X
  return %y1 : !X
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?x2xf64>,         // N
    %b: tensor<?xf64>,           // E in [0.5, 1.5]
    %r: f64,                     // radius in [0.3, 0.6]
    %steps: index,               // 4
    %t: tensor<?x2xf64>          // N
) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %xs = mesh.gather %x, %g source : (!X, !mesh.graph) -> !X
  %mean = mesh.segment_mean %xs, %g target : (!X, !mesh.graph) -> !X
  %y = scf.for %k = %c0 to %steps step %c1 iter_args(%yk = %mean) -> (!X) {
    %y1 = func.call @step(%g, %x, %xs, %b, %r, %yk) : (!mesh.graph, !X, !X, !S, f64, !X) -> !X
    scf.yield %y1 : !X
  } {mesh.checkpoint}
  %h = math.tanh %y : !X
  %ht = arith.mulf %h, %t : !X
  %z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%ht : !X) outs(%z : tensor<f64>) dimensions = [0, 1]
  return %l : tensor<f64>
}
