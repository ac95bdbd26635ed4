// Tensors that are put side by side must agree on the other axes: an error before
// anything is read or written, not memory beyond the end of one of them.
//
// RUN: not mesh-opt %s --run=concat --arg=ones:shape=5x4 --arg=ones:shape=7x4 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: error: {{.*}}concatenated-rows-agree.mlir:{{.*}} have 5 {{.*}} on axis 0{{.*}}, but got 7
// RUN: not mesh-opt %s --run=concat --arg=ones:shape=7x4 --arg=ones:shape=5x4 2>&1 | FileCheck %s --check-prefix=LESS
// LESS: error: {{.*}}concatenated-rows-agree.mlir:{{.*}} have 7 {{.*}} on axis 0{{.*}}, but got 5
// RUN: not mesh-opt %s --run=below --arg=ones:shape=2x3 --arg=ones:shape=2x5 2>&1 | FileCheck %s --check-prefix=BELOW
// BELOW: error: {{.*}}concatenated-rows-agree.mlir:{{.*}} have 3 {{.*}} on axis 1{{.*}}, but got 5
// RUN: mesh-opt %s --run=concat --arg=ones:shape=2x4 --arg=zeros:shape=2x4 --compare-reference
func.func @concat(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x8xf32> {
  %y = tensor.concat dim(1) %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
func.func @below(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %y = tensor.concat dim(0) %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
