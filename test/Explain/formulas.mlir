// Formulas of what the other pages do not have: batch axes, graphs that are built, loops,
// branches, sums over all edges, edge rows that stay.

// RUN: mesh-opt %s --explain=batched | FileCheck %s --check-prefix=BATCH
// 2 batches of E ids and E rows of 16 bytes; written: 2 x E x 16.
// BATCH: map over edges
// BATCH: x: 2 x g.sources x 4 x f32, a row of the source for each edge
// BATCH: bytes    72*g.edges
// BATCH-NEXT: each tensor once: 36*g.edges + 32*g.sources
// 2 (4(T+1) + 4E + 16E) read, 2 x T x 16 written.
// BATCH: fold over in-edges
// BATCH: bytes    40*g.edges + 40*g.targets + 8
// BATCH: flops    8*g.edges
// BATCH: tensors of edge rows in memory:
// BATCH-NEXT: k1: 2 x g.edges x 4 x f32  (32*g.edges bytes)
// BATCH-NEXT: returned as a result of the function
func.func @batched(%g: !mesh.graph, %x: tensor<2x?x4xf32>) -> (tensor<2x?x4xf32>, tensor<2x?x4xf32>) {
  %m = mesh.gather %x, %g source {dim = 1 : i64} : (tensor<2x?x4xf32>, !mesh.graph) -> tensor<2x?x4xf32>
  %y = mesh.segment_sum %m, %g target {dim = 1 : i64} : (tensor<2x?x4xf32>, !mesh.graph) -> tensor<2x?x4xf32>
  return %y, %m : tensor<2x?x4xf32>, tensor<2x?x4xf32>
}

// RUN: mesh-opt %s --explain=built | FileCheck %s --check-prefix=BUILT
// BUILT: k1 sort of edges by an endpoint
// BUILT: computes mesh.graph %g
// BUILT: writes   k1.0: (x.axis0 + 1) x i32
// BUILT-NEXT: k1.1: s.axis0 x i32
// BUILT: k2 fold over in-edges
// BUILT: temporaries: 3, 8*s.axis0 + 4*x.axis0 + 4 bytes
func.func @built(%s: tensor<?xi32>, %t: tensor<?xi32>, %n: index, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %g = mesh.graph %s, %t, %n, %n : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// A sum over all edges: a product and a sum for each of 4 entries.
// RUN: mesh-opt %s --explain=summed | FileCheck %s --check-prefix=SUMMED
// SUMMED: sum over all edges
// SUMMED: reads    g.source: g.edges x i32
// SUMMED-NEXT: x: g.sources x 4 x f32, a row of the source for each edge
// SUMMED-NEXT: w: g.edges x f32
// SUMMED-NEXT: writes   k1: 4 x f32
// SUMMED-NEXT: bytes    24*g.edges + 16
// SUMMED: flops    8*g.edges
func.func @summed(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<?xf32>) -> tensor<4xf32> {
  %out = tensor.empty() : tensor<4xf32>
  %y = mesh.reduce_edges over(%g : !mesh.graph) source(%x : tensor<?x4xf32>) edge(%w : tensor<?xf32>) outs(%out : tensor<4xf32>)
      body(%s: tensor<4xf32>, %weight: f32, %e: index) {
        %ws = tensor.splat %weight : tensor<4xf32>
        %m = arith.mulf %s, %ws : tensor<4xf32>
        mesh.yield %m : tensor<4xf32>
      }
  return %y : tensor<4xf32>
}

// A bias and a product on edge rows: what stays, by kernel.
// RUN: mesh-opt %s --explain=left | FileCheck %s --check-prefix=LEFT
// LEFT: tensors of edge rows in memory:
// LEFT-NEXT: k1: g.edges x 128 x f32  (512*g.edges bytes)
// LEFT-NEXT: read by 'linalg.matmul', which is a matrix product of more than 4,096 multiplications
// LEFT-NEXT: k2: g.edges x 64 x f32  (256*g.edges bytes)
// LEFT-NEXT: read by 'mesh.aggregate', and made by 'linalg.matmul', which is a matrix product of more than 4,096 multiplications
func.func @left(%g: !mesh.graph, %x: tensor<?x128xf32>, %w: tensor<128x64xf32>, %b: tensor<64xf32>) -> tensor<?x64xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x128xf32>, !mesh.graph) -> tensor<?x128xf32>
  %m = math.tanh %s : tensor<?x128xf32>
  %p = mesh.linear %m, %w, %b : (tensor<?x128xf32>, tensor<128x64xf32>, tensor<64xf32>) -> tensor<?x64xf32>
  %y = mesh.segment_sum %p, %g target : (tensor<?x64xf32>, !mesh.graph) -> tensor<?x64xf32>
  return %y : tensor<?x64xf32>
}

// A number of iterations that depends on an argument, rows that a loop carries.
// RUN: mesh-opt %s --explain=loop | FileCheck %s --check-prefix=LOOP
// LOOP: k1 elementwise {{.*}} (k times, loop at
// LOOP: reads    loop variable 0: x.axis0 x 4 x f32
// LOOP: bytes    32*x.axis0
// LOOP: functions (exp, sqrt, ...) 4*x.axis0
// LOOP: all kernels: 32*k*x.axis0 bytes
func.func @loop(%x: tensor<?x4xf32>, %k: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %k step %c1 iter_args(%v = %x) -> tensor<?x4xf32> {
    %n = math.exp %v : tensor<?x4xf32>
    scf.yield %n : tensor<?x4xf32>
  }
  return %r : tensor<?x4xf32>
}
