// RUN: mesh-opt %s --mesh-insert-checks | FileCheck %s

// Where checks stand, and how often.

// Between arguments: at the entry, once for all uses.
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME:    %[[G:[^ ]+]]: !mesh.graph, %[[X:.+]]: tensor<?x16xf32>, %[[C:.+]]: i1)
func.func @arguments(%g: !mesh.graph, %x: tensor<?x16xf32>, %c: i1) -> tensor<?x16xf32> {
  // CHECK-NEXT: %[[S:.+]] = mesh.num_nodes %[[G]] source
  // CHECK:      %[[ROWS:.+]] = tensor.dim %[[X]]
  // CHECK-NEXT: %[[OK:.+]] = arith.cmpi eq, %[[S]], %[[ROWS]]
  // CHECK-NEXT: mesh.assert %[[OK]], "'mesh.gather' op expects 'x' to have {0} rows on axis 0, but got {1}"(%[[S]], %[[ROWS]])
  // CHECK-NOT:  mesh.assert
  // CHECK:      return
  %r = scf.if %c -> tensor<?x16xf32> {
    %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
    scf.yield %m : tensor<?x16xf32>
  } else {
    %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
    scf.yield %m : tensor<?x16xf32>
  }
  return %r : tensor<?x16xf32>
}

// The other endpoint is another constraint.
// CHECK-LABEL: func.func @both_ends(
// CHECK:         mesh.num_nodes %{{.+}} source
// CHECK:         mesh.assert
// CHECK:         mesh.num_nodes %{{.+}} target
// CHECK:         mesh.assert
func.func @both_ends(%g: !mesh.graph, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %t = mesh.gather %x, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %s, %t : tensor<?xf32>, tensor<?xf32>
}

// The node axis is the one that is compared.
// CHECK-LABEL: func.func @batched(
// CHECK-SAME:    %[[X:[^ ]+]]: tensor<2x?x4xf32>
// CHECK:         %[[ONE:.+]] = arith.constant 1 : index
// CHECK:         tensor.dim %[[X]], %[[ONE]]
// CHECK:         mesh.assert %{{.+}}, "'mesh.segment_sum' op expects 'messages' to have {0} rows on axis 1, but got {1}"
func.func @batched(%g: !mesh.graph, %x: tensor<2x?x4xf32>) -> tensor<2x?x4xf32> {
  %s = mesh.segment_sum %x, %g target dim = 1 : (tensor<2x?x4xf32>, !mesh.graph) -> tensor<2x?x4xf32>
  return %s : tensor<2x?x4xf32>
}

// A tensor that is no argument is compared where it is used.
// CHECK-LABEL: func.func @loop_carried(
// CHECK:         scf.for {{.+}} iter_args(%[[H:.+]] =
// CHECK:           tensor.dim %[[H]]
// CHECK:           mesh.assert
// CHECK:           mesh.gather %[[H]]
// CHECK-NOT:       mesh.assert
// CHECK:           scf.yield
func.func @loop_carried(%g: !mesh.graph, %x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf32> {
    %m = mesh.gather %h, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
    %y = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Row counts that a program declares.
// CHECK-LABEL: func.func @declared(
// CHECK-SAME:    %[[G:[^ ]+]]: !mesh.graph
// CHECK-DAG:     %[[S:.+]] = mesh.num_nodes %[[G]] source
// CHECK-DAG:     %[[FOUR:.+]] = arith.constant 4 : index
// CHECK:         mesh.assert %{{.+}}, "'mesh.gather' op expects 'x' to have {0} rows on axis 0, but got {1}"(%[[S]], %[[FOUR]])
// CHECK:         %[[E:.+]] = mesh.num_edges %[[G]]
// CHECK:         %[[THREE:.+]] = arith.constant 3 : index
// CHECK:         mesh.assert %{{.+}}, "'mesh.gather' op declares {1} rows on axis 0 of its result, but the graph has {0} edges"(%[[E]], %[[THREE]])
func.func @declared(%g: !mesh.graph, %x: tensor<4x8xf32>) -> tensor<3x8xf32> {
  %m = mesh.gather %x, %g source : (tensor<4x8xf32>, !mesh.graph) -> tensor<3x8xf32>
  return %m : tensor<3x8xf32>
}

// The region ops state their constraints, too.
// CHECK-LABEL: func.func @aggregate(
// CHECK:         mesh.assert %{{.+}}, "'mesh.aggregate' op expects '{{.+}}' to have {0} rows on axis 0, but got {1}"
// CHECK:         mesh.aggregate
func.func @aggregate(%g: !mesh.graph, %x: tensor<?xf32>, %w: tensor<?xf32>) -> tensor<?xf32> {
  %n = mesh.num_nodes %g target : !mesh.graph
  %out = tensor.empty(%n) : tensor<?xf32>
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?xf32>) edge(%w : tensor<?xf32>)
      outs(%out : tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %row: f32, %weight: f32, %e: index) {
        %m = arith.mulf %row, %weight : f32
        %a = arith.addf %acc, %m : f32
        mesh.yield %a : f32
      }
  return %y : tensor<?xf32>
}
