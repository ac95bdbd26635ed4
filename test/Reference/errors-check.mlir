// What a failed comparison says.

// RUN: not mesh-opt %s --reference --run=equal 2>&1 | FileCheck %s --check-prefix=EQUAL
func.func @equal() {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = arith.constant dense<[[1, 2], [5, 6]]> : tensor<2x2xi32>
  // EQUAL: 'check.equal' op expects entries to be equal, but entry [1, 0] is 3 where 5 is expected
  check.equal %a, %b : tensor<2x2xi32>
  return
}

// RUN: not mesh-opt %s --reference --run=zero_sign 2>&1 | FileCheck %s --check-prefix=ZERO
func.func @zero_sign() {
  %a = arith.constant 0.0 : f32
  %b = arith.constant -0.0 : f32
  // ZERO: 'check.equal' op expects entries to be equal, but the value is 0
  check.equal %a, %b : f32
  return
}

// RUN: not mesh-opt %s --reference --run=close 2>&1 | FileCheck %s --check-prefix=CLOSE
func.func @close() {
  %a = arith.constant dense<[1.0, 2.5]> : tensor<2xf64>
  %b = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  // CLOSE: 'check.close' op expects entries to be close, but entry [1] is 2.5{{.*}} where 2{{.*}} is expected
  check.close %a, %b : tensor<2xf64>
  return
}

// RUN: not mesh-opt %s --reference --run=nan 2>&1 | FileCheck %s --check-prefix=NAN
func.func @nan() {
  %a = arith.constant 0x7FC00000 : f32
  %b = arith.constant 1.0 : f32
  // NAN: 'check.close' op expects entries to be close, but the value is nan where 1{{.*}} is expected
  check.close %a, %b {atol = 1.0e9 : f64} : f32
  return
}

// RUN: not mesh-opt %s --reference --run=infinity 2>&1 | FileCheck %s --check-prefix=INFINITY
func.func @infinity() {
  %a = arith.constant 1.0 : f32
  %b = arith.constant 0x7F800000 : f32
  // INFINITY: 'check.close' op expects entries to be close, but the value is 1{{.*}} where inf is expected
  check.close %a, %b : f32
  return
}

// RUN: not mesh-opt %s --reference --run=ulp 2>&1 | FileCheck %s --check-prefix=ULP
func.func @ulp() {
  // Two numbers lie between them: three steps.
  %a = arith.constant 0x3F800003 : f32
  %b = arith.constant 0x3F800000 : f32
  check.ulp %a, %b {max_ulp = 3 : i64} : f32
  // ULP: 'check.ulp' op expects entries to be within 2 ULP, but the value is
  check.ulp %a, %b {max_ulp = 2 : i64} : f32
  return
}

// RUN: not mesh-opt %s --reference --run=shape 2>&1 | FileCheck %s --check-prefix=SHAPE
func.func @shape() {
  %n = arith.constant 2 : index
  %a = tensor.empty(%n) : tensor<?xf32>
  %b = arith.constant dense<0.0> : tensor<3xf32>
  // SHAPE: 'check.equal' op expects shape [3], but got [2]
  check.equal %a, %b : tensor<?xf32>, tensor<3xf32>
  return
}
