// RUN: mesh-opt %s --mesh-expand-math | FileCheck %s

// CHECK-LABEL: func.func @polynomials(
// CHECK-NOT: math.{{exp|log|tanh|erf}}
// CHECK: math.fma %{{.*}} : vector<16xf32>
// CHECK-NOT: math.{{exp|log|tanh|erf}}
// CHECK: return
func.func @polynomials(%x: vector<16xf32>, %y: f32) -> (vector<16xf32>, vector<16xf32>, f32, f32) {
  %0 = math.exp %x : vector<16xf32>
  %1 = math.log %x : vector<16xf32>
  %2 = math.tanh %y : f32
  %3 = math.erf %y : f32
  return %0, %1, %2, %3 : vector<16xf32>, vector<16xf32>, f32, f32
}

// CHECK-LABEL: func.func @half(
// CHECK-SAME: %[[X:.*]]: vector<8xbf16>
// CHECK: arith.extf %[[X]] : vector<8xbf16> to vector<8xf32>
// CHECK: %[[R:.*]] = arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
// CHECK: return %[[R]]
func.func @half(%x: vector<8xbf16>) -> vector<8xbf16> {
  %0 = math.exp %x : vector<8xbf16>
  return %0 : vector<8xbf16>
}

// CHECK-LABEL: func.func @narrow(
// CHECK-SAME: %[[X:.*]]: f16, %[[Y:.*]]: f16, %[[Z:.*]]: f64
// CHECK: %[[XW:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK: %[[YW:.*]] = arith.extf %[[Y]] : f16 to f32
// CHECK: %[[SUM:.*]] = arith.addf %[[XW]], %[[YW]] : f32
// CHECK: %[[NARROW:.*]] = arith.truncf %[[SUM]] : f32 to f16
// CHECK: %[[LESS:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: %[[ZW:.*]] = arith.truncf %[[Z]] : f64 to f32
// CHECK: %[[ZN:.*]] = arith.truncf %[[ZW]] : f32 to bf16
// CHECK: return %[[NARROW]], %[[LESS]], %[[ZN]]
func.func @narrow(%x: f16, %y: f16, %z: f64) -> (f16, i1, bf16) {
  %sum = arith.addf %x, %y : f16
  %less = arith.cmpf olt, %x, %y : f16
  %bf = arith.truncf %z : f64 to bf16
  return %sum, %less, %bf : f16, i1, bf16
}

// These are library calls later, or instructions.
// CHECK-LABEL: func.func @others(
// CHECK: math.exp %{{.*}} : f64
// CHECK: math.sin %{{.*}} : f32
// CHECK: math.sqrt %{{.*}} : f32
func.func @others(%x: f64, %y: f32) -> (f64, f32, f32) {
  %0 = math.exp %x : f64
  %1 = math.sin %y : f32
  %2 = math.sqrt %y : f32
  return %0, %1, %2 : f64, f32, f32
}

// Tests of what vectors hold compare in the type itself: 2^-14 is normal in f16.

// CHECK-LABEL: func.func @tests(
// CHECK-SAME: %[[X:.*]]: vector<4xf64>, %[[Y:.*]]: f16
// CHECK-DAG: %[[INF:.*]] = arith.constant dense<0x7FF0000000000000> : vector<4xf64>
// CHECK-DAG: %[[SIZE:.*]] = math.absf %[[X]] : vector<4xf64>
// CHECK: arith.cmpf oeq, %[[SIZE]], %[[INF]] : vector<4xf64>
// CHECK: arith.constant 6.103520e-05 : f16
// CHECK: arith.cmpf oge
// CHECK: arith.cmpf olt
// CHECK: arith.andi
// CHECK-NOT: math.is
// CHECK: return
func.func @tests(%x: vector<4xf64>, %y: f16) -> (vector<4xi1>, i1) {
  %0 = math.isinf %x : vector<4xf64>
  %1 = math.isnormal %y : f16
  return %0, %1 : vector<4xi1>, i1
}
