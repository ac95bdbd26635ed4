// The gradient of a linear aggregate is one as well: after fusion no tensor of edge
// rows is left, neither in the forward nor in the backward pass.

// RUN: mesh-opt %s --split-input-file --mesh-to-tensors | FileCheck %s --implicit-check-not=mesh.map_edges

// Sum, mean and a weighted sum.
// CHECK-LABEL: func.func @sums(
// CHECK: mesh.aggregate
!rows = tensor<?x8xf32>
func.func private @aggregate(%g: !mesh.graph, %x: !rows, %w: tensor<?xf32>) -> !rows {
  %m = mesh.gather %x, %g source : (!rows, !mesh.graph) -> !rows
  %s = mesh.segment_sum %m, %g target : (!rows, !mesh.graph) -> !rows
  %a = mesh.segment_mean %m, %g target : (!rows, !mesh.graph) -> !rows
  %wm = mesh.scale %m, %w : (!rows, tensor<?xf32>) -> !rows
  %b = mesh.segment_sum %wm, %g target : (!rows, !mesh.graph) -> !rows
  %sa = arith.addf %s, %a : !rows
  %y = arith.addf %sa, %b : !rows
  return %y : !rows
}
func.func @sums(%g: !mesh.graph, %x: !rows, %w: tensor<?xf32>, %c: !rows) -> (!rows, !rows) {
  %y, %dx = mesh.vjp @aggregate(%g, %x, %w) seeds(%c) wrt [1] : (!mesh.graph, !rows, tensor<?xf32>, !rows) -> (!rows, !rows)
  return %y, %dx : !rows, !rows
}
