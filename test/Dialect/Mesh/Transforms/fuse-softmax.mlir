// RUN: mesh-opt %s --split-input-file --mesh-fuse --canonicalize --cse | FileCheck %s
// RUN: mesh-opt %s --split-input-file --mesh-fuse=fuse-softmax=false --canonicalize --cse | FileCheck %s --check-prefix=OFF

// A sum that is linear in the weights of a softmax at the same nodes owns them, and
// divides by their sum once for each node; a head's weight stands for its channels.

// CHECK-LABEL: func.func @heads
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[Z:.*]]: tensor<?x2x3xf32>, %[[S:.*]]: tensor<?x2xf32>)
// CHECK-NOT: mesh.map_edges
// CHECK: mesh.aggregate over(%[[G]] : !mesh.graph) target stabilize = softmax
// CHECK-NEXT: source(%[[Z]] : tensor<?x2x3xf32>)
// CHECK-NEXT: score_edge(%[[S]] : tensor<?x2xf32>)
// CHECK: score(%[[L:.*]]: tensor<2xf32>, %{{.*}}: index)
// CHECK-NEXT: mesh.yield %[[L]]
// CHECK: step(%{{.*}}: tensor<2x3xf32>, %{{.*}}: tensor<2xf32>, %{{.*}}: tensor<2x3xf32>, %{{.*}}: index)
// CHECK-NOT: rescale
// CHECK: finish(%[[A:.*]]: tensor<2x3xf32>, %{{.*}}: tensor<2xf32>, %[[SUM:.*]]: tensor<2xf32>, %{{.*}}: index)
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[SUM]] : tensor<2xf32>) outs(%[[A]] : tensor<2x3xf32>)
// CHECK: arith.cmpf oeq
// CHECK: arith.divf
// CHECK: arith.select
// CHECK-NOT: mesh.aggregate
// CHECK: return
//
// OFF-LABEL: func.func @heads
// OFF: mesh.aggregate
// OFF-NOT: source(
// OFF: mesh.aggregate
// OFF: math.exp
// OFF: return
func.func @heads(%g: !mesh.graph, %z: tensor<?x2x3xf32>, %s: tensor<?x2xf32>) -> tensor<?x2x3xf32> {
  %a = mesh.segment_softmax %s, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %m = mesh.gather %z, %g source : (tensor<?x2x3xf32>, !mesh.graph) -> tensor<?x2x3xf32>
  %e = mesh.num_edges %g : !mesh.graph
  %o = tensor.empty(%e) : tensor<?x2x3xf32>
  %w = linalg.generic {indexing_maps = [affine_map<(e, k, c) -> (e, k, c)>, affine_map<(e, k, c) -> (e, k)>, affine_map<(e, k, c) -> (e, k, c)>],
    iterator_types = ["parallel", "parallel", "parallel"]} ins(%m, %a : tensor<?x2x3xf32>, tensor<?x2xf32>) outs(%o : tensor<?x2x3xf32>) {
  ^bb0(%u: f32, %v: f32, %x: f32):
    %p = arith.mulf %u, %v : f32
    linalg.yield %p : f32
  } -> tensor<?x2x3xf32>
  %y = mesh.segment_sum %w, %g target : (tensor<?x2x3xf32>, !mesh.graph) -> tensor<?x2x3xf32>
  return %y : tensor<?x2x3xf32>
}

// -----

// The square of a weight is not linear in it: the sum is found first.

// CHECK-LABEL: func.func @squared
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target stabilize = softmax
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK-NOT: stabilize
// CHECK: math.exp
// CHECK: return
func.func @squared(%g: !mesh.graph, %s: tensor<?xf32>) -> tensor<?xf32> {
  %a = mesh.segment_softmax %s, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %q = arith.mulf %a, %a : tensor<?xf32>
  %y = mesh.segment_sum %q, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// So does a product with a function of the weight, in a body of scalars.

// CHECK-LABEL: func.func @entropy
// CHECK: stabilize = softmax
// CHECK: mesh.aggregate
// CHECK: math.log
// CHECK: return
func.func @entropy(%g: !mesh.graph, %s: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %a = mesh.segment_softmax %s, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %e = mesh.num_edges %g : !mesh.graph
  %o = tensor.empty(%e) : tensor<?x4xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(e, k) -> (e, k)>, affine_map<(e, k) -> (e, k)>], iterator_types = ["parallel", "parallel"]}
    ins(%a : tensor<?x4xf32>) outs(%o : tensor<?x4xf32>) {
  ^bb0(%u: f32, %x: f32):
    %c = arith.constant 2.0 : f32
    %d = arith.mulf %u, %c : f32
    %l = math.log %d : f32
    %p = arith.mulf %l, %u : f32
    linalg.yield %p : f32
  } -> tensor<?x4xf32>
  %y = mesh.segment_sum %q, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

// A softmax at the other end is none of this fold.

// CHECK-LABEL: func.func @other_end
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) source stabilize = softmax
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK-NOT: stabilize
// CHECK: return
func.func @other_end(%g: !mesh.graph, %s: tensor<?xf32>) -> tensor<?xf32> {
  %a = mesh.segment_softmax %s, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %y = mesh.segment_sum %a, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
