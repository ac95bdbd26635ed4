// Floats: one rounding for each op, NaN and signed zeros.

// RUN: mesh-opt %s --reference --run=one_rounding
func.func @one_rounding() {
  // 2^24 + 1 is no f32; 2048 + 1 is no f16; 256 + 1 is no bf16.
  %a = arith.constant 16777216.0 : f32
  %one = arith.constant 1.0 : f32
  %sum = arith.addf %a, %one : f32
  check.equal %sum, %a : f32
  %h = arith.constant dense<2048.0> : tensor<1xf16>
  %h_one = arith.constant dense<1.0> : tensor<1xf16>
  %h_sum = arith.addf %h, %h_one : tensor<1xf16>
  check.equal %h_sum, %h : tensor<1xf16>
  %b = arith.constant 256.0 : bf16
  %b_one = arith.constant 1.0 : bf16
  %b_sum = arith.addf %b, %b_one : bf16
  check.equal %b_sum, %b : bf16
  // Overflow of the type, not of double.
  %big = arith.constant 60000.0 : f16
  %twice = arith.addf %big, %big : f16
  %inf = arith.constant 0x7C00 : f16
  check.equal %twice, %inf : f16
  return
}

// RUN: mesh-opt %s --reference --run=nan_and_zero
func.func @nan_and_zero() {
  %nan = arith.constant 0x7FC00000 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %minus_zero = arith.constant -0.0 : f32
  %max = arith.maximumf %one, %nan : f32
  check.equal %max, %nan : f32
  %min = arith.minimumf %nan, %one : f32
  check.equal %min, %nan : f32
  %maxnum = arith.maxnumf %one, %nan : f32
  check.equal %maxnum, %one : f32
  %minnum = arith.minnumf %nan, %one : f32
  check.equal %minnum, %one : f32
  %max_zero = arith.maximumf %minus_zero, %zero : f32
  check.equal %max_zero, %zero : f32
  %min_zero = arith.minimumf %zero, %minus_zero : f32
  check.equal %min_zero, %minus_zero : f32
  %negated = arith.negf %zero : f32
  check.equal %negated, %minus_zero : f32
  return
}

// RUN: mesh-opt %s --reference --run=compare
func.func @compare() {
  %nan = arith.constant 0x7FC00000 : f32
  %a = arith.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32>
  %b = arith.constant dense<[2.0, 2.0, 2.0]> : tensor<3xf32>
  %olt = arith.cmpf olt, %a, %b : tensor<3xf32>
  %olt_expected = arith.constant dense<[true, false, false]> : tensor<3xi1>
  check.equal %olt, %olt_expected : tensor<3xi1>
  %ult = arith.cmpf ult, %a, %b : tensor<3xf32>
  %ult_expected = arith.constant dense<[true, false, true]> : tensor<3xi1>
  check.equal %ult, %ult_expected : tensor<3xi1>
  %oeq = arith.cmpf oeq, %a, %b : tensor<3xf32>
  %oeq_expected = arith.constant dense<[false, true, false]> : tensor<3xi1>
  check.equal %oeq, %oeq_expected : tensor<3xi1>
  %one = arith.cmpf one, %a, %b : tensor<3xf32>
  %one_expected = arith.constant dense<[true, false, false]> : tensor<3xi1>
  check.equal %one, %one_expected : tensor<3xi1>
  %une = arith.cmpf une, %a, %b : tensor<3xf32>
  %une_expected = arith.constant dense<[true, false, true]> : tensor<3xi1>
  check.equal %une, %une_expected : tensor<3xi1>
  %uno = arith.cmpf uno, %a, %b : tensor<3xf32>
  %uno_expected = arith.constant dense<[false, false, true]> : tensor<3xi1>
  check.equal %uno, %uno_expected : tensor<3xi1>
  return
}

// RUN: mesh-opt %s --reference --run=remainder
func.func @remainder() {
  %a = arith.constant dense<[5.5, -5.5]> : tensor<2xf64>
  %b = arith.constant dense<[2.0, 2.0]> : tensor<2xf64>
  %rest = arith.remf %a, %b : tensor<2xf64>
  %expected = arith.constant dense<[1.5, -1.5]> : tensor<2xf64>
  check.equal %rest, %expected : tensor<2xf64>
  return
}
