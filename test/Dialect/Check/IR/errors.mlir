// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// equal_c1
func.func @element_types(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error @+1 {{expects 'actual' and 'expected' of compatible types, but got 'tensor<2xf32>' and 'tensor<2xf64>'}}
  check.equal %a, %b : tensor<2xf32>, tensor<2xf64>
  return
}

// -----

// equal_c1
func.func @ranks(%a: tensor<2xf32>, %b: tensor<2x1xf32>) {
  // expected-error @+1 {{expects 'actual' and 'expected' of compatible types}}
  check.equal %a, %b : tensor<2xf32>, tensor<2x1xf32>
  return
}

// -----

// close_c1
func.func @sizes(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{expects 'actual' and 'expected' of compatible types}}
  check.close %a, %b : tensor<2xf32>, tensor<3xf32>
  return
}

// -----

// ulp_c1
func.func @scalar_and_tensor(%a: tensor<f32>, %b: f32) {
  // expected-error @+1 {{expects 'actual' and 'expected' of compatible types}}
  check.ulp %a, %b : tensor<f32>, f32
  return
}

// -----

func.func @integers(%a: tensor<2xi32>) {
  // expected-error @+1 {{operand #0 must be}}
  check.close %a, %a : tensor<2xi32>
  return
}

// -----

// close_c4
func.func @negative_tolerance(%a: f32) {
  // expected-error @+1 {{expects 'atol' not to be negative, but got}}
  check.close %a, %a {atol = -1.0 : f64} : f32
  return
}

// -----

// ulp_c4
func.func @negative_ulp(%a: f32) {
  // expected-error @+1 {{attribute 'max_ulp' failed to satisfy constraint}}
  check.ulp %a, %a {max_ulp = -1 : i64} : f32
  return
}
