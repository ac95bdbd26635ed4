// Neither the processor nor an endless loop may stop the driver: such programs
// fail with a place and a reason.
//
// DEFINE: %{run} = mesh-opt %s --run
// RUN: not %{run}=scalar --arg=7 --arg=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not %{run}=scalar --arg=-2147483648 --arg=-1 2>&1 | FileCheck %s --check-prefix=LEAST
// RUN: %{run}=scalar --arg=-7 --arg=2 | FileCheck %s --check-prefix=QUOTIENT
// RUN: not %{run}=tensors --arg=iota:shape=5 --arg=[1,2,3,0,2] 2>&1 | FileCheck %s --check-prefix=REMAINDER
// RUN: not %{run}=edges --arg=[[0,1],[1,0]] --arg=ones --arg=zeros 2>&1 | FileCheck %s --check-prefix=EDGES
// RUN: not %{run}=wide --arg=[[0,1],[1,0]] --arg=ones:shape=2x19 --arg=zeros:shape=2x19 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not %{run}=loop --arg=10 --arg=0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not %{run}=splat 2>&1 | FileCheck %s --check-prefix=HUGE
//
// The lanes beyond a row of 19 divide by nothing.
// RUN: %{run}=edges --arg=[[0,1],[1,0]] --arg=ones --arg=ones --compare-reference
// RUN: %{run}=wide --arg=[[0,1],[1,0]] --arg=ones:shape=2x19 --arg=ones:shape=2x19 --compare-reference

// ZERO:      error: {{.*}}integer-division.mlir:{{[0-9]+}}:8: integer division by zero
// LEAST:     error: {{.*}}: integer division of the least number by -1 overflows
// QUOTIENT:  -3
// REMAINDER: error: {{.*}}: integer division by zero
// EDGES:     error: {{.*}}: integer division by zero
// WIDE:      error: {{.*}}: integer division by zero
// STEP:      error: {{.*}}: expects the step of a loop to be positive, but got 0
// HUGE:      error: {{.*}}: cannot make a tensor of 4611686018427387904xf32

func.func @scalar(%a: i32, %b: i32) -> i32 {
  %0 = arith.divsi %a, %b : i32
  return %0 : i32
}
func.func @tensors(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.remsi %a, %b : tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func @edges(%g: !mesh.graph, %a: tensor<?x19xi32>, %b: tensor<?x19xi32>) -> tensor<?x19xf32> {
  %s = mesh.gather %a, %g source : (tensor<?x19xi32>, !mesh.graph) -> tensor<?x19xi32>
  %t = mesh.gather %b, %g target : (tensor<?x19xi32>, !mesh.graph) -> tensor<?x19xi32>
  %0 = arith.divsi %s, %t : tensor<?x19xi32>
  %f = arith.sitofp %0 : tensor<?x19xi32> to tensor<?x19xf32>
  %1 = mesh.segment_sum %f, %g target : (tensor<?x19xf32>, !mesh.graph) -> tensor<?x19xf32>
  return %1 : tensor<?x19xf32>
}
func.func @wide(%g: !mesh.graph, %a: tensor<?x?xi32>, %b: tensor<?x?xi32>) -> tensor<?x?xf32> {
  %s = mesh.gather %a, %g source : (tensor<?x?xi32>, !mesh.graph) -> tensor<?x?xi32>
  %t = mesh.gather %b, %g target : (tensor<?x?xi32>, !mesh.graph) -> tensor<?x?xi32>
  %0 = arith.divsi %s, %t : tensor<?x?xi32>
  %f = arith.sitofp %0 : tensor<?x?xi32> to tensor<?x?xf32>
  %1 = mesh.segment_sum %f, %g target : (tensor<?x?xf32>, !mesh.graph) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func @loop(%n: index, %step: index) -> index {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %n step %step iter_args(%a = %c0) -> index {
    %b = arith.addi %a, %i : index
    scf.yield %b : index
  }
  return %r : index
}
func.func @splat() -> tensor<4611686018427387904xf32> {
  %0 = arith.constant dense<1.0> : tensor<4611686018427387904xf32>
  return %0 : tensor<4611686018427387904xf32>
}
