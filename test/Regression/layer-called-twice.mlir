// A function with tensor arguments that is called twice.

func.func private @layer(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// RUN: mesh-opt %s --reference --run=twice
// RUN: mesh-opt %s --run=twice
func.func @twice() {
  %g_src = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %g_dst = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %g_s = arith.constant 4 : index
  %g_t = arith.constant 4 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %x_static = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %x = tensor.cast %x_static : tensor<4xf32> to tensor<?xf32>
  %h = call @layer(%g, %x) : (!mesh.graph, tensor<?xf32>) -> tensor<?xf32>
  %y = call @layer(%g, %h) : (!mesh.graph, tensor<?xf32>) -> tensor<?xf32>
  %y_expected = arith.constant dense<[0.0, 0.0, 1.0, 2.0]> : tensor<4xf32>
  check.equal %y, %y_expected : tensor<?xf32>, tensor<4xf32>
  return
}
