// The page of a GraphSAGE layer: kernels in order, with the ops of the program, formulas
// and memory.

// RUN: mesh-opt %s --explain=sage | FileCheck %s
// RUN: mesh-opt %s --explain | FileCheck %s --check-prefix=ALL

// ALL: @sage: 4 kernels
// ALL: @pooled: 1 kernel
// ALL-NOT: @private

// CHECK:      @sage: 4 kernels
// CHECK-EMPTY:
// CHECK-NEXT:   k1 fold over in-edges  {{.*}}sage.mlir:[[#LINE:]]:8
// CHECK-NEXT:      computes mesh.gather %m ([[#LINE-1]]:8)
// CHECK-NEXT:               mesh.segment_mean %a ([[#LINE]]:8)
// CHECK-NEXT:      reads    g.in_ptr: (g.nodes + 1) x i32
// CHECK-NEXT:               g.in_col: g.edges x i32
// CHECK-NEXT:               x: g.nodes x 16 x f32, a row of the source for each edge
// CHECK-NEXT:      writes   k1: g.nodes x 16 x f32
// 4(N+1) + 4E + 64E + 64N bytes; E x 16 sums, N x 16 quotients.
// CHECK-NEXT:      bytes    68*g.edges + 68*g.nodes + 4
// CHECK-NEXT:               each tensor once: 4*g.edges + 132*g.nodes + 4
// CHECK-NEXT:      flops    16*g.edges + 16*g.nodes
// CHECK:        k2 matrix product  {{.*}}sage.mlir:[[#LINE+1]]:8
// CHECK-NEXT:      computes mesh.linear %n ([[#LINE+1]]:8)
// CHECK-NEXT:      reads    k1: g.nodes x 16 x f32
// CHECK-NEXT:               wn: 16 x 32 x f32
// CHECK-NEXT:      writes   k2: g.nodes x 32 x f32
// CHECK-NEXT:      bytes    192*g.nodes + 2048
// CHECK-NEXT:      flops    1024*g.nodes
// CHECK:        k3 matrix product
// CHECK:        k4 elementwise
// CHECK-NEXT:      computes mesh.linear %n ([[#LINE+1]]:8)
// CHECK-NEXT:               arith.addf %y ([[#LINE+3]]:8)
// CHECK-NEXT:      reads    k2: g.nodes x 32 x f32
// CHECK-NEXT:               b: 32 x f32
// CHECK-NEXT:               k3: g.nodes x 32 x f32
// CHECK:      temporaries: 2, 192*g.nodes bytes
// CHECK-NEXT:   g.nodes x 16 x f32  (64*g.nodes bytes) for mesh.segment_mean %a
// CHECK-NEXT:   g.nodes x 32 x f32  (128*g.nodes bytes) for mesh.linear %r
// CHECK:      memory of results:
// CHECK-NEXT:   g.nodes x 32 x f32  (128*g.nodes bytes)
// CHECK:      tensors of edge rows in memory: none
// CHECK-NOT:  backward
func.func @sage(%g: !mesh.graph, %x: tensor<?x16xf32>, %wn: tensor<16x32xf32>, %b: tensor<32xf32>, %wr: tensor<16x32xf32>) -> tensor<?x32xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %n = mesh.linear %a, %wn, %b : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  %r = mesh.linear %x, %wr : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  %y = arith.addf %n, %r : tensor<?x32xf32>
  return %y : tensor<?x32xf32>
}

// Rows of sources alone say nothing of the number of targets; a width that is open is one
// of the argument.
// RUN: mesh-opt %s --explain=pooled | FileCheck %s --check-prefix=POOLED
// POOLED: reads    graph.in_ptr: (graph.targets + 1) x i32
// POOLED: x: graph.sources x x.axis1 x f64, a row of the source for each edge
// POOLED: writes   k1: graph.targets x x.axis1 x f64
// POOLED: bytes    8*graph.edges*x.axis1 + 8*graph.targets*x.axis1 + 4*graph.edges + 4*graph.targets + 4
func.func @pooled(%g: !mesh.graph {mesh.name = "graph"}, %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = call @private(%g, %x) : (!mesh.graph, tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func private @private(%g: !mesh.graph, %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %m = mesh.gather %x, %g source : (tensor<?x?xf64>, !mesh.graph) -> tensor<?x?xf64>
  %a = mesh.segment_max %m, %g target : (tensor<?x?xf64>, !mesh.graph) -> tensor<?x?xf64>
  return %a : tensor<?x?xf64>
}
