// RUN: mesh-opt %s --split-input-file --mesh-fuse --canonicalize --cse | FileCheck %s
// RUN: mesh-opt %s --split-input-file --mesh-fuse=fuse-nodes=false --canonicalize --cse | FileCheck %s --check-prefix=OFF

// A bias, another row of the node and a nonlinear function are part of finish.

// CHECK-LABEL: func.func @update
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x4xf32>, %[[B:[^:]*]]: tensor<4xf32>)
// CHECK: %[[Y:.*]] = mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK-NEXT: source(%[[X]] : tensor<?x4xf32>)
// CHECK-NEXT: owner(%[[X]] : tensor<?x4xf32>)
// CHECK-NEXT: shared(%[[B]] : tensor<4xf32>)
// CHECK: finish(%[[A:.*]]: tensor<4xf32>, %[[O:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<4xf32>, %{{.*}}: index)
// CHECK-NEXT: arith.addf %[[A]], %[[O]]
// CHECK: linalg.generic
// CHECK: math.tanh
// CHECK: return %[[Y]]
// OFF-LABEL: func.func @update
// OFF: mesh.aggregate
// OFF-NOT: finish
// OFF: math.tanh
func.func @update(%g: !mesh.graph, %x: tensor<?x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %s = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = arith.addf %s, %x : tensor<?x4xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x4xf32>
  %o = tensor.empty(%n) : tensor<?x4xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<?x4xf32>, tensor<4xf32>) outs(%o : tensor<?x4xf32>) {
  ^bb0(%u: f32, %v: f32, %q: f32):
    %p = arith.addf %u, %v : f32
    linalg.yield %p : f32
  } -> tensor<?x4xf32>
  %y = math.tanh %d : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

// A result with two readers is written; the mean of two results of one fold is not.

// CHECK-LABEL: func.func @readers
// CHECK: %[[R:.*]]:2 = mesh.aggregate
// CHECK: arith.mulf
// CHECK: mesh.yield
// CHECK: %[[T:.*]] = math.tanh %[[R]]#1
// CHECK: return %[[R]]#0, %[[R]]#1, %[[T]]
func.func @readers(%g: !mesh.graph, %x: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %b = mesh.segment_max %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %s = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %p = arith.mulf %a, %b : tensor<?x4xf32>
  %t = math.tanh %s : tensor<?x4xf32>
  return %p, %s, %t : tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// A broadcast reads the result at other places than it writes.

// CHECK-LABEL: func.func @wider
// CHECK: %[[S:.*]] = mesh.aggregate
// CHECK-NOT: finish
// CHECK: linalg.broadcast ins(%[[S]]
func.func @wider(%g: !mesh.graph, %x: tensor<?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %s = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %y = linalg.broadcast ins(%s : tensor<?xf32>) outs(%o : tensor<?x?xf32>) dimensions = [1]
  return %y : tensor<?x?xf32>
}
