// Static constraints of mesh.linear and mesh.scale, by their labels.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// linear_c1
func.func @linear_c1_weight(%x: tensor<?x16xf32>, %w: tensor<16x32xf64>) {
  // expected-error @below {{'mesh.linear' op expects 'w' to have the element type of 'x', 'f32', but got 'f64'}}
  %0 = mesh.linear %x, %w : (tensor<?x16xf32>, tensor<16x32xf64>) -> tensor<?x32xf32>
  return
}

// -----

// linear_c1
func.func @linear_c1_bias(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>, %b: tensor<32xf16>) {
  // expected-error @below {{'mesh.linear' op expects 'b' to have the element type of 'x', 'f32', but got 'f16'}}
  %0 = mesh.linear %x, %w, %b : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<32xf16>) -> tensor<?x32xf32>
  return
}

// -----

// linear_c1
func.func @linear_c1_result(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>) {
  // expected-error @below {{'mesh.linear' op inferred type(s) 'tensor<?x32xf32>' are incompatible with return type(s) of operation 'tensor<?x32xf64>'}}
  // expected-error @below {{'mesh.linear' op failed to infer returned types}}
  %0 = mesh.linear %x, %w : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf64>
  return
}

// -----

// linear_c2
func.func @linear_c2(%x: tensor<?x3xf32>, %w: tensor<4x32xf32>) {
  // expected-error @below {{'mesh.linear' op expects 'w' to have a row for each of the 3 entries of the last axis of 'x', but got 4 rows}}
  %0 = mesh.linear %x, %w : (tensor<?x3xf32>, tensor<4x32xf32>) -> tensor<?x32xf32>
  return
}

// -----

// linear_c2
func.func @linear_c2_rank_of_x(%x: tensor<f32>, %w: tensor<4x32xf32>) {
  // expected-error @below {{'mesh.linear' op expects 'x' of rank 1 or more and 'w' of rank 2, but got 'tensor<f32>' and 'tensor<4x32xf32>'}}
  %0 = mesh.linear %x, %w : (tensor<f32>, tensor<4x32xf32>) -> tensor<32xf32>
  return
}

// -----

// linear_c2
func.func @linear_c2_rank_of_w(%x: tensor<?x16xf32>, %w: tensor<16xf32>) {
  // expected-error @below {{'mesh.linear' op expects 'x' of rank 1 or more and 'w' of rank 2, but got 'tensor<?x16xf32>' and 'tensor<16xf32>'}}
  %0 = mesh.linear %x, %w : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?xf32>
  return
}

// -----

// linear_c2
func.func @linear_c2_rank_3_of_w(%x: tensor<?x16xf32>, %w: tensor<16x32x2xf32>) {
  // expected-error @below {{'mesh.linear' op expects 'x' of rank 1 or more and 'w' of rank 2, but got 'tensor<?x16xf32>' and 'tensor<16x32x2xf32>'}}
  %0 = mesh.linear %x, %w : (tensor<?x16xf32>, tensor<16x32x2xf32>) -> tensor<?x32xf32>
  return
}

// -----

// linear_c3
func.func @linear_c3(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>, %b: tensor<31xf32>) {
  // expected-error @below {{'mesh.linear' op expects 'b' to be a vector of 32 entries, but got 'tensor<31xf32>'}}
  %0 = mesh.linear %x, %w, %b : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<31xf32>) -> tensor<?x32xf32>
  return
}

// -----

// linear_c3
func.func @linear_c3_rank(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>, %b: tensor<1x32xf32>) {
  // expected-error @below {{'mesh.linear' op expects 'b' to be a vector of 32 entries, but got 'tensor<1x32xf32>'}}
  %0 = mesh.linear %x, %w, %b : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<1x32xf32>) -> tensor<?x32xf32>
  return
}

// -----

// scale_c1
func.func @scale_c1(%m: tensor<?x16xf32>, %s: tensor<?xf64>) {
  // expected-error @below {{'mesh.scale' op expects 's' to have the element type of 'm', 'f32', but got 'f64'}}
  %0 = mesh.scale %m, %s : (tensor<?x16xf32>, tensor<?xf64>) -> tensor<?x16xf32>
  return
}

// -----

// scale_c2
func.func @scale_c2(%m: tensor<?x16xf32>, %s: tensor<?x16x1xf32>) {
  // expected-error @below {{'mesh.scale' op expects the rank of 's' to be at most 2 (the axes of 'm' from axis 0 on), but got 3}}
  %0 = mesh.scale %m, %s : (tensor<?x16xf32>, tensor<?x16x1xf32>) -> tensor<?x16xf32>
  return
}

// -----

// scale_c2
func.func @scale_c2_dim(%m: tensor<?x16xf32>, %s: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.scale' op expects the rank of 's' to be at most 1 (the axes of 'm' from axis 1 on), but got 2}}
  %0 = mesh.scale %m, %s dim = 1 : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  return
}

// -----

// scale_c2
func.func @scale_c2_large_dim(%m: tensor<?x16xf32>, %s: tensor<f32>) {
  // expected-error @below {{'mesh.scale' op expects the rank of 's' to be at most 0 (the axes of 'm' from axis 9223372036854775807 on), but got 0}}
  %0 = mesh.scale %m, %s dim = 9223372036854775807 : (tensor<?x16xf32>, tensor<f32>) -> tensor<?x16xf32>
  return
}

// -----

// scale_c3
func.func @scale_c3(%m: tensor<?x8x16xf32>, %s: tensor<?x7xf32>) {
  // expected-error @below {{'mesh.scale' op expects axis 1 of 's' to have 8 entries like axis 1 of 'm', but got 7}}
  %0 = mesh.scale %m, %s : (tensor<?x8x16xf32>, tensor<?x7xf32>) -> tensor<?x8x16xf32>
  return
}

// -----

// scale_c3
func.func @scale_c3_dim(%m: tensor<?x8x16xf32>, %s: tensor<16xf32>) {
  // expected-error @below {{'mesh.scale' op expects axis 0 of 's' to have 8 entries like axis 1 of 'm', but got 16}}
  %0 = mesh.scale %m, %s dim = 1 : (tensor<?x8x16xf32>, tensor<16xf32>) -> tensor<?x8x16xf32>
  return
}

// -----

// scale_c3
func.func @scale_c3_result(%m: tensor<?x16xf32>, %s: tensor<?xf32>) {
  // expected-error @below {{'mesh.scale' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  // expected-error @below {{'mesh.scale' op failed to infer returned types}}
  %0 = mesh.scale %m, %s : (tensor<?x16xf32>, tensor<?xf32>) -> tensor<?x8xf32>
  return
}
