// RUN: mesh-opt %s --mesh-lower-tosa | FileCheck %s

// CHECK-LABEL: func.func @tanh(
// CHECK-NOT:     tosa
// CHECK:         linalg.generic
// CHECK:           math.tanh
func.func @tanh(%x: tensor<4x3xf32>, %b: tensor<1x3xf32>) -> tensor<4x3xf32> {
  %a = tosa.add %x, %b : (tensor<4x3xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  %r = tosa.tanh %a : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
