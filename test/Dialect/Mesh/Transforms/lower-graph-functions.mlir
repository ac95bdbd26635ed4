// RUN: mesh-opt %s --mesh-lower-graph --allow-unregistered-dialect | FileCheck %s

// Signatures and calls: attributes stay with what they belong to.

// CHECK:      func.func private @external(
// CHECK-SAME:   tensor<?xi32> {mesh.component = "source", mesh.name = "g"}
// CHECK-SAME:   tensor<?xi32> {mesh.component = "target", mesh.name = "g"}
// CHECK-SAME:   tensor<?xi32> {mesh.component = "in_ptr", mesh.name = "g"}
// CHECK-SAME:   tensor<?xi32> {mesh.component = "in_col", mesh.name = "g"}
// CHECK-SAME:   tensor<?xi32> {mesh.component = "in_edge", mesh.name = "g"}
// CHECK-SAME:   tensor<?xi32> {mesh.component = "out_ptr", mesh.name = "g"}
// CHECK-SAME:   tensor<?xi32> {mesh.component = "out_col", mesh.name = "g"}
// CHECK-SAME:   tensor<?xi32> {mesh.component = "out_edge", mesh.name = "g"}
// CHECK-SAME:   tensor<?xf32> {mesh.name = "x"})
// CHECK-SAME:   -> (tensor<?xf32> {mesh.name = "y"}
// CHECK-SAME:   tensor<?xi32> {mesh.component = "source", mesh.name = "h"}
// CHECK-SAME:   tensor<?xi32> {mesh.component = "out_edge", mesh.name = "h"})
func.func private @external(%g: !mesh.graph {mesh.name = "g"}, %x: tensor<?xf32> {mesh.name = "x"})
    -> (tensor<?xf32> {mesh.name = "y"}, !mesh.graph {mesh.name = "h"})

// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[X:[^ ]+]]: tensor<?xf32> {mesh.name = "x"},
// CHECK-SAME:    %[[SOURCE:[^ ]+]]: tensor<?xi32> {mesh.component = "source"},
// CHECK-SAME:    %[[LAST:[^ ]+]]: tensor<?xi32> {mesh.component = "out_edge"},
// CHECK-SAME:    %{{[^ ]+}}: tensor<?xf32> {bufferization.writable = false, mesh.name = "z"})
// CHECK-SAME:    -> (tensor<?xi32> {mesh.component = "source"},
func.func @caller(%x: tensor<?xf32> {mesh.name = "x"}, %g: !mesh.graph, %z: tensor<?xf32> {mesh.name = "z", bufferization.writable = false}) -> !mesh.graph {
  // CHECK:      %[[R:.+]]:9 = call @external(%[[SOURCE]], {{.+}}, %[[LAST]], %[[X]])
  // CHECK-SAME:   arg_attrs = [{test.a}, {test.a}, {test.a}, {test.a}, {test.a}, {test.a}, {test.a}, {test.a}, {test.b}]
  // CHECK-SAME:   no_inline
  // CHECK-SAME:   test.c
  %y, %h = func.call @external(%g, %x) {no_inline, test.c, arg_attrs = [{test.a}, {test.b}]} : (!mesh.graph, tensor<?xf32>) -> (tensor<?xf32>, !mesh.graph)
  // CHECK:      return %[[R]]#1, %[[R]]#2, %[[R]]#3, %[[R]]#4, %[[R]]#5, %[[R]]#6, %[[R]]#7, %[[R]]#8 :
  return %h : !mesh.graph
}

// CHECK-LABEL: func.func @wide_indices(
// CHECK-SAME:    tensor<?xi64> {mesh.component = "source"}
func.func @wide_indices(%g: !mesh.graph<i64>) -> index {
  %e = mesh.num_edges %g : !mesh.graph<i64>
  return %e : index
}

// Functions without graphs are left alone.
// CHECK-LABEL: func.func @plain(
// CHECK-SAME:    %{{.+}}: tensor<?xf32> {mesh.name = "x"}) -> tensor<?xf32>
func.func @plain(%x: tensor<?xf32> {mesh.name = "x"}) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
