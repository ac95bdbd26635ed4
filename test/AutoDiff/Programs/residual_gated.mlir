// Gated graph convolution with edge gates and normalisation over nodes, without kinks.
//   e'_uv = A x_v + B x_u + C e_uv, gate = sigmoid(e')
//   h_v = U x_v + sum gate (V x_u) / (sum gate + 1e-3), normalised over the nodes, scaled and shifted
//   loss = mean (softplus(h) - x)^2 + mean over edges of e'^2 / (1 + E)
// Source: Bresson, Laurent, "Residual Gated Graph ConvNets", 2017.
//
// ORDER: 2
// EXPECTED random: 3.9377372199337244 1.433549843137
// EXPECTED empty: 4.701369181423779 -1.358543144119
// EXPECTED star: 4.74101537949079 -1.626551189023
// EXPECTED multi: 6.17411690076186 0.7420508986337
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!N = tensor<?x2xf64>
!W = tensor<2x2xf64>
func.func private @sum(%x: !N) -> tensor<f64> {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %q = arith.mulf %x, %x : !N
  %s = linalg.reduce ins(%q : !N) outs(%zero : tensor<f64>) dimensions = [0, 1]
    (%a: f64, %b: f64) { %c = arith.addf %a, %b : f64 linalg.yield %c : f64 }
  return %s : tensor<f64>
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?x2xf64>,         // N
    %e: tensor<?x2xf64>,         // E
    %wa: tensor<2x2xf64>,
    %wb: tensor<2x2xf64>,
    %wc: tensor<2x2xf64>,
    %wu: tensor<2x2xf64>,
    %wv: tensor<2x2xf64>,
    %gamma: tensor<2xf64>,       // in [0.5, 1.5]
    %beta: tensor<2xf64>
) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %xa = mesh.linear %x, %wa : (!N, !W) -> !N
  %xb = mesh.linear %x, %wb : (!N, !W) -> !N
  %ec = mesh.linear %e, %wc : (!N, !W) -> !N
  %xu = mesh.linear %x, %wu : (!N, !W) -> !N
  %xv = mesh.linear %x, %wv : (!N, !W) -> !N
  %t = mesh.gather %xa, %g target : (!N, !mesh.graph) -> !N
  %s = mesh.gather %xb, %g source : (!N, !mesh.graph) -> !N
  %st = arith.addf %s, %t : !N
  %e1 = arith.addf %st, %ec : !N
  %gate = mesh.sigmoid %e1 : !N
  %m = mesh.gather %xv, %g source : (!N, !mesh.graph) -> !N
  %gm = arith.mulf %gate, %m : !N
  %num = mesh.segment_sum %gm, %g target : (!N, !mesh.graph) -> !N
  %den = mesh.segment_sum %gate, %g target : (!N, !mesh.graph) -> !N
  %n = tensor.dim %x, %c0 : !N
  %eps = arith.constant 1.0e-3 : f64
  %epsn = tensor.splat %eps[%n] : !N
  %den1 = arith.addf %den, %epsn : !N
  %agg = arith.divf %num, %den1 : !N
  %h = arith.addf %xu, %agg : !N
  // Mean and variance of each column.
  %ni = arith.index_cast %n : index to i64
  %nf = arith.sitofp %ni : i64 to f64
  %zero = arith.constant dense<0.0> : tensor<2xf64>
  %total = linalg.reduce ins(%h : !N) outs(%zero : tensor<2xf64>) dimensions = [0]
    (%a: f64, %b: f64) { %c = arith.addf %a, %b : f64 linalg.yield %c : f64 }
  %count = tensor.splat %nf : tensor<2xf64>
  %mean = arith.divf %total, %count : tensor<2xf64>
  %empty = tensor.empty(%n) : !N
  %meann = linalg.broadcast ins(%mean : tensor<2xf64>) outs(%empty : !N) dimensions = [0]
  %hc = arith.subf %h, %meann : !N
  %hc2 = arith.mulf %hc, %hc : !N
  %total2 = linalg.reduce ins(%hc2 : !N) outs(%zero : tensor<2xf64>) dimensions = [0]
    (%a: f64, %b: f64) { %c = arith.addf %a, %b : f64 linalg.yield %c : f64 }
  %var = arith.divf %total2, %count : tensor<2xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%hc, %var, %gamma, %beta : !N, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) outs(%empty : !N) {
    ^bb0(%hi: f64, %vi: f64, %ga: f64, %be: f64, %o: f64):
      %small = arith.constant 1.0e-5 : f64
      %v1 = arith.addf %vi, %small : f64
      %r = math.rsqrt %v1 : f64
      %p = arith.mulf %hi, %r : f64
      %q = arith.mulf %p, %ga : f64
      %z = arith.addf %q, %be : f64
      %ex = math.exp %z : f64
      %sp = math.log1p %ex : f64
      linalg.yield %sp : f64
  } -> !N
  %d = arith.subf %y, %x : !N
  %l0 = func.call @sum(%d) : (!N) -> tensor<f64>
  %l1 = func.call @sum(%e1) : (!N) -> tensor<f64>
  %ne = mesh.num_edges %g : !mesh.graph
  %one = arith.constant 1 : index
  %ne1 = arith.addi %ne, %one : index
  %ei = arith.index_cast %ne1 : index to i64
  %ef = arith.sitofp %ei : i64 to f64
  %et = tensor.from_elements %ef : tensor<f64>
  %nt = tensor.from_elements %nf : tensor<f64>
  %a0 = arith.divf %l0, %nt : tensor<f64>
  %a1 = arith.divf %l1, %et : tensor<f64>
  %l = arith.addf %a0, %a1 : tensor<f64>
  return %l : tensor<f64>
}
