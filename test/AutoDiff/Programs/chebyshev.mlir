// Chebyshev filters of a scaled Laplacian on a batch of signals [B, N, F]: the node axis is axis 1, and
// the weights of each order are a slice that a loop takes.
//   L = -D^-1/2 A D^-1/2 (0 for isolated nodes), T_0 = x, T_1 = L x, T_k = 2 L T_{k-1} - T_{k-2}
//   y = sum_k T_k W_k, loss = sum y cos(y)
// Source: Defferrard, Bresson, Vandergheynst, "Convolutional Neural Networks on Graphs with Fast
// Localized Spectral Filtering", 2016.
//
// ORDER: 2
// EXPECTED random: 2.2102072509519655 -6.373404395309
// EXPECTED empty: 3.9166807657706006 -0.3896382055477
// EXPECTED star: 2.7639628964538536 -2.449705542522
// EXPECTED multi: -0.7779077919253661 0.04475687536413
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!X = tensor<?x?x2xf64>
!W = tensor<2x2xf64>
func.func private @laplacian(%g: !mesh.graph, %norm: tensor<?xf64>, %x: !X) -> !X {
  %a = mesh.scale %x, %norm dim = 1 : (!X, tensor<?xf64>) -> !X
  %m = mesh.gather %a, %g source dim = 1 : (!X, !mesh.graph) -> !X
  %s = mesh.segment_sum %m, %g target dim = 1 : (!X, !mesh.graph) -> !X
  %b = mesh.scale %s, %norm dim = 1 : (!X, tensor<?xf64>) -> !X
  %y = arith.negf %b : !X
  return %y : !X
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?x?x2xf64>,       // B N
    %w: tensor<4x2x2xf64>
) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %orders = arith.constant 4 : index
  %batch = tensor.dim %x, %c0 : !X
  %n = tensor.dim %x, %c1 : !X
  %deg = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %degf = arith.sitofp %deg : tensor<?xi32> to tensor<?xf64>
  %rs = math.rsqrt %degf : tensor<?xf64>
  %zero = arith.constant 0.0 : f64
  %zn = tensor.splat %zero[%n] : tensor<?xf64>
  %some = arith.cmpf ogt, %degf, %zn : tensor<?xf64>
  %norm = arith.select %some, %rs, %zn : tensor<?xi1>, tensor<?xf64>
  %lx = func.call @laplacian(%g, %norm, %x) : (!mesh.graph, tensor<?xf64>, !X) -> !X
  %w0 = tensor.extract_slice %w[0, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<4x2x2xf64> to !W
  %w1 = tensor.extract_slice %w[1, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<4x2x2xf64> to !W
  %y0 = mesh.linear %x, %w0 : (!X, !W) -> !X
  %y1 = mesh.linear %lx, %w1 : (!X, !W) -> !X
  %y01 = arith.addf %y0, %y1 : !X
  %two = arith.constant 2.0 : f64
  %t:3 = scf.for %k = %c2 to %orders step %c1 iter_args(%older = %x, %old = %lx, %y = %y01) -> (!X, !X, !X) {
    %l = func.call @laplacian(%g, %norm, %old) : (!mesh.graph, tensor<?xf64>, !X) -> !X
    %twos = tensor.splat %two[%batch, %n] : !X
    %l2 = arith.mulf %twos, %l : !X
    %tk = arith.subf %l2, %older : !X
    %wk = tensor.extract_slice %w[%k, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<4x2x2xf64> to !W
    %yk = mesh.linear %tk, %wk : (!X, !W) -> !X
    %sum = arith.addf %y, %yk : !X
    scf.yield %old, %tk, %sum : !X, !X, !X
  }
  %cos = math.cos %t#2 : !X
  %yc = arith.mulf %t#2, %cos : !X
  %z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%yc : !X) outs(%z : tensor<f64>) dimensions = [0, 1, 2]
  %r = tensor.extract %l[] : tensor<f64>
  return %r : f64
}
