// Edge rows follow the modifiers of their graph, and sizes that the program
// leaves open follow from what its ops demand.

// Edges 2 -> 0, 0 -> 1, 1 -> 0 with weights 10, 20, 30; sorted by target.
// RUN: mesh-opt %s --run=messages --arg=[[2,0,1],[0,1,0]] --arg=[10,20,30] | FileCheck %s --check-prefix=PLAIN
// RUN: mesh-opt %s --run=messages --arg=[[2,0,1],[0,1,0]]+sorted --arg=[10,20,30] | FileCheck %s --check-prefix=SORTED
// PLAIN: [10, 20, 30]
// SORTED: [30, 10, 20]

// RUN: not mesh-opt %s --run=messages --arg=[[2,0,1],[0,1,0]]+self_loops --arg=[10,20,30] 2>&1 | FileCheck %s --check-prefix=ADDED
// ADDED: error: argument 2 'w': {{.*}}self_loops

// Made-up values are for the edges there are.
// RUN: mesh-opt %s --run=messages --arg=[[2,0,1],[0,1,0]]+self_loops --arg=ones | FileCheck %s --check-prefix=MADE
// MADE: r0: tensor<6xf32>

// Nothing is demanded of %x; it is taken for node rows, which is said.
// RUN: mesh-opt %s --run=free --arg=[[2,0,1],[0,1,0]] --arg=ones 2>&1 | FileCheck %s --check-prefix=FREE
// FREE: note: argument 2 'x': takes 3 rows, one for each node of 'g'; for another size write 'ones:shape=...'
// FREE: r0: tensor<3xf32>

func.func @messages(%g: !mesh.graph, %w: tensor<?xf32>) -> tensor<?xf32> {
  %r = call @keep(%w, %g) : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @keep(%w: tensor<?xf32>, %g: !mesh.graph) -> tensor<?xf32> {
  %s = mesh.segment_sum %w, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %w : tensor<?xf32>
}
func.func @free(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
