// Edge features of another width than the node features are refused, not
// broadcast.

// RUN: not mesh-opt %s 2>&1 | FileCheck %s

func.func @widths(%x: tensor<4x6xf32>, %edge: tensor<4x1xf32>) -> tensor<4x6xf32> {
  // CHECK: gine-edge-width.mlir:[[@LINE+1]]:{{.*}}error{{.*}}'tensor<4x6xf32>' vs 'tensor<4x1xf32>'
  %sum = arith.addf %x, %edge : tensor<4x6xf32>
  return %sum : tensor<4x6xf32>
}
