// Directional aggregation along a field on the nodes: a smoothing and a derivative along it.
//   F_uv = phi_u - phi_v, a_uv = |F_uv| / (sum over the edges into v of |F| + 1e-2), d_uv the same of F
//   y_v = [sum a_uv x_u, |sum d_uv (x_u - x_v)|], loss = sum y^2 c
// Source: Beaini et al., "Directional Graph Networks", 2021.
//
// EXPECTED random: 1.6561849648281362 2.971666262717
// EXPECTED empty: 0.0 0.0
// EXPECTED star: 0.4919612930914543 0.2176180027685
// EXPECTED multi: 0.1770609143059848 -0.6214324172264
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!X = tensor<?x2xf64>
!S = tensor<?xf64>
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %phi: tensor<?xf64>,         // N
    %x: tensor<?x2xf64>,         // N
    %c: tensor<?x4xf64>          // N
) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %ps = mesh.gather %phi, %g source : (!S, !mesh.graph) -> !S
  %pt = mesh.gather %phi, %g target : (!S, !mesh.graph) -> !S
  %f = arith.subf %ps, %pt : !S
  %abs = math.absf %f : !S
  %sum = mesh.segment_sum %abs, %g target : (!S, !mesh.graph) -> !S
  %n = tensor.dim %phi, %c0 : !S
  %small = arith.constant 1.0e-2 : f64
  %smalls = tensor.splat %small[%n] : !S
  %sum1 = arith.addf %sum, %smalls : !S
  %norm = mesh.gather %sum1, %g target : (!S, !mesh.graph) -> !S
  %a = arith.divf %abs, %norm : !S
  %d = arith.divf %f, %norm : !S
  %xs = mesh.gather %x, %g source : (!X, !mesh.graph) -> !X
  %xt = mesh.gather %x, %g target : (!X, !mesh.graph) -> !X
  %smooth = mesh.scale %xs, %a : (!X, !S) -> !X
  %y0 = mesh.segment_sum %smooth, %g target : (!X, !mesh.graph) -> !X
  %diff = arith.subf %xs, %xt : !X
  %dd = mesh.scale %diff, %d : (!X, !S) -> !X
  %s1 = mesh.segment_sum %dd, %g target : (!X, !mesh.graph) -> !X
  %y1 = math.absf %s1 : !X
  // Both side by side, by slices.
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero[%n] : tensor<?x4xf64>
  %y2 = tensor.insert_slice %y0 into %zeros[0, 0] [%n, 2] [1, 1] : !X into tensor<?x4xf64>
  %y = tensor.insert_slice %y1 into %y2[0, 2] [%n, 2] [1, 1] : !X into tensor<?x4xf64>
  %yy = arith.mulf %y, %y : tensor<?x4xf64>
  %yc = arith.mulf %yy, %c : tensor<?x4xf64>
  %z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%yc : tensor<?x4xf64>) outs(%z : tensor<f64>) dimensions = [0, 1]
  return %l : tensor<f64>
}
