// Reductions, small products, slices and shapes of trailing axes; what every edge reads.
// RUN: mesh-opt %s --split-input-file --mesh-fuse --canonicalize --cse | FileCheck %s --implicit-check-not=mesh.map_edges

// CHECK-LABEL: func.func @dot
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK-NEXT: source(%{{.*}} : tensor<?x4xf32>)
// CHECK-NEXT: owner(%{{.*}} : tensor<?x4xf32>)
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["reduction"]
// CHECK: tensor.extract %{{.*}}[] : tensor<f32>
func.func @dot(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<?xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %x, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %p = arith.mulf %s, %t : tensor<?x4xf32>
  %e = mesh.num_edges %g : !mesh.graph
  %o = tensor.empty(%e) : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  %d = linalg.reduce { arith.addf } ins(%p : tensor<?x4xf32>) outs(%z : tensor<?xf32>) dimensions = [1]
  %y = mesh.segment_sum %d, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @small_product
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK-NEXT: edge(%{{.*}} : tensor<?x3xf32>)
// CHECK-NEXT: shared(%{{.*}} : tensor<3x4xf32>)
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK-NOT: linalg.matmul
func.func @small_product(%g: !mesh.graph, %f: tensor<?x3xf32>, %w: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %e = mesh.num_edges %g : !mesh.graph
  %o = tensor.empty(%e) : tensor<?x4xf32>
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%o : tensor<?x4xf32>) -> tensor<?x4xf32>
  %p = linalg.matmul ins(%f, %w : tensor<?x3xf32>, tensor<3x4xf32>) outs(%z : tensor<?x4xf32>) -> tensor<?x4xf32>
  %y = mesh.segment_sum %p, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @parts
// CHECK: mesh.aggregate over(%{{.*}} : !mesh.graph) target
// CHECK: tensor.extract_slice %{{.*}}[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
// CHECK: tensor.concat dim(0)
// CHECK: tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
func.func @parts(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<?x2x2xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %e = mesh.num_edges %g : !mesh.graph
  %h = tensor.extract_slice %s[0, 2] [%e, 2] [1, 1] : tensor<?x4xf32> to tensor<?x2xf32>
  %t = math.tanh %h : tensor<?x2xf32>
  %c = tensor.concat dim(1) %t, %h : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  %r = tensor.expand_shape %c [[0], [1, 2]] output_shape [%e, 2, 2] : tensor<?x4xf32> into tensor<?x2x2xf32>
  %y = mesh.segment_sum %r, %g target : (tensor<?x2x2xf32>, !mesh.graph) -> tensor<?x2x2xf32>
  return %y : tensor<?x2x2xf32>
}

// -----

// A sum over the edges; its initial value is added to it.

// CHECK-LABEL: func.func @edge_loss
// CHECK-SAME: tensor<?x4xf32>, %[[INIT:.*]]: tensor<f32>)
// CHECK: %[[SUM:.*]] = mesh.reduce_edges over(%{{.*}} : !mesh.graph)
// CHECK-NEXT: source(%{{.*}} : tensor<?x4xf32>)
// CHECK-NEXT: target(%{{.*}} : tensor<?x4xf32>)
// CHECK-NEXT: outs(%{{.*}} : tensor<f32>)
// CHECK: %[[Y:.*]] = arith.addf %[[INIT]], %[[SUM]]
// CHECK: return %[[Y]]
func.func @edge_loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %init: tensor<f32>) -> tensor<f32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %x, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %d = arith.subf %s, %t : tensor<?x4xf32>
  %q = arith.mulf %d, %d : tensor<?x4xf32>
  %y = linalg.reduce { arith.addf } ins(%q : tensor<?x4xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
  return %y : tensor<f32>
}

// -----

// Rows as weights of another product: its rows are no edges.

// CHECK-LABEL: func.func @not_edges
// CHECK: mesh.reduce_edges
// CHECK-NEXT: source(
// CHECK-NEXT: edge(
// CHECK-NEXT: outs(%{{.*}} : tensor<3x4xf32>)
func.func @not_edges(%g: !mesh.graph, %x: tensor<?x4xf32>, %f: tensor<?x3xf32>) -> tensor<3x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<3x4xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i, j, e) -> (e, i)>, affine_map<(i, j, e) -> (e, j)>, affine_map<(i, j, e) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]} ins(%f, %s : tensor<?x3xf32>, tensor<?x4xf32>) outs(%zero : tensor<3x4xf32>) {
  ^bb0(%u: f32, %v: f32, %q: f32):
    %m = arith.mulf %u, %v : f32
    %a = arith.addf %q, %m : f32
    linalg.yield %a : f32
  } -> tensor<3x4xf32>
  return %p : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @ordinals
// CHECK: mesh.aggregate
// CHECK: step(%{{.*}}: f32, %[[E:.*]]: index)
// CHECK: arith.index_cast %[[E]]
func.func @ordinals(%g: !mesh.graph) -> tensor<?xf32> {
  %ids = mesh.edge_ids %g : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %ids : tensor<?xi32> to tensor<?xf32>
  %y = mesh.segment_sum %d, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
