// A count of segments that no memory can hold is an error that names it; nothing
// is allocated.

// RUN: not mesh-opt %s --reference --run=huge 2>&1 | FileCheck %s --check-prefix=HUGE
// RUN: not mesh-opt %s --run=huge 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: 900000000000000000{{[01]}}
func.func @huge() -> tensor<?xf32> {
  %ids = arith.constant dense<0> : tensor<3xi64>
  %one = arith.constant 1 : index
  %n = arith.constant 9000000000000000000 : index
  %g = mesh.graph %ids, %ids, %one, %n : (tensor<3xi64>, tensor<3xi64>, index, index) -> !mesh.graph<i64>
  %m = arith.constant dense<1.0> : tensor<3xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<3xf32>, !mesh.graph<i64>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// RUN: not mesh-opt %s --reference --run=negative 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not mesh-opt %s --run=negative 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: 'mesh.graph' op expects 'num_targets' to be in 0 .. 2147483647, but got -1
func.func @negative() -> tensor<?xf32> {
  %ids = arith.constant dense<0> : tensor<3xi32>
  %one = arith.constant 1 : index
  %n = arith.constant -1 : index
  %g = mesh.graph %ids, %ids, %one, %n : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<1.0> : tensor<3xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<3xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// RUN: not mesh-opt %s --reference --run=wide 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not mesh-opt %s --run=wide 2>&1 | FileCheck %s --check-prefix=COMPILED
// WIDE: 1099511627776
// The row pointers, one more than the count of 8 bytes each, come first.
// COMPILED: a request of 8796093022272 bytes
func.func @wide() -> tensor<?x64xf32> {
  %ids = arith.constant dense<0> : tensor<3xi64>
  %one = arith.constant 1 : index
  %n = arith.constant 1099511627776 : index
  %g = mesh.graph %ids, %ids, %one, %n : (tensor<3xi64>, tensor<3xi64>, index, index) -> !mesh.graph<i64>
  %m = arith.constant dense<1.0> : tensor<3x64xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<3x64xf32>, !mesh.graph<i64>) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}
