// Static constraints of the pointwise ops, by their labels.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// relu_c1
func.func @relu_c1_type(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.relu' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.relu' op failed to infer returned types}}
  %0 = mesh.relu %x : (tensor<?x16xf32>) -> tensor<?x16xf64>
  return
}

// -----

// relu_c1
func.func @relu_c1_shape(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.relu' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  // expected-error @below {{'mesh.relu' op failed to infer returned types}}
  %0 = mesh.relu %x : (tensor<?x16xf32>) -> tensor<?x8xf32>
  return
}

// -----

// leaky_relu_c1
func.func @leaky_relu_c1_type(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.leaky_relu' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.leaky_relu' op failed to infer returned types}}
  %0 = mesh.leaky_relu %x : (tensor<?x16xf32>) -> tensor<?x16xf64>
  return
}

// -----

// leaky_relu_c1
func.func @leaky_relu_c1_shape(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.leaky_relu' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  // expected-error @below {{'mesh.leaky_relu' op failed to infer returned types}}
  %0 = mesh.leaky_relu %x : (tensor<?x16xf32>) -> tensor<?x8xf32>
  return
}

// -----

// elu_c1
func.func @elu_c1_type(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.elu' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.elu' op failed to infer returned types}}
  %0 = mesh.elu %x : (tensor<?x16xf32>) -> tensor<?x16xf64>
  return
}

// -----

// elu_c1
func.func @elu_c1_shape(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.elu' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  // expected-error @below {{'mesh.elu' op failed to infer returned types}}
  %0 = mesh.elu %x : (tensor<?x16xf32>) -> tensor<?x8xf32>
  return
}

// -----

// sigmoid_c1
func.func @sigmoid_c1_type(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.sigmoid' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.sigmoid' op failed to infer returned types}}
  %0 = mesh.sigmoid %x : (tensor<?x16xf32>) -> tensor<?x16xf64>
  return
}

// -----

// sigmoid_c1
func.func @sigmoid_c1_shape(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.sigmoid' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  // expected-error @below {{'mesh.sigmoid' op failed to infer returned types}}
  %0 = mesh.sigmoid %x : (tensor<?x16xf32>) -> tensor<?x8xf32>
  return
}

// -----

// log_softmax_c1
func.func @log_softmax_c1_type(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.log_softmax' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x16xf64>'}}
  // expected-error @below {{'mesh.log_softmax' op failed to infer returned types}}
  %0 = mesh.log_softmax %x : (tensor<?x16xf32>) -> tensor<?x16xf64>
  return
}

// -----

// log_softmax_c1
func.func @log_softmax_c1_shape(%x: tensor<?x16xf32>) {
  // expected-error @below {{'mesh.log_softmax' op inferred type(s) 'tensor<?x16xf32>' are incompatible with return type(s) of operation 'tensor<?x8xf32>'}}
  // expected-error @below {{'mesh.log_softmax' op failed to infer returned types}}
  %0 = mesh.log_softmax %x : (tensor<?x16xf32>) -> tensor<?x8xf32>
  return
}

// -----

// log_softmax_c1
func.func @log_softmax_c1_rank(%x: tensor<f32>) {
  // expected-error @below {{'mesh.log_softmax' op expects 'x' to have rank 1 or more}}
  %0 = mesh.log_softmax %x : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @types_without_result(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected '->'}}
  %0 = mesh.relu %x : (tensor<4xf32>)
  return
}

// -----

func.func @types_without_seed(%x: tensor<4xf32>, %seed: i64) {
  // expected-error @+1 {{expected ','}}
  %0 = mesh.dropout %x, %seed {rate = 0.5 : f64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
