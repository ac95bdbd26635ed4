// Seeds and tangents of the wrong size are errors when the program runs.
// RUN: mesh-opt %s --run=backwards --arg=[1,2,3] --arg=[1,2,3] | FileCheck %s
// CHECK: [3, 3, 3]
// RUN: not mesh-opt %s --run=backwards --arg=[1,2,3] --arg=[1,2,3,4] 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not mesh-opt %s --run=backwards --arg=[1,2,3] --arg=[1,2,3,4] --reference 2>&1 | FileCheck %s --check-prefix=SEED
// SEED: error: {{.*}}'mesh.vjp' op expects seed 0 to have 3 entries on axis 0, but got 4
// RUN: not mesh-opt %s --run=negated --arg=[1,2,3] --arg=[1,2] 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: error: {{.*}}'mesh.vjp' op expects seed 0 to have 3 entries on axis 0, but got 2
// RUN: not mesh-opt %s --run=forwards --arg=[1,2,3] --arg=[1,2,3,4] 2>&1 | FileCheck %s --check-prefix=TANGENT
// RUN: not mesh-opt %s --run=forwards --arg=[1,2,3] --arg=[1,2,3,4] --reference 2>&1 | FileCheck %s --check-prefix=TANGENT
// TANGENT: error: {{.*}}'mesh.jvp' op expects tangent 0 to have 3 entries on axis 0, but got 4

!v = tensor<?xf32>
func.func private @spread(%x: !v) -> !v {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%x : !v) outs(%zero : tensor<f32>) dimensions = [0]
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !v
  %o = tensor.empty(%n) : !v
  %y = linalg.broadcast ins(%s : tensor<f32>) outs(%o : !v) dimensions = [0]
  return %y : !v
}
func.func private @minus(%x: !v) -> !v {
  %y = arith.negf %x : !v
  return %y : !v
}
func.func @backwards(%x: !v, %c: !v) -> !v {
  %one = math.powf %c, %c : !v
  %ones = arith.divf %one, %one : !v
  %y, %d = mesh.vjp @spread(%x) seeds(%ones) wrt [0] : (!v, !v) -> (!v, !v)
  return %d : !v
}
func.func @negated(%x: !v, %c: !v) -> !v {
  %y, %d = mesh.vjp @minus(%x) seeds(%c) wrt [0] : (!v, !v) -> (!v, !v)
  return %d : !v
}
func.func @forwards(%x: !v, %t: !v) -> !v {
  %y, %d = mesh.jvp @spread(%x) tangents(%t) wrt [0] : (!v, !v) -> (!v, !v)
  return %d : !v
}
