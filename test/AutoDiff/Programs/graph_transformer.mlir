// A graph transformer block with static sizes: scaled dot products of two heads on the edges, a bias by
// the type of an edge, layer normalisation, a feed-forward part with the exact GELU.
//   s^h = q_v . k_u / sqrt(2) + t[type]_h, z = norm(x + (sum softmax(s) v_u) O), y = z + gelu(z F) G
//   loss = sum |y - x^4|, entry by entry
// Source: Dwivedi, Bresson, "A Generalization of Transformer Networks to Graphs", 2021; biases by type
// as in Ying et al., "Do Transformers Really Perform Bad for Graph Representation?", 2021.
//
// EXPECTED random: 27.309276293787427 -43.15330294459
// EXPECTED empty: 19.791780091682174 -6.619942146987
// EXPECTED star: 18.06893308321995 -3.101806413051
// EXPECTED multi: 17.408817908389796 -8.195641306775
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference
// RUN: python3 %S/Inputs/check.py %s f64 > %t.mlir && mesh-opt %t.mlir --run=differences --reference

!X = tensor<5x4xf32>
!H = tensor<5x2x2xf32>
!W = tensor<4x4xf32>
!E = tensor<?x2x2xf32>
func.func private @project(%x: !X, %w: tensor<3x4x4xf32>, %i: index) -> !H {
  %wi = tensor.extract_slice %w[%i, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<3x4x4xf32> to !W
  %p = mesh.linear %x, %wi : (!X, !W) -> !X
  %h = tensor.expand_shape %p [[0], [1, 2]] output_shape [5, 2, 2] : !X into !H
  return %h : !H
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<5x4xf32>,
    %w: tensor<3x4x4xf32>,
    %t: tensor<3x2xf32>,
    %type: tensor<?xi32>,        // E below 3
    %o: tensor<4x4xf32>,
    %f: tensor<4x3xf32>,
    %gg: tensor<3x4xf32>
) -> tensor<f32> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %q = func.call @project(%x, %w, %i0) : (!X, tensor<3x4x4xf32>, index) -> !H
  %k = func.call @project(%x, %w, %i1) : (!X, tensor<3x4x4xf32>, index) -> !H
  %v = func.call @project(%x, %w, %i2) : (!X, tensor<3x4x4xf32>, index) -> !H
  %qe = mesh.gather %q, %g target : (!H, !mesh.graph) -> !E
  %ke = mesh.gather %k, %g source : (!H, !mesh.graph) -> !E
  %ve = mesh.gather %v, %g source : (!H, !mesh.graph) -> !E
  %te = mesh.take %t, %type : (tensor<3x2xf32>, tensor<?xi32>) -> tensor<?x2xf32>
  // The bias is where the sum of the products starts.
  %s = linalg.generic {indexing_maps = [affine_map<(e, h, d) -> (e, h, d)>, affine_map<(e, h, d) -> (e, h, d)>, affine_map<(e, h, d) -> (e, h)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%qe, %ke : !E, !E) outs(%te : tensor<?x2xf32>) {
    ^bb0(%qi: f32, %ki: f32, %acc: f32):
      %scale = arith.constant 0.70710678 : f32
      %p = arith.mulf %qi, %ki : f32
      %ps = arith.mulf %p, %scale : f32
      %r = arith.addf %acc, %ps : f32
      linalg.yield %r : f32
  } -> tensor<?x2xf32>
  %al = mesh.segment_softmax %s, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %m = mesh.scale %ve, %al : (!E, tensor<?x2xf32>) -> !E
  %a = mesh.segment_sum %m, %g target : (!E, !mesh.graph) -> !H
  %a1 = tensor.collapse_shape %a [[0], [1, 2]] : !H into !X
  %r0 = linalg.matmul ins(%a1, %o : !X, !W) outs(%x : !X) -> !X
  // Layer normalisation.
  %zero = arith.constant dense<0.0> : tensor<5xf32>
  %sum = linalg.reduce { arith.addf } ins(%r0 : !X) outs(%zero : tensor<5xf32>) dimensions = [1]
  %quarter = arith.constant dense<0.25> : tensor<5xf32>
  %mean = arith.mulf %sum, %quarter : tensor<5xf32>
  %xe = tensor.empty() : !X
  %mb = linalg.broadcast ins(%mean : tensor<5xf32>) outs(%xe : !X) dimensions = [1]
  %c = arith.subf %r0, %mb : !X
  %cc = arith.mulf %c, %c : !X
  %sum2 = linalg.reduce { arith.addf } ins(%cc : !X) outs(%zero : tensor<5xf32>) dimensions = [1]
  %var = arith.mulf %sum2, %quarter : tensor<5xf32>
  %small = arith.constant dense<1.0e-2> : tensor<5xf32>
  %var1 = arith.addf %var, %small : tensor<5xf32>
  %inv = math.rsqrt %var1 : tensor<5xf32>
  %z = mesh.scale %c, %inv : (!X, tensor<5xf32>) -> !X
  %zf = mesh.linear %z, %f : (!X, tensor<4x3xf32>) -> tensor<5x3xf32>
  %half = arith.constant dense<0.5> : tensor<5x3xf32>
  %root = arith.constant dense<0.70710678> : tensor<5x3xf32>
  %one = arith.constant dense<1.0> : tensor<5x3xf32>
  %zr = arith.mulf %zf, %root : tensor<5x3xf32>
  %erf = math.erf %zr : tensor<5x3xf32>
  %e1 = arith.addf %erf, %one : tensor<5x3xf32>
  %g0 = arith.mulf %zf, %e1 : tensor<5x3xf32>
  %gelu = arith.mulf %g0, %half : tensor<5x3xf32>
  %y = linalg.matmul ins(%gelu, %gg : tensor<5x3xf32>, tensor<3x4xf32>) outs(%z : !X) -> !X
  %four = arith.constant 4 : i32
  %fours = tensor.splat %four : tensor<5x4xi32>
  %x4 = math.fpowi %x, %fours : !X, tensor<5x4xi32>
  %d = arith.subf %y, %x4 : !X
  %abs = math.absf %d : !X
  %zt = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%abs : !X) outs(%zt : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
