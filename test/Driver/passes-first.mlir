// Passes of the command line run first; compiling goes on from what they leave.

// DEFINE: %{run} = --run=mean --arg=[[0,1,1],[2,2,0]] --arg=[1,2,3]
// RUN: mesh-opt %s %{run} | FileCheck %s
// RUN: mesh-opt %s --mesh-fuse %{run} | FileCheck %s
// RUN: mesh-opt %s --mesh-fuse --mesh-lower-graph %{run} | FileCheck %s
// RUN: mesh-opt %s --mesh-to-tensors %{run} | FileCheck %s
// RUN: mesh-opt %s --mesh-to-cpu %{run} | FileCheck %s
// RUN: mesh-opt %s --mesh-fuse --mesh-lower-graph %{run} --reference | FileCheck %s
// CHECK:      r0: tensor<3xf32>
// CHECK-NEXT: [{{ *}}2, 0, 1.5]

// RUN: not mesh-opt %s --mesh-to-cpu %{run} --reference 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: error: the passes of the command line left no function @mean to interpret

func.func @mean(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
