// Linear maps and linear aggregates: the narrower side, and shared aggregates.
// RUN: mesh-opt %s --inline --mesh-expand --canonicalize --cse --mesh-simplify --canonicalize --cse --split-input-file | FileCheck %s
// RUN: mesh-opt %s --inline --mesh-expand --canonicalize --cse --mesh-simplify=linear-maps=false --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=OFF
// RUN: mesh-opt %s --inline --mesh-expand --canonicalize --cse --mesh-simplify=share-aggregates=false --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=ALONE

// Three maps of 4 features to 2 each: one aggregate of 4.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?x4xf32>
// CHECK-NOT:     linalg.matmul
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x4xf32>
// CHECK-NOT:     mesh.segment_sum
// CHECK-COUNT-3: linalg.matmul
// CHECK-NOT:     mesh.segment_sum
// CHECK:         return
// OFF-LABEL:     func.func @shared(
// OFF-COUNT-3:   mesh.segment_sum
// ALONE-LABEL:   func.func @shared(
// ALONE-COUNT-3: mesh.segment_sum
func.func @shared(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %w: tensor<3x4x2xf32>)
    -> (tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %w0 = tensor.extract_slice %w[0, 0, 0] [1, 4, 2] [1, 1, 1] : tensor<3x4x2xf32> to tensor<4x2xf32>
  %w1 = tensor.extract_slice %w[1, 0, 0] [1, 4, 2] [1, 1, 1] : tensor<3x4x2xf32> to tensor<4x2xf32>
  %w2 = tensor.extract_slice %w[2, 0, 0] [1, 4, 2] [1, 1, 1] : tensor<3x4x2xf32> to tensor<4x2xf32>
  %y0 = func.call @one(%g, %x, %s, %w0) : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %y1 = func.call @one(%g, %x, %s, %w1) : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %y2 = func.call @one(%g, %x, %s, %w2) : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  return %y0, %y1, %y2 : tensor<?x2xf32>, tensor<?x2xf32>, tensor<?x2xf32>
}
func.func private @one(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %w: tensor<4x2xf32>) -> tensor<?x2xf32> {
  %y = mesh.linear %x, %w : (tensor<?x4xf32>, tensor<4x2xf32>) -> tensor<?x2xf32>
  %ys = mesh.scale %y, %s : (tensor<?x2xf32>, tensor<?xf32>) -> tensor<?x2xf32>
  %m = mesh.gather %ys, %g source : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x2xf32>, !mesh.graph) -> tensor<?x2xf32>
  %r = mesh.scale %a, %s : (tensor<?x2xf32>, tensor<?xf32>) -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// -----

// Weights of edges and a mean; wider behind the map than before it.
// CHECK-LABEL: func.func @to_the_narrow_side(
// CHECK-NOT:     linalg.matmul
// CHECK:         mesh.gather {{.*}} -> tensor<?x4xf32>
// CHECK:         linalg.generic
// CHECK:         mesh.segment_mean {{.*}} -> tensor<?x4xf32>
// CHECK:         linalg.matmul
// OFF-LABEL:   func.func @to_the_narrow_side(
// OFF:           mesh.segment_mean {{.*}} -> tensor<?x8xf32>
func.func @to_the_narrow_side(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %w: tensor<4x8xf32>, %r: tensor<4x8xf32>) -> tensor<?x8xf32> {
  %y = mesh.linear %x, %w : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %m = mesh.gather %y, %g source : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %ms = mesh.scale %m, %e : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?x8xf32>
  %a = mesh.segment_mean %ms, %g target : (tensor<?x8xf32>, !mesh.graph) -> tensor<?x8xf32>
  %root = mesh.linear %x, %r : (tensor<?x4xf32>, tensor<4x8xf32>) -> tensor<?x8xf32>
  %z = arith.addf %a, %root : tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}

// -----

// The other way round: mean GraphSAGE from 16 to 4 features.
// CHECK-LABEL: func.func @before_the_mean(
// CHECK:         linalg.matmul
// CHECK:         mesh.segment_mean {{.*}} -> tensor<?x4xf32>
// OFF-LABEL:   func.func @before_the_mean(
// OFF:           mesh.segment_mean {{.*}} -> tensor<?x16xf32>
func.func @before_the_mean(%g: !mesh.graph, %x: tensor<?x16xf32>, %w: tensor<16x4xf32>, %r: tensor<16x4xf32>) -> tensor<?x4xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %n = mesh.linear %a, %w : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  %root = mesh.linear %x, %r : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  %z = arith.addf %n, %root : tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}

// -----

