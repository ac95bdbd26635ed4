// Rows that are computed before a loop are not computed again in each iteration,
// unless that is cheap.
// RUN: mesh-opt %s --split-input-file --mesh-fuse --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @costly
// CHECK: %[[W:.*]] = mesh.map_edges
// CHECK: scf.for
// CHECK: mesh.aggregate
// CHECK: edge(%[[W]] : tensor<?xf32>)
// CHECK-NOT: mesh.map_edges
func.func @costly(%g: !mesh.graph, %x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %t = mesh.gather %x, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %1 = arith.mulf %s, %t : tensor<?xf32>
  %2 = math.exp %1 : tensor<?xf32>
  %3 = math.tanh %2 : tensor<?xf32>
  %4 = arith.addf %3, %1 : tensor<?xf32>
  %5 = math.sin %4 : tensor<?xf32>
  %6 = arith.mulf %5, %3 : tensor<?xf32>
  %7 = math.absf %6 : tensor<?xf32>
  %8 = arith.subf %7, %2 : tensor<?xf32>
  %9 = math.sqrt %7 : tensor<?xf32>
  %w = arith.addf %8, %9 : tensor<?xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<?xf32>) {
    %m = mesh.gather %h, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
    %p = arith.mulf %m, %w : tensor<?xf32>
    %a = mesh.segment_sum %p, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @cheap
// CHECK-NOT: mesh.map_edges
// CHECK: scf.for
// CHECK: arith.mulf
func.func @cheap(%g: !mesh.graph, %x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %t = mesh.gather %x, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %w = arith.mulf %s, %t : tensor<?xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<?xf32>) {
    %m = mesh.gather %h, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
    %p = arith.mulf %m, %w : tensor<?xf32>
    %a = mesh.segment_sum %p, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}
