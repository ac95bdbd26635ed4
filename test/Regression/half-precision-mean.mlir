// Neither the sum nor the count of a mean is held in f16, where 70000 is infinite.

// RUN: mesh-opt %s --reference --run=f16_mean
// RUN: mesh-opt %s --run=f16_mean
func.func @f16_mean() {
  %edges = arith.constant 70000 : index
  %one = arith.constant 1 : index
  %zero_id = arith.constant 0 : i32
  %ids = tensor.splat %zero_id[%edges] : tensor<?xi32>
  %g = mesh.graph %ids, %ids, %one, %one : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %value = arith.constant 1.0 : f16
  %m = tensor.splat %value[%edges] : tensor<?xf16>
  %y = mesh.segment_mean %m, %g target : (tensor<?xf16>, !mesh.graph) -> tensor<?xf16>
  %y_expected = arith.constant dense<[1.0]> : tensor<1xf16>
  check.equal %y, %y_expected : tensor<?xf16>, tensor<1xf16>
  return
}
