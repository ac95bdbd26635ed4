// Full-batch training of a GCN whose features the loop does not change: they are
// propagated once, before the loop, although the map would be narrower there. The
// second layer keeps its two sweeps an epoch, one forwards and one backwards.
//
// RUN: mesh-opt %s --mesh-to-tensors | FileCheck %s
//
// DEFINE: %{graph} =
// DEFINE: %{n} =
// DEFINE: %{epochs} = 3
// DEFINE: %{test} = mesh-opt %s --run=train --arg=%{graph} --arg=normal:1:shape=%{n}x32 --arg=iota:shape=%{n} --arg=glorot:2 --arg=glorot:3 --arg=%{epochs} --compare-reference --tolerance=1e-4
//
// REDEFINE: %{graph} = "[[0,0,1,2,2,2,3],[1,1,1,2,2,0,1]]+nodes=5"
// REDEFINE: %{n} = 5
// RUN: %{test}
// REDEFINE: %{epochs} = 0
// RUN: %{test}

!x = tensor<?x32xf32>
!hidden = tensor<?x4xf32>
!scores = tensor<?x5xf32>
!scalars = tensor<?xf32>
!w1 = tensor<32x4xf32>
!w2 = tensor<4x5xf32>

func.func private @propagate(%g: !mesh.graph, %norm: !scalars, %x: !hidden) -> !hidden {
  %xs = mesh.scale %x, %norm : (!hidden, !scalars) -> !hidden
  %m = mesh.gather %xs, %g source : (!hidden, !mesh.graph) -> !hidden
  %s = mesh.segment_sum %m, %g target : (!hidden, !mesh.graph) -> !hidden
  %p = mesh.scale %s, %norm : (!hidden, !scalars) -> !hidden
  return %p : !hidden
}

func.func private @loss(%g: !mesh.graph, %norm: !scalars, %x: !x, %labels: tensor<?xi32>, %w1: !w1, %w2: !w2) -> tensor<f32> {
  %y1 = mesh.linear %x, %w1 : (!x, !w1) -> !hidden
  %p1 = call @propagate(%g, %norm, %y1) : (!mesh.graph, !scalars, !hidden) -> !hidden
  %h = mesh.relu %p1 : (!hidden) -> !hidden
  %p2 = call @propagate(%g, %norm, %h) : (!mesh.graph, !scalars, !hidden) -> !hidden
  %z = mesh.linear %p2, %w2 : (!hidden, !w2) -> !scores
  %loss = mesh.cross_entropy %z, %labels : (!scores, tensor<?xi32>) -> tensor<f32>
  return %loss : tensor<f32>
}

func.func private @epoch(%g: !mesh.graph, %norm: !scalars, %x: !x, %labels: tensor<?xi32>, %w1: !w1, %w2: !w2) -> (!w1, !w2) {
  %loss, %d1, %d2 = mesh.value_and_grad @loss(%g, %norm, %x, %labels, %w1, %w2) wrt [4, 5]
      : (!mesh.graph, !scalars, !x, tensor<?xi32>, !w1, !w2) -> (tensor<f32>, !w1, !w2)
  %n1 = arith.subf %w1, %d1 : !w1
  %n2 = arith.subf %w2, %d2 : !w2
  return %n1, %n2 : !w1, !w2
}

// CHECK-LABEL: func.func @train(
// CHECK-NOT:   scf.for
// CHECK:       = mesh.aggregate
// CHECK-NOT:   = mesh.aggregate
// CHECK:       scf.for
// CHECK-COUNT-2: = mesh.aggregate
// CHECK-NOT:   = mesh.aggregate
// CHECK:       return
func.func @train(%g: !mesh.graph, %x: !x, %labels: tensor<?xi32>, %w10: !w1, %w20: !w2, %epochs: index) -> (!w1, !w2) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %degree = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %degree : tensor<?xi32> to !scalars
  %ones = tensor.splat %one[%n] : !scalars
  %guarded = arith.maximumf %d, %ones : !scalars
  %norm = math.rsqrt %guarded : !scalars
  %w:2 = scf.for %e = %c0 to %epochs step %c1 iter_args(%w1 = %w10, %w2 = %w20) -> (!w1, !w2) {
    %next:2 = func.call @epoch(%g, %norm, %x, %labels, %w1, %w2)
        : (!mesh.graph, !scalars, !x, tensor<?xi32>, !w1, !w2) -> (!w1, !w2)
    scf.yield %next#0, %next#1 : !w1, !w2
  }
  return %w#0, %w#1 : !w1, !w2
}
