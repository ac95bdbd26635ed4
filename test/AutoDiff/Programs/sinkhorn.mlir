// Sinkhorn's iteration on the edges of a bipartite graph: potentials of both sides, by logarithms of
// sums; nodes without edges have a potential that nothing reads. A sharper kernel needs more steps, so
// their number is an argument. Then the cost of the plan, and its entropy.
//   u_s = -log sum_t exp(v_t - c / r), v_t = -log sum_s exp(u_s - c / r), P = exp(u + v - c / r)
//   loss = sum P c + r sum P log(P) / 10
// Source: Cuturi, "Sinkhorn Distances", 2013.
//
// ORDER: 2
// EXPECTED random: 3.9884459958148257 1.497136305086
// EXPECTED empty: 0.0 0.0
// EXPECTED star: 3.0907 -0.7155000000018
// EXPECTED multi: 1.2998413008600294 0.263824084728
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!S = tensor<?xf64>
func.func private @other(%g: !mesh.graph, %k: !S, %u: !S) -> !S {
  %ue = mesh.gather %u, %g source : (!S, !mesh.graph) -> !S
  %s = arith.addf %ue, %k : !S
  %e = math.exp %s : !S
  %z = mesh.segment_sum %e, %g target : (!S, !mesh.graph) -> !S
  %l = math.log %z : !S
  %v = arith.negf %l : !S
  return %v : !S
}
func.func private @loss(
    %g: !mesh.graph,             // S -> T
    %c: tensor<?xf64>,           // E in [0.2, 1.5]
    %v: tensor<?xf64>,           // T
    %r: f64,                     // in [0.5, 0.9]
    %steps: index                // 3
) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ne = mesh.num_edges %g : !mesh.graph
  %rs = tensor.splat %r[%ne] : !S
  %ck = arith.divf %c, %rs : !S
  %k = arith.negf %ck : !S
  %back = mesh.transpose %g : !mesh.graph
  %u0 = func.call @other(%back, %k, %v) : (!mesh.graph, !S, !S) -> !S
  %p:2 = scf.for %i = %c0 to %steps step %c1 iter_args(%u = %u0, %v0 = %v) -> (!S, !S) {
    %v1 = func.call @other(%g, %k, %u) : (!mesh.graph, !S, !S) -> !S
    %u1 = func.call @other(%back, %k, %v1) : (!mesh.graph, !S, !S) -> !S
    scf.yield %u1, %v1 : !S, !S
  } {mesh.checkpoint = 2 : i64}
  %ue = mesh.gather %p#0, %g source : (!S, !mesh.graph) -> !S
  %ve = mesh.gather %p#1, %g target : (!S, !mesh.graph) -> !S
  %uv = arith.addf %ue, %ve : !S
  %log = arith.addf %uv, %k : !S
  %plan = math.exp %log : !S
  %cost = arith.mulf %plan, %c : !S
  %tenth = arith.constant 0.1 : f64
  %rt = arith.mulf %r, %tenth : f64
  %rts = tensor.splat %rt[%ne] : !S
  %pl = arith.mulf %plan, %log : !S
  %ent = arith.mulf %pl, %rts : !S
  %all = arith.addf %cost, %ent : !S
  %z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%all : !S) outs(%z : tensor<f64>) dimensions = [0]
  %lv = tensor.extract %l[] : tensor<f64>
  return %lv : f64
}
