// RUN: mesh-opt %s --verify-runtime --run=element --arg=[1,2,3] --arg=1 | FileCheck %s --check-prefix=GOOD
// RUN: not mesh-opt %s --verify-runtime --run=element --arg=[1,2,3] --arg=5 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not mesh-opt %s --verify-runtime --run=cast --arg=[1,2] 2>&1 | FileCheck %s --check-prefix=CAST
// RUN: not mesh-opt %s --verify-runtime --run=slice --arg=[1,2,3,4] --arg=2 2>&1 | FileCheck %s --check-prefix=SLICE

// GOOD:    2
// ELEMENT: error: {{.*}}verify-runtime.mlir:12:8: out-of-bounds access{{$}}
// CAST:    error: {{.*}}verify-runtime.mlir:16:8: size of 0-th source/target dim does not match{{$}}
// SLICE:   error: {{.*}}verify-runtime.mlir:20:8: subview runs out-of-bounds along dimension 0{{$}}

func.func @element(%x: tensor<?xf32>, %i: index) -> f32 {
  %0 = tensor.extract %x[%i] : tensor<?xf32>
  return %0 : f32
}
func.func @cast(%x: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @slice(%x: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %x[%i] [3] [1] : tensor<?xf32> to tensor<3xf32>
  %1 = tensor.cast %0 : tensor<3xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
