// Elementary functions; right values to the last bit or two.

// RUN: mesh-opt %s --reference --run=exponentials
func.func @exponentials() {
  %x = arith.constant dense<[0.0, 1.0, -2.0]> : tensor<3xf64>
  %exp = math.exp %x : tensor<3xf64>
  %exp_expected = arith.constant dense<[1.0, 2.7182818284590451, 0.1353352832366127]> : tensor<3xf64>
  check.ulp %exp, %exp_expected {max_ulp = 1 : i64} : tensor<3xf64>
  %exp2 = math.exp2 %x : tensor<3xf64>
  %exp2_expected = arith.constant dense<[1.0, 2.0, 0.25]> : tensor<3xf64>
  check.equal %exp2, %exp2_expected : tensor<3xf64>
  %tiny = arith.constant 1.0e-10 : f64
  %expm1 = math.expm1 %tiny : f64
  %expm1_expected = arith.constant 1.00000000005e-10 : f64
  check.ulp %expm1, %expm1_expected {max_ulp = 1 : i64} : f64
  %log1p = math.log1p %tiny : f64
  %log1p_expected = arith.constant 9.9999999995e-11 : f64
  check.ulp %log1p, %log1p_expected {max_ulp = 1 : i64} : f64
  return
}

// RUN: mesh-opt %s --reference --run=logarithms
func.func @logarithms() {
  %x = arith.constant dense<[1.0, 8.0, 0.0, -1.0]> : tensor<4xf32>
  %log = math.log %x : tensor<4xf32>
  %log_expected = arith.constant dense<[0.0, 2.0794415, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  check.ulp %log, %log_expected {max_ulp = 1 : i64} : tensor<4xf32>
  %log2 = math.log2 %x : tensor<4xf32>
  %log2_expected = arith.constant dense<[0.0, 3.0, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  check.equal %log2, %log2_expected : tensor<4xf32>
  %thousand = arith.constant 1000.0 : f32
  %log10 = math.log10 %thousand : f32
  %three = arith.constant 3.0 : f32
  check.equal %log10, %three : f32
  return
}

// RUN: mesh-opt %s --reference --run=roots
func.func @roots() {
  %x = arith.constant dense<[4.0, 2.0, 0.0]> : tensor<3xf32>
  %sqrt = math.sqrt %x : tensor<3xf32>
  %sqrt_expected = arith.constant dense<[2.0, 1.41421354, 0.0]> : tensor<3xf32>
  check.equal %sqrt, %sqrt_expected : tensor<3xf32>
  %rsqrt = math.rsqrt %x : tensor<3xf32>
  %rsqrt_expected = arith.constant dense<[0.5, 0.707106769, 0x7F800000]> : tensor<3xf32>
  check.equal %rsqrt, %rsqrt_expected : tensor<3xf32>
  %minus_eight = arith.constant -8.0 : f32
  %cbrt = math.cbrt %minus_eight : f32
  %cbrt_expected = arith.constant -2.0 : f32
  check.equal %cbrt, %cbrt_expected : f32
  return
}

// RUN: mesh-opt %s --reference --run=trigonometry
func.func @trigonometry() {
  %half = arith.constant 0.5 : f64
  %sin = math.sin %half : f64
  %sin_expected = arith.constant 0.47942553860420301 : f64
  check.ulp %sin, %sin_expected {max_ulp = 1 : i64} : f64
  %cos = math.cos %half : f64
  %cos_expected = arith.constant 0.87758256189037276 : f64
  check.ulp %cos, %cos_expected {max_ulp = 1 : i64} : f64
  %tan = math.tan %half : f64
  %tan_expected = arith.constant 0.54630248984379048 : f64
  check.ulp %tan, %tan_expected {max_ulp = 1 : i64} : f64
  %asin = math.asin %half : f64
  %asin_expected = arith.constant 0.52359877559829893 : f64
  check.ulp %asin, %asin_expected {max_ulp = 1 : i64} : f64
  %acos = math.acos %half : f64
  %acos_expected = arith.constant 1.0471975511965979 : f64
  check.ulp %acos, %acos_expected {max_ulp = 1 : i64} : f64
  %atan = math.atan %half : f64
  %atan_expected = arith.constant 0.46364760900080609 : f64
  check.ulp %atan, %atan_expected {max_ulp = 1 : i64} : f64
  %minus_one = arith.constant -1.0 : f64
  %atan2 = math.atan2 %minus_one, %minus_one : f64
  %atan2_expected = arith.constant -2.3561944901923448 : f64
  check.ulp %atan2, %atan2_expected {max_ulp = 1 : i64} : f64
  return
}

// RUN: mesh-opt %s --reference --run=hyperbolic
func.func @hyperbolic() {
  %half = arith.constant 0.5 : f64
  %tanh = math.tanh %half : f64
  %tanh_expected = arith.constant 0.46211715726000979 : f64
  check.ulp %tanh, %tanh_expected {max_ulp = 2 : i64} : f64
  %sinh = math.sinh %half : f64
  %sinh_expected = arith.constant 0.52109530549374738 : f64
  check.ulp %sinh, %sinh_expected {max_ulp = 2 : i64} : f64
  %cosh = math.cosh %half : f64
  %cosh_expected = arith.constant 1.1276259652063807 : f64
  check.ulp %cosh, %cosh_expected {max_ulp = 2 : i64} : f64
  %erf = math.erf %half : f64
  %erf_expected = arith.constant 0.52049987781304652 : f64
  check.ulp %erf, %erf_expected {max_ulp = 2 : i64} : f64
  return
}

// RUN: mesh-opt %s --reference --run=rounding
func.func @rounding() {
  %x = arith.constant dense<[2.5, -2.5, 3.5, -0.25]> : tensor<4xf32>
  %floor = math.floor %x : tensor<4xf32>
  %floor_expected = arith.constant dense<[2.0, -3.0, 3.0, -1.0]> : tensor<4xf32>
  check.equal %floor, %floor_expected : tensor<4xf32>
  %ceil = math.ceil %x : tensor<4xf32>
  %ceil_expected = arith.constant dense<[3.0, -2.0, 4.0, -0.0]> : tensor<4xf32>
  check.equal %ceil, %ceil_expected : tensor<4xf32>
  %round = math.round %x : tensor<4xf32>
  %round_expected = arith.constant dense<[3.0, -3.0, 4.0, -0.0]> : tensor<4xf32>
  check.equal %round, %round_expected : tensor<4xf32>
  %even = math.roundeven %x : tensor<4xf32>
  %even_expected = arith.constant dense<[2.0, -2.0, 4.0, -0.0]> : tensor<4xf32>
  check.equal %even, %even_expected : tensor<4xf32>
  %trunc = math.trunc %x : tensor<4xf32>
  %trunc_expected = arith.constant dense<[2.0, -2.0, 3.0, -0.0]> : tensor<4xf32>
  check.equal %trunc, %trunc_expected : tensor<4xf32>
  %abs = math.absf %x : tensor<4xf32>
  %abs_expected = arith.constant dense<[2.5, 2.5, 3.5, 0.25]> : tensor<4xf32>
  check.equal %abs, %abs_expected : tensor<4xf32>
  %sign = arith.constant dense<[-1.0, 1.0, -0.0, 0.0]> : tensor<4xf32>
  %copied = math.copysign %x, %sign : tensor<4xf32>
  %copied_expected = arith.constant dense<[-2.5, 2.5, -3.5, 0.25]> : tensor<4xf32>
  check.equal %copied, %copied_expected : tensor<4xf32>
  return
}

// RUN: mesh-opt %s --reference --run=fused
func.func @fused() {
  // (1 + 2^-12)^2 - 1 = 2^-11 + 2^-24; the product rounded first loses 2^-24.
  %a = arith.constant 1.000244140625 : f32
  %c = arith.constant -1.0 : f32
  %fma = math.fma %a, %a, %c : f32
  %expected = arith.constant 4.8834085464477539e-4 : f32
  check.equal %fma, %expected : f32
  return
}

// RUN: mesh-opt %s --reference --run=powers
func.func @powers() {
  %x = arith.constant dense<[2.0, 9.0]> : tensor<2xf32>
  %y = arith.constant dense<[-1.0, 0.5]> : tensor<2xf32>
  %pow = math.powf %x, %y : tensor<2xf32>
  %pow_expected = arith.constant dense<[0.5, 3.0]> : tensor<2xf32>
  check.equal %pow, %pow_expected : tensor<2xf32>
  %n = arith.constant dense<[-3, 2]> : tensor<2xi32>
  %fpowi = math.fpowi %x, %n : tensor<2xf32>, tensor<2xi32>
  %fpowi_expected = arith.constant dense<[0.125, 81.0]> : tensor<2xf32>
  check.equal %fpowi, %fpowi_expected : tensor<2xf32>
  %base = arith.constant dense<[3, -2, 2, -1]> : tensor<4xi8>
  %exponent = arith.constant dense<[5, 3, -1, -3]> : tensor<4xi8>
  %ipowi = math.ipowi %base, %exponent : tensor<4xi8>
  %ipowi_expected = arith.constant dense<[-13, -8, 0, -1]> : tensor<4xi8>
  check.equal %ipowi, %ipowi_expected : tensor<4xi8>
  %abs = math.absi %base : tensor<4xi8>
  %abs_expected = arith.constant dense<[3, 2, 2, 1]> : tensor<4xi8>
  check.equal %abs, %abs_expected : tensor<4xi8>
  return
}

// RUN: mesh-opt %s --reference --run=tests
func.func @tests() {
  %x = arith.constant dense<[1.0, 0x7FC00000, 0xFF800000, 1.0e-40]> : tensor<4xf32>
  %nan = math.isnan %x : tensor<4xf32>
  %nan_expected = arith.constant dense<[false, true, false, false]> : tensor<4xi1>
  check.equal %nan, %nan_expected : tensor<4xi1>
  %inf = math.isinf %x : tensor<4xf32>
  %inf_expected = arith.constant dense<[false, false, true, false]> : tensor<4xi1>
  check.equal %inf, %inf_expected : tensor<4xi1>
  %finite = math.isfinite %x : tensor<4xf32>
  %finite_expected = arith.constant dense<[true, false, false, true]> : tensor<4xi1>
  check.equal %finite, %finite_expected : tensor<4xi1>
  %normal = math.isnormal %x : tensor<4xf32>
  %normal_expected = arith.constant dense<[true, false, false, false]> : tensor<4xi1>
  check.equal %normal, %normal_expected : tensor<4xi1>
  return
}

// RUN: mesh-opt %s --reference --run=bit_counts
func.func @bit_counts() {
  %x = arith.constant dense<[0, 6, -1]> : tensor<3xi8>
  %ones = math.ctpop %x : tensor<3xi8>
  %ones_expected = arith.constant dense<[0, 2, 8]> : tensor<3xi8>
  check.equal %ones, %ones_expected : tensor<3xi8>
  %leading = math.ctlz %x : tensor<3xi8>
  %leading_expected = arith.constant dense<[8, 5, 0]> : tensor<3xi8>
  check.equal %leading, %leading_expected : tensor<3xi8>
  %trailing = math.cttz %x : tensor<3xi8>
  %trailing_expected = arith.constant dense<[8, 1, 0]> : tensor<3xi8>
  check.equal %trailing, %trailing_expected : tensor<3xi8>
  return
}
