// RUN: mesh-opt %s --mesh-clone-fills | FileCheck %s

// CHECK-LABEL: func.func @products(
func.func @products(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[E0:.*]] = tensor.empty
  // CHECK: %[[F0:.*]] = linalg.fill {{.*}} outs(%[[E0]] :
  // CHECK: %[[P:.*]] = linalg.matmul {{.*}} outs(%[[F0]] :
  %p = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: %[[E1:.*]] = tensor.empty
  // CHECK: %[[F1:.*]] = linalg.fill {{.*}} outs(%[[E1]] :
  // CHECK: linalg.matmul {{.*}} outs(%[[F1]] :
  %q = linalg.matmul ins(%p, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %p, %q : tensor<4x4xf32>, tensor<4x4xf32>
}

// Readers share one.
// CHECK-LABEL: func.func @readers(
// CHECK-COUNT-1: linalg.fill
// CHECK-NOT:     linalg.fill
func.func @readers() -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %f, %f : tensor<4xf32>, tensor<4xf32>
}

// A loop starts from its own.
// CHECK-LABEL: func.func @loops(
// CHECK:         %[[F0:.*]] = linalg.fill
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[F0]])
// CHECK:         %[[F1:.*]] = linalg.fill
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[F1]])
func.func @loops(%n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f) -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f) -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  }
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// What would be megabytes in the compiled program is filled when it runs.
// CHECK-LABEL: func.func @constants(
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-DAG:     arith.constant dense<1.000000e+00> : tensor<16xf32>
// CHECK:         linalg.fill ins(%[[ONE]] : f32) {{.*}} -> tensor<1000x1000xf32>
func.func @constants() -> (tensor<16xf32>, tensor<1000x1000xf32>) {
  %0 = arith.constant dense<1.0> : tensor<16xf32>
  %1 = arith.constant dense<1.0> : tensor<1000x1000xf32>
  return %0, %1 : tensor<16xf32>, tensor<1000x1000xf32>
}
