// A graph-convolutional LSTM over time: the input of each step is a slice of [B, N, F], the state is
// carried by a loop whose number of steps is the size of an axis.
//   z = [x_t, mean of neighbours' h] W + b, i, f, o = sigmoid, c = f c + i tanh(z_g), h = o tanh(c)
//   loss = sum h_T^2 + sum over the steps of sum h
// Source: Seo et al., "Structured Sequence Modeling with Graph Convolutional Recurrent Networks", 2018.
//
// ORDER: 2
// EXPECTED random: -1.2008687771616327 -0.9906705861867
// EXPECTED empty: -1.7729720014971655 -2.213678605909
// EXPECTED star: -0.4413613031349434 0.9674609651233
// EXPECTED multi: -2.1946321573397816 -1.432275016497
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!X = tensor<?x2xf64>
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?x?x2xf64>,       // B N
    %w: tensor<4x8xf64>,
    %b: tensor<8xf64>
) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = tensor.dim %x, %c0 : tensor<?x?x2xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?x2xf64>
  %zero = arith.constant 0.0 : f64
  %zeros = tensor.splat %zero[%n] : !X
  %z0 = arith.constant dense<0.0> : tensor<f64>
  %h, %c, %l = scf.for %t = %c0 to %steps step %c1 iter_args(%h0 = %zeros, %cc = %zeros, %acc = %z0) -> (!X, !X, tensor<f64>) {
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, %n, 2] [1, 1, 1] : tensor<?x?x2xf64> to !X
    %hs = mesh.gather %h0, %g source : (!X, !mesh.graph) -> !X
    %hm = mesh.segment_mean %hs, %g target : (!X, !mesh.graph) -> !X
    %in = tensor.concat dim(1) %xt, %hm : (!X, !X) -> tensor<?x4xf64>
    %z = mesh.linear %in, %w, %b : (tensor<?x4xf64>, tensor<4x8xf64>, tensor<8xf64>) -> tensor<?x8xf64>
    %zi = tensor.extract_slice %z[0, 0] [%n, 2] [1, 1] : tensor<?x8xf64> to !X
    %zf = tensor.extract_slice %z[0, 2] [%n, 2] [1, 1] : tensor<?x8xf64> to !X
    // The last two gates lie interleaved.
    %zo = tensor.extract_slice %z[0, 4] [%n, 2] [1, 2] : tensor<?x8xf64> to !X
    %zg = tensor.extract_slice %z[0, 5] [%n, 2] [1, 2] : tensor<?x8xf64> to !X
    %i = mesh.sigmoid %zi : !X
    %f = mesh.sigmoid %zf : !X
    %o = mesh.sigmoid %zo : !X
    %gg = math.tanh %zg : !X
    %fc = arith.mulf %f, %cc : !X
    %ig = arith.mulf %i, %gg : !X
    %c2 = arith.addf %fc, %ig : !X
    %tc = math.tanh %c2 : !X
    %h2 = arith.mulf %o, %tc : !X
    %acc2 = linalg.reduce { arith.addf } ins(%h2 : !X) outs(%acc : tensor<f64>) dimensions = [0, 1]
    scf.yield %h2, %c2, %acc2 : !X, !X, tensor<f64>
  }
  %hh = arith.mulf %h, %h : !X
  %r = linalg.reduce { arith.addf } ins(%hh : !X) outs(%l : tensor<f64>) dimensions = [0, 1]
  return %r : tensor<f64>
}
