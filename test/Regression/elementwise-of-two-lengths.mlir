// Operands of an elementwise op that differ in length are an error, not a read
// past the end of the shorter one.

// RUN: mesh-opt %s --run=add --arg=[1,2] --arg=[3,4] | FileCheck %s
// RUN: not mesh-opt %s --run=add --arg=[1,2,3,4,5,6,7,8] --arg=[1] 2>&1 | FileCheck %s --check-prefix=ERROR
// CHECK: [4, 6]
// ERROR: elementwise-of-two-lengths.mlir:{{.*}}'arith.addf' op expects operands of one shape, but axis 0 has 8 and 1 entries
func.func @add(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %s = arith.addf %a, %b : tensor<?xf32>
  return %s : tensor<?xf32>
}
