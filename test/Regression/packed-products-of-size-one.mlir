// A product of packed matrices with sizes of 1: which of them a slice loses is told
// by strides, not by sizes.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @transposed(%a: tensor<2x1x2x2x1xf64>, %b: tensor<2x1x1x2x1xf64>, %o: tensor<2x1x2x1x1xf64>) -> tensor<2x1x2x1x1xf64> {
  %y = linalg.generic {
    indexing_maps = [affine_map<(b, m, n, k, m0, n0, k0) -> (b, m, k, m0, k0)>, affine_map<(b, m, n, k, m0, n0, k0) -> (b, m, n, m0, n0)>, affine_map<(b, m, n, k, m0, n0, k0) -> (b, n, k, n0, k0)>],
    iterator_types = ["parallel", "reduction", "parallel", "parallel", "reduction", "parallel", "parallel"]
  } ins(%a, %b : tensor<2x1x2x2x1xf64>, tensor<2x1x1x2x1xf64>) outs(%o : tensor<2x1x2x1x1xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64):
    %s = arith.mulf %p, %q : f64
    %t = arith.addf %r, %s : f64
    linalg.yield %t : f64
  } -> tensor<2x1x2x1x1xf64>
  return %y : tensor<2x1x2x1x1xf64>
}
func.func @check() {
  %a = arith.constant dense<[[[[[1.0], [2.0]], [[3.0], [4.0]]]], [[[[5.0], [6.0]], [[7.0], [8.0]]]]]> : tensor<2x1x2x2x1xf64>
  %b = arith.constant dense<[[[[[1.0], [10.0]]]], [[[[100.0], [1000.0]]]]]> : tensor<2x1x1x2x1xf64>
  %o = arith.constant dense<0.0> : tensor<2x1x2x1x1xf64>
  %y = func.call @transposed(%a, %b, %o) : (tensor<2x1x2x2x1xf64>, tensor<2x1x1x2x1xf64>, tensor<2x1x2x1x1xf64>) -> tensor<2x1x2x1x1xf64>
  %expected = arith.constant dense<[[[[[21.0]], [[43.0]]]], [[[[6500.0]], [[8700.0]]]]]> : tensor<2x1x2x1x1xf64>
  check.equal %y, %expected : tensor<2x1x2x1x1xf64>
  return
}
