// Sugar by its formulas.

// RUN: mesh-opt %s --reference --run=linear
func.func @linear() {
  %x = arith.constant dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %w = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 1.0, -1.0]]> : tensor<2x3xf32>
  %b = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %y = mesh.linear %x, %w : (tensor<2x1x2xf32>, tensor<2x3xf32>) -> tensor<2x1x3xf32>
  %y_expected = arith.constant dense<[[[1.0, 2.0, 0.0]], [[3.0, 4.0, 2.0]]]> : tensor<2x1x3xf32>
  check.equal %y, %y_expected : tensor<2x1x3xf32>
  %z = mesh.linear %x, %w, %b : (tensor<2x1x2xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x1x3xf32>
  %z_expected = arith.constant dense<[[[11.0, 22.0, 30.0]], [[13.0, 24.0, 32.0]]]> : tensor<2x1x3xf32>
  check.equal %z, %z_expected : tensor<2x1x3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=scale
func.func @scale() {
  %m = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>
  %rows = arith.constant dense<[2.0, -1.0]> : tensor<2xf32>
  %y = mesh.scale %m, %rows : (tensor<2x2x2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  %y_expected = arith.constant dense<[[[2.0, 4.0], [6.0, 8.0]], [[-5.0, -6.0], [-7.0, -8.0]]]> : tensor<2x2x2xf32>
  check.equal %y, %y_expected : tensor<2x2x2xf32>
  %heads = arith.constant dense<[[1.0, 10.0], [100.0, 1000.0]]> : tensor<2x2xf32>
  %z = mesh.scale %m, %heads : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x2xf32>
  %z_expected = arith.constant dense<[[[1.0, 2.0], [30.0, 40.0]], [[500.0, 600.0], [7000.0, 8000.0]]]> : tensor<2x2x2xf32>
  check.equal %z, %z_expected : tensor<2x2x2xf32>
  %u = mesh.scale %m, %rows dim = 1 : (tensor<2x2x2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
  %u_expected = arith.constant dense<[[[2.0, 4.0], [-3.0, -4.0]], [[10.0, 12.0], [-7.0, -8.0]]]> : tensor<2x2x2xf32>
  check.equal %u, %u_expected : tensor<2x2x2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=activations
func.func @activations() {
  %x = arith.constant dense<[1.5, -2.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  %relu = mesh.relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %relu_expected = arith.constant dense<[1.5, 0.0, 0.0, 0x7FC00000]> : tensor<4xf32>
  check.equal %relu, %relu_expected : tensor<4xf32>
  %leaky = mesh.leaky_relu %x {slope = 0.25 : f64} : (tensor<4xf32>) -> tensor<4xf32>
  %leaky_expected = arith.constant dense<[1.5, -0.5, 0.0, 0x7FC00000]> : tensor<4xf32>
  check.equal %leaky, %leaky_expected : tensor<4xf32>
  %default = mesh.leaky_relu %x : (tensor<4xf32>) -> tensor<4xf32>
  %default_expected = arith.constant dense<[1.5, -0.4, 0.0, 0x7FC00000]> : tensor<4xf32>
  check.ulp %default, %default_expected {max_ulp = 1 : i64} : tensor<4xf32>
  %elu = mesh.elu %x {alpha = 2.0 : f64} : (tensor<4xf32>) -> tensor<4xf32>
  %elu_expected = arith.constant dense<[1.5, -1.72932943, 0.0, 0x7FC00000]> : tensor<4xf32>
  check.ulp %elu, %elu_expected {max_ulp = 1 : i64} : tensor<4xf32>
  %sigmoid = mesh.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  %sigmoid_expected = arith.constant dense<[0.817574476, 0.119202922, 0.5, 0x7FC00000]> : tensor<4xf32>
  check.ulp %sigmoid, %sigmoid_expected {max_ulp = 1 : i64} : tensor<4xf32>
  return
}

// RUN: mesh-opt %s --reference --run=log_softmax
func.func @log_softmax() {
  %x = arith.constant dense<[[0.0, 0.0], [1000.0, 1001.0]]> : tensor<2x2xf32>
  %y = mesh.log_softmax %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %expected = arith.constant dense<[[-0.693147181, -0.693147181], [-1.31326169, -0.313261688]]> : tensor<2x2xf32>
  check.ulp %y, %expected {max_ulp = 1 : i64} : tensor<2x2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=cross_entropy
func.func @cross_entropy() {
  %x = arith.constant dense<[[0.0, 0.0], [5.0, -5.0], [1000.0, 1001.0]]> : tensor<3x2xf32>
  // The row in the middle has no label: (0.693147 + 1.313262) / 2.
  %labels = arith.constant dense<[1, -1, 0]> : tensor<3xi32>
  %loss = mesh.cross_entropy %x, %labels : (tensor<3x2xf32>, tensor<3xi32>) -> tensor<f32>
  %expected = arith.constant dense<1.00320443> : tensor<f32>
  check.ulp %loss, %expected {max_ulp = 1 : i64} : tensor<f32>
  %unlabelled = arith.constant dense<-1> : tensor<3xi64>
  %none = mesh.cross_entropy %x, %unlabelled : (tensor<3x2xf32>, tensor<3xi64>) -> tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  check.equal %none, %zero : tensor<f32>
  return
}

// RUN: mesh-opt %s --reference --run=take
func.func @take() {
  %table = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %ids = arith.constant dense<[2, 0, 2]> : tensor<3xi32>
  %y = mesh.take %table, %ids : (tensor<3x2xi64>, tensor<3xi32>) -> tensor<3x2xi64>
  %expected = arith.constant dense<[[5, 6], [1, 2], [5, 6]]> : tensor<3x2xi64>
  check.equal %y, %expected : tensor<3x2xi64>
  return
}
