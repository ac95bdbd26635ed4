// Label propagation with a temperature: soft labels are averaged over weighted neighbours, sharpened by
// softmax(. / tau), and reset at the labelled nodes; a flag known at run time chooses whether they are
// mixed with the start. Cross-entropy at the nodes that have a label.
//   p <- softmax(mix(mean s_uv p_u) / tau) with the rows of q where the mask is set
// Source: Zhu, Ghahramani, "Learning from Labeled and Unlabeled Data with Label Propagation", 2002.
//
// ORDER: 2
// EXPECTED random: 1.2394859693244624 -0.3984233880186
// EXPECTED empty: 1.6669259208216545 -1.182168125666
// EXPECTED star: 1.7085463922289383 0.3201898366989
// EXPECTED multi: 1.2757105585263666 0.2921865818799
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!P = tensor<?x3xf64>
func.func private @sharpen(%x: !P, %tau: f64) -> !P {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !P
  %taus = tensor.splat %tau[%n] : !P
  %z = arith.divf %x, %taus : !P
  %l = mesh.log_softmax %z : !P
  %p = math.exp %l : !P
  return %p : !P
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %q: tensor<?x3xf64>,         // N
    %s: tensor<?xf64>,           // E
    %tau: f64,                   // in [0.4, 0.8]
    %mask: tensor<?xi1>,         // N
    %labels: tensor<?xi64>,      // N from -1 below 3
    %steps: index,               // 3
    %mix: i1                     // 1
) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %q, %c0 : !P
  %e = tensor.empty(%n) : tensor<?x3xi1>
  %rows = linalg.broadcast ins(%mask : tensor<?xi1>) outs(%e : tensor<?x3xi1>) dimensions = [1]
  %start = func.call @sharpen(%q, %tau) : (!P, f64) -> !P
  %p = scf.for %k = %c0 to %steps step %c1 iter_args(%pk = %start) -> (!P) {
    %m = mesh.gather %pk, %g source : (!P, !mesh.graph) -> !P
    %ms = mesh.scale %m, %s : (!P, tensor<?xf64>) -> !P
    %a = mesh.segment_mean %ms, %g target : (!P, !mesh.graph) -> !P
    %b = scf.if %mix -> (!P) {
      %half = arith.constant 0.5 : f64
      %halves = tensor.splat %half[%n] : !P
      %mixed = arith.addf %a, %start : !P
      %h = arith.mulf %mixed, %halves : !P
      scf.yield %h : !P
    } else {
      scf.yield %a : !P
    }
    %c = func.call @sharpen(%b, %tau) : (!P, f64) -> !P
    %d = arith.select %rows, %start, %c : tensor<?x3xi1>, !P
    scf.yield %d : !P
  }
  %log = math.log %p : !P
  %l = mesh.cross_entropy %log, %labels : (!P, tensor<?xi64>) -> tensor<f64>
  return %l : tensor<f64>
}
