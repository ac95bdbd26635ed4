// Results of every kind: arguments, constants and the same memory twice; numbers
// of every width.

// DEFINE: %{args} = --arg=x=iota:shape=2x2 --arg=s=2.5 --arg=b=true --arg=h=1.5
// RUN: mesh-opt %s --run=many %{args} | FileCheck %s
// RUN: mesh-opt %s --run=many %{args} --reference | FileCheck %s
// RUN: mesh-opt %s --run=many %{args} --compare-reference | FileCheck %s --check-prefix=SAME

// CHECK:      same: tensor<2x2xf32>
// CHECK-NEXT: {{\[\[}}0, 1],
// CHECK-NEXT:  [2, 3]]
// CHECK-NEXT: r1: tensor<2xi64>
// CHECK-NEXT: [7, 9]
// CHECK-NEXT: r2: tensor<f64>
// CHECK-NEXT: 2.5
// CHECK-NEXT: r3: i1
// CHECK-NEXT: false
// CHECK-NEXT: r4: f16
// CHECK-NEXT: 3
// CHECK-NEXT: r5: tensor<2x2xf32>
// CHECK-NEXT: {{\[\[}}0, 2],
// CHECK-NEXT:  [4, 6]]
// CHECK-NEXT: r6: tensor<2x2xf32>
// CHECK-NEXT: {{\[\[}}0, 2],
// CHECK-NEXT:  [4, 6]]
// CHECK-NEXT: r7: index
// CHECK-NEXT: 2

// SAME: same: tensor<2x2xf32>: largest absolute difference 0, relative 0 (tolerance 0.0001)
// SAME: r4: f16: largest absolute difference 0, relative 0

func.func @many(%x: tensor<?x2xf32>, %s: f64, %b: i1, %h: f16)
    -> (tensor<?x2xf32> {mesh.name = "same"}, tensor<2xi64>, tensor<f64>, i1, f16, tensor<?x2xf32>, tensor<?x2xf32>, index) {
  %c = arith.constant dense<[7, 9]> : tensor<2xi64>
  %t = tensor.from_elements %s : tensor<f64>
  %true = arith.constant true
  %not = arith.xori %b, %true : i1
  %h2 = arith.addf %h, %h : f16
  %y = arith.addf %x, %x : tensor<?x2xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf32>
  return %x, %c, %t, %not, %h2, %y, %y, %n : tensor<?x2xf32>, tensor<2xi64>, tensor<f64>, i1, f16, tensor<?x2xf32>, tensor<?x2xf32>, index
}
