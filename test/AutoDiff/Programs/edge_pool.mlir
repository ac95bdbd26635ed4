// Edge pooling: each node merges with the neighbour along its best edge into it, and with all others
// by what their scores lack of the best one. Integers of the graph choose rows: ids of the winners are
// gathered back to the edges and compared with the edges' own.
//   s_uv = softmax over the edges out of u of (x_u . a) (x_v . b) + 1/2
//   y_v = x_v + s_uv x_u for the winner uv, h_v = sum exp(s_uv - max s) (x_u - y_v), loss = sum h^2 + sum y t
// Source: Diehl, "Edge Contraction Pooling for Graph Neural Networks", 2019.
//
// EXPECTED random: 36.690417610382816 40.12244243688
// EXPECTED empty: 0.20129779000000003 -0.4736079700001
// EXPECTED star: 25.399646470000004 -42.6038717
// EXPECTED multi: 5.635126065589665 2.64673794872
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference
// RUN: python3 %S/Inputs/check.py %s f64 > %t.mlir && mesh-opt %t.mlir --run=differences --reference

!X = tensor<?x2xf32>
!S = tensor<?xf32>
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?x2xf32>,         // N
    %a: tensor<2xf32>,
    %b: tensor<2xf32>,
    %t: tensor<?x2xf32>          // N
) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !X
  %ne = mesh.num_edges %g : !mesh.graph
  %z = tensor.splat %zero[%n] : !S
  %xa = linalg.matvec ins(%x, %a : !X, tensor<2xf32>) outs(%z : !S) -> !S
  %xb = linalg.matvec ins(%x, %b : !X, tensor<2xf32>) outs(%z : !S) -> !S
  %sa = mesh.gather %xa, %g source : (!S, !mesh.graph) -> !S
  %sb = mesh.gather %xb, %g target : (!S, !mesh.graph) -> !S
  %s0 = arith.mulf %sa, %sb : !S
  %s1 = mesh.segment_softmax %s0, %g source : (!S, !mesh.graph) -> !S
  %half = arith.constant 0.5 : f32
  %halves = tensor.splat %half[%ne] : !S
  %s = arith.addf %s1, %halves : !S
  %win = mesh.segment_argmax %s, %g target : (!S, !mesh.graph) -> tensor<?xi32>
  %wine = mesh.gather %win, %g target : (tensor<?xi32>, !mesh.graph) -> tensor<?xi32>
  %ids = mesh.edge_ids %g : (!mesh.graph) -> tensor<?xi32>
  %is = arith.cmpi eq, %wine, %ids : tensor<?xi32>
  %ze = tensor.splat %zero[%ne] : !S
  %sw = arith.select %is, %s, %ze : tensor<?xi1>, !S
  %xs = mesh.gather %x, %g source : (!X, !mesh.graph) -> !X
  %mw = mesh.scale %xs, %sw : (!X, !S) -> !X
  %y0 = mesh.segment_sum %mw, %g target : (!X, !mesh.graph) -> !X
  %y = arith.addf %x, %y0 : !X
  %max = mesh.segment_max %s, %g target : (!S, !mesh.graph) -> !S
  %maxe = mesh.gather %max, %g target : (!S, !mesh.graph) -> !S
  %lack = arith.subf %s, %maxe : !S
  %w = math.exp %lack : !S
  %yt = mesh.gather %y, %g target : (!X, !mesh.graph) -> !X
  %d = arith.subf %xs, %yt : !X
  %m = mesh.scale %d, %w : (!X, !S) -> !X
  %h = mesh.segment_sum %m, %g target : (!X, !mesh.graph) -> !X
  %h2 = arith.mulf %h, %h : !X
  %yy = arith.mulf %y, %t : !X
  %all = arith.addf %h2, %yy : !X
  %zt = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%all : !X) outs(%zt : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
