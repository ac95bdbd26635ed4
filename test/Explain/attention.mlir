// A layer with attention and its gradient: one fold with softmax forward, what it keeps for
// the backward pass, and what that computes again.

// RUN: mesh-opt %s --explain=gat | FileCheck %s
// RUN: mesh-opt %s --explain=gradient | FileCheck %s --check-prefix=GRADIENT
// RUN: mesh-opt %s --explain=gradient --explain-format=json | FileCheck %s --check-prefix=JSON

// CHECK:      @gat: 4 kernels
// CHECK:        k4 fold over in-edges, with softmax
// CHECK-NEXT:      computes mesh.gather %ls
// CHECK-NEXT:               mesh.gather %lt
// CHECK-NEXT:               arith.addf %l
// CHECK-NEXT:               mesh.leaky_relu %r
// CHECK-NEXT:               mesh.segment_softmax %alpha
// CHECK-NEXT:               mesh.gather %m
// CHECK-NEXT:               arith.mulf %am
// CHECK-NEXT:               mesh.segment_sum %y
// CHECK:                    k1: g.nodes x 4 x f32, a row of the source for each edge
// CHECK-NEXT:               k2: g.nodes x 4 x f32, a row of the source for each edge
// CHECK-NEXT:               k3: g.nodes x 4 x f32{{$}}
// CHECK:           functions (exp, sqrt, ...) 4*g.edges
// CHECK:      tensors of edge rows in memory: none

// GRADIENT:      @gradient: [[#TOTAL:]] kernels
// GRADIENT:      forward:
// GRADIENT:        k4 fold over in-edges, with softmax
// GRADIENT:                mesh.segment_sum %y
// GRADIENT-NEXT:           and what their derivatives need
// GRADIENT:      backward:
// GRADIENT:        k5 fold over
// GRADIENT-NEXT:      computes adjoint of k4
// GRADIENT:        k6 fold over out-edges
// GRADIENT-NEXT:      computes adjoint of k4
// GRADIENT-NEXT:      again    arith.addf %l
// GRADIENT-NEXT:               mesh.leaky_relu %r
// GRADIENT:        k[[#TOTAL-2]] matrix product
// GRADIENT:          computes adjoint of mesh.linear
// GRADIENT:      tensors of edge rows in memory: none
// GRADIENT:      saved for the backward pass:
// GRADIENT-NEXT:   k1: g.nodes x 4 x f32  (16*g.nodes bytes)
// GRADIENT-NEXT:   k2: g.nodes x 4 x f32  (16*g.nodes bytes)
// GRADIENT-NEXT:   k3: g.nodes x 4 x f32  (16*g.nodes bytes)
// GRADIENT-NEXT:   k4.1: g.nodes x 4 x f32  (16*g.nodes bytes)
// GRADIENT:      computed again in the backward pass:
// GRADIENT:        in k6: arith.addf %l ({{.*}}), mesh.leaky_relu %r

// JSON:      "function": "gradient",
// JSON:      "kind": "fold over in-edges, with softmax",
// JSON:      "phase": "forward",
// JSON:      "serves_derivative": true,
// JSON:      "phase": "backward",
// JSON:      "edge_tensors": [],
// JSON:      "saved": [
// JSON-NEXT:   {
// JSON-NEXT:     "name": "k1",
// JSON-NEXT:     "shape": "g.nodes x 4 x f32",
// JSON-NEXT:     "bytes": "16*g.nodes"

func.func private @layer(%g: !mesh.graph, %x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %as: tensor<8x4xf32>, %at: tensor<8x4xf32>) -> tensor<?x4xf32> {
  %h = mesh.linear %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %ss = mesh.linear %x, %as : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %st = mesh.linear %x, %at : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %ls = mesh.gather %ss, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %lt = mesh.gather %st, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %l = arith.addf %ls, %lt : tensor<?x4xf32>
  %r = mesh.leaky_relu %l {slope = 0.2 : f64} : tensor<?x4xf32>
  %alpha = mesh.segment_softmax %r, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %m = mesh.gather %h, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %am = arith.mulf %alpha, %m : tensor<?x4xf32>
  %y = mesh.segment_sum %am, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func @gat(%g: !mesh.graph, %x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %as: tensor<8x4xf32>, %at: tensor<8x4xf32>) -> tensor<?x4xf32> {
  %y = call @layer(%g, %x, %w, %as, %at) : (!mesh.graph, tensor<?x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %as: tensor<8x4xf32>, %at: tensor<8x4xf32>, %c: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %y, %dw, %das, %dat = mesh.vjp @layer(%g, %x, %w, %as, %at) seeds(%c) wrt [2, 3, 4] : (!mesh.graph, tensor<?x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>)
  return %y, %dw, %das, %dat : tensor<?x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
