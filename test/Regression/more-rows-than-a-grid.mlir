// More nodes than a launch grid has in its second dimension.

// RUN: mesh-opt %s --reference --run=narrow
// RUN: mesh-opt %s --run=narrow
func.func @narrow() {
  %n = arith.constant 70000 : index
  %one = arith.constant 1 : index
  %src = tensor.generate %n {
  ^bb0(%i: index):
    %id = arith.index_cast %i : index to i32
    tensor.yield %id : i32
  } : tensor<?xi32>
  %dst = tensor.generate %n {
  ^bb0(%i: index):
    %next = arith.addi %i, %one : index
    %wrapped = arith.remui %next, %n : index
    %id = arith.index_cast %wrapped : index to i32
    tensor.yield %id : i32
  } : tensor<?xi32>
  %g = mesh.graph %src, %dst, %n, %n : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %x = tensor.generate %n {
  ^bb0(%i: index):
    %id = arith.index_cast %i : index to i32
    %entry = arith.sitofp %id : i32 to f32
    tensor.yield %entry : f32
  } : tensor<?xf32>
  %m = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %expected = tensor.generate %n {
  ^bb0(%i: index):
    %before = arith.addi %i, %n : index
    %less = arith.subi %before, %one : index
    %wrapped = arith.remui %less, %n : index
    %id = arith.index_cast %wrapped : index to i32
    %entry = arith.sitofp %id : i32 to f32
    tensor.yield %entry : f32
  } : tensor<?xf32>
  check.equal %y, %expected : tensor<?xf32>
  return
}

// RUN: mesh-opt %s --reference --run=wide
// RUN: mesh-opt %s --run=wide
func.func @wide() {
  %n = arith.constant 70000 : index
  %one = arith.constant 1 : index
  %src = tensor.generate %n {
  ^bb0(%i: index):
    %id = arith.index_cast %i : index to i32
    tensor.yield %id : i32
  } : tensor<?xi32>
  %dst = tensor.generate %n {
  ^bb0(%i: index):
    %next = arith.addi %i, %one : index
    %wrapped = arith.remui %next, %n : index
    %id = arith.index_cast %wrapped : index to i32
    tensor.yield %id : i32
  } : tensor<?xi32>
  %g = mesh.graph %src, %dst, %n, %n : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %x = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %id = arith.index_cast %i : index to i32
    %entry = arith.sitofp %id : i32 to f32
    tensor.yield %entry : f32
  } : tensor<?x5xf32>
  %m = mesh.gather %x, %g source : (tensor<?x5xf32>, !mesh.graph) -> tensor<?x5xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x5xf32>, !mesh.graph) -> tensor<?x5xf32>
  %expected = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %before = arith.addi %i, %n : index
    %less = arith.subi %before, %one : index
    %wrapped = arith.remui %less, %n : index
    %id = arith.index_cast %wrapped : index to i32
    %entry = arith.sitofp %id : i32 to f32
    tensor.yield %entry : f32
  } : tensor<?x5xf32>
  check.equal %y, %expected : tensor<?x5xf32>
  return
}
