// Functions that no vector instruction and no polynomial computes are calls for
// each lane; integer powers are loops; a softmax is taken apart.
//
// DEFINE: %{compare} = mesh-opt %s --compare-reference --run
// RUN: %{compare}=single --arg=uniform:1:shape=5x19
// RUN: %{compare}=twofold --arg=uniform:1:shape=5x19
// RUN: %{compare}=half --arg=uniform:1:shape=5x3
// RUN: %{compare}=powers --arg=uniform:1,low=0.5,high=2,shape=5x19 --arg=uniform:2,low=-5,high=9,shape=5x19
// RUN: %{compare}=whole --arg=[-3,-1,0,1,2,5] --arg=[3,-3,0,-7,30,2]
// RUN: not mesh-opt %s --run=whole --arg=[0] --arg=[-2] 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not mesh-opt %s --run=whole --arg=[0] --arg=[-2] --reference 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: %{compare}=softmax --arg=normal:1:shape=5x7
// RUN: %{compare}=edges --arg=[[0,1,2],[1,2,0]] --arg=uniform:3

// ZERO: error: {{.*}}by zero

// A function of the program may have the name of one of the library.
// RUN: %{compare}=exp --arg=uniform:1:shape=3x5
// RUN: %{compare}=erfc --arg=uniform:1:shape=3x5

func.func @single(%x: tensor<?x19xf32>) -> (tensor<?x19xf32>, tensor<?x19xf32>, tensor<?x19xf32>, tensor<?x19xf32>, tensor<?x19xf32>) {
  %0 = math.cbrt %x : tensor<?x19xf32>
  %1 = math.asinh %x : tensor<?x19xf32>
  %2 = math.atanh %x : tensor<?x19xf32>
  %3 = math.erfc %x : tensor<?x19xf32>
  %one = math.exp %x : tensor<?x19xf32>
  %4 = math.acosh %one : tensor<?x19xf32>
  return %0, %1, %2, %3, %4 : tensor<?x19xf32>, tensor<?x19xf32>, tensor<?x19xf32>, tensor<?x19xf32>, tensor<?x19xf32>
}
func.func @twofold(%x: tensor<?x19xf64>) -> (tensor<?x19xf64>, tensor<?x19xf64>, tensor<?x19xf64>) {
  %0 = math.erf %x : tensor<?x19xf64>
  %1 = math.cbrt %x : tensor<?x19xf64>
  %2 = math.clampf %x to [%0, %1] : tensor<?x19xf64>
  return %0, %1, %2 : tensor<?x19xf64>, tensor<?x19xf64>, tensor<?x19xf64>
}
func.func @half(%x: tensor<?x3xf16>) -> (tensor<?x3xf16>, tensor<?x3xf16>) {
  %0 = math.cbrt %x : tensor<?x3xf16>
  %1 = math.clampf %x to [%0, %0] : tensor<?x3xf16>
  return %0, %1 : tensor<?x3xf16>, tensor<?x3xf16>
}
func.func @powers(%x: tensor<?x19xf32>, %n: tensor<?x19xi32>) -> tensor<?x19xf32> {
  %0 = math.fpowi %x, %n : tensor<?x19xf32>, tensor<?x19xi32>
  return %0 : tensor<?x19xf32>
}
func.func @whole(%x: tensor<?xi32>, %n: tensor<?xi32>) -> tensor<?xi32> {
  %0 = math.ipowi %x, %n : tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func @softmax(%x: tensor<?x7xf32>) -> tensor<?x7xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x7xf32>
  %e = tensor.empty(%n) : tensor<?x7xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<?x7xf32>) outs(%e : tensor<?x7xf32>) -> tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}
func.func @edges(%g: !mesh.graph, %x: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x5xf32>, !mesh.graph) -> tensor<?x5xf32>
  %c = math.cbrt %s : tensor<?x5xf32>
  %a = mesh.segment_sum %c, %g target : (tensor<?x5xf32>, !mesh.graph) -> tensor<?x5xf32>
  return %a : tensor<?x5xf32>
}
func.func @exp(%x: tensor<?x5xf64>) -> tensor<?x5xf64> {
  %0 = math.exp %x : tensor<?x5xf64>
  return %0 : tensor<?x5xf64>
}
func.func @erfc(%x: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %0 = math.erfc %x : tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
