// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of ops that move parts of tensors.

// A slice that loses a dimension.
// CHECK-LABEL: func.func private @extract_slice$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<4x5xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[A]][1, 1] [2, 1] [1, 2]
// CHECK-NEXT: %[[INSERT_SLICE:.*]] = tensor.insert_slice %[[C]] into %[[ZERO]][1, 1] [2, 1] [1, 2]
// CHECK-NEXT: return %[[EXTRACT_SLICE]], %[[INSERT_SLICE]]
func.func private @extract_slice(%a: tensor<4x5xf64>) -> tensor<2xf64> {
  %y = tensor.extract_slice %a[1, 1] [2, 1] [1, 2] : tensor<4x5xf64> to tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func @pull_extract_slice(%a: tensor<4x5xf64>, %c: tensor<2xf64>) {
  %y:2 = mesh.vjp @extract_slice(%a) seeds(%c) wrt [0] : (tensor<4x5xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<4x5xf64>)
  return
}

// Slices of one tensor: contributions are added in place.
// CHECK-LABEL: func.func private @slices$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<4x5xf64>, %[[I:.*]]: index, %[[C:.*]]: tensor<2x5xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[A]][%[[I]], 0] [2, 5] [1, 1]
// CHECK-NEXT: %[[EXTRACT_SLICE_2:.*]] = tensor.extract_slice %[[A]][0, 0] [2, 5] [2, 1]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[EXTRACT_SLICE]], %[[EXTRACT_SLICE_2]]
// CHECK-NEXT: %[[INSERT_SLICE:.*]] = tensor.insert_slice %[[C]] into %[[ZERO]][0, 0] [2, 5] [2, 1]
// CHECK-NEXT: %[[EXTRACT_SLICE_3:.*]] = tensor.extract_slice %[[INSERT_SLICE]][%[[I]], 0] [2, 5] [1, 1]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[EXTRACT_SLICE_3]], %[[C]]
// CHECK-NEXT: %[[INSERT_SLICE_2:.*]] = tensor.insert_slice %[[ADDF_2]] into %[[INSERT_SLICE]][%[[I]], 0] [2, 5] [1, 1]
// CHECK-NEXT: return %[[ADDF]], %[[INSERT_SLICE_2]]
func.func private @slices(%a: tensor<4x5xf64>, %i: index) -> tensor<2x5xf64> {
  %p = tensor.extract_slice %a[%i, 0] [2, 5] [1, 1] : tensor<4x5xf64> to tensor<2x5xf64>
  %q = tensor.extract_slice %a[0, 0] [2, 5] [2, 1] : tensor<4x5xf64> to tensor<2x5xf64>
  %y = arith.addf %p, %q : tensor<2x5xf64>
  return %y : tensor<2x5xf64>
}
func.func @pull_slices(%a: tensor<4x5xf64>, %i: index, %c: tensor<2x5xf64>) {
  %y:2 = mesh.vjp @slices(%a, %i) seeds(%c) wrt [0] : (tensor<4x5xf64>, index, tensor<2x5xf64>) -> (tensor<2x5xf64>, tensor<4x5xf64>)
  return
}

// CHECK-LABEL: func.func private @insert_slice$vjp_0_1(
// CHECK-SAME: %[[S:.*]]: tensor<2xf64>, %[[A:.*]]: tensor<4x5xf64>, %[[C:.*]]: tensor<4x5xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[INSERT_SLICE:.*]] = tensor.insert_slice %[[S]] into %[[A]][1, 1] [2, 1] [1, 2]
// CHECK-NEXT: %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[C]][1, 1] [2, 1] [1, 2]
// CHECK-NEXT: %[[INSERT_SLICE_2:.*]] = tensor.insert_slice %[[ZERO]] into %[[C]][1, 1] [2, 1] [1, 2]
// CHECK-NEXT: return %[[INSERT_SLICE]], %[[EXTRACT_SLICE]], %[[INSERT_SLICE_2]]
func.func private @insert_slice(%s: tensor<2xf64>, %a: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %y = tensor.insert_slice %s into %a[1, 1] [2, 1] [1, 2] : tensor<2xf64> into tensor<4x5xf64>
  return %y : tensor<4x5xf64>
}
func.func @pull_insert_slice(%s: tensor<2xf64>, %a: tensor<4x5xf64>, %c: tensor<4x5xf64>) {
  %y:3 = mesh.vjp @insert_slice(%s, %a) seeds(%c) wrt [0, 1] : (tensor<2xf64>, tensor<4x5xf64>, tensor<4x5xf64>) -> (tensor<4x5xf64>, tensor<2xf64>, tensor<4x5xf64>)
  return
}

// CHECK-LABEL: func.func private @concat$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<?x3xf64>, %[[B:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0
// CHECK-NEXT: %[[CONCAT:.*]] = tensor.concat dim(0) %[[A]], %[[B]]
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[A]], %[[CST]]
// CHECK-NEXT: %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[C]][0, 0] [%[[DIM]], 3] [1, 1]
// CHECK-NEXT: %[[DIM_2:.*]] = tensor.dim %[[B]], %[[CST]]
// CHECK-NEXT: %[[EXTRACT_SLICE_2:.*]] = tensor.extract_slice %[[C]][%[[DIM]], 0] [%[[DIM_2]], 3] [1, 1]
// CHECK-NEXT: return %[[CONCAT]], %[[EXTRACT_SLICE]], %[[EXTRACT_SLICE_2]]
func.func private @concat(%a: tensor<?x3xf64>, %b: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %y = tensor.concat dim(0) %a, %b : (tensor<?x3xf64>, tensor<?x3xf64>) -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_concat(%a: tensor<?x3xf64>, %b: tensor<?x3xf64>, %c: tensor<?x3xf64>) {
  %y:3 = mesh.vjp @concat(%a, %b) seeds(%c) wrt [0, 1] : (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>)
  return
}

// CHECK-LABEL: func.func private @pad$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<4x4xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 2.0
// CHECK-NEXT: %[[PAD:.*]] = tensor.pad %[[A]] low[1, 0] high[1, 1] {
// CHECK-NEXT: ^bb0(%[[ARG2:.*]]: index, %[[ARG3:.*]]: index):
// CHECK-NEXT: tensor.yield %[[CST]]
// CHECK-NEXT: } : tensor<2x3xf64> to tensor<4x4xf64>
// CHECK-NEXT: %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[C]][1, 0] [2, 3] [1, 1]
// CHECK-NEXT: return %[[PAD]], %[[EXTRACT_SLICE]]
func.func private @pad(%a: tensor<2x3xf64>) -> tensor<4x4xf64> {
  %v = arith.constant 2.0 : f64
  %y = tensor.pad %a low[1, 0] high[1, 1] {
  ^bb0(%p: index, %q: index):
    tensor.yield %v : f64
  } : tensor<2x3xf64> to tensor<4x4xf64>
  return %y : tensor<4x4xf64>
}
func.func @pull_pad(%a: tensor<2x3xf64>, %c: tensor<4x4xf64>) {
  %y:2 = mesh.vjp @pad(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @collapse_shape$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<?x3xf64>, %[[C:.*]]: tensor<?xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0
// CHECK-NEXT: %[[COLLAPSE_SHAPE:.*]] = tensor.collapse_shape %[[A]] {{\[\[}}0, 1]]
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[A]], %[[CST]]
// CHECK-NEXT: %[[EXPAND_SHAPE:.*]] = tensor.expand_shape %[[C]] {{\[\[}}0, 1]] output_shape [%[[DIM]], 3]
// CHECK-NEXT: return %[[COLLAPSE_SHAPE]], %[[EXPAND_SHAPE]]
func.func private @collapse_shape(%a: tensor<?x3xf64>) -> tensor<?xf64> {
  %y = tensor.collapse_shape %a [[0, 1]] : tensor<?x3xf64> into tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @pull_collapse_shape(%a: tensor<?x3xf64>, %c: tensor<?xf64>) {
  %y:2 = mesh.vjp @collapse_shape(%a) seeds(%c) wrt [0] : (tensor<?x3xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?x3xf64>)
  return
}

// CHECK-LABEL: func.func private @expand_shape$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<?xf64>, %[[N:.*]]: index, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[EXPAND_SHAPE:.*]] = tensor.expand_shape %[[A]] {{\[\[}}0, 1]] output_shape [%[[N]], 3]
// CHECK-NEXT: %[[COLLAPSE_SHAPE:.*]] = tensor.collapse_shape %[[C]] {{\[\[}}0, 1]]
// CHECK-NEXT: return %[[EXPAND_SHAPE]], %[[COLLAPSE_SHAPE]]
func.func private @expand_shape(%a: tensor<?xf64>, %n: index) -> tensor<?x3xf64> {
  %y = tensor.expand_shape %a [[0, 1]] output_shape [%n, 3] : tensor<?xf64> into tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_expand_shape(%a: tensor<?xf64>, %n: index, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @expand_shape(%a, %n) seeds(%c) wrt [0] : (tensor<?xf64>, index, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?xf64>)
  return
}

// CHECK-LABEL: func.func private @reshape$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[S:.*]]: tensor<2xindex>, %[[C:.*]]: tensor<?x?xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<[2, 3]>
// CHECK-NEXT: %[[RESHAPE:.*]] = tensor.reshape %[[A]](%[[S]])
// CHECK-NEXT: %[[RESHAPE_2:.*]] = tensor.reshape %[[C]](%[[CST]])
// CHECK-NEXT: return %[[RESHAPE]], %[[RESHAPE_2]]
func.func private @reshape(%a: tensor<2x3xf64>, %s: tensor<2xindex>) -> tensor<?x?xf64> {
  %y = tensor.reshape %a(%s) : (tensor<2x3xf64>, tensor<2xindex>) -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}
func.func @pull_reshape(%a: tensor<2x3xf64>, %s: tensor<2xindex>, %c: tensor<?x?xf64>) {
  %y:2 = mesh.vjp @reshape(%a, %s) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<2xindex>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @rank$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<?xf64>, %[[C:.*]]: tensor<?xf64>)
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[C]], %[[C]]
// CHECK-NEXT: return %[[ADDF]], %[[ADDF_2]]
func.func private @rank(%a: tensor<?xf64>) -> tensor<?xf64> {
  %r = tensor.rank %a : tensor<?xf64>
  %y = arith.addf %a, %a : tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @pull_rank(%a: tensor<?xf64>, %c: tensor<?xf64>) {
  %y:2 = mesh.vjp @rank(%a) seeds(%c) wrt [0] : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return
}
