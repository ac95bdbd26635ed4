// A Chebyshev layer is defined on a graph without self-loops and says so.

// The scaled Laplacian 2 L / lambda - I applied to x, for L = I - D^-1/2 A D^-1/2.
func.func private @scaled_laplacian(%g: !mesh.graph, %x: tensor<?xf32>, %lambda: f32) -> tensor<?xf32> {
  mesh.require %g loop_free : !mesh.graph
  %count = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %degree = arith.sitofp %count : tensor<?xi32> to tensor<?xf32>
  %inverse = math.rsqrt %degree : tensor<?xf32>
  %scaled_x = arith.mulf %x, %inverse : tensor<?xf32>
  %m = mesh.gather %scaled_x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %sum = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %ax = arith.mulf %sum, %inverse : tensor<?xf32>
  %lx = arith.subf %x, %ax : tensor<?xf32>
  %two = arith.constant 2.0 : f32
  %factor = arith.divf %two, %lambda : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %factors = tensor.splat %factor[%n] : tensor<?xf32>
  %scaled = arith.mulf %factors, %lx : tensor<?xf32>
  %y = arith.subf %scaled, %x : tensor<?xf32>
  return %y : tensor<?xf32>
}

// RUN: not mesh-opt %s --reference --run=with_loop 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not mesh-opt %s --run=with_loop 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: 'mesh.require' op expects a graph that is loop_free, but edge 2 is a loop at node 0
func.func @with_loop() {
  %g_src = arith.constant dense<[0, 1, 0]> : tensor<3xi32>
  %g_dst = arith.constant dense<[1, 0, 0]> : tensor<3xi32>
  %g_s = arith.constant 2 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  mesh.require %g loop_free : !mesh.graph
  return
}

// RUN: mesh-opt %s --reference --run=without_loop
// RUN: mesh-opt %s --run=without_loop
func.func @without_loop() {
  %g_src = arith.constant dense<[0, 1]> : tensor<2xi32>
  %g_dst = arith.constant dense<[1, 0]> : tensor<2xi32>
  %g_s = arith.constant 2 : index
  %g_t = arith.constant 2 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %x_static = arith.constant dense<[1.0, 3.0]> : tensor<2xf32>
  %x = tensor.cast %x_static : tensor<2xf32> to tensor<?xf32>
  %lambda = arith.constant 2.0 : f32
  %t1 = call @scaled_laplacian(%g, %x, %lambda) : (!mesh.graph, tensor<?xf32>, f32) -> tensor<?xf32>
  %t1_expected = arith.constant dense<[-3.0, -1.0]> : tensor<2xf32>
  check.close %t1, %t1_expected : tensor<?xf32>, tensor<2xf32>
  return
}
