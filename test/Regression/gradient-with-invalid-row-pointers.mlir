// Row pointers that do not cover the entries are refused in gradients as they are in
// the forward pass, before anything is computed.

// RUN: not mesh-opt %s --reference --run=short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not mesh-opt %s --run=short 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: 'mesh.csr_transpose' op expects the last entry of 'row_ptr' to be the length of 'col', 8, but got 7
func.func private @short_values(%ptr: tensor<3xi32>, %v: tensor<8xf64>) -> tensor<8xf64> {
  %col = arith.constant dense<0> : tensor<8xi32>
  %n = arith.constant 1 : index
  %tp, %tc, %perm, %y = mesh.csr_transpose %ptr, %col, %n values(%v) : (tensor<3xi32>, tensor<8xi32>, index, tensor<8xf64>) -> (tensor<?xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xf64>)
  return %y : tensor<8xf64>
}
func.func @short() -> tensor<8xf64> {
  %ptr = arith.constant dense<[0, 3, 7]> : tensor<3xi32>
  %v = arith.constant dense<1.0> : tensor<8xf64>
  %y, %dv = mesh.vjp @short_values(%ptr, %v) seeds(%v) wrt [1] : (tensor<3xi32>, tensor<8xf64>, tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>)
  return %dv : tensor<8xf64>
}

// RUN: not mesh-opt %s --reference --run=falling 2>&1 | FileCheck %s --check-prefix=FALLING
// RUN: not mesh-opt %s --run=falling 2>&1 | FileCheck %s --check-prefix=FALLING
// FALLING: 'mesh.csr_transpose' op expects 'row_ptr' not to decrease, but entry 1 is 5 and entry 2 is 3
func.func private @falling_values(%ptr: tensor<4xi32>, %v: tensor<8xf64>) -> tensor<8xf64> {
  %col = arith.constant dense<0> : tensor<8xi32>
  %n = arith.constant 1 : index
  %tp, %tc, %perm, %y = mesh.csr_transpose %ptr, %col, %n values(%v) : (tensor<4xi32>, tensor<8xi32>, index, tensor<8xf64>) -> (tensor<?xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xf64>)
  return %y : tensor<8xf64>
}
func.func @falling() -> tensor<8xf64> {
  %ptr = arith.constant dense<[0, 5, 3, 8]> : tensor<4xi32>
  %v = arith.constant dense<1.0> : tensor<8xf64>
  %y, %dv = mesh.vjp @falling_values(%ptr, %v) seeds(%v) wrt [1] : (tensor<4xi32>, tensor<8xf64>, tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>)
  return %dv : tensor<8xf64>
}

// RUN: not mesh-opt %s --reference --run=late 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not mesh-opt %s --run=late 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: 'mesh.csr_transpose' op expects 'row_ptr' to start with 0, but entry 0 is 1
func.func private @late_values(%ptr: tensor<2xi32>, %v: tensor<8xf64>) -> tensor<8xf64> {
  %col = arith.constant dense<0> : tensor<8xi32>
  %n = arith.constant 1 : index
  %tp, %tc, %perm, %y = mesh.csr_transpose %ptr, %col, %n values(%v) : (tensor<2xi32>, tensor<8xi32>, index, tensor<8xf64>) -> (tensor<?xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xf64>)
  return %y : tensor<8xf64>
}
func.func @late() -> tensor<8xf64> {
  %ptr = arith.constant dense<[1, 8]> : tensor<2xi32>
  %v = arith.constant dense<1.0> : tensor<8xf64>
  %y, %dv = mesh.vjp @late_values(%ptr, %v) seeds(%v) wrt [1] : (tensor<2xi32>, tensor<8xf64>, tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>)
  return %dv : tensor<8xf64>
}

// RUN: not mesh-opt %s --reference --run=long 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not mesh-opt %s --run=long 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: 'mesh.csr_transpose' op expects the last entry of 'row_ptr' to be the length of 'col', 8, but got 9
func.func private @long_values(%ptr: tensor<3xi32>, %v: tensor<8xf64>) -> tensor<8xf64> {
  %col = arith.constant dense<0> : tensor<8xi32>
  %n = arith.constant 1 : index
  %tp, %tc, %perm, %y = mesh.csr_transpose %ptr, %col, %n values(%v) : (tensor<3xi32>, tensor<8xi32>, index, tensor<8xf64>) -> (tensor<?xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xf64>)
  return %y : tensor<8xf64>
}
func.func @long() -> tensor<8xf64> {
  %ptr = arith.constant dense<[0, 3, 9]> : tensor<3xi32>
  %v = arith.constant dense<1.0> : tensor<8xf64>
  %y, %dv = mesh.vjp @long_values(%ptr, %v) seeds(%v) wrt [1] : (tensor<3xi32>, tensor<8xf64>, tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>)
  return %dv : tensor<8xf64>
}
