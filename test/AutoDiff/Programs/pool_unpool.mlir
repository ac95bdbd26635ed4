// Two graphs: a GIN layer on the nodes, a pooling to clusters by softmax-weighted memberships, a set
// network on the clusters and the way back to the nodes along the same edges, turned around.
//   h = elu(((1 + eps) x + sum x_u) W), alpha = softmax over the members of a cluster of h . a
//   c = tanh(sum alpha h) U, y_v = h_v + mean over the clusters of v of c, loss = sum y^3
// Source: Xu et al., "How Powerful are Graph Neural Networks?", 2019; Zaheer et al., "Deep Sets", 2017.
//
// EXPECTED random: 1.7257064209694661 2.236770368186
// EXPECTED empty: 0.3260258504374831 -1.183954672262
// EXPECTED star: 4.508284268946233 -1.284079468583
// EXPECTED multi: -0.13453008889509196 -0.01720752844808
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!X = tensor<?x2xf64>
!W = tensor<2x2xf64>
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %p: !mesh.graph,             // N -> C, F edges
    %x: tensor<?x2xf64>,         // N
    %eps: tensor<1xf64>,
    %w: tensor<2x2xf64>,
    %a: tensor<2xf64>,
    %u: tensor<2x2xf64>
) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !X
  %xs = mesh.gather %x, %g source : (!X, !mesh.graph) -> !X
  %agg = mesh.segment_sum %xs, %g target : (!X, !mesh.graph) -> !X
  %e0 = tensor.extract %eps[%c0] : tensor<1xf64>
  %one = arith.constant 1.0 : f64
  %e1 = arith.addf %e0, %one : f64
  %es = tensor.splat %e1[%n] : !X
  %own = arith.mulf %es, %x : !X
  %z = arith.addf %own, %agg : !X
  %zw = mesh.linear %z, %w : (!X, !W) -> !X
  %h = mesh.elu %zw {alpha = 0.7 : f64} : !X
  // To clusters and back.
  %zero = arith.constant 0.0 : f64
  %s0 = tensor.splat %zero[%n] : tensor<?xf64>
  %score = linalg.matvec ins(%h, %a : !X, tensor<2xf64>) outs(%s0 : tensor<?xf64>) -> tensor<?xf64>
  %se = mesh.gather %score, %p source : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %al = mesh.segment_softmax %se, %p target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %he = mesh.gather %h, %p source : (!X, !mesh.graph) -> !X
  %ah = mesh.scale %he, %al : (!X, tensor<?xf64>) -> !X
  %pool = mesh.segment_sum %ah, %p target : (!X, !mesh.graph) -> !X
  %tanh = math.tanh %pool : !X
  %c = mesh.linear %tanh, %u : (!X, !W) -> !X
  %back = mesh.transpose %p : !mesh.graph
  %ce = mesh.gather %c, %back source : (!X, !mesh.graph) -> !X
  %cn = mesh.segment_mean %ce, %back target : (!X, !mesh.graph) -> !X
  %y = arith.addf %h, %cn : !X
  %y2 = arith.mulf %y, %y : !X
  %y3 = arith.mulf %y2, %y : !X
  %zt = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%y3 : !X) outs(%zt : tensor<f64>) dimensions = [0, 1]
  return %l : tensor<f64>
}
