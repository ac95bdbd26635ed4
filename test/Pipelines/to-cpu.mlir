// RUN: mesh-opt %s --mesh-to-tensors | FileCheck %s --check-prefix=TENSORS
// RUN: mesh-opt %s --mesh-to-tensors --mesh-to-loops | FileCheck %s --check-prefix=LOOPS
// RUN: mesh-opt %s --mesh-to-tensors --mesh-to-loops --mesh-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: mesh-opt %s --mesh-to-cpu="cpu=x86-64-v3 verify-runtime" | FileCheck %s --check-prefix=LLVM

// TENSORS-LABEL: func.func @mean(
// TENSORS-NOT:     !mesh.graph
// TENSORS:         mesh.aggregate
// TENSORS:         linalg.matmul

// LOOPS-LABEL: func.func @mean(
// LOOPS-NOT:     tensor
// LOOPS:         omp.parallel

// LLVM: module attributes {llvm.data_layout
// LLVM: llvm.func @mean(%{{.*}}: !llvm.ptr,
// LLVM: llvm.func @_mlir_ciface_mean(
func.func @mean(%g: !mesh.graph, %x: tensor<?x16xf32>, %w: tensor<16x32xf32>) -> tensor<?x32xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %y = func.call @project(%a, %w) : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}
func.func private @project(%a: tensor<?x16xf32>, %w: tensor<16x32xf32>) -> tensor<?x32xf32> {
  %y = mesh.linear %a, %w : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}
