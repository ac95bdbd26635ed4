// RUN: mesh-opt %s --mesh-check-arithmetic | FileCheck %s

// CHECK-LABEL: func.func @signed(
// CHECK-SAME:    %[[A:.*]]: i32, %[[B:.*]]: i32)
func.func @signed(%a: i32, %b: i32) -> i32 {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK:     %[[OK:.*]] = arith.cmpi ne, %[[B]], %[[ZERO]]
  // CHECK:     mesh.assert %[[OK]], "integer division by zero"
  // CHECK:     %[[SMALL:.*]] = arith.cmpi ne, %[[A]], %{{.*}}
  // CHECK:     %[[OTHER:.*]] = arith.cmpi ne, %[[B]], %{{.*}}
  // CHECK:     %[[EITHER:.*]] = arith.ori %[[SMALL]], %[[OTHER]]
  // CHECK:     mesh.assert %[[EITHER]], "integer division of the least number by -1 overflows"
  // CHECK:     arith.divsi %[[A]], %[[B]]
  %0 = arith.divsi %a, %b : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @unsigned(
// CHECK:         mesh.assert %{{.*}}, "integer division by zero"
// CHECK-NOT:     mesh.assert
func.func @unsigned(%a: i32, %b: i32) -> i32 {
  %0 = arith.remui %a, %b : i32
  return %0 : i32
}

// One check for all lanes.
// CHECK-LABEL: func.func @vectors(
// CHECK:         %[[LANES:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : vector<4xi64>
// CHECK:         %[[ALL:.*]] = vector.reduction <and>, %[[LANES]]
// CHECK:         mesh.assert %[[ALL]]
func.func @vectors(%a: vector<4xi64>, %b: vector<4xi64>) -> vector<4xi64> {
  %0 = arith.divui %a, %b : vector<4xi64>
  return %0 : vector<4xi64>
}

// CHECK-LABEL: func.func @constants(
// CHECK-NOT:     mesh.assert
func.func @constants(%n: index, %a: i32) -> (i32, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %three = arith.constant 3 : i32
  %q = arith.divsi %a, %three : i32
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%s = %c0) -> index {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  return %q, %r : i32, index
}

// CHECK-LABEL: func.func @step(
// CHECK-SAME:    %{{.*}}: index, %[[STEP:.*]]: index)
// CHECK:         %[[OK:.*]] = arith.cmpi sgt, %[[STEP]], %{{.*}}
// CHECK:         mesh.assert %[[OK]], "expects the step of a loop to be positive, but got {0}"(%[[STEP]])
// CHECK:         scf.for
func.func @step(%n: index, %step: index) -> index {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %n step %step iter_args(%s = %c0) -> index {
    %t = arith.addi %s, %i : index
    scf.yield %t : index
  }
  return %r : index
}
