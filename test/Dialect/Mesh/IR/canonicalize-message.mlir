// gather and the segment ops look through mesh.transpose; gather of a splat and
// the sum of zeros are splats.
// RUN: mesh-opt %s --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @gather_over_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x16xf32>)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.gather %[[X]], %[[G]] target :
func.func @gather_over_transpose(%g: !mesh.graph, %x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %t = mesh.transpose %g : !mesh.graph
  %y = mesh.gather %x, %t source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// CHECK-LABEL: func.func @segment_sum_over_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x16xf32>)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.segment_sum %[[X]], %[[G]] source :
func.func @segment_sum_over_transpose(%g: !mesh.graph, %x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %t = mesh.transpose %g : !mesh.graph
  %y = mesh.segment_sum %x, %t target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// CHECK-LABEL: func.func @segment_mean_over_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x16xf32>)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.segment_mean %[[X]], %[[G]] source :
func.func @segment_mean_over_transpose(%g: !mesh.graph, %x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %t = mesh.transpose %g : !mesh.graph
  %y = mesh.segment_mean %x, %t target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// CHECK-LABEL: func.func @segment_max_over_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x16xf32>)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.segment_max %[[X]], %[[G]] source :
func.func @segment_max_over_transpose(%g: !mesh.graph, %x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %t = mesh.transpose %g : !mesh.graph
  %y = mesh.segment_max %x, %t target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// CHECK-LABEL: func.func @segment_min_over_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x16xf32>)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.segment_min %[[X]], %[[G]] source :
func.func @segment_min_over_transpose(%g: !mesh.graph, %x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %t = mesh.transpose %g : !mesh.graph
  %y = mesh.segment_min %x, %t target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// CHECK-LABEL: func.func @segment_argmax_over_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x16xf32>)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.segment_argmax %[[X]], %[[G]] source :
func.func @segment_argmax_over_transpose(%g: !mesh.graph, %x: tensor<?x16xf32>) -> tensor<?x16xi32> {
  %t = mesh.transpose %g : !mesh.graph
  %y = mesh.segment_argmax %x, %t target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xi32>
  return %y : tensor<?x16xi32>
}

// CHECK-LABEL: func.func @segment_softmax_over_transpose(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[X:.*]]: tensor<?x16xf32>)
// CHECK-NOT: mesh.transpose
// CHECK: mesh.segment_softmax %[[X]], %[[G]] source :
func.func @segment_softmax_over_transpose(%g: !mesh.graph, %x: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %t = mesh.transpose %g : !mesh.graph
  %y = mesh.segment_softmax %x, %t target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// Region ops name their operands by their roles, which the transposition would
// change: they keep reading the transposed graph.
// CHECK-LABEL: func.func @map_edges_over_transpose(
// CHECK: %[[T:.*]] = mesh.transpose
// CHECK: mesh.map_edges over(%[[T]] : !mesh.graph)
func.func @map_edges_over_transpose(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %t = mesh.transpose %g : !mesh.graph
  %y = mesh.map_edges over(%t : !mesh.graph) source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%s: f32, %e: index) {
        mesh.yield %s : f32
      }
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @aggregate_over_transpose(
// CHECK: %[[T:.*]] = mesh.transpose
// CHECK: mesh.aggregate over(%[[T]] : !mesh.graph) target
func.func @aggregate_over_transpose(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %t = mesh.transpose %g : !mesh.graph
  %y = mesh.aggregate over(%t : !mesh.graph) target source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %s: f32, %e: index) {
        %a = arith.addf %acc, %s : f32
        mesh.yield %a : f32
      }
  return %y : tensor<?xf32>
}

// CHECK-LABEL: func.func @gather_of_splat(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[V:.*]]: f32)
// CHECK-NOT: mesh.gather
// CHECK: %[[E:.*]] = mesh.num_edges %[[G]]
// CHECK: %[[Y:.*]] = tensor.splat %[[V]][%[[E]]] : tensor<?x16xf32>
// CHECK: return %[[Y]]
func.func @gather_of_splat(%g: !mesh.graph, %v: f32) -> tensor<?x16xf32> {
  %n = mesh.num_nodes %g source : !mesh.graph
  %x = tensor.splat %v[%n] : tensor<?x16xf32>
  %y = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// The other axes keep their sizes.
// CHECK-LABEL: func.func @gather_of_batched_splat(
// CHECK-SAME: %[[G:.*]]: !mesh.graph, %[[V:.*]]: f32, %[[B:.*]]: index)
// CHECK-NOT: mesh.gather
// CHECK: %[[E:.*]] = mesh.num_edges %[[G]]
// CHECK: tensor.splat %[[V]][%[[B]], %[[E]], %[[B]]] : tensor<?x?x?xf32>
func.func @gather_of_batched_splat(%g: !mesh.graph, %v: f32, %b: index) -> tensor<?x?x?xf32> {
  %n = mesh.num_nodes %g target : !mesh.graph
  %x = tensor.splat %v[%b, %n, %b] : tensor<?x?x?xf32>
  %y = mesh.gather %x, %g target dim = 1 : (tensor<?x?x?xf32>, !mesh.graph) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// A splat of any other length may be wrong, and then the op has to fail.
// CHECK-LABEL: func.func @gather_of_unknown_splat(
// CHECK: mesh.gather
// CHECK: mesh.gather
func.func @gather_of_unknown_splat(%g: !mesh.graph, %v: f32, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %x = tensor.splat %v[%n] : tensor<?xf32>
  %y = mesh.gather %x, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %m = mesh.num_nodes %g target : !mesh.graph
  %u = tensor.splat %v[%m] : tensor<?xf32>
  %w = mesh.gather %u, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y, %w : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @sum_of_zeros(
// CHECK-SAME: %[[G:.*]]: !mesh.graph)
// CHECK-NOT: mesh.segment_sum
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-DAG: %[[N:.*]] = mesh.num_nodes %[[G]] target
// CHECK: tensor.splat %[[ZERO]][%[[N]]] : tensor<?x16xf32>
func.func @sum_of_zeros(%g: !mesh.graph) -> tensor<?x16xf32> {
  %e = mesh.num_edges %g : !mesh.graph
  %zero = arith.constant 0.0 : f32
  %m = tensor.splat %zero[%e] : tensor<?x16xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

// CHECK-LABEL: func.func @sum_of_others(
// CHECK-COUNT-2: mesh.segment_sum
func.func @sum_of_others(%g: !mesh.graph, %v: f32, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %e = mesh.num_edges %g : !mesh.graph
  %m = tensor.splat %v[%e] : tensor<?xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %o = tensor.splat %zero[%n] : tensor<?xf32>
  %z = mesh.segment_sum %o, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  return %y, %z : tensor<?xf32>, tensor<?xf32>
}
