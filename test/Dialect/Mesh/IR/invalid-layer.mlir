// Static constraints of the other sugar ops, by their labels.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// cross_entropy_c1
func.func @cross_entropy_c1_rank(%x: tensor<?xf32>, %labels: tensor<?xi32>) {
  // expected-error @below {{'mesh.cross_entropy' op expects 'logits' to have rank 2, but got 1}}
  %0 = mesh.cross_entropy %x, %labels : (tensor<?xf32>, tensor<?xi32>) -> tensor<f32>
  return
}

// -----

// cross_entropy_c1
func.func @cross_entropy_c1_result(%x: tensor<?x7xf32>, %labels: tensor<?xi32>) {
  // expected-error @below {{'mesh.cross_entropy' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<1xf32>'}}
  // expected-error @below {{'mesh.cross_entropy' op failed to infer returned types}}
  %0 = mesh.cross_entropy %x, %labels : (tensor<?x7xf32>, tensor<?xi32>) -> tensor<1xf32>
  return
}

// -----

// cross_entropy_c1
func.func @cross_entropy_c1_result_type(%x: tensor<?x7xf32>, %labels: tensor<?xi32>) {
  // expected-error @below {{'mesh.cross_entropy' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<f64>'}}
  // expected-error @below {{'mesh.cross_entropy' op failed to infer returned types}}
  %0 = mesh.cross_entropy %x, %labels : (tensor<?x7xf32>, tensor<?xi32>) -> tensor<f64>
  return
}

// -----

// cross_entropy_c2
func.func @cross_entropy_c2(%x: tensor<34x7xf32>, %labels: tensor<33xi32>) {
  // expected-error @below {{'mesh.cross_entropy' op expects 'labels' to have 34 entries, but got 33}}
  %0 = mesh.cross_entropy %x, %labels : (tensor<34x7xf32>, tensor<33xi32>) -> tensor<f32>
  return
}

// -----

// uniform_c1
func.func @uniform_c1_few(%seed: i64) {
  // expected-error @below {{'mesh.uniform' op expects 1 sizes, one for each dynamic axis of the result, but got 0}}
  %0 = mesh.uniform %seed, [] : tensor<?x16xf32>
  return
}

// -----

// uniform_c1
func.func @uniform_c1_many(%seed: i64, %n: index) {
  // expected-error @below {{'mesh.uniform' op expects 0 sizes, one for each dynamic axis of the result, but got 1}}
  %0 = mesh.uniform %seed, [%n] : tensor<4xf32>
  return
}

// -----

// dropout_c1
func.func @dropout_c1_one(%x: tensor<?x16xf32>, %seed: i64) {
  // expected-error @below {{'mesh.dropout' op expects 0 <= rate < 1, but got 1.000000e+00 : f64}}
  %0 = mesh.dropout %x, %seed {rate = 1.0 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  return
}

// -----

// dropout_c1
func.func @dropout_c1_negative(%x: tensor<?x16xf32>, %seed: i64) {
  // expected-error @below {{'mesh.dropout' op expects 0 <= rate < 1, but got -1.000000e-01 : f64}}
  %0 = mesh.dropout %x, %seed {rate = -0.1 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  return
}

// -----

// dropout_c1
func.func @dropout_c1_nan(%x: tensor<?x16xf32>, %seed: i64) {
  // expected-error @below {{'mesh.dropout' op expects 0 <= rate < 1, but got 0x7FF8000000000000 : f64}}
  %0 = mesh.dropout %x, %seed {rate = 0x7FF8000000000000 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  return
}

// -----

// dropout_c2
func.func @dropout_c2(%x: tensor<?x16xf32>, %seed: i64) {
  // expected-error @below {{'mesh.dropout' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x15xf32>'}}
  // expected-error @below {{'mesh.dropout' op failed to infer returned types}}
  %0 = mesh.dropout %x, %seed {rate = 0.5 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x15xf32>
  return
}

// -----

// take_c1
func.func @take_c1_rows(%table: tensor<?x16xf32>, %ids: tensor<5xi32>) {
  // expected-error @below {{'mesh.take' op inferred type(s) 'tensor<5x16xf32>' are incompatible with return type(s) of operation 'tensor<6x16xf32>'}}
  // expected-error @below {{'mesh.take' op failed to infer returned types}}
  %0 = mesh.take %table, %ids : (tensor<?x16xf32>, tensor<5xi32>) -> tensor<6x16xf32>
  return
}

// -----

// take_c1
func.func @take_c1_shape(%table: tensor<?x16xf32>, %ids: tensor<?xi32>) {
  // expected-error @below {{'mesh.take' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  // expected-error @below {{'mesh.take' op failed to infer returned types}}
  %0 = mesh.take %table, %ids : (tensor<?x16xf32>, tensor<?xi32>) -> tensor<?x8xf32>
  return
}

// -----

// take_c1
func.func @take_c1_rank(%table: tensor<f32>, %ids: tensor<?xi32>) {
  // expected-error @below {{'mesh.take' op expects 'table' to have rank 1 or more}}
  %0 = mesh.take %table, %ids : (tensor<f32>, tensor<?xi32>) -> tensor<f32>
  return
}
