// Crystal graph convolution from the sources to the targets of a bipartite graph.
//   z = [x_v, y_u, e_uv], h_v = x_v + sum sigmoid(z Wf + bf) softplus(z Ws + bs), loss = sum h^3 / T
// Source: Xie, Grossman, "Crystal Graph Convolutional Neural Networks", 2018.
//
// ORDER: 2
// EXPECTED random: 5.381922386581948 -2.896250118242
// EXPECTED empty: -0.14372334370099998 0.1759233223635
// EXPECTED star: 35.99066356603643 -44.53836633137
// EXPECTED multi: 0.3314750287731552 0.6500389088106
// RUN: python3 %S/Inputs/check.py %s > %t.mlir && mesh-opt %t.mlir --run=differences --reference && mesh-opt %t.mlir --run=gradients --compare-reference

func.func private @loss(
    %g: !mesh.graph<i64>,        // S -> T
    %x: tensor<?x2xf64>,         // T
    %y: tensor<?x3xf64>,         // S
    %e: tensor<?x1xf64>,         // E
    %wf: tensor<6x2xf64>,
    %bf: tensor<2xf64>,
    %ws: tensor<6x2xf64>,
    %bs: tensor<2xf64>
) -> f64 {
  %t = mesh.gather %x, %g target : (tensor<?x2xf64>, !mesh.graph<i64>) -> tensor<?x2xf64>
  %s = mesh.gather %y, %g source : (tensor<?x3xf64>, !mesh.graph<i64>) -> tensor<?x3xf64>
  %z = tensor.concat dim(1) %t, %s, %e : (tensor<?x2xf64>, tensor<?x3xf64>, tensor<?x1xf64>) -> tensor<?x6xf64>
  %f = mesh.linear %z, %wf, %bf : (tensor<?x6xf64>, tensor<6x2xf64>, tensor<2xf64>) -> tensor<?x2xf64>
  %c = mesh.linear %z, %ws, %bs : (tensor<?x6xf64>, tensor<6x2xf64>, tensor<2xf64>) -> tensor<?x2xf64>
  %gate = mesh.sigmoid %f : (tensor<?x2xf64>) -> tensor<?x2xf64>
  %exp = math.exp %c : tensor<?x2xf64>
  %core = math.log1p %exp : tensor<?x2xf64>
  %m = arith.mulf %gate, %core : tensor<?x2xf64>
  %a = mesh.segment_sum %m, %g target : (tensor<?x2xf64>, !mesh.graph<i64>) -> tensor<?x2xf64>
  %h = arith.addf %x, %a : tensor<?x2xf64>
  %h2 = arith.mulf %h, %h : tensor<?x2xf64>
  %h3 = arith.mulf %h2, %h : tensor<?x2xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%h3 : tensor<?x2xf64>) outs(%zero : tensor<f64>) dimensions = [0, 1]
  %n = mesh.num_nodes %g target : !mesh.graph<i64>
  %ni = arith.index_cast %n : index to i64
  %nf = arith.sitofp %ni : i64 to f64
  %lv = tensor.extract %l[] : tensor<f64>
  %r = arith.divf %lv, %nf : f64
  return %r : f64
}
