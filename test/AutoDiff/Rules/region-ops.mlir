// Adjoints of region ops are region ops: sweeps that sum at the end where a row
// stands. Only cotangents of edge rows are edge rows.

// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --split-input-file | FileCheck %s

// The weight, the cotangent of the row, and the row of the source give the three.

// CHECK-LABEL: func.func private @weighted$vjp_1_2(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x4xf32>, %[[W:.*]]: tensor<?xf32>, %[[C:.*]]: tensor<?x4xf32>)
// CHECK: mesh.aggregate over(%[[G]] : !mesh.graph) target
// CHECK: %[[DX:.*]] = mesh.aggregate over(%[[G]] : !mesh.graph) source
// CHECK-NEXT: source(%[[C]] : tensor<?x4xf32>)
// CHECK-NEXT: edge(%[[W]] : tensor<?xf32>)
// CHECK: step(%[[ACC:.*]]: tensor<4xf32>, %[[CROW:.*]]: tensor<4xf32>, %[[WE:.*]]: f32, %{{.*}}: index) {
// CHECK-NEXT: %[[S:.*]] = tensor.splat %[[WE]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[CROW]], %[[S]]
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[ACC]], %[[P]]
// CHECK-NEXT: mesh.yield %[[A]]
// CHECK: %[[DW:.*]] = mesh.map_edges over(%[[G]] : !mesh.graph)
// CHECK-NEXT: source(%[[X]] : tensor<?x4xf32>)
// CHECK-NEXT: target(%[[C]] : tensor<?x4xf32>)
// CHECK-NOT: mesh.aggregate
// CHECK: return %{{.*}}, %[[DX]], %[[DW]]
!rows = tensor<?x4xf32>
func.func private @weighted(%g: !mesh.graph, %x: !rows, %w: tensor<?xf32>) -> !rows {
  %n = mesh.num_nodes %g target : !mesh.graph
  %out = tensor.empty(%n) : !rows
  %y = mesh.aggregate over(%g : !mesh.graph) target source(%x : !rows) edge(%w : tensor<?xf32>) outs(%out : !rows)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %weight: f32, %e: index) {
        %s = tensor.splat %weight : tensor<4xf32>
        %m = arith.mulf %row, %s : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return %y : !rows
}
func.func @gradient(%g: !mesh.graph, %x: !rows, %w: tensor<?xf32>, %c: !rows) -> (!rows, tensor<?xf32>) {
  %y, %dx, %dw = mesh.vjp @weighted(%g, %x, %w) seeds(%c) wrt [1, 2] : (!mesh.graph, !rows, tensor<?xf32>, !rows) -> (!rows, !rows, tensor<?xf32>)
  return %dx, %dw : !rows, tensor<?xf32>
}

// -----

// Attention: the maximum has no derivative of its own (no argmax), weights are
// computed again from it, and no edge row is stored. The owner's row of the scores
// needs no sweep: the forward fold sums slope x weight (%[[Q]]), weights and
// slope x weight x row (%[[P]]).

// CHECK-LABEL: func.func private @attention$vjp_1_2_3(
// CHECK-NOT: mesh.map_edges
// CHECK-NOT: mesh.segment_argmax
// CHECK: arith.divf
// CHECK: stabilize = softmax
// CHECK: %[[TANH:.*]] = math.tanh
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[TANH]], %[[TANH]]
// CHECK: %[[SLOPE:.*]] = arith.subf %{{.*}}, %[[SQUARE]]
// CHECK: mesh.yield %[[TANH]], %[[SLOPE]] : f32, f32
// CHECK: step(%[[ACC:.*]]: tensor<4xf32>, %[[Q:[^:]*]]: f32, %[[ALL:[^:]*]]: f32, %[[P:[^:]*]]: tensor<4xf32>, %[[W:[^:]*]]: f32, %[[F:[^:]*]]: f32, %[[ROW:[^:]*]]: tensor<4xf32>, %{{.*}}: index)
// CHECK: %[[FW:.*]] = arith.mulf %[[W]], %[[F]]
// CHECK-DAG: arith.addf %[[Q]], %[[FW]]
// CHECK-DAG: arith.addf %[[ALL]], %[[W]]
// CHECK-DAG: %[[FWS:.*]] = tensor.splat %[[FW]]
// CHECK-DAG: %[[TERM:.*]] = arith.mulf %[[ROW]], %[[FWS]]
// CHECK: arith.addf %[[P]], %[[TERM]]
// CHECK: finish(%[[ACC:[^:]*]]: tensor<4xf32>, %[[Q:[^:]*]]: f32, %[[ALL:[^:]*]]: f32, %[[P:[^:]*]]: tensor<4xf32>, %[[M:[^:]*]]: f32, %[[S:[^:]*]]: f32, %{{.*}}: index) {
// CHECK-NEXT: mesh.yield %[[ACC]], %[[M]], %[[S]], %[[Q]], %[[ALL]], %[[P]]
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK: step
// CHECK-NEXT: mesh.yield{{$}}
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) source
// CHECK: math.exp
// CHECK-NOT: mesh.aggregate
// CHECK-NOT: mesh.map_edges
// CHECK: return
!rows = tensor<?x4xf32>
!scalars = tensor<?xf32>
func.func private @attention(%g: !mesh.graph, %z: !rows, %l: !scalars, %r: !scalars) -> !rows {
  %n = mesh.num_nodes %g target : !mesh.graph
  %out = tensor.empty(%n) : !rows
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%z : !rows) score_source(%r : !scalars) score_owner(%l : !scalars) outs(%out : !rows)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%rj: f32, %li: f32, %e: index) {
        %t = arith.addf %rj, %li : f32
        %u = math.tanh %t : f32
        mesh.yield %u : f32
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %s = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %s : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      finish(%acc: tensor<4xf32>, %m: f32, %s: f32, %degree: index) {
        %zero = arith.constant 0.0 : f32
        %zeros = arith.constant dense<0.0> : tensor<4xf32>
        %empty = arith.cmpf oeq, %s, %zero : f32
        %ss = tensor.splat %s : tensor<4xf32>
        %q = arith.divf %acc, %ss : tensor<4xf32>
        %row = arith.select %empty, %zeros, %q : tensor<4xf32>
        mesh.yield %row : tensor<4xf32>
      }
  return %y : !rows
}
func.func @gradient(%g: !mesh.graph, %z: !rows, %l: !scalars, %r: !scalars, %c: !rows) -> (!rows, !scalars, !scalars) {
  %y, %dz, %dl, %dr = mesh.vjp @attention(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3]
    : (!mesh.graph, !rows, !scalars, !scalars, !rows) -> (!rows, !rows, !scalars, !scalars)
  return %dz, %dl, %dr : !rows, !scalars, !scalars
}

