// Diffusion along and against the edges with learned positive weights, two steps each way.
//   w = exp(e . a), P_out x = (sum over the edges out of u of w x_v) / (sum w + 1/10), P_in with the ends exchanged
//   y = x W_0 + (P_out x) W_1 + (P_out^2 x) W_2 + (P_in x) W_3 + (P_in^2 x) W_4, loss = sum log(1 + y^2)
// Source: Li, Yu, Shahabi, Liu, "Diffusion Convolutional Recurrent Neural Network", 2018.
//
// EXPECTED random: 3.025830243917946 -0.3263718765295
// EXPECTED empty: 0.4269556787164548 -0.6828039925067
// EXPECTED star: 2.0529113181768803 0.1204630562373
// EXPECTED multi: 3.23799407252835 0.9588890944436
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

!X = tensor<?x2xf64>
!S = tensor<?xf64>
!W = tensor<2x2xf64>
func.func private @walk(%g: !mesh.graph, %w: !S, %x: !X) -> !X {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : !X
  %m = mesh.gather %x, %g source : (!X, !mesh.graph) -> !X
  %wm = mesh.scale %m, %w : (!X, !S) -> !X
  %num = mesh.segment_sum %wm, %g target : (!X, !mesh.graph) -> !X
  %den = mesh.segment_sum %w, %g target : (!S, !mesh.graph) -> !S
  %small = arith.constant 0.1 : f64
  %smalls = tensor.splat %small[%n] : !S
  %den1 = arith.addf %den, %smalls : !S
  %e = tensor.empty(%n) : !X
  %den2 = linalg.broadcast ins(%den1 : !S) outs(%e : !X) dimensions = [1]
  %y = arith.divf %num, %den2 : !X
  return %y : !X
}
func.func private @loss(
    %g: !mesh.graph,             // N -> N
    %x: tensor<?x2xf64>,         // N
    %e: tensor<?x3xf64>,         // E
    %a: tensor<3xf64>,
    %w: tensor<2x2x5xf64>
) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %ne = mesh.num_edges %g : !mesh.graph
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero[%ne] : !S
  %ea = linalg.matvec ins(%e, %a : tensor<?x3xf64>, tensor<3xf64>) outs(%z : !S) -> !S
  %we = math.exp %ea : !S
  %back = mesh.transpose %g : !mesh.graph
  %p1 = func.call @walk(%back, %we, %x) : (!mesh.graph, !S, !X) -> !X
  %p2 = func.call @walk(%back, %we, %p1) : (!mesh.graph, !S, !X) -> !X
  %p3 = func.call @walk(%g, %we, %x) : (!mesh.graph, !S, !X) -> !X
  %p4 = func.call @walk(%g, %we, %p3) : (!mesh.graph, !S, !X) -> !X
  %w0 = tensor.extract_slice %w[0, 0, 0] [2, 2, 1] [1, 1, 1] : tensor<2x2x5xf64> to !W
  %w1 = tensor.extract_slice %w[0, 0, 1] [2, 2, 1] [1, 1, 1] : tensor<2x2x5xf64> to !W
  %w2 = tensor.extract_slice %w[0, 0, 2] [2, 2, 1] [1, 1, 1] : tensor<2x2x5xf64> to !W
  %w3 = tensor.extract_slice %w[0, 0, 3] [2, 2, 1] [1, 1, 1] : tensor<2x2x5xf64> to !W
  %w4 = tensor.extract_slice %w[0, 0, 4] [2, 2, 1] [1, 1, 1] : tensor<2x2x5xf64> to !W
  %y0 = mesh.linear %x, %w0 : (!X, !W) -> !X
  // Each product is added to what there is.
  %y1 = linalg.matmul ins(%p1, %w1 : !X, !W) outs(%y0 : !X) -> !X
  %y2 = linalg.matmul ins(%p2, %w2 : !X, !W) outs(%y1 : !X) -> !X
  %y3 = linalg.matmul ins(%p3, %w3 : !X, !W) outs(%y2 : !X) -> !X
  %y = linalg.matmul ins(%p4, %w4 : !X, !W) outs(%y3 : !X) -> !X
  %yy = arith.mulf %y, %y : !X
  %log = math.log1p %yy : !X
  %zt = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%log : !X) outs(%zt : tensor<f64>) dimensions = [0, 1]
  return %l : tensor<f64>
}
