// Row pointers that do not start at 0, decrease, or do not end at the number of
// entries are refused.

// RUN: not mesh-opt %s --reference --run=short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not mesh-opt %s --run=short 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: 'mesh.csr_transpose' op expects the last entry of 'row_ptr' to be the length of 'col', 8, but got 7
func.func @short() -> tensor<8xi32> {
  %ptr = arith.constant dense<[0, 3, 7]> : tensor<3xi32>
  %col = arith.constant dense<0> : tensor<8xi32>
  %n = arith.constant 1 : index
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<3xi32>, tensor<8xi32>, index) -> (tensor<?xi32>, tensor<8xi32>, tensor<8xi32>)
  return %tc : tensor<8xi32>
}

// RUN: not mesh-opt %s --reference --run=falling 2>&1 | FileCheck %s --check-prefix=FALLING
// RUN: not mesh-opt %s --run=falling 2>&1 | FileCheck %s --check-prefix=FALLING
// FALLING: 'mesh.csr_transpose' op expects 'row_ptr' not to decrease, but entry 1 is 5 and entry 2 is 3
func.func @falling() -> tensor<8xi32> {
  %ptr = arith.constant dense<[0, 5, 3, 8]> : tensor<4xi32>
  %col = arith.constant dense<0> : tensor<8xi32>
  %n = arith.constant 1 : index
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<4xi32>, tensor<8xi32>, index) -> (tensor<?xi32>, tensor<8xi32>, tensor<8xi32>)
  return %tc : tensor<8xi32>
}

// RUN: not mesh-opt %s --reference --run=late 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not mesh-opt %s --run=late 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: 'mesh.csr_transpose' op expects 'row_ptr' to start with 0, but entry 0 is 1
func.func @late() -> tensor<8xi32> {
  %ptr = arith.constant dense<[1, 8]> : tensor<2xi32>
  %col = arith.constant dense<0> : tensor<8xi32>
  %n = arith.constant 1 : index
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<2xi32>, tensor<8xi32>, index) -> (tensor<?xi32>, tensor<8xi32>, tensor<8xi32>)
  return %tc : tensor<8xi32>
}

// RUN: not mesh-opt %s --reference --run=long 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not mesh-opt %s --run=long 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: 'mesh.csr_transpose' op expects the last entry of 'row_ptr' to be the length of 'col', 8, but got 9
func.func @long() -> tensor<8xi32> {
  %ptr = arith.constant dense<[0, 3, 9]> : tensor<3xi32>
  %col = arith.constant dense<0> : tensor<8xi32>
  %n = arith.constant 1 : index
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<3xi32>, tensor<8xi32>, index) -> (tensor<?xi32>, tensor<8xi32>, tensor<8xi32>)
  return %tc : tensor<8xi32>
}
