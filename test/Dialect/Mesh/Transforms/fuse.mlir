// RUN: mesh-opt %s --split-input-file --mesh-fuse --canonicalize | FileCheck %s

// A gather that only feeds a reduction leaves no edge tensor.
// CHECK-LABEL: func.func @gather_sum
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x16xf32>
// CHECK-NOT: map_edges
// CHECK: mesh.aggregate over(%[[G]] : !mesh.graph) target
// CHECK-NEXT: source(%[[X]] : tensor<?x16xf32>)
// CHECK-NEXT: outs
// CHECK: step(%[[ACC:.*]]: tensor<16xf32>, %[[ROW:.*]]: tensor<16xf32>, %{{.*}}: index)
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[ACC]], %[[ROW]]
// CHECK-NEXT: mesh.yield %[[SUM]]
// CHECK-NOT: finish
func.func @gather_sum(%g: !mesh.graph, %x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// -----

// Seen from the sources, target rows are those of the other end.
// CHECK-LABEL: func.func @reverse
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) source
// CHECK-NEXT: source(%{{.*}} : tensor<?xf32>)
// CHECK-NEXT: owner(%{{.*}} : tensor<?xf32>)
// CHECK-NEXT: outs
func.func @reverse(%g: !mesh.graph, %s: tensor<?xf32>, %t: tensor<?xf32>) -> tensor<?xf32> {
  %a = mesh.gather %s, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %b = mesh.gather %t, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %m = arith.mulf %a, %b : tensor<?xf32>
  %y = mesh.segment_sum %m, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// A scalar for each edge times a row: the broadcast is part of the step.
// CHECK-LABEL: func.func @weighted
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x4xf32>, %[[W:.*]]: tensor<?xf32>
// CHECK-NOT: map_edges
// CHECK: mesh.aggregate
// CHECK-NEXT: source(%[[X]] : tensor<?x4xf32>)
// CHECK-NEXT: edge(%[[W]] : tensor<?xf32>)
// CHECK: step
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<4xf32>, f32)
func.func @weighted(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<?xf32>, %init: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %e = mesh.num_edges %g : !mesh.graph
  %o = tensor.empty(%e) : tensor<?x4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%m, %w : tensor<?x4xf32>, tensor<?xf32>) outs(%o : tensor<?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<?x4xf32>
  %y = mesh.segment_sum %s, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

// Half precision is accumulated in f32 and rounded once.
// CHECK-LABEL: func.func @half_mean
// CHECK: step(%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xbf16>, %{{.*}}: index)
// CHECK: arith.extf %{{.*}} : tensor<8xbf16> to tensor<8xf32>
// CHECK: finish
// CHECK: arith.maxsi
// CHECK: arith.divf
// CHECK: arith.truncf %{{.*}} : tensor<8xf32> to tensor<8xbf16>
func.func @half_mean(%g: !mesh.graph, %m: tensor<?x8xbf16>) -> tensor<?x8xbf16> {
  %y = mesh.segment_mean %m, %g target : (tensor<?x8xbf16>, !mesh.graph) -> tensor<?x8xbf16>
  return %y : tensor<?x8xbf16>
}

// -----

// Ties go to the earlier edge: the new row comes first, the later run too.
// CHECK-LABEL: func.func @max
// CHECK: step(%[[ACC:.*]]: f32, %[[ROW:.*]]: f32, %{{.*}}: index)
// CHECK-NEXT: arith.maximumf %[[ROW]], %[[ACC]]
// CHECK: combine(%[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK-NEXT: arith.maximumf %[[B]], %[[A]]
// CHECK: finish(%{{.*}}: f32, %[[D:.*]]: index)
// CHECK: arith.cmpi eq, %[[D]]
// CHECK: arith.select
func.func @max(%g: !mesh.graph, %m: tensor<?xf32>) -> tensor<?xf32> {
  %y = mesh.segment_max %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @softmax
// CHECK: %[[STAT:.*]]:2 = mesh.aggregate over(%{{.*}} : !mesh.graph) target stabilize = softmax
// CHECK: score_edge(%{{.*}} : tensor<?x8xf32>)
// CHECK: mesh.map_edges
// CHECK-NEXT: target(%[[STAT]]#0, %[[STAT]]#1 : tensor<?x8xf32>, tensor<?x8xf32>)
// CHECK-NEXT: edge(%{{.*}} : tensor<?x8xf32>)
// CHECK: math.exp
// CHECK: arith.cmpf oeq
func.func @softmax(%g: !mesh.graph, %s: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = mesh.segment_softmax %s, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

// Batch axes stay in front; an operand without them is marked.
// CHECK-LABEL: func.func @batch
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target dim = 1 batched = array<i1: true, false>
// CHECK-NEXT: source(%{{.*}} : tensor<?x?x4xf32>)
// CHECK-NEXT: edge(%{{.*}} : tensor<?xf32>)
func.func @batch(%g: !mesh.graph, %x: tensor<?x?x4xf32>, %w: tensor<?xf32>, %o: tensor<?x?x4xf32>) -> tensor<?x?x4xf32> {
  %m = mesh.gather %x, %g source dim = 1 : (tensor<?x?x4xf32>, !mesh.graph) -> tensor<?x?x4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%m, %w : tensor<?x?x4xf32>, tensor<?xf32>) outs(%o : tensor<?x?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<?x?x4xf32>
  %y = mesh.segment_sum %s, %g target dim = 1 : (tensor<?x?x4xf32>, !mesh.graph) -> tensor<?x?x4xf32>
  return %y : tensor<?x?x4xf32>
}
