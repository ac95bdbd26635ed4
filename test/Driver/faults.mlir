// A parser of MLIR that crashes on what it reads is an error as others are: the
// exit status is 1, not that of a signal, and there is no output.
// UNSUPPORTED: asan
// RUN: rm -f %t.out
// RUN: not mesh-opt %s -o %t.out > %t.text 2>&1
// RUN: FileCheck %s < %t.text
// RUN: not ls %t.out
// RUN: not mesh-opt %s --run=f 2>&1 | FileCheck %s
// CHECK: error:

func.func @f(%a: tensor<4xf32>) {
  %0 = linalg.reduce { arith.addf } dimensions = [0]
  return
}
