// Directional messages: the nodes of a second graph are the edges of the first, and its edges are pairs
// of them whose angle enters. Radial waves of the lengths, Chebyshev polynomials of the cosine.
//   r_e = p_u - p_v, d_e = sqrt(|r_e|^2 + 1/10), b_e = sin([1, 2, 3] d_e) / d_e
//   cos_ef = r_e . r_f / (d_e d_f), m_f = b_f + sum over e -> f of (B [1, cos, 2 cos^2 - 1]) * (b_e A)
//   y_v = sum over the edges into v of m W, loss = sum y^2
// Source: Gasteiger, Groß, Günnemann, "Directional Message Passing for Molecular Graphs", 2020.
//
// ORDER: 2
// EXPECTED random: 37.03623545886417 -11.48422032747
// EXPECTED empty: 0.0 0.0
// EXPECTED star: 38.40083798250008 -124.3074776145
// EXPECTED multi: 62.74059094574478 -123.8164410022
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!P = tensor<?x3xf64>
!S = tensor<?xf64>
!M = tensor<3x3xf64>
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %l: !mesh.graph,             // E -> E, F edges
    %p: tensor<?x3xf64>,         // N
    %a: tensor<3x3xf64>,
    %b: tensor<3x3xf64>,
    %w: tensor<3x3xf64>
) -> tensor<f64> {
  %ne = mesh.num_edges %g : !mesh.graph
  %nf = mesh.num_edges %l : !mesh.graph
  %zero = arith.constant 0.0 : f64
  %tenth = arith.constant 0.1 : f64
  %pu = mesh.gather %p, %g source : (!P, !mesh.graph) -> !P
  %pv = mesh.gather %p, %g target : (!P, !mesh.graph) -> !P
  %r = arith.subf %pu, %pv : !P
  %rr = arith.mulf %r, %r : !P
  %d0 = tensor.splat %tenth[%ne] : !S
  %d2 = linalg.reduce { arith.addf } ins(%rr : !P) outs(%d0 : !S) dimensions = [1]
  %d = math.sqrt %d2 : !S
  %be = tensor.empty(%ne) : !P
  %basis = linalg.generic {indexing_maps = [affine_map<(e, n) -> (e)>, affine_map<(e, n) -> (e, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%d : !S) outs(%be : !P) {
    ^bb0(%di: f64, %o: f64):
      %n = linalg.index 1 : index
      %c1 = arith.constant 1 : index
      %n1 = arith.addi %n, %c1 : index
      %ni = arith.index_cast %n1 : index to i32
      %nr = arith.sitofp %ni : i32 to f64
      %nd = arith.mulf %nr, %di : f64
      %sin = math.sin %nd : f64
      %q = arith.divf %sin, %di : f64
      linalg.yield %q : f64
  } -> !P
  // Pairs of edges.
  %ones0 = arith.constant 1.0 : f64
  %ones = tensor.splat %ones0[%ne] : !S
  %inv = arith.divf %ones, %d : !S
  %unit = mesh.scale %r, %inv : (!P, !S) -> !P
  %u = mesh.gather %unit, %l source : (!P, !mesh.graph) -> !P
  %v = mesh.gather %unit, %l target : (!P, !mesh.graph) -> !P
  %uv = arith.mulf %u, %v : !P
  %z = tensor.splat %zero[%nf] : !S
  %cos = linalg.reduce { arith.addf } ins(%uv : !P) outs(%z : !S) dimensions = [1]
  %pe = tensor.empty(%nf) : !P
  %poly = linalg.generic {indexing_maps = [affine_map<(f, n) -> (f)>, affine_map<(f, n) -> (f, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%cos : !S) outs(%pe : !P) {
    ^bb0(%x: f64, %o: f64):
      %one = arith.constant 1.0 : f64
      %two = arith.constant 2.0 : f64
      %x2 = arith.mulf %x, %x : f64
      %tx2 = arith.mulf %two, %x2 : f64
      %t2 = arith.subf %tx2, %one : f64
      %n = linalg.index 1 : index
      %i0 = arith.constant 0 : index
      %i1 = arith.constant 1 : index
      %is0 = arith.cmpi eq, %n, %i0 : index
      %is1 = arith.cmpi eq, %n, %i1 : index
      %t12 = arith.select %is1, %x, %t2 : f64
      %t = arith.select %is0, %one, %t12 : f64
      linalg.yield %t : f64
  } -> !P
  %pb = mesh.linear %poly, %b : (!P, !M) -> !P
  %ba = mesh.linear %basis, %a : (!P, !M) -> !P
  %bs = mesh.gather %ba, %l source : (!P, !mesh.graph) -> !P
  %pm = arith.mulf %pb, %bs : !P
  %sum = mesh.segment_sum %pm, %l target : (!P, !mesh.graph) -> !P
  %m = arith.addf %basis, %sum : !P
  %mv = mesh.segment_sum %m, %g target : (!P, !mesh.graph) -> !P
  %y = mesh.linear %mv, %w : (!P, !M) -> !P
  %yy = arith.mulf %y, %y : !P
  %zt = arith.constant dense<0.0> : tensor<f64>
  %r0 = linalg.reduce { arith.addf } ins(%yy : !P) outs(%zt : tensor<f64>) dimensions = [0, 1]
  return %r0 : tensor<f64>
}
