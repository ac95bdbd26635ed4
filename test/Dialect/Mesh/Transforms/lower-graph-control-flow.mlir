// RUN: mesh-opt %s --mesh-lower-graph | FileCheck %s

// A graph travels through control flow as eight tensors.

// CHECK-NOT: !mesh.graph

// CHECK-LABEL: func.func @loops(
func.func @loops(%g: !mesh.graph, %c: i1, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      %[[FOR:.+]]:8 = scf.for
  // CHECK-SAME:   iter_args(%[[SOURCE:[^ ]+]] = %{{[^ ]+}}, %[[TARGET:[^ ]+]] =
  // CHECK:        %[[IF:.+]]:8 = scf.if
  // CHECK:          scf.yield %[[TARGET]], %[[SOURCE]],
  // CHECK:        scf.yield %[[IF]]#0, %[[IF]]#1,
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %g) -> !mesh.graph {
    %x = scf.if %c -> !mesh.graph {
      %t = mesh.transpose %a : !mesh.graph
      scf.yield %t : !mesh.graph
    } else {
      scf.yield %a : !mesh.graph
    }
    scf.yield %x : !mesh.graph
  }
  // CHECK:      %[[WHILE:.+]]:8 = scf.while (%{{[^ ]+}} = %[[FOR]]#0,
  // CHECK:        scf.condition
  // CHECK:      ^bb0(%{{.+}}: tensor<?xi32>, {{.+}}: tensor<?xi32>):
  // CHECK:        scf.yield
  %w = scf.while (%a = %r) : (!mesh.graph) -> !mesh.graph {
    scf.condition(%c) %a : !mesh.graph
  } do {
  ^bb0(%a: !mesh.graph):
    scf.yield %a : !mesh.graph
  }
  // CHECK:      tensor.dim %[[WHILE]]#0
  %e = mesh.num_edges %w : !mesh.graph
  return %e : index
}

// CHECK-LABEL: func.func @select(
// CHECK-COUNT-8: arith.select %{{.+}}, %{{.+}}, %{{.+}} : tensor<?xi32>
func.func @select(%g: !mesh.graph, %h: !mesh.graph, %c: i1) -> !mesh.graph {
  %s = arith.select %c, %g, %h : !mesh.graph
  return %s : !mesh.graph
}

// CHECK-LABEL: func.func @branches(
// CHECK:         cf.cond_br %{{.+}}, ^[[A:.+]](%{{.+}} : tensor<?xi32>, {{.+}}), ^[[B:.+]](
// CHECK:       ^[[A]](%{{.+}}: tensor<?xi32>, %{{.+}}: tensor<?xi32>
// CHECK:         tensor.dim
// CHECK:       ^[[B]](%[[FIRST:[^ ]+]]: tensor<?xi32>
// CHECK:         cf.br ^[[A]](%[[FIRST]],
func.func @branches(%g: !mesh.graph, %h: !mesh.graph, %c: i1) -> index {
  cf.cond_br %c, ^a(%g : !mesh.graph), ^b(%h : !mesh.graph)
^a(%0: !mesh.graph):
  %n = mesh.num_nodes %0 source : !mesh.graph
  return %n : index
^b(%1: !mesh.graph):
  cf.br ^a(%1 : !mesh.graph)
}
