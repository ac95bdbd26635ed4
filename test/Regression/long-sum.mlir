// A long sum keeps its precision.

// RUN: mesh-opt %s --reference --run=harmonic
// RUN: mesh-opt %s --run=harmonic
func.func @harmonic() {
  // In edge order f32 gives 12.090851.
  %n = arith.constant 100000 : index
  %one = arith.constant 1 : index
  %zero_id = arith.constant 0 : i32
  %ids = tensor.splat %zero_id[%n] : tensor<?xi32>
  %g = mesh.graph %ids, %ids, %one, %one : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %m = tensor.generate %n {
  ^bb0(%i: index):
    %next = arith.addi %i, %one : index
    %id = arith.index_cast %next : index to i32
    %float = arith.sitofp %id : i32 to f32
    %f1 = arith.constant 1.0 : f32
    %entry = arith.divf %f1, %float : f32
    tensor.yield %entry : f32
  } : tensor<?xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %y_expected = arith.constant dense<[12.090146]> : tensor<1xf32>
  check.close %y, %y_expected {rtol = 1.0e-4 : f64} : tensor<?xf32>, tensor<1xf32>
  return
}
