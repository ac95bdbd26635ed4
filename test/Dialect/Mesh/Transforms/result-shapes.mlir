// RUN: mesh-opt %s --mesh-expand --mesh-result-shapes | FileCheck %s

// CHECK-LABEL: func.func @sage(
// CHECK-LABEL: func.func @sage$shapes(
// CHECK-SAME:    %[[G:[^:]*]]: !mesh.graph, %{{[^:]*}}: tensor<?x4xf32>
// CHECK-SAME:    -> index
// CHECK-NEXT:    %[[N:.*]] = mesh.num_nodes %[[G]] target
// CHECK-NEXT:    return %[[N]]
func.func @sage(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<4x2xf32>) -> tensor<?x2xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %n = mesh.linear %a, %w : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  return %n : tensor<?x2xf32>
}

// The sizes of all results, in order; checks stay with the function.
// CHECK-LABEL: func.func @several$shapes(
// CHECK-SAME:    %[[G:[^:]*]]: !mesh.graph, %[[X:[^:]*]]: tensor<?x?xf32>
// CHECK-SAME:    -> (index, index, index)
// CHECK-NOT:     mesh.require
// CHECK-DAG:     %[[E:.*]] = mesh.num_edges %[[G]]
// CHECK-DAG:     %[[ROWS:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG:     %[[WIDTH:.*]] = tensor.dim %[[X]], %c1
// CHECK:         return %[[ROWS]], %[[WIDTH]], %[[E]]
func.func @several(%g: !mesh.graph, %x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<4xf32>, tensor<?xi32>) {
  mesh.require %g symmetric : !mesh.graph
  %s = arith.addf %x, %x : tensor<?x?xf32>
  %c = arith.constant dense<1.0> : tensor<4xf32>
  %i = mesh.edge_ids %g : (!mesh.graph) -> tensor<?xi32>
  return %s, %c, %i : tensor<?x?xf32>, tensor<4xf32>, tensor<?xi32>
}

// A loop keeps the size of what it starts from.
// CHECK-LABEL: func.func @loop$shapes(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?xf32>
// CHECK:         %[[D:.*]] = tensor.dim %[[X]], %c0
// CHECK-NEXT:    return %[[D]]
func.func @loop(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf32> {
    %b = arith.addf %a, %a : tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @from_data(
// CHECK-SAME:    attributes {mesh.shapes_need_data}
// CHECK-NOT:   @from_data$shapes
func.func @from_data(%size: tensor<1xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.extract %size[%c0] : tensor<1xindex>
  %0 = tensor.splat %one[%n] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Nothing is open.
// CHECK-LABEL: func.func @static(
// CHECK-NOT:   @static$shapes
func.func @static(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
