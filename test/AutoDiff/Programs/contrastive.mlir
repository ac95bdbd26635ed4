// A contrastive loss over the edges of one graph against negative pairs, the edges of another, with
// dropout on the embeddings and a learned temperature.
//   z = dropout(tanh(x W)), c_uv = z_u . z_v / sqrt((|z_u|^2 + 1/10) (|z_v|^2 + 1/10)) / exp(t)
//   loss = mean over g of log(1 + exp(-c)) + mean over h of log(1 + exp(c)), means divide by 1 + E
// Source: Hamilton, Ying, Leskovec, "Inductive Representation Learning on Large Graphs", 2017, equation
// 1; Chen et al., "A Simple Framework for Contrastive Learning", 2020, for cosines and temperature.
//
// EXPECTED random: 1.3081095318159015 0.1503509560146
// EXPECTED empty: 0.5663216797137391 0.1015444478986
// EXPECTED star: 1.1669797318800663 -0.02261403558631
// EXPECTED multi: 1.099726315472262 -0.03941815200093
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference
// RUN: python3 %S/Inputs/check.py %s f64 > %t.mlir && mesh-opt %t.mlir --run=differences --reference

!X = tensor<?x3xf32>
!S = tensor<?xf32>
func.func private @cosines(%g: !mesh.graph, %z: !X, %t: f32) -> !S {
  %zero = arith.constant 0.1 : f32
  %n = mesh.num_nodes %g source : !mesh.graph
  %e = mesh.num_edges %g : !mesh.graph
  %start = tensor.splat %zero[%n] : !S
  %zz = arith.mulf %z, %z : !X
  %norm2 = linalg.reduce { arith.addf } ins(%zz : !X) outs(%start : !S) dimensions = [1]
  %inv = math.rsqrt %norm2 : !S
  %unit = mesh.scale %z, %inv : (!X, !S) -> !X
  %u = mesh.gather %unit, %g source : (!X, !mesh.graph) -> !X
  %v = mesh.gather %unit, %g target : (!X, !mesh.graph) -> !X
  %uv = arith.mulf %u, %v : !X
  %nothing = arith.constant 0.0 : f32
  %s0 = tensor.splat %nothing[%e] : !S
  %c = linalg.reduce { arith.addf } ins(%uv : !X) outs(%s0 : !S) dimensions = [1]
  %et = math.exp %t : f32
  %ets = tensor.splat %et[%e] : !S
  %r = arith.divf %c, %ets : !S
  return %r : !S
}
func.func private @mean_softplus(%c: !S) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.dim %c, %c0 : !S
  %e1 = arith.addi %e, %c1 : index
  %ei = arith.index_cast %e1 : index to i64
  %ef = arith.sitofp %ei : i64 to f32
  %et = tensor.from_elements %ef : tensor<f32>
  %x = math.exp %c : !S
  %y = math.log1p %x : !S
  %z = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%y : !S) outs(%z : tensor<f32>) dimensions = [0]
  %m = arith.divf %s, %et : tensor<f32>
  return %m : tensor<f32>
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %h: !mesh.graph,             // N -> N, F edges
    %x: tensor<?x2xf32>,         // N
    %w: tensor<2x3xf32>,
    %t: f32,                     // in [-0.5, 0.5]
    %seed: i64                   // 7
) -> tensor<f32> {
  %xw = mesh.linear %x, %w : (tensor<?x2xf32>, tensor<2x3xf32>) -> !X
  %th = math.tanh %xw : !X
  %z = mesh.dropout %th, %seed {rate = 0.25 : f64} : (!X, i64) -> !X
  %p = func.call @cosines(%g, %z, %t) : (!mesh.graph, !X, f32) -> !S
  %n = func.call @cosines(%h, %z, %t) : (!mesh.graph, !X, f32) -> !S
  %neg = arith.negf %p : !S
  %l0 = func.call @mean_softplus(%neg) : (!S) -> tensor<f32>
  %l1 = func.call @mean_softplus(%n) : (!S) -> tensor<f32>
  %l = arith.addf %l0, %l1 : tensor<f32>
  return %l : tensor<f32>
}