// Two hops, factors as numbers and as tensors, and a sum with the input: GIN.
// CHECK-LABEL: func.func @sum_with_the_input(
// CHECK:         linalg.matmul
// CHECK-NOT:     linalg.matmul
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x4xf32>
// CHECK:         arith.addf {{.*}} : tensor<?x4xf32>
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x4xf32>
// CHECK-NOT:     linalg.matmul
// CHECK:         return
func.func @sum_with_the_input(%g: !mesh.graph, %x: tensor<?x16xf32>, %eps: f32, %w: tensor<16x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x16xf32>
  %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %e = tensor.splat %eps[%n] : tensor<?x16xf32>
  %xe = arith.mulf %x, %e : tensor<?x16xf32>
  %s = arith.addf %a, %xe : tensor<?x16xf32>
  %m2 = mesh.gather %s, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a2 = mesh.segment_sum %m2, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %minus = arith.negf %a2 : tensor<?x16xf32>
  %z = mesh.linear %minus, %w : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}

// -----

// Maps of the rows of edges become maps of the rows of nodes.
// CHECK-LABEL: func.func @edge_rows(
// CHECK-NOT:     linalg.matmul
// CHECK:         mesh.segment_sum
// CHECK:         linalg.matmul
func.func @edge_rows(%g: !mesh.graph, %x: tensor<?x16xf32>, %w: tensor<16x4xf32>) -> tensor<?x4xf32> {
  %y = mesh.linear %x, %w : (tensor<?x16xf32>, tensor<16x4xf32>) -> tensor<?x4xf32>
  %a = mesh.segment_sum %y, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %a : tensor<?x4xf32>
}

// -----

// Rows with batch axes, a reversed graph, heads.
// CHECK-LABEL: func.func @batch(
// CHECK:         mesh.segment_sum {{.*}} dim = 1 : {{.*}} -> tensor<3x?x4xf32>
// CHECK:         linalg.contract
func.func @batch(%g: !mesh.graph, %x: tensor<3x?x4xf32>, %s: tensor<?xf32>, %w: tensor<4x8xf32>) -> tensor<3x?x8xf32> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<3x?x4xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%n) : tensor<3x?x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x?x8xf32>) -> tensor<3x?x8xf32>
  %y = linalg.contract indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>, affine_map<(b, i, j, k) -> (k, j)>, affine_map<(b, i, j, k) -> (b, i, j)>]
      ins(%x, %w : tensor<3x?x4xf32>, tensor<4x8xf32>) outs(%init : tensor<3x?x8xf32>) -> tensor<3x?x8xf32>
  %r = mesh.transpose %g : !mesh.graph
  %ys = mesh.scale %y, %s dim = 1 : (tensor<3x?x8xf32>, tensor<?xf32>) -> tensor<3x?x8xf32>
  %m = mesh.gather %ys, %r source dim = 1 : (tensor<3x?x8xf32>, !mesh.graph) -> tensor<3x?x8xf32>
  %a = mesh.segment_sum %m, %r target dim = 1 : (tensor<3x?x8xf32>, !mesh.graph) -> tensor<3x?x8xf32>
  %z = mesh.scale %a, %s dim = 1 : (tensor<3x?x8xf32>, tensor<?xf32>) -> tensor<3x?x8xf32>
  return %z : tensor<3x?x8xf32>
}

// -----

// CHECK-LABEL: func.func @heads(
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x3xf32>
// CHECK:         linalg.generic {{.*}} ["parallel", "parallel", "parallel", "reduction"]
func.func @heads(%g: !mesh.graph, %x: tensor<?x3xf32>, %s: tensor<?xf32>, %w: tensor<3x2x4xf32>) -> tensor<?x2x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%n) : tensor<?x2x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x2x4xf32>) -> tensor<?x2x4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, h, c, k) -> (i, k)>, affine_map<(i, h, c, k) -> (k, h, c)>, affine_map<(i, h, c, k) -> (i, h, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<?x3xf32>, tensor<3x2x4xf32>) outs(%init : tensor<?x2x4xf32>) {
    ^bb0(%a: f32, %b: f32, %acc: f32):
      %p = arith.mulf %a, %b : f32
      %r = arith.addf %acc, %p : f32
      linalg.yield %r : f32
  } -> tensor<?x2x4xf32>
  %ys = mesh.scale %y, %s : (tensor<?x2x4xf32>, tensor<?xf32>) -> tensor<?x2x4xf32>
  %m = mesh.gather %ys, %g source : (tensor<?x2x4xf32>, !mesh.graph) -> tensor<?x2x4xf32>
  %agg = mesh.segment_sum %m, %g target : (tensor<?x2x4xf32>, !mesh.graph) -> tensor<?x2x4xf32>
  %z = mesh.scale %agg, %s : (tensor<?x2x4xf32>, tensor<?xf32>) -> tensor<?x2x4xf32>
  return %z : tensor<?x2x4xf32>
}
