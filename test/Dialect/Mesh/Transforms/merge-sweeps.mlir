// RUN: mesh-opt %s --split-input-file --mesh-fuse --canonicalize --cse | FileCheck %s
// RUN: mesh-opt %s --split-input-file --mesh-fuse=merge-sweeps=false --canonicalize --cse | FileCheck %s --check-prefix=OFF

// Sum, mean and maximum of the same rows: one sweep, and one accumulator for sum and
// mean.

// CHECK-LABEL: func.func @three
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK-NEXT: source(%{{.*}} : tensor<?x4xf32>)
// CHECK-NEXT: outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>)
// CHECK: step(%[[SUM:.*]]: tensor<4xf32>, %[[MAX:.*]]: tensor<4xf32>, %[[ROW:.*]]: tensor<4xf32>, %{{.*}}: index)
// CHECK-NEXT: %[[A:.*]] = arith.addf %[[SUM]], %[[ROW]]
// CHECK-NEXT: %[[B:.*]] = arith.maximumf %[[ROW]], %[[MAX]]
// CHECK-NEXT: mesh.yield %[[A]], %[[B]]
// CHECK: combine(%[[S1:.*]]: tensor<4xf32>, %[[M1:.*]]: tensor<4xf32>, %[[S2:.*]]: tensor<4xf32>, %[[M2:.*]]: tensor<4xf32>)
// CHECK-NEXT: arith.addf %[[S1]], %[[S2]]
// CHECK-NEXT: arith.maximumf %[[M2]], %[[M1]]
// CHECK-NOT: mesh.aggregate
// CHECK: return
//
// OFF-LABEL: func.func @three
// OFF-COUNT-3: mesh.aggregate
// OFF: return
func.func @three(%g: !mesh.graph, %x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %b = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %c = mesh.segment_max %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %a, %b, %c : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// The second needs the first; the third has other rows; the fourth is at the other end.

// CHECK-LABEL: func.func @apart
// CHECK-COUNT-4: mesh.aggregate
// CHECK: return
func.func @apart(%g: !mesh.graph, %x: tensor<?x4xf32>, %z: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %a, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %mt = arith.mulf %m, %t : tensor<?x4xf32>
  %b = mesh.segment_sum %mt, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %n = mesh.gather %z, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %c = mesh.segment_sum %n, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %d = mesh.segment_sum %s, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %e = arith.addf %b, %d : tensor<?x4xf32>
  return %a, %c, %e : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// The same scores: weights are computed once.

// CHECK-LABEL: func.func @two_readers
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target stabilize = softmax
// CHECK-NEXT: source(%{{.*}}, %{{.*}} : tensor<?x4xf32>, tensor<?xf32>)
// CHECK-NOT: mesh.aggregate
// CHECK: return
func.func @two_readers(%g: !mesh.graph, %x: tensor<?x4xf32>, %z: tensor<?xf32>, %s: tensor<?xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %a = mesh.segment_softmax %s, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %e = mesh.num_edges %g : !mesh.graph
  %o = tensor.empty(%e) : tensor<?x4xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(e, k) -> (e, k)>, affine_map<(e, k) -> (e)>, affine_map<(e, k) -> (e, k)>],
    iterator_types = ["parallel", "parallel"]} ins(%m, %a : tensor<?x4xf32>, tensor<?xf32>) outs(%o : tensor<?x4xf32>) {
  ^bb0(%u: f32, %v: f32, %q: f32):
    %p = arith.mulf %u, %v : f32
    linalg.yield %p : f32
  } -> tensor<?x4xf32>
  %y = mesh.segment_sum %w, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %n = mesh.gather %z, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %na = arith.mulf %n, %a : tensor<?xf32>
  %t = mesh.segment_sum %na, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y, %t : tensor<?x4xf32>, tensor<?xf32>
}

// -----

// Two folds of the same costly rows: one sweep, which computes the rows itself.

// CHECK-LABEL: func.func @same_rows
// CHECK-NOT: mesh.map_edges
// CHECK: mesh.aggregate
// CHECK-NOT: mesh.aggregate
// CHECK: return
func.func @same_rows(%g: !mesh.graph, %x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %1 = math.tanh %m : tensor<?x4xf32>
  %2 = arith.mulf %1, %m : tensor<?x4xf32>
  %3 = math.exp %2 : tensor<?x4xf32>
  %4 = arith.addf %3, %1 : tensor<?x4xf32>
  %5 = math.sin %4 : tensor<?x4xf32>
  %6 = arith.mulf %5, %3 : tensor<?x4xf32>
  %7 = math.absf %6 : tensor<?x4xf32>
  %8 = arith.subf %7, %2 : tensor<?x4xf32>
  %9 = math.sqrt %7 : tensor<?x4xf32>
  %10 = arith.addf %8, %9 : tensor<?x4xf32>
  %a = mesh.segment_sum %10, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %b = mesh.segment_max %10, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %a, %b : tensor<?x4xf32>, tensor<?x4xf32>
}
