// A layer that is called twice, on rows of two static sizes and of a dynamic one.

// RUN: mesh-opt %s --reference --run=check
// RUN: mesh-opt %s --run=check
func.func private @layer(%g: !mesh.graph, %x: tensor<?xf64>) -> tensor<?xf64> {
  %m = mesh.gather %x, %g source : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %y = mesh.segment_sum %m, %g target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @public(%g: !mesh.graph, %x: tensor<?xf64>) -> tensor<?xf64> {
  %y = func.call @layer(%g, %x) : (!mesh.graph, tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func private @twice(%g: !mesh.graph, %h: !mesh.graph, %x: tensor<4xf64>) -> f64 {
  %d = tensor.cast %x : tensor<4xf64> to tensor<?xf64>
  %a = func.call @layer(%g, %d) : (!mesh.graph, tensor<?xf64>) -> tensor<?xf64>
  %b = func.call @public(%g, %a) : (!mesh.graph, tensor<?xf64>) -> tensor<?xf64>
  // Six nodes, of which the edges of the other graph add up the first four.
  %six = func.call @layer(%h, %b) : (!mesh.graph, tensor<?xf64>) -> tensor<?xf64>
  %i = arith.constant 5 : index
  %y = tensor.extract %six[%i] : tensor<?xf64>
  return %y : f64
}
func.func @check() {
  %g_src = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %g_dst = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %g_s = arith.constant 4 : index
  %g_t = arith.constant 4 : index
  %g = mesh.graph %g_src, %g_dst, %g_s, %g_t : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  %h_src = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %h_dst = arith.constant dense<[5, 5, 5, 5]> : tensor<4xi32>
  %h_s = arith.constant 4 : index
  %h_t = arith.constant 6 : index
  %h = mesh.graph %h_src, %h_dst, %h_s, %h_t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %y, %dx = mesh.value_and_grad @twice(%g, %h, %x) wrt [2] : (!mesh.graph, !mesh.graph, tensor<4xf64>) -> (f64, tensor<4xf64>)
  %y_expected = arith.constant 3.0 : f64
  check.equal %y, %y_expected : f64
  %dx_expected = arith.constant dense<[1.0, 1.0, 0.0, 0.0]> : tensor<4xf64>
  check.equal %dx, %dx_expected : tensor<4xf64>
  return
}
