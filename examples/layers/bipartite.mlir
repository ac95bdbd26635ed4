// GraphSAGE between two kinds of nodes, or on a sampled block: messages run from
// sources x [S, 4] to targets z [T, 3],
//
//   y_v = mean(x_u : u -> v) W_n + b + z_v W_r
//
// Walk-through: bipartite.md.

!sources = tensor<?x4xf32>
!targets = tensor<?x3xf32>
!bias = tensor<2xf32>
!out = tensor<?x2xf32>

func.func @bipartite(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sources {mesh.name = "x"},
    %z: !targets {mesh.name = "z"},
    %wn: tensor<4x2xf32> {mesh.name = "w_neighbor"},
    %b: !bias {mesh.name = "b"},
    %wr: tensor<3x2xf32> {mesh.name = "w_root"}) -> (!out {mesh.name = "y"}) {
  %m = mesh.gather %x, %g source : (!sources, !mesh.graph) -> !sources
  %a = mesh.segment_mean %m, %g target : (!sources, !mesh.graph) -> !sources
  %n = mesh.linear %a, %wn, %b : (!sources, tensor<4x2xf32>, !bias) -> !out
  %r = mesh.linear %z, %wr : (!targets, tensor<3x2xf32>) -> !out
  %y = arith.addf %n, %r : !out
  return %y : !out
}

// The results of @bipartite, and its transposed Jacobian times the seed.
func.func @gradient(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: !sources {mesh.name = "x"},
    %z: !targets {mesh.name = "z"},
    %wn: tensor<4x2xf32> {mesh.name = "w_neighbor"},
    %b: !bias {mesh.name = "b"},
    %wr: tensor<3x2xf32> {mesh.name = "w_root"},
    %c: !out {mesh.name = "seed"})
    -> (!out {mesh.name = "y"}, !sources {mesh.name = "d_x"}, !targets {mesh.name = "d_z"},
        tensor<4x2xf32> {mesh.name = "d_w_neighbor"}, !bias {mesh.name = "d_b"},
        tensor<3x2xf32> {mesh.name = "d_w_root"}) {
  %y, %d_x, %d_z, %d_wn, %d_b, %d_wr = mesh.vjp @bipartite(%g, %x, %z, %wn, %b, %wr)
      seeds(%c) wrt [1, 2, 3, 4, 5]
      : (!mesh.graph, !sources, !targets, tensor<4x2xf32>, !bias, tensor<3x2xf32>, !out)
      -> (!out, !sources, !targets, tensor<4x2xf32>, !bias, tensor<3x2xf32>)
  return %y, %d_x, %d_z, %d_wn, %d_b, %d_wr
      : !out, !sources, !targets, tensor<4x2xf32>, !bias, tensor<3x2xf32>
}
