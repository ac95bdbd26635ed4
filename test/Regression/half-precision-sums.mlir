// Sums of f16 and bf16 are accumulated in f32: in f16 they would stick at 2048, in
// bf16 at 256.

// RUN: mesh-opt %s --reference --run=f16_sum
// RUN: mesh-opt %s --run=f16_sum
func.func @f16_sum() {
  %edges = arith.constant 5000 : index
  %one = arith.constant 1 : index
  %zero_id = arith.constant 0 : i32
  %ids = tensor.splat %zero_id[%edges] : tensor<?xi32>
  %g = mesh.graph %ids, %ids, %one, %one : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %value = arith.constant 1.0 : f16
  %m = tensor.splat %value[%edges] : tensor<?xf16>
  %y = mesh.segment_sum %m, %g target : (tensor<?xf16>, !mesh.graph) -> tensor<?xf16>
  %y_expected = arith.constant dense<[5000.0]> : tensor<1xf16>
  check.equal %y, %y_expected : tensor<?xf16>, tensor<1xf16>
  return
}

// RUN: mesh-opt %s --reference --run=bf16_sum
// RUN: mesh-opt %s --run=bf16_sum
func.func @bf16_sum() {
  %edges = arith.constant 300 : index
  %one = arith.constant 1 : index
  %zero_id = arith.constant 0 : i32
  %ids = tensor.splat %zero_id[%edges] : tensor<?xi32>
  %g = mesh.graph %ids, %ids, %one, %one : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %value = arith.constant 1.0 : bf16
  %m = tensor.splat %value[%edges] : tensor<?xbf16>
  %y = mesh.segment_sum %m, %g target : (tensor<?xbf16>, !mesh.graph) -> tensor<?xbf16>
  %y_expected = arith.constant dense<[300.0]> : tensor<1xbf16>
  check.equal %y, %y_expected : tensor<?xbf16>, tensor<1xbf16>
  return
}
