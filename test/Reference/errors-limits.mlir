// Failures of upstream ops, limits of the interpreter, ops it does not know.

// RUN: not mesh-opt %s --reference --run=out_of_bounds 2>&1 | FileCheck %s --check-prefix=BOUNDS
func.func @out_of_bounds() {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %i = arith.constant 2 : index
  %n = arith.constant 0 : index
  // BOUNDS: 'tensor.extract' op index 2 is out of range in axis 0, expects 0 <= index < 2
  %x = tensor.extract %a[%i] : tensor<2xi32>
  return
}

// RUN: not mesh-opt %s --reference --run=slice_out_of_bounds 2>&1 | FileCheck %s --check-prefix=SLICE
func.func @slice_out_of_bounds() {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %i = arith.constant 1 : index
  // SLICE: 'tensor.extract_slice' op leaves the tensor in axis 0: offset 1, size 2, stride 1 of 2 entries
  %x = tensor.extract_slice %a[%i] [2] [1] : tensor<2xi32> to tensor<2xi32>
  return
}

// RUN: not mesh-opt %s --reference --run=division 2>&1 | FileCheck %s --check-prefix=DIVISION
func.func @division() {
  %a = arith.constant dense<[1, 2]> : tensor<2xi32>
  %b = arith.constant dense<[1, 0]> : tensor<2xi32>
  // DIVISION: 'arith.divsi' op divides by zero
  %x = arith.divsi %a, %b : tensor<2xi32>
  return
}

// RUN: not mesh-opt %s --reference --run=quotient 2>&1 | FileCheck %s --check-prefix=QUOTIENT
func.func @quotient() {
  %a = arith.constant -128 : i8
  %b = arith.constant -1 : i8
  // QUOTIENT: 'arith.divsi' op overflows: -128 divided by -1
  %x = arith.divsi %a, %b : i8
  return
}

// RUN: not mesh-opt %s --reference --run=shapes 2>&1 | FileCheck %s --check-prefix=SHAPES
func.func @shapes() {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = tensor.empty(%c2) : tensor<?xf32>
  %b = tensor.empty(%c3) : tensor<?xf32>
  // SHAPES: 'arith.addf' op expects operands of one shape, but got [2] and [3]
  %x = arith.addf %a, %b : tensor<?xf32>
  return
}

// RUN: not mesh-opt %s --reference --run=wrong_cast 2>&1 | FileCheck %s --check-prefix=CAST
func.func @wrong_cast() {
  %c2 = arith.constant 2 : index
  %a = tensor.empty(%c2) : tensor<?xf32>
  // CAST: 'tensor.cast' op result #0 expects 'tensor<3xf32>', but got a tensor of 'f32' of shape [2]
  %x = tensor.cast %a : tensor<?xf32> to tensor<3xf32>
  return
}

// RUN: not mesh-opt %s --reference --run=assertion 2>&1 | FileCheck %s --check-prefix=ASSERT
func.func @assertion() {
  %false = arith.constant false
  // ASSERT: errors-limits.mlir:[[@LINE+1]]:3:{{.*}} something is wrong
  cf.assert %false, "something is wrong"
  return
}

// RUN: not mesh-opt %s --reference --run=too_large 2>&1 | FileCheck %s --check-prefix=LARGE
func.func @too_large() {
  %n = arith.constant 4611686018427387904 : index
  // LARGE: 'tensor.empty' op needs a tensor of shape [4611686018427387904, 64]
  %x = tensor.empty(%n) : tensor<?x64xf32>
  return
}

// RUN: not mesh-opt %s --reference --run=negative 2>&1 | FileCheck %s --check-prefix=NEGATIVE
func.func @negative() {
  %n = arith.constant -1 : index
  // NEGATIVE: 'tensor.empty' op needs a tensor of shape [-1]
  %x = tensor.empty(%n) : tensor<?xf32>
  return
}

// RUN: not mesh-opt %s --reference --run=endless 2>&1 | FileCheck %s --check-prefix=ENDLESS
func.func @endless() {
  // ENDLESS: 'func.call' op calls 'endless' more than 500 calls deep
  call @endless() : () -> ()
  return
}

func.func private @elsewhere()

// RUN: not mesh-opt %s --reference --run=no_body 2>&1 | FileCheck %s --check-prefix=BODY
func.func @no_body() {
  // BODY: 'func.call' op calls 'elsewhere', which has no body
  call @elsewhere() : () -> ()
  return
}

// RUN: not mesh-opt %s --reference --run=unknown_op 2>&1 | FileCheck %s --check-prefix=UNKNOWN
func.func @unknown_op() {
  // UNKNOWN: 'memref.alloc' op is not known to the reference interpreter
  %m = memref.alloc() : memref<2xf32>
  return
}

// RUN: not mesh-opt %s --reference --run=unknown_type 2>&1 | FileCheck %s --check-prefix=TYPE
func.func @unknown_type() {
  // TYPE: 'arith.constant' op cannot be interpreted with its result type
  %v = arith.constant dense<1.0> : vector<4xf8E5M2>
  return
}

// RUN: not mesh-opt %s --reference --run=matmul_sizes 2>&1 | FileCheck %s --check-prefix=MATMUL
func.func @matmul_sizes() {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = tensor.empty(%c2) : tensor<2x?xf32>
  %b = tensor.empty(%c3) : tensor<?x2xf32>
  %c = tensor.empty() : tensor<2x2xf32>
  // MATMUL: 'linalg.matmul' op expects operand #1 to have 2 entries in axis 0, but got 3
  %d = linalg.matmul ins(%a, %b : tensor<2x?xf32>, tensor<?x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
