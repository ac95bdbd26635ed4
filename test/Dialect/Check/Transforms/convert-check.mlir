// RUN: mesh-opt %s --convert-check | FileCheck %s

// CHECK-NOT: check.

// CHECK-LABEL: func.func @integers
// CHECK-SAME: %[[A:.*]]: tensor<?x3xi32>, %[[B:.*]]: tensor<2x3xi32>
func.func @integers(%a: tensor<?x3xi32>, %b: tensor<2x3xi32>) {
  // CHECK: mesh.assert %{{.*}}, "'check.equal' op expects shape [{0}, {1}], but got [{2}, {3}]"
  // CHECK: scf.for %[[I:.*]] =
  // CHECK: scf.for %[[J:.*]] =
  // CHECK: %[[X:.*]] = tensor.extract %[[A]][%[[I]], %[[J]]]
  // CHECK: %[[Y:.*]] = tensor.extract %[[B]][%[[I]], %[[J]]]
  // CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[X]], %[[Y]]
  // CHECK: mesh.assert %[[EQUAL]], "'check.equal' op expects entries to be equal, but entry [{0}, {1}] is {2} where {3} is expected"{{ ?}}(%[[I]], %[[J]], %{{.*}}, %{{.*}})
  check.equal %a, %b : tensor<?x3xi32>, tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @floats
// CHECK-SAME: %[[A:.*]]: f32, %[[B:.*]]: f32
func.func @floats(%a: f32, %b: f32) {
  // CHECK-DAG: arith.bitcast %[[A]] : f32 to i32
  // CHECK-DAG: arith.bitcast %[[B]] : f32 to i32
  // CHECK-NOT: cmpf
  // CHECK: mesh.assert %{{.*}}, "'check.equal' op expects entries to be equal, but the value is not what is expected"
  check.equal %a, %b : f32
  // CHECK: mesh.assert %{{.*}}, "'check.ulp' op expects entries to be within 4 ULP
  check.ulp %a, %b : f32
  return
}
