// Comparisons that hold.

// RUN: mesh-opt %s --reference --run=equal
// RUN: mesh-opt %s --convert-check | mesh-opt --reference --run=equal
func.func @equal() {
  %a = arith.constant dense<[1.0, -0.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  check.equal %a, %a : tensor<4xf32>
  // Another NaN is NaN too.
  %x = arith.constant 0x7FC00000 : f32
  %y = arith.constant 0xFFC00001 : f32
  check.equal %x, %y : f32
  %i = arith.constant dense<[[true], [false]]> : tensor<2x1xi1>
  check.equal %i, %i : tensor<2x1xi1>
  %empty = tensor.empty() : tensor<0x3xindex>
  check.equal %empty, %empty : tensor<0x3xindex>
  return
}

// RUN: mesh-opt %s --reference --run=close
// RUN: mesh-opt %s --convert-check | mesh-opt --reference --run=close
func.func @close() {
  %a = arith.constant dense<[100.0005, 0.0, 0x7FC00000, 0xFF800000]> : tensor<4xf32>
  %b = arith.constant dense<[100.0, -0.0, 0x7FC00000, 0xFF800000]> : tensor<4xf32>
  check.close %a, %b : tensor<4xf32>
  %c = arith.constant 0.01 : f16
  %d = arith.constant 0.0 : f16
  check.close %c, %d {rtol = 0.0 : f64, atol = 0.0101 : f64} : f16
  return
}

// RUN: mesh-opt %s --reference --run=ulp
// RUN: mesh-opt %s --convert-check | mesh-opt --reference --run=ulp
func.func @ulp() {
  // Across zero: the smallest numbers of either sign are two steps apart.
  %a = arith.constant 0x00000001 : f32
  %b = arith.constant 0x80000001 : f32
  check.ulp %a, %b {max_ulp = 2 : i64} : f32
  %zero = arith.constant 0.0 : f64
  %minus_zero = arith.constant -0.0 : f64
  check.ulp %zero, %minus_zero {max_ulp = 0 : i64} : f64
  %nan = arith.constant 0x7FC0 : bf16
  check.ulp %nan, %nan {max_ulp = 0 : i64} : bf16
  return
}
