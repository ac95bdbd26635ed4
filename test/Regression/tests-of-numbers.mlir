// What is infinite and what is normal, in compiled vectors too. 0x0200 is subnormal
// in f16, though not in the f32 that f16 is computed in.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @tests(%x: tensor<?xf64>, %h: tensor<?xf16>) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
  %i = math.isinf %x : tensor<?xf64>
  %n = math.isnormal %x : tensor<?xf64>
  %m = math.isnormal %h : tensor<?xf16>
  return %i, %n, %m : tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
}
func.func @check() {
  %x = arith.constant dense<[1.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0.0, 1.0e-310]> : tensor<6xf64>
  %h = arith.constant dense<[0x0200, 0x0400, 0x7C00, 0x7E00, 0x0000, 0xBC00]> : tensor<6xf16>
  %xd = tensor.cast %x : tensor<6xf64> to tensor<?xf64>
  %hd = tensor.cast %h : tensor<6xf16> to tensor<?xf16>
  %i, %n, %m = func.call @tests(%xd, %hd) : (tensor<?xf64>, tensor<?xf16>) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xi1>)
  %i_expected = arith.constant dense<[false, true, true, false, false, false]> : tensor<6xi1>
  check.equal %i, %i_expected : tensor<?xi1>, tensor<6xi1>
  %n_expected = arith.constant dense<[true, false, false, false, false, false]> : tensor<6xi1>
  check.equal %n, %n_expected : tensor<?xi1>, tensor<6xi1>
  %m_expected = arith.constant dense<[false, true, false, false, false, true]> : tensor<6xi1>
  check.equal %m, %m_expected : tensor<?xi1>, tensor<6xi1>
  return
}
