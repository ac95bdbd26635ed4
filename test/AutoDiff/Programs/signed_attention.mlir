// Frequency-adaptive layers with signed attention; a number of layers known at run time share weights,
// and a flag known at run time chooses the normalisation: by both degrees, or by the larger weight.
//   a_uv = tanh(h_v . a + h_u . b), n_uv = 1 / sqrt((1 + d_u) (1 + d_v)), or max over the edges out of u of |x_u - x_v|^2 + 1
//   h^{k+1} = eps h^0 + sum a_uv n_uv h_u, loss = sum h^2 cos(h)
// Source: Bo, Wang, Shi, Shen, "Beyond Low-frequency Information in Graph Convolutional Networks", 2021.
//
// EXPECTED random: 0.3854154140486509 1.938167440653
// EXPECTED empty: 0.16274060949613497 0.1373346927918
// EXPECTED star: 0.5940353362880377 0.1723939132028
// EXPECTED multi: 0.4249195603174821 0.3466821246536
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!H = tensor<?x2xf64>
!S = tensor<?xf64>
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?x2xf64>,         // N
    %a: tensor<2xf64>,
    %b: tensor<2xf64>,
    %eps: tensor<f64>,           // in [0.2, 0.4]
    %degrees: i1,                // 0
    %layers: i32                 // 2
) -> tensor<f64> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = mesh.num_nodes %g target : !mesh.graph
  %ne = mesh.num_edges %g : !mesh.graph
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %norm = scf.if %degrees -> (!S) {
    %du = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
    %dv = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
    %due = mesh.gather %du, %g source : (tensor<?xi32>, !mesh.graph) -> tensor<?xi32>
    %dve = mesh.gather %dv, %g target : (tensor<?xi32>, !mesh.graph) -> tensor<?xi32>
    %i1 = arith.constant dense<1> : tensor<i32>
    %e = tensor.empty(%ne) : !S
    %q = linalg.generic {indexing_maps = [affine_map<(e) -> (e)>, affine_map<(e) -> (e)>, affine_map<(e) -> ()>, affine_map<(e) -> (e)>], iterator_types = ["parallel"]}
        ins(%due, %dve, %i1 : tensor<?xi32>, tensor<?xi32>, tensor<i32>) outs(%e : !S) {
      ^bb0(%u: i32, %v: i32, %i: i32, %o: f64):
        %u1 = arith.addi %u, %i : i32
        %v1 = arith.addi %v, %i : i32
        %p = arith.muli %u1, %v1 : i32
        %f = arith.sitofp %p : i32 to f64
        %r = math.rsqrt %f : f64
        linalg.yield %r : f64
    } -> !S
    scf.yield %q : !S
  } else {
    %xs = mesh.gather %x, %g source : (!H, !mesh.graph) -> !H
    %xt = mesh.gather %x, %g target : (!H, !mesh.graph) -> !H
    %d = arith.subf %xs, %xt : !H
    %dd = arith.mulf %d, %d : !H
    %ones = tensor.splat %one[%ne] : !S
    %s = linalg.reduce { arith.addf } ins(%dd : !H) outs(%ones : !S) dimensions = [1]
    %most = mesh.segment_max %s, %g source : (!S, !mesh.graph) -> !S
    %me = mesh.gather %most, %g source : (!S, !mesh.graph) -> !S
    %r = arith.divf %ones, %me : !S
    scf.yield %r : !S
  }
  %ev = tensor.extract %eps[] : tensor<f64>
  %es = tensor.splat %ev[%n] : !H
  %h0 = arith.mulf %es, %x : !H
  %h = scf.for %k = %c0 to %layers step %c1 iter_args(%hk = %x) -> (!H) : i32 {
    %z = tensor.splat %zero[%n] : !S
    %ha = linalg.matvec ins(%hk, %a : !H, tensor<2xf64>) outs(%z : !S) -> !S
    %hb = linalg.matvec ins(%hk, %b : !H, tensor<2xf64>) outs(%z : !S) -> !S
    %st = mesh.gather %ha, %g target : (!S, !mesh.graph) -> !S
    %ss = mesh.gather %hb, %g source : (!S, !mesh.graph) -> !S
    %sum = arith.addf %st, %ss : !S
    %al = math.tanh %sum : !S
    %w = arith.mulf %al, %norm : !S
    %m = mesh.gather %hk, %g source : (!H, !mesh.graph) -> !H
    %wm = mesh.scale %m, %w : (!H, !S) -> !H
    %agg = mesh.segment_sum %wm, %g target : (!H, !mesh.graph) -> !H
    %h1 = arith.addf %h0, %agg : !H
    scf.yield %h1 : !H
  }
  %cos = math.cos %h : !H
  %h2 = arith.mulf %h, %h : !H
  %hc = arith.mulf %h2, %cos : !H
  %zt = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%hc : !H) outs(%zt : tensor<f64>) dimensions = [0, 1]
  return %l : tensor<f64>
}
