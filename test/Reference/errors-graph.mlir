// Run-time constraints of graphs and of what reads them: the message, at the
// op's place.

// RUN: not mesh-opt %s --reference --run=source_out_of_range 2>&1 | FileCheck %s --check-prefix=SOURCE
func.func @source_out_of_range() {
  %src = arith.constant dense<[0, 1, 2, 7]> : tensor<4xi32>
  %dst = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %n = arith.constant 5 : index
  // SOURCE: errors-graph.mlir:[[@LINE+1]]:8:{{.*}} edge 3: source 7 is out of range, expects 0 <= source < 5
  %g = mesh.graph %src, %dst, %n, %n : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  return
}

// RUN: not mesh-opt %s --reference --run=target_negative 2>&1 | FileCheck %s --check-prefix=TARGET
func.func @target_negative() {
  %src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %dst = arith.constant dense<[0, -1]> : tensor<2xi32>
  %n = arith.constant 2 : index
  // TARGET: edge 1: target -1 is out of range, expects 0 <= target < 2
  %g = mesh.graph %src, %dst, %n, %n : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  return
}

// RUN: not mesh-opt %s --reference --run=too_many_nodes 2>&1 | FileCheck %s --check-prefix=NODES
func.func @too_many_nodes() {
  %none = tensor.empty() : tensor<0xi32>
  %n = arith.constant 4294967296 : index
  // NODES: 'mesh.graph' op expects 'num_sources' to be in 0 .. 2147483647, but got 4294967296
  %g = mesh.graph %none, %none, %n, %n : (tensor<0xi32>, tensor<0xi32>, index, index) -> !mesh.graph
  return
}

// RUN: not mesh-opt %s --reference --run=rows_missing 2>&1 | FileCheck %s --check-prefix=ROWS
func.func @rows_missing() {
  %src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %n = arith.constant 5 : index
  %g = mesh.graph %src, %src, %n, %n : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %four = arith.constant 4 : index
  %x = tensor.empty(%four) : tensor<?x3xf32>
  // ROWS: 'mesh.gather' op expects 'x' to have 5 rows on axis 0, but got 4
  %m = mesh.gather %x, %g source : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  return
}

// RUN: not mesh-opt %s --reference --run=declared 2>&1 | FileCheck %s --check-prefix=DECLARED
func.func @declared() {
  %src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %n = arith.constant 5 : index
  %g = mesh.graph %src, %src, %n, %n : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // DECLARED: 'mesh.segment_sum' op declares 4 rows on axis 0 of its result, but the graph has 5 target nodes
  %y = mesh.segment_sum %m, %g target : (tensor<2xf32>, !mesh.graph) -> tensor<4xf32>
  return
}

// RUN: not mesh-opt %s --reference --run=not_symmetric 2>&1 | FileCheck %s --check-prefix=SYMMETRIC
func.func @not_symmetric() {
  %src = arith.constant dense<[0, 1, 1]> : tensor<3xi32>
  %dst = arith.constant dense<[1, 0, 2]> : tensor<3xi32>
  %n = arith.constant 3 : index
  %g = mesh.graph %src, %dst, %n, %n : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  // SYMMETRIC: 'mesh.require' op expects a graph that is symmetric, but edge 2 (1 -> 2) has no reverse
  mesh.require %g symmetric : !mesh.graph
  return
}

// RUN: not mesh-opt %s --reference --run=has_loop 2>&1 | FileCheck %s --check-prefix=LOOP
func.func @has_loop() {
  %src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %dst = arith.constant dense<[1, 1]> : tensor<2xi32>
  %n = arith.constant 2 : index
  %g = mesh.graph %src, %dst, %n, %n : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  // LOOP: 'mesh.require' op expects a graph that is loop_free, but edge 1 is a loop at node 1
  mesh.require %g loop_free : !mesh.graph
  return
}

// RUN: not mesh-opt %s --reference --run=not_sorted 2>&1 | FileCheck %s --check-prefix=SORTED
func.func @not_sorted() {
  %src = arith.constant dense<[0, 2, 1]> : tensor<3xi32>
  %dst = arith.constant dense<[0, 1, 1]> : tensor<3xi32>
  %n = arith.constant 3 : index
  %g = mesh.graph %src, %dst, %n, %n : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  // SORTED: 'mesh.require' op expects a graph that is sorted by target, then source, but edge 2 (1 -> 1) follows 2 -> 1
  mesh.require %g sorted : !mesh.graph
  return
}

// RUN: not mesh-opt %s --reference --run=bad_pointers 2>&1 | FileCheck %s --check-prefix=POINTERS
func.func @bad_pointers() {
  %ptr = arith.constant dense<[0, 5, 3, 8]> : tensor<4xi32>
  %col = arith.constant dense<0> : tensor<8xi32>
  %n = arith.constant 1 : index
  // POINTERS: 'mesh.csr_transpose' op expects 'row_ptr' not to decrease, but entry 1 is 5 and entry 2 is 3
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<4xi32>, tensor<8xi32>, index) -> (tensor<?xi32>, tensor<8xi32>, tensor<8xi32>)
  return
}

// RUN: not mesh-opt %s --reference --run=label_too_large 2>&1 | FileCheck %s --check-prefix=LABEL
func.func @label_too_large() {
  %x = arith.constant dense<0.0> : tensor<2x3xf32>
  %labels = arith.constant dense<[0, 3]> : tensor<2xi32>
  // LABEL: row 1: label 3 is out of range, expects label < 3
  %loss = mesh.cross_entropy %x, %labels : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<f32>
  return
}

// RUN: not mesh-opt %s --reference --run=id_too_large 2>&1 | FileCheck %s --check-prefix=TAKE
func.func @id_too_large() {
  %table = arith.constant dense<0.0> : tensor<2x3xf32>
  %ids = arith.constant dense<[0, 2]> : tensor<2xi32>
  // TAKE: source 2 is out of range, expects 0 <= source < 2
  %y = mesh.take %table, %ids : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}

// RUN: not mesh-opt %s --reference --run=assertion 2>&1 | FileCheck %s --check-prefix=ASSERT
func.func @assertion() {
  %false = arith.constant false
  %a = arith.constant 3 : index
  %b = arith.constant -4 : index
  // ASSERT: wants -4 and 3, not more
  mesh.assert %false, "wants {1} and {0}, not more" (%a, %b)
  return
}
