// Matching forces: an energy of the nodes' positions whose gradient, taken inside of the program, is
// compared with forces that were measured. The gradient of this loss is a second derivative.
//   E(p) = sum over edges of exp(-q_u q_v |p_u - p_v|^2 k), f = -dE/dp
//   loss = sum |f - t|^2 + E^2 / 10
// Source: Schütt et al., "SchNet", 2017, equation 5; Batzner et al., "NequIP", 2022.
//
// ORDER: 2
// EXPECTED random: 15.327359321789089 23.44579684439
// EXPECTED empty: 2.89596261 0.4816274800003
// EXPECTED star: 15.648211462243072 -7.611807519712
// EXPECTED multi: 7.338233773886801 -1.32725089049
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!P = tensor<?x2xf64>
!S = tensor<?xf64>
func.func private @energy(%p: !P, %g: !mesh.graph, %q: !S, %k: f64) -> f64 {
  %ne = mesh.num_edges %g : !mesh.graph
  %zero = arith.constant 0.0 : f64
  %s0 = tensor.splat %zero[%ne] : !S
  %pu = mesh.gather %p, %g source : (!P, !mesh.graph) -> !P
  %pv = mesh.gather %p, %g target : (!P, !mesh.graph) -> !P
  %d = arith.subf %pu, %pv : !P
  %dd = arith.mulf %d, %d : !P
  %d2 = linalg.reduce { arith.addf } ins(%dd : !P) outs(%s0 : !S) dimensions = [1]
  %qu = mesh.gather %q, %g source : (!S, !mesh.graph) -> !S
  %qv = mesh.gather %q, %g target : (!S, !mesh.graph) -> !S
  %qq = arith.mulf %qu, %qv : !S
  %nk = arith.negf %k : f64
  %ks = tensor.splat %nk[%ne] : !S
  %x = arith.mulf %qq, %d2 : !S
  %kx = arith.mulf %x, %ks : !S
  %e = math.exp %kx : !S
  %z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%e : !S) outs(%z : tensor<f64>) dimensions = [0]
  %r = tensor.extract %l[] : tensor<f64>
  return %r : f64
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %p: tensor<?x2xf64>,         // N
    %q: tensor<?xf64>,           // N
    %k: f64,                     // in [0.5, 1.0]
    %t: tensor<?x2xf64>          // N
) -> f64 {
  %e, %dp = mesh.value_and_grad @energy(%p, %g, %q, %k) wrt [0] : (!P, !mesh.graph, !S, f64) -> (f64, !P)
  // f - t = -(dE/dp + t)
  %off = arith.addf %dp, %t : !P
  %oo = arith.mulf %off, %off : !P
  %ee = arith.mulf %e, %e : f64
  %tenth = arith.constant 0.1 : f64
  %et = arith.mulf %ee, %tenth : f64
  %ett = tensor.from_elements %et : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%oo : !P) outs(%ett : tensor<f64>) dimensions = [0, 1]
  %r = tensor.extract %l[] : tensor<f64>
  return %r : f64
}
