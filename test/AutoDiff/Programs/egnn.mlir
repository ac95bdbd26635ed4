// Equivariant layers: messages from features and squared distances, coordinates moved along
// differences. One layer function, called twice with weights of its own.
//   m = tanh(h_v A + h_u B + |p_v - p_u|^2 d), p'_v = p_v + mean (p_v - p_u) (m . c)
//   h'_v = h_v + (sum m) D, loss = sum h''^2 + sum (p'' - q)^2
// Source: Satorras, Hoogeboom, Welling, "E(n) Equivariant Graph Neural Networks", 2021.
//
// ORDER: 2
// EXPECTED random: 40.67910038662975 -32.87050598761
// EXPECTED empty: 14.63329118 -8.49019184
// EXPECTED star: 48.311006547722215 -240.6742543693
// EXPECTED multi: 24.145932678498493 -80.9329503329
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!H = tensor<?x2xf64>
!P = tensor<?x3xf64>
!W = tensor<2x2xf64>
func.func private @layer(%g: !mesh.graph, %h: !H, %p: !P, %a: !W, %b: !W, %d: tensor<2xf64>, %c: tensor<2x1xf64>, %dd: !W) -> (!H, !P) {
  %ha = mesh.linear %h, %a : (!H, !W) -> !H
  %hb = mesh.linear %h, %b : (!H, !W) -> !H
  %t = mesh.gather %ha, %g target : (!H, !mesh.graph) -> !H
  %s = mesh.gather %hb, %g source : (!H, !mesh.graph) -> !H
  %pt = mesh.gather %p, %g target : (!P, !mesh.graph) -> !P
  %ps = mesh.gather %p, %g source : (!P, !mesh.graph) -> !P
  %diff = arith.subf %pt, %ps : !P
  %sq = arith.mulf %diff, %diff : !P
  %ne = mesh.num_edges %g : !mesh.graph
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero[%ne] : tensor<?xf64>
  %d2 = linalg.reduce { arith.addf } ins(%sq : !P) outs(%z : tensor<?xf64>) dimensions = [1]
  %e = tensor.empty(%ne) : !H
  %outer = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%d2, %d : tensor<?xf64>, tensor<2xf64>) outs(%e : !H) {
    ^bb0(%u: f64, %v: f64, %o: f64):
      %q = arith.mulf %u, %v : f64
      linalg.yield %q : f64
  } -> !H
  %m0 = arith.addf %t, %s : !H
  %m1 = arith.addf %m0, %outer : !H
  %m = math.tanh %m1 : !H
  %w = mesh.linear %m, %c : (!H, tensor<2x1xf64>) -> tensor<?x1xf64>
  %w1 = tensor.collapse_shape %w [[0, 1]] : tensor<?x1xf64> into tensor<?xf64>
  %move = mesh.scale %diff, %w1 : (!P, tensor<?xf64>) -> !P
  %dp = mesh.segment_mean %move, %g target : (!P, !mesh.graph) -> !P
  %p1 = arith.addf %p, %dp : !P
  %sum = mesh.segment_sum %m, %g target : (!H, !mesh.graph) -> !H
  %up = mesh.linear %sum, %dd : (!H, !W) -> !H
  %h1 = arith.addf %h, %up : !H
  return %h1, %p1 : !H, !P
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %h: tensor<?x2xf64>,         // N
    %p: tensor<?x3xf64>,         // N
    %q: tensor<?x3xf64>,         // N
    %w: tensor<5x2x2xf64>,
    %d: tensor<2xf64>,
    %c: tensor<2x1xf64>
) -> tensor<f64> {
  %a0 = tensor.extract_slice %w[0, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<5x2x2xf64> to !W
  %b0 = tensor.extract_slice %w[1, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<5x2x2xf64> to !W
  %a1 = tensor.extract_slice %w[2, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<5x2x2xf64> to !W
  %b1 = tensor.extract_slice %w[3, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<5x2x2xf64> to !W
  %dd = tensor.extract_slice %w[4, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<5x2x2xf64> to !W
  %h1, %p1 = func.call @layer(%g, %h, %p, %a0, %b0, %d, %c, %dd) : (!mesh.graph, !H, !P, !W, !W, tensor<2xf64>, tensor<2x1xf64>, !W) -> (!H, !P)
  %h2, %p2 = func.call @layer(%g, %h1, %p1, %a1, %b1, %d, %c, %a0) : (!mesh.graph, !H, !P, !W, !W, tensor<2xf64>, tensor<2x1xf64>, !W) -> (!H, !P)
  %hh = arith.mulf %h2, %h2 : !H
  %off = arith.subf %p2, %q : !P
  %oo = arith.mulf %off, %off : !P
  %zero = arith.constant dense<0.0> : tensor<f64>
  %l0 = linalg.reduce { arith.addf } ins(%hh : !H) outs(%zero : tensor<f64>) dimensions = [0, 1]
  %l = linalg.reduce { arith.addf } ins(%oo : !P) outs(%l0 : tensor<f64>) dimensions = [0, 1]
  return %l : tensor<f64>
}
