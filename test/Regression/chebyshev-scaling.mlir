// The scaled Laplacian has its diagonal term also where lambda is not 2, and the
// factor is 2 / lambda.

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

// RUN: mesh-opt %s --reference --run=lambda_two
// RUN: mesh-opt %s --run=lambda_two
func.func @lambda_two() {
  %g_src = arith.constant dense<[0, 1, 1, 2]> : tensor<4xi32>
  %g_dst = arith.constant dense<[1, 0, 2, 1]> : tensor<4xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %x_static = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %x = tensor.cast %x_static : tensor<3xf32> to tensor<?xf32>
  %lambda = arith.constant 2.0 : f32
  %t1 = call @scaled_laplacian(%g, %x, %lambda) : (!mesh.graph, tensor<?xf32>, f32) -> tensor<?xf32>
  %t1_expected = arith.constant dense<[-1.414213562, -2.828427125, -1.414213562]> : tensor<3xf32>
  check.close %t1, %t1_expected : tensor<?xf32>, tensor<3xf32>
  %lt1 = call @scaled_laplacian(%g, %t1, %lambda) : (!mesh.graph, tensor<?xf32>, f32) -> tensor<?xf32>
  %double = arith.addf %lt1, %lt1 : tensor<?xf32>
  %t2 = arith.subf %double, %x : tensor<?xf32>
  %t2_expected = arith.constant dense<[3.0, 2.0, 1.0]> : tensor<3xf32>
  check.close %t2, %t2_expected : tensor<?xf32>, tensor<3xf32>
  %partial = arith.addf %x, %t1 : tensor<?xf32>
  %y = arith.addf %partial, %t2 : tensor<?xf32>
  %y_expected = arith.constant dense<[2.585786438, 1.171572875, 2.585786438]> : tensor<3xf32>
  check.close %y, %y_expected : tensor<?xf32>, tensor<3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=lambda_other
// RUN: mesh-opt %s --run=lambda_other
func.func @lambda_other() {
  %g_src = arith.constant dense<[0, 1, 1, 2]> : tensor<4xi32>
  %g_dst = arith.constant dense<[1, 0, 2, 1]> : tensor<4xi32>
  %g_s = arith.constant 3 : index
  %g_t = arith.constant 3 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %x_static = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %x = tensor.cast %x_static : tensor<3xf32> to tensor<?xf32>
  %lambda = arith.constant 1.5 : f32
  %t1 = call @scaled_laplacian(%g, %x, %lambda) : (!mesh.graph, tensor<?xf32>, f32) -> tensor<?xf32>
  %t1_expected = arith.constant dense<[-1.552285, -3.104569, -0.885618]> : tensor<3xf32>
  check.close %t1, %t1_expected : tensor<?xf32>, tensor<3xf32>
  %lt1 = call @scaled_laplacian(%g, %t1, %lambda) : (!mesh.graph, tensor<?xf32>, f32) -> tensor<?xf32>
  %double = arith.addf %lt1, %lt1 : tensor<?xf32>
  %t2 = arith.subf %double, %x : tensor<?xf32>
  %t2_expected = arith.constant dense<[3.819176, 0.527241, 2.26362]> : tensor<3xf32>
  check.close %t2, %t2_expected : tensor<?xf32>, tensor<3xf32>
  %partial = arith.addf %x, %t1 : tensor<?xf32>
  %y = arith.addf %partial, %t2 : tensor<?xf32>
  %y_expected = arith.constant dense<[3.266891, -0.577329, 4.378002]> : tensor<3xf32>
  check.close %y, %y_expected : tensor<?xf32>, tensor<3xf32>
  return
}
