// Personalised propagation of predictions with a learned teleport probability, a number of steps
// known at run time and static sizes; symmetric normalisation with self-loops in the degree.
//   h^0 = x W, h^{k+1} = (1 - a) D^-1/2 (A + I) D^-1/2 h^k + a h^0, loss = sum of log_softmax(h^K) * c
// Source: Gasteiger, Bojchevski, Günnemann, "Predict then Propagate", 2019.
//
// ORDER: 2
// EXPECTED random: -1.313157941507531 0.6015248996301
// EXPECTED empty: 1.750130113111599 4.369344421512
// EXPECTED star: 2.856999347807028 -3.750948041435
// EXPECTED multi: 3.3470233873695108 1.09461684875
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

func.func private @loss(
    %steps: index,               // 3
    %g: !mesh.graph,             // N -> N
    %a: f64,                     // 0.15 in [0.1, 0.2]
    %x: tensor<5x2xf64>,
    %w: tensor<2x3xf64>,
    %c: tensor<5x3xf64>
) -> tensor<f64> {
  %lo = arith.constant 0 : index
  %st = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %ones = arith.constant dense<1.0> : tensor<5xf64>
  %deg = mesh.degree %g target : (!mesh.graph) -> tensor<5xi32>
  %degf = arith.sitofp %deg : tensor<5xi32> to tensor<5xf64>
  %deg1 = arith.addf %degf, %ones : tensor<5xf64>
  %norm = math.rsqrt %deg1 : tensor<5xf64>
  %h0 = linalg.matmul ins(%x, %w : tensor<5x2xf64>, tensor<2x3xf64>) outs(%c : tensor<5x3xf64>) -> tensor<5x3xf64>
  %b = arith.subf %one, %a : f64
  %at = tensor.splat %a : tensor<5x3xf64>
  %bt = tensor.splat %b : tensor<5x3xf64>
  %tele = arith.mulf %at, %h0 : tensor<5x3xf64>
  %h = scf.for %k = %lo to %steps step %st iter_args(%p = %h0) -> (tensor<5x3xf64>) {
    %q = mesh.scale %p, %norm : (tensor<5x3xf64>, tensor<5xf64>) -> tensor<5x3xf64>
    %m = mesh.gather %q, %g source : (tensor<5x3xf64>, !mesh.graph) -> tensor<?x3xf64>
    %s = mesh.segment_sum %m, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<5x3xf64>
    %s1 = arith.addf %s, %q : tensor<5x3xf64>
    %r = mesh.scale %s1, %norm : (tensor<5x3xf64>, tensor<5xf64>) -> tensor<5x3xf64>
    %u = arith.mulf %bt, %r : tensor<5x3xf64>
    %v = arith.addf %u, %tele : tensor<5x3xf64>
    scf.yield %v : tensor<5x3xf64>
  }
  %ls = mesh.log_softmax %h : (tensor<5x3xf64>) -> tensor<5x3xf64>
  %lc = arith.mulf %ls, %c : tensor<5x3xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%lc : tensor<5x3xf64>) outs(%zero : tensor<f64>) dimensions = [0, 1]
  return %l : tensor<f64>
}
