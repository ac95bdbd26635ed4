// Diffusion walks along and against the edges, each with its own degree, and
// takes plain powers of the walk.

// One step of a random walk: each node's sum over the edges from the other end,
// divided by the node's weighted degree; a degree of 0 counts as inverse 0.
func.func private @walk(%g: !mesh.graph, %w: tensor<?xf32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %scaled = mesh.scale %m, %w : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %sum = mesh.segment_sum %scaled, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %degree = mesh.segment_sum %w, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %n = mesh.num_nodes %g target : !mesh.graph
  %zero = arith.constant 0.0 : f32
  %zeros = tensor.splat %zero[%n] : tensor<?xf32>
  %some = arith.cmpf one, %degree, %zeros : tensor<?xf32>
  %mean = arith.divf %sum, %degree : tensor<?xf32>
  %y = arith.select %some, %mean, %zeros : tensor<?xi1>, tensor<?xf32>
  return %y : tensor<?xf32>
}

// RUN: mesh-opt %s --reference --run=both_directions
// RUN: mesh-opt %s --run=both_directions
func.func @both_directions() {
  // W[0,1] = 2, W[0,2] = 1, W[1,2] = 4: the edge of W[i,j] runs from j to i.
  %g_src = arith.constant dense<[1, 2, 2]> : tensor<3xi32>
  %g_dst = arith.constant dense<[0, 0, 1]> : tensor<3xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %w_static = arith.constant dense<[2.0, 1.0, 4.0]> : tensor<3xf32>
  %x_static = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %w = tensor.cast %w_static : tensor<3xf32> to tensor<?xf32>
  %x = tensor.cast %x_static : tensor<3xf32> to tensor<?xf32>
  %f1 = call @walk(%g, %w, %x) : (!mesh.graph, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %f1_expected = arith.constant dense<[2.3333333333333335, 3.0, 0.0]> : tensor<3xf32>
  check.close %f1, %f1_expected : tensor<?xf32>, tensor<3xf32>
  %f2 = call @walk(%g, %w, %f1) : (!mesh.graph, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %f2_expected = arith.constant dense<[2.0, 0.0, 0.0]> : tensor<3xf32>
  check.close %f2, %f2_expected : tensor<?xf32>, tensor<3xf32>
  %back = mesh.transpose %g : !mesh.graph
  %b1 = call @walk(%back, %w, %x) : (!mesh.graph, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %b1_expected = arith.constant dense<[0.0, 1.0, 1.8]> : tensor<3xf32>
  check.close %b1, %b1_expected : tensor<?xf32>, tensor<3xf32>
  %b2 = call @walk(%back, %w, %b1) : (!mesh.graph, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %b2_expected = arith.constant dense<[0.0, 0.0, 0.8]> : tensor<3xf32>
  check.close %b2, %b2_expected : tensor<?xf32>, tensor<3xf32>
  %s0 = arith.addf %x, %x : tensor<?xf32>
  %s1 = arith.addf %s0, %f1 : tensor<?xf32>
  %s2 = arith.addf %s1, %f2 : tensor<?xf32>
  %s3 = arith.addf %s2, %b1 : tensor<?xf32>
  %h = arith.addf %s3, %b2 : tensor<?xf32>
  %h_expected = arith.constant dense<[6.333333333333333, 8.0, 8.6]> : tensor<3xf32>
  check.close %h, %h_expected : tensor<?xf32>, tensor<3xf32>
  return
}