// -----

// A product needs the accumulator before each step: loops, whose adjoint keeps the
// accumulators of one run. Nothing has the size of the edges.

// CHECK-LABEL: func.func private @product$vjp_1(
// CHECK-DAG: %[[LENGTH:.*]] = arith.constant 4096 : index
// CHECK: mesh.csr %{{.*}} target
// CHECK: scf.for
// CHECK: arith.minsi
// CHECK: scf.for
// CHECK-NOT: mesh.num_edges
// CHECK: return
func.func private @product(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  %n = mesh.num_nodes %g target : !mesh.graph
  %out = tensor.empty(%n) : tensor<?xf32>
  %y = mesh.aggregate over(%g : !mesh.graph) target source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init {
        %one = arith.constant 1.0 : f32
        mesh.yield %one : f32
      }
      step(%acc: f32, %row: f32, %e: index) {
        %a = arith.mulf %acc, %row : f32
        mesh.yield %a : f32
      }
      combine(%a: f32, %b: f32) {
        %c = arith.mulf %a, %b : f32
        mesh.yield %c : f32
      }
  return %y : tensor<?xf32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %y, %dx = mesh.vjp @product(%g, %x) seeds(%c) wrt [1] : (!mesh.graph, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %dx : tensor<?xf32>
}

// -----

// A sum over all edges, with a matrix for all of them: rows and matrix from the same
// sweep, turned around.

// CHECK-LABEL: func.func private @total$vjp_1_2_3(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x2xf32>, %[[F:.*]]: tensor<?x3xf32>, %[[W:.*]]: tensor<3x2xf32>, %[[C:.*]]: tensor<2xf32>)
// CHECK: mesh.reduce_edges over(%[[G]] : !mesh.graph)
// CHECK: %[[DX:.*]] = mesh.aggregate over(%[[G]] : !mesh.graph) source
// CHECK-NEXT: edge(%[[F]] : tensor<?x3xf32>)
// CHECK-NEXT: shared(%[[W]], %[[C]] : tensor<3x2xf32>, tensor<2xf32>)
// CHECK: %[[DF:.*]] = mesh.map_edges over(%[[G]] : !mesh.graph)
// CHECK-NEXT: source(%[[X]] : tensor<?x2xf32>)
// CHECK-NEXT: shared(%[[W]], %[[C]] : tensor<3x2xf32>, tensor<2xf32>)
// CHECK: %[[DW:.*]] = mesh.reduce_edges over(%[[G]] : !mesh.graph)
// CHECK-NEXT: source(%[[X]] : tensor<?x2xf32>)
// CHECK-NEXT: edge(%[[F]] : tensor<?x3xf32>)
// CHECK-NEXT: shared(%[[C]] : tensor<2xf32>)
// CHECK: return %{{.*}}, %[[DX]], %[[DF]], %[[DW]]
func.func private @total(%g: !mesh.graph, %x: tensor<?x2xf32>, %f: tensor<?x3xf32>, %w: tensor<3x2xf32>) -> tensor<2xf32> {
  %out = tensor.empty() : tensor<2xf32>
  %y = mesh.reduce_edges over(%g : !mesh.graph) source(%x : tensor<?x2xf32>) edge(%f : tensor<?x3xf32>) shared(%w : tensor<3x2xf32>) outs(%out : tensor<2xf32>)
      body(%s: tensor<2xf32>, %e: tensor<3xf32>, %m: tensor<3x2xf32>, %i: index) {
        %zero = arith.constant dense<0.0> : tensor<2xf32>
        %p = linalg.vecmat ins(%e, %m : tensor<3xf32>, tensor<3x2xf32>) outs(%zero : tensor<2xf32>) -> tensor<2xf32>
        %q = arith.mulf %p, %s : tensor<2xf32>
        mesh.yield %q : tensor<2xf32>
      }
  return %y : tensor<2xf32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x2xf32>, %f: tensor<?x3xf32>, %w: tensor<3x2xf32>, %c: tensor<2xf32>) -> (tensor<?x2xf32>, tensor<?x3xf32>, tensor<3x2xf32>) {
  %y, %d:3 = mesh.vjp @total(%g, %x, %f, %w) seeds(%c) wrt [1, 2, 3]
    : (!mesh.graph, tensor<?x2xf32>, tensor<?x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>, tensor<?x3xf32>, tensor<3x2xf32>)
  return %d#0, %d#1, %d#2 : tensor<?x2xf32>, tensor<?x3xf32>, tensor<3x2xf32>
}
