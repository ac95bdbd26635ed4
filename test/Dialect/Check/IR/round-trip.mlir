// RUN: mesh-opt %s | mesh-opt | FileCheck %s
// RUN: mesh-opt %s --mlir-print-op-generic | mesh-opt | FileCheck %s

// CHECK-LABEL: func.func @tensors
// CHECK-SAME: %[[A:.*]]: tensor<?x2xf32>, %[[B:.*]]: tensor<3x2xf32>, %[[I:.*]]: tensor<4xi32>
func.func @tensors(%a: tensor<?x2xf32>, %b: tensor<3x2xf32>, %i: tensor<4xi32>) {
  // CHECK: check.equal %[[I]], %[[I]] : tensor<4xi32>
  check.equal %i, %i : tensor<4xi32>
  // CHECK: check.equal %[[A]], %[[B]] : tensor<?x2xf32>, tensor<3x2xf32>
  check.equal %a, %b : tensor<?x2xf32>, tensor<3x2xf32>
  // CHECK: check.close %[[A]], %[[A]] : tensor<?x2xf32>
  check.close %a, %a : tensor<?x2xf32>
  // CHECK: check.close %[[A]], %[[B]] {atol = 1.000000e-03 : f64, rtol = 0.000000e+00 : f64} : tensor<?x2xf32>, tensor<3x2xf32>
  check.close %a, %b {rtol = 0.0 : f64, atol = 1.0e-3 : f64} : tensor<?x2xf32>, tensor<3x2xf32>
  // CHECK: check.ulp %[[B]], %[[B]] {max_ulp = 1 : i64} : tensor<3x2xf32>
  check.ulp %b, %b {max_ulp = 1 : i64} : tensor<3x2xf32>
  return
}

// CHECK-LABEL: func.func @scalars
func.func @scalars(%x: f64, %n: index, %b: i1) {
  // CHECK: check.equal %{{.*}}, %{{.*}} : index
  check.equal %n, %n : index
  // CHECK: check.equal %{{.*}}, %{{.*}} : i1
  check.equal %b, %b : i1
  // CHECK: check.ulp %{{.*}}, %{{.*}} : f64
  check.ulp %x, %x : f64
  return
}

// They are effects: nothing removes them.
// RUN: mesh-opt %s --canonicalize --cse | FileCheck %s --check-prefix=KEPT
// KEPT-LABEL: func.func @tensors
// KEPT-COUNT-3: check.
