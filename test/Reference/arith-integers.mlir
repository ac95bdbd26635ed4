// Integers wrap at the width of their type; signed and unsigned ops differ.

// RUN: mesh-opt %s --reference --run=wrap
func.func @wrap() {
  %a = arith.constant dense<[127, -128, 100]> : tensor<3xi8>
  %b = arith.constant dense<[1, -1, 100]> : tensor<3xi8>
  %sum = arith.addi %a, %b : tensor<3xi8>
  %sum_expected = arith.constant dense<[-128, 127, -56]> : tensor<3xi8>
  check.equal %sum, %sum_expected : tensor<3xi8>
  %difference = arith.subi %b, %a : tensor<3xi8>
  %difference_expected = arith.constant dense<[-126, 127, 0]> : tensor<3xi8>
  check.equal %difference, %difference_expected : tensor<3xi8>
  %product = arith.muli %a, %b : tensor<3xi8>
  %product_expected = arith.constant dense<[127, -128, 16]> : tensor<3xi8>
  check.equal %product, %product_expected : tensor<3xi8>
  return
}

// RUN: mesh-opt %s --reference --run=divide
func.func @divide() {
  %a = arith.constant dense<[7, -7, 7, -7]> : tensor<4xi32>
  %b = arith.constant dense<[2, 2, -2, -2]> : tensor<4xi32>
  %quotient = arith.divsi %a, %b : tensor<4xi32>
  %quotient_expected = arith.constant dense<[3, -3, -3, 3]> : tensor<4xi32>
  check.equal %quotient, %quotient_expected : tensor<4xi32>
  %rest = arith.remsi %a, %b : tensor<4xi32>
  %rest_expected = arith.constant dense<[1, -1, 1, -1]> : tensor<4xi32>
  check.equal %rest, %rest_expected : tensor<4xi32>
  %floor = arith.floordivsi %a, %b : tensor<4xi32>
  %floor_expected = arith.constant dense<[3, -4, -4, 3]> : tensor<4xi32>
  check.equal %floor, %floor_expected : tensor<4xi32>
  %ceil = arith.ceildivsi %a, %b : tensor<4xi32>
  %ceil_expected = arith.constant dense<[4, -3, -3, 4]> : tensor<4xi32>
  check.equal %ceil, %ceil_expected : tensor<4xi32>
  return
}

// RUN: mesh-opt %s --reference --run=divide_unsigned
func.func @divide_unsigned() {
  %a = arith.constant dense<[-1, 7]> : tensor<2xi8>
  %b = arith.constant dense<[2, -1]> : tensor<2xi8>
  %quotient = arith.divui %a, %b : tensor<2xi8>
  %quotient_expected = arith.constant dense<[127, 0]> : tensor<2xi8>
  check.equal %quotient, %quotient_expected : tensor<2xi8>
  %ceil = arith.ceildivui %a, %b : tensor<2xi8>
  %ceil_expected = arith.constant dense<[-128, 1]> : tensor<2xi8>
  check.equal %ceil, %ceil_expected : tensor<2xi8>
  %rest = arith.remui %a, %b : tensor<2xi8>
  %rest_expected = arith.constant dense<[1, 7]> : tensor<2xi8>
  check.equal %rest, %rest_expected : tensor<2xi8>
  return
}

// RUN: mesh-opt %s --reference --run=bits
func.func @bits() {
  %a = arith.constant dense<[-128, 12]> : tensor<2xi8>
  %b = arith.constant dense<[1, 3]> : tensor<2xi8>
  %left = arith.shli %a, %b : tensor<2xi8>
  %left_expected = arith.constant dense<[0, 96]> : tensor<2xi8>
  check.equal %left, %left_expected : tensor<2xi8>
  %signed = arith.shrsi %a, %b : tensor<2xi8>
  %signed_expected = arith.constant dense<[-64, 1]> : tensor<2xi8>
  check.equal %signed, %signed_expected : tensor<2xi8>
  %unsigned = arith.shrui %a, %b : tensor<2xi8>
  %unsigned_expected = arith.constant dense<[64, 1]> : tensor<2xi8>
  check.equal %unsigned, %unsigned_expected : tensor<2xi8>
  %xor = arith.xori %a, %b : tensor<2xi8>
  %xor_expected = arith.constant dense<[-127, 15]> : tensor<2xi8>
  check.equal %xor, %xor_expected : tensor<2xi8>
  %and = arith.andi %xor, %b : tensor<2xi8>
  check.equal %and, %b : tensor<2xi8>
  %or = arith.ori %a, %b : tensor<2xi8>
  check.equal %or, %xor_expected : tensor<2xi8>
  return
}

// RUN: mesh-opt %s --reference --run=order
func.func @order() {
  %a = arith.constant dense<[-1, 5]> : tensor<2xi16>
  %b = arith.constant dense<[1, 5]> : tensor<2xi16>
  %slt = arith.cmpi slt, %a, %b : tensor<2xi16>
  %slt_expected = arith.constant dense<[true, false]> : tensor<2xi1>
  check.equal %slt, %slt_expected : tensor<2xi1>
  %ult = arith.cmpi ult, %a, %b : tensor<2xi16>
  %ult_expected = arith.constant dense<[false, false]> : tensor<2xi1>
  check.equal %ult, %ult_expected : tensor<2xi1>
  %smax = arith.maxsi %a, %b : tensor<2xi16>
  check.equal %smax, %b : tensor<2xi16>
  %umax = arith.maxui %a, %b : tensor<2xi16>
  check.equal %umax, %a : tensor<2xi16>
  %smin = arith.minsi %a, %b : tensor<2xi16>
  check.equal %smin, %a : tensor<2xi16>
  %umin = arith.minui %a, %b : tensor<2xi16>
  check.equal %umin, %b : tensor<2xi16>
  %chosen = arith.select %slt, %a, %b : tensor<2xi1>, tensor<2xi16>
  check.equal %chosen, %a : tensor<2xi16>
  return
}

// RUN: mesh-opt %s --reference --run=extended
func.func @extended() {
  %a = arith.constant -1 : i32
  %b = arith.constant 3 : i32
  %low, %high = arith.mului_extended %a, %b : i32
  %low_expected = arith.constant -3 : i32
  %high_expected = arith.constant 2 : i32
  check.equal %low, %low_expected : i32
  check.equal %high, %high_expected : i32
  %slow, %shigh = arith.mulsi_extended %a, %b : i32
  check.equal %slow, %low_expected : i32
  check.equal %shigh, %a : i32
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  %two = arith.constant 2 : i32
  %true = arith.constant true
  check.equal %sum, %two : i32
  check.equal %carry, %true : i1
  %c = arith.constant -1 : i64
  %wide_low, %wide_high = arith.mului_extended %c, %c : i64
  %one = arith.constant 1 : i64
  %top = arith.constant -2 : i64
  check.equal %wide_low, %one : i64
  check.equal %wide_high, %top : i64
  return
}
