// Static constraints of gather and the segment ops, by their labels.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// gather_c1
func.func @gather_c1(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.gather' op expects 'dim' to be less than the rank of 'x', which is 2, but got 2}}
  %0 = mesh.gather %x, %g source dim = 2 : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// -----

// gather_c1
func.func @gather_c1_rank_0(%g: !mesh.graph, %x: tensor<f32>) {
  // expected-error @below {{'mesh.gather' op expects 'dim' to be less than the rank of 'x', which is 0, but got 0}}
  %0 = mesh.gather %x, %g source : (tensor<f32>, !mesh.graph) -> tensor<f32>
  return
}

// -----

// gather_c2
func.func @gather_c2_shape(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.gather' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x17xf32>'}}
  // expected-error @below {{'mesh.gather' op failed to infer returned types}}
  %0 = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x17xf32>
  return
}

// -----

// gather_c2
func.func @gather_c2_type(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.gather' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.gather' op failed to infer returned types}}
  %0 = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf64>
  return
}

// -----

// segment_sum_c1
func.func @segment_sum_c1(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_sum' op expects 'dim' to be less than the rank of 'messages', which is 2, but got 2}}
  %0 = mesh.segment_sum %x, %g target dim = 2 : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// -----

// segment_sum_c1
func.func @segment_sum_c1_rank_0(%g: !mesh.graph, %x: tensor<f32>) {
  // expected-error @below {{'mesh.segment_sum' op expects 'dim' to be less than the rank of 'messages', which is 0, but got 0}}
  %0 = mesh.segment_sum %x, %g target : (tensor<f32>, !mesh.graph) -> tensor<f32>
  return
}

// -----

// segment_sum_c2
func.func @segment_sum_c2_shape(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_sum' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x17xf32>'}}
  // expected-error @below {{'mesh.segment_sum' op failed to infer returned types}}
  %0 = mesh.segment_sum %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x17xf32>
  return
}

// -----

// segment_sum_c2
func.func @segment_sum_c2_type(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_sum' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.segment_sum' op failed to infer returned types}}
  %0 = mesh.segment_sum %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf64>
  return
}

// -----

// segment_mean_c1
func.func @segment_mean_c1(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_mean' op expects 'dim' to be less than the rank of 'messages', which is 2, but got 2}}
  %0 = mesh.segment_mean %x, %g target dim = 2 : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// -----

// segment_mean_c1
func.func @segment_mean_c1_rank_0(%g: !mesh.graph, %x: tensor<f32>) {
  // expected-error @below {{'mesh.segment_mean' op expects 'dim' to be less than the rank of 'messages', which is 0, but got 0}}
  %0 = mesh.segment_mean %x, %g target : (tensor<f32>, !mesh.graph) -> tensor<f32>
  return
}

// -----

// segment_mean_c2
func.func @segment_mean_c2_shape(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_mean' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x17xf32>'}}
  // expected-error @below {{'mesh.segment_mean' op failed to infer returned types}}
  %0 = mesh.segment_mean %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x17xf32>
  return
}

// -----

// segment_mean_c2
func.func @segment_mean_c2_type(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_mean' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.segment_mean' op failed to infer returned types}}
  %0 = mesh.segment_mean %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf64>
  return
}

// -----

// segment_max_c1
func.func @segment_max_c1(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_max' op expects 'dim' to be less than the rank of 'messages', which is 2, but got 2}}
  %0 = mesh.segment_max %x, %g target dim = 2 : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// -----

// segment_max_c1
func.func @segment_max_c1_rank_0(%g: !mesh.graph, %x: tensor<f32>) {
  // expected-error @below {{'mesh.segment_max' op expects 'dim' to be less than the rank of 'messages', which is 0, but got 0}}
  %0 = mesh.segment_max %x, %g target : (tensor<f32>, !mesh.graph) -> tensor<f32>
  return
}

// -----

// segment_max_c2
func.func @segment_max_c2_shape(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_max' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x17xf32>'}}
  // expected-error @below {{'mesh.segment_max' op failed to infer returned types}}
  %0 = mesh.segment_max %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x17xf32>
  return
}

// -----

// segment_max_c2
func.func @segment_max_c2_type(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_max' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.segment_max' op failed to infer returned types}}
  %0 = mesh.segment_max %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf64>
  return
}

// -----

