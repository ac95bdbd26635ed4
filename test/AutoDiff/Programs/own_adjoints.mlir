// Functions with adjoints of their own, one inside of the other and each called several times: a stable
// log(2 cosh(x)), whose derivative is tanh(x), and a message built from it whose own adjoint calls that
// of the inner one. Softmax over the edges into a node times softmax over the edges out of a node.
//   f(x) = |x| + log(1 + exp(-2 |x|)), m_uv = f(x_u) x_v
//   P = softmax_v(s) softmax_u(s), s = f(c), loss = sum over the nodes of f(sum P m)
// Source: the adjoints are this test's; matching by two softmaxes as in Sun et al., "LoFTR", 2021.
//
// ORDER: 2
// EXPECTED random: 5.995119952344927 0.2065888604765
// EXPECTED empty: 5.545177444479562 0.0
// EXPECTED star: 5.644304534101391 -0.007726076217907
// EXPECTED multi: 5.667468640181799 0.1527916090316
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!X = tensor<?x2xf64>
func.func private @f(%x: !X) -> !X attributes {mesh.adjoint = @f_adjoint} {
  %a = math.absf %x : !X
  %t = arith.addf %a, %a : !X
  %n = arith.negf %t : !X
  %e = math.exp %n : !X
  %l = math.log1p %e : !X
  %y = arith.addf %a, %l : !X
  return %y : !X
}
func.func private @f_adjoint(%x: !X, %c: !X) -> !X {
  %t = math.tanh %x : !X
  %d = arith.mulf %t, %c : !X
  return %d : !X
}
func.func private @message(%a: !X, %b: !X) -> !X attributes {mesh.adjoint = @message_adjoint} {
  %fa = func.call @f(%a) : (!X) -> !X
  %m = arith.mulf %fa, %b : !X
  return %m : !X
}
func.func private @message_adjoint(%a: !X, %b: !X, %c: !X) -> (!X, !X) {
  %cb = arith.mulf %c, %b : !X
  %da = func.call @f_adjoint(%a, %cb) : (!X, !X) -> !X
  %fa = func.call @f(%a) : (!X) -> !X
  %db = arith.mulf %fa, %c : !X
  return %da, %db : !X, !X
}
func.func private @loss(
    %g: !mesh.graph,             // S -> T
    %x: tensor<?x2xf64>,         // S
    %y: tensor<?x2xf64>,         // T
    %c: tensor<?x2xf64>          // E
) -> tensor<f64> {
  %u = mesh.gather %x, %g source : (!X, !mesh.graph) -> !X
  %v = mesh.gather %y, %g target : (!X, !mesh.graph) -> !X
  %s = func.call @f(%c) : (!X) -> !X
  %p = mesh.segment_softmax %s, %g target : (!X, !mesh.graph) -> !X
  %q = mesh.segment_softmax %s, %g source : (!X, !mesh.graph) -> !X
  %pq = arith.mulf %p, %q : !X
  %m = func.call @message(%u, %v) : (!X, !X) -> !X
  %pm = arith.mulf %pq, %m : !X
  %h = mesh.segment_sum %pm, %g target : (!X, !mesh.graph) -> !X
  %fh = func.call @f(%h) : (!X) -> !X
  %z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%fh : !X) outs(%z : tensor<f64>) dimensions = [0, 1]
  return %l : tensor<f64>
}
