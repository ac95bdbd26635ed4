// Weights that meet edge rows in an elementwise op only are edge rows all the
// same: they follow the edges through modifiers, and their number is checked.

// RUN: mesh-opt %s --run=scaled --arg=[[0,1,2,0],[2,0,1,1]] --arg=ones --arg=[10,20,30,40] | FileCheck %s
// RUN: mesh-opt %s --run=scaled --arg=[[0,1,2,0],[2,0,1,1]]+sorted --arg=ones --arg=[10,20,30,40] | FileCheck %s
// RUN: mesh-opt %s --run=product --arg=[[0,1,2,0],[2,0,1,1]]+sorted --arg=[1,1,1] --arg=[10,20,30,40] | FileCheck %s --check-prefix=PRODUCT
// RUN: mesh-opt %s --run=scaled --verify-runtime --arg=[[0,1,2,0],[2,0,1,1]] --arg=ones --arg=[10,20,30,40] | FileCheck %s
// RUN: not mesh-opt %s --run=product --arg=[[0,1,2,0],[2,0,1,1]] --arg=[1,1,1] --arg=[10,20,30] 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not mesh-opt %s --run=scaled --arg=[[0,1],[1,2]]+self_loops --arg=ones --arg=[10,20] 2>&1 | FileCheck %s --check-prefix=ADDED

// CHECK: {{\[\[}}20, 20],
// CHECK-NEXT: [70, 70],
// CHECK-NEXT: [10, 10]]
// PRODUCT: [20, 70, 10]
// SHORT: edge-rows-by-elementwise.mlir:{{.*}}expects{{.*}}to have 4 {{.*}}, but got 3
// ADDED: argument 3 'w'
// ADDED-SAME: self_loops

func.func @scaled(%g: !mesh.graph, %x: tensor<?x2xf32>, %w: tensor<?xf32>) -> tensor<?x2xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %s = mesh.scale %m, %w : (tensor<?x2xf32>, tensor<?xf32>) -> tensor<?x2xf32>
  %y = mesh.segment_sum %s, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

func.func @product(%g: !mesh.graph, %x: tensor<?xf32>, %w: tensor<?xf32>) -> tensor<?xf32> {
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %s = arith.mulf %m, %w : tensor<?xf32>
  %y = mesh.segment_sum %s, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
