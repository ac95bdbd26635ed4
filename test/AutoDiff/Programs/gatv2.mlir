// GATv2 with edge features and two heads; cross-entropy of the labelled nodes.
//   s_uv^h = a_h . leaky_relu(W_l x_u + W_r x_v + W_e e_uv)_h, alpha = softmax over the edges into v
//   y_v = sum alpha_uv^h (W_l x_u)_h + b, heads averaged
// Source: Brody, Alon, Yahav, "How Attentive are Graph Attention Networks?", 2022.
//
// EXPECTED random: 0.7812990453782772 -0.1422269121762
// EXPECTED empty: 0.7582366658594323 -0.2271666018235
// EXPECTED star: 0.8066349723502689 0.3696262078353
// EXPECTED multi: 1.0243678667604168 0.3405101091906
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference
// RUN: python3 %S/Inputs/check.py %s f64 > %t.mlir && mesh-opt %t.mlir --run=differences --reference

!N = tensor<?x4xf32>
!H = tensor<?x2x2xf32>
func.func private @heads(%x: !N) -> !H {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !N
  %h = tensor.expand_shape %x [[0], [1, 2]] output_shape [%n, 2, 2] : !N into !H
  return %h : !H
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?x2xf32>,         // N
    %e: tensor<?xf32>,           // E
    %wl: tensor<2x4xf32>,
    %wr: tensor<2x4xf32>,
    %we: tensor<1x4xf32>,
    %a: tensor<2x2xf32>,
    %b: tensor<2xf32>,
    %labels: tensor<?xi32>       // N from -1 below 2
) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %l = mesh.linear %x, %wl : (tensor<?x2xf32>, tensor<2x4xf32>) -> !N
  %r = mesh.linear %x, %wr : (tensor<?x2xf32>, tensor<2x4xf32>) -> !N
  %ne = mesh.num_edges %g : !mesh.graph
  %e1 = tensor.expand_shape %e [[0, 1]] output_shape [%ne, 1] : tensor<?xf32> into tensor<?x1xf32>
  %em = mesh.linear %e1, %we : (tensor<?x1xf32>, tensor<1x4xf32>) -> !N
  %lh = func.call @heads(%l) : (!N) -> !H
  %rh = func.call @heads(%r) : (!N) -> !H
  %eh = func.call @heads(%em) : (!N) -> !H
  %ls = mesh.gather %lh, %g source : (!H, !mesh.graph) -> !H
  %rt = mesh.gather %rh, %g target : (!H, !mesh.graph) -> !H
  %z0 = arith.addf %ls, %rt : !H
  %z1 = arith.addf %z0, %eh : !H
  %z = mesh.leaky_relu %z1 : (!H) -> !H
  // One number for each edge and head.
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty(%ne) : tensor<?x2xf32>
  %sz = linalg.fill ins(%zero : f32) outs(%se : tensor<?x2xf32>) -> tensor<?x2xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(e, h, d) -> (e, h, d)>, affine_map<(e, h, d) -> (h, d)>, affine_map<(e, h, d) -> (e, h)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%z, %a : !H, tensor<2x2xf32>) outs(%sz : tensor<?x2xf32>) {
    ^bb0(%zi: f32, %ai: f32, %o: f32):
      %p = arith.mulf %zi, %ai : f32
      %q = arith.addf %o, %p : f32
      linalg.yield %q : f32
  } -> tensor<?x2xf32>
  %al = mesh.segment_softmax %s, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %m = mesh.scale %ls, %al : (!H, tensor<?x2xf32>) -> !H
  %y = mesh.segment_sum %m, %g target : (!H, !mesh.graph) -> !H
  %n = tensor.dim %x, %c0 : tensor<?x2xf32>
  %be = tensor.empty(%n) : tensor<?x2xf32>
  %bn = linalg.broadcast ins(%b : tensor<2xf32>) outs(%be : tensor<?x2xf32>) dimensions = [0]
  %out = linalg.reduce ins(%y : !H) outs(%bn : tensor<?x2xf32>) dimensions = [1]
    (%u: f32, %acc: f32) {
      %half = arith.constant 0.5 : f32
      %p = arith.mulf %u, %half : f32
      %q = arith.addf %acc, %p : f32
      linalg.yield %q : f32
    }
  %ce = mesh.cross_entropy %out, %labels : (tensor<?x2xf32>, tensor<?xi32>) -> tensor<f32>
  return %ce : tensor<f32>
}
