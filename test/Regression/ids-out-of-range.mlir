// Ids that lead outside of a table are an error that names the edge and the id.

// RUN: not mesh-opt %s --reference --run=taken 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not mesh-opt %s --run=taken 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: edge 0: source -3 is out of range, expects 0 <= source < 4
func.func @taken() -> tensor<4xf32> {
  %x = arith.constant dense<[7.0, 8.0, 9.0, 10.0]> : tensor<4xf32>
  %ids = arith.constant dense<[-3, 1, 3, 50]> : tensor<4xi32>
  %y = mesh.take %x, %ids : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// RUN: not mesh-opt %s --reference --run=segments 2>&1 | FileCheck %s --check-prefix=SEGMENTS
// RUN: not mesh-opt %s --run=segments 2>&1 | FileCheck %s --check-prefix=SEGMENTS
// SEGMENTS: edge 0: target -4 is out of range, expects 0 <= target < 2
func.func @segments() -> tensor<?xi32> {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[-4, -700, 1]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %y = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  return %y : tensor<?xi32>
}

// RUN: not mesh-opt %s --reference --run=no_segments 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not mesh-opt %s --run=no_segments 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: edge 0: target 1 is out of range, expects 0 <= target < 0
func.func @no_segments() -> tensor<?xi32> {
  %g_src = arith.constant dense<[0, 0, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[1, 0, 1]> : tensor<3xi32>
  %g_s = arith.constant 1 : index
  %g_t = arith.constant 0 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %y = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  return %y : tensor<?xi32>
}

// RUN: not mesh-opt %s --reference --run=gaps 2>&1 | FileCheck %s --check-prefix=GAPS
// RUN: not mesh-opt %s --run=gaps 2>&1 | FileCheck %s --check-prefix=GAPS
// GAPS: edge 1: source 6 is out of range, expects 0 <= source < 5
func.func @gaps() -> tensor<?xi32> {
  // Ids of a larger graph with a table of five rows.
  %g_src = arith.constant dense<[2, 6, 8]> : tensor<3xi32>
  %g_dst = arith.constant dense<[4, 2, 11]> : tensor<3xi32>
  %g_s = arith.constant 5 : index
  %g_t = arith.constant 5 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %y = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  return %y : tensor<?xi32>
}