// segment_min_c1
func.func @segment_min_c1(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_min' op expects 'dim' to be less than the rank of 'messages', which is 2, but got 2}}
  %0 = mesh.segment_min %x, %g target dim = 2 : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// -----

// segment_min_c1
func.func @segment_min_c1_rank_0(%g: !mesh.graph, %x: tensor<f32>) {
  // expected-error @below {{'mesh.segment_min' op expects 'dim' to be less than the rank of 'messages', which is 0, but got 0}}
  %0 = mesh.segment_min %x, %g target : (tensor<f32>, !mesh.graph) -> tensor<f32>
  return
}

// -----

// segment_min_c2
func.func @segment_min_c2_shape(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_min' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x17xf32>'}}
  // expected-error @below {{'mesh.segment_min' op failed to infer returned types}}
  %0 = mesh.segment_min %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x17xf32>
  return
}

// -----

// segment_min_c2
func.func @segment_min_c2_type(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_min' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.segment_min' op failed to infer returned types}}
  %0 = mesh.segment_min %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf64>
  return
}

// -----

// segment_argmax_c1
func.func @segment_argmax_c1(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_argmax' op expects 'dim' to be less than the rank of 'messages', which is 2, but got 2}}
  %0 = mesh.segment_argmax %x, %g target dim = 2 : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xi32>
  return
}

// -----

// segment_argmax_c1
func.func @segment_argmax_c1_rank_0(%g: !mesh.graph, %x: tensor<f32>) {
  // expected-error @below {{'mesh.segment_argmax' op expects 'dim' to be less than the rank of 'messages', which is 0, but got 0}}
  %0 = mesh.segment_argmax %x, %g target : (tensor<f32>, !mesh.graph) -> tensor<i32>
  return
}

// -----

// segment_argmax_c2
func.func @segment_argmax_c2_shape(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_argmax' op inferred type(s) 'tensor<?x16xi32>' are incompatible with return type(s) of operation 'tensor<?x17xi32>'}}
  // expected-error @below {{'mesh.segment_argmax' op failed to infer returned types}}
  %0 = mesh.segment_argmax %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x17xi32>
  return
}

// -----

// segment_argmax_c2
func.func @segment_argmax_c2_type(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_argmax' op inferred type(s) 'tensor<?x16xi32>' are incompatible with return type(s) of operation 'tensor<?x16xi64>'}}
  // expected-error @below {{'mesh.segment_argmax' op failed to infer returned types}}
  %0 = mesh.segment_argmax %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xi64>
  return
}

// -----

// segment_softmax_c1
func.func @segment_softmax_c1(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_softmax' op expects 'dim' to be less than the rank of 'messages', which is 2, but got 2}}
  %0 = mesh.segment_softmax %x, %g target dim = 2 : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// -----

// segment_softmax_c1
func.func @segment_softmax_c1_rank_0(%g: !mesh.graph, %x: tensor<f32>) {
  // expected-error @below {{'mesh.segment_softmax' op expects 'dim' to be less than the rank of 'messages', which is 0, but got 0}}
  %0 = mesh.segment_softmax %x, %g target : (tensor<f32>, !mesh.graph) -> tensor<f32>
  return
}

// -----

// segment_softmax_c2
func.func @segment_softmax_c2_shape(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_softmax' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x17xf32>'}}
  // expected-error @below {{'mesh.segment_softmax' op failed to infer returned types}}
  %0 = mesh.segment_softmax %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x17xf32>
  return
}

// -----

// segment_softmax_c2
func.func @segment_softmax_c2_type(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.segment_softmax' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.segment_softmax' op failed to infer returned types}}
  %0 = mesh.segment_softmax %x, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf64>
  return
}

// -----

// gather_c2
func.func @gather_c2_rank(%g: !mesh.graph, %x: tensor<2x?x16xf32>) {
  // expected-error @below {{'mesh.gather' op inferred type(s) 'tensor<2x?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf32>'}}
  // expected-error @below {{'mesh.gather' op failed to infer returned types}}
  %0 = mesh.gather %x, %g source dim = 1 : (tensor<2x?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// -----

// dim counts from the front only.
func.func @dim_is_not_negative(%g: !mesh.graph, %x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.gather' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = mesh.gather %x, %g source dim = -1 : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return
}

// -----

// Segment ops compute: no integers.
func.func @segment_sum_of_integers(%g: !mesh.graph, %x: tensor<?x16xi32>) {
  // expected-error @below {{'mesh.segment_sum' op operand #0 must be ranked tensor of 16-bit float or bfloat16 type or 32-bit float or 64-bit float values, but got 'tensor<?x16xi32>'}}
  %0 = mesh.segment_sum %x, %g target : (tensor<?x16xi32>, !mesh.graph) -> tensor<?x16xi32>
  return
}
