// The printed form of the sugar ops, and their generic form.
// RUN: mesh-opt %s | mesh-opt | FileCheck %s
// RUN: mesh-opt %s --mlir-print-op-generic | mesh-opt | FileCheck %s

// CHECK-LABEL: func.func @linear(
func.func @linear(%x: tensor<?x16xf32>, %w: tensor<16x32xf32>, %b: tensor<32xf32>) {
  // CHECK: mesh.linear %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  %0 = mesh.linear %x, %w, %b : (tensor<?x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  // CHECK: mesh.linear %{{.*}}, %{{.*}} : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  %1 = mesh.linear %x, %w : (tensor<?x16xf32>, tensor<16x32xf32>) -> tensor<?x32xf32>
  return
}

// CHECK-LABEL: func.func @linear_ranks(
func.func @linear_ranks(%x: tensor<4x?x16xf16>, %v: tensor<16xf16>, %w: tensor<16x?xf16>, %u: tensor<?x?xf64>, %b: tensor<?xf64>) {
  // CHECK: mesh.linear %{{.*}}, %{{.*}} : (tensor<4x?x16xf16>, tensor<16x?xf16>) -> tensor<4x?x?xf16>
  %0 = mesh.linear %x, %w : (tensor<4x?x16xf16>, tensor<16x?xf16>) -> tensor<4x?x?xf16>
  // CHECK: mesh.linear %{{.*}}, %{{.*}} : (tensor<16xf16>, tensor<16x?xf16>) -> tensor<?xf16>
  %1 = mesh.linear %v, %w : (tensor<16xf16>, tensor<16x?xf16>) -> tensor<?xf16>
  // CHECK: mesh.linear %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
  %2 = mesh.linear %u, %u, %b : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
  // CHECK: mesh.linear %{{.*}}, %{{.*}} : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<5x6xf64>
  %3 = mesh.linear %u, %u : (tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<5x6xf64>
  return
}

// CHECK-LABEL: func.func @scale(
func.func @scale(%m: tensor<?x8x16xf32>, %a: tensor<?x8xf32>, %s: tensor<8xf32>, %c: tensor<f32>) {
  // CHECK: mesh.scale %{{.*}}, %{{.*}} : (tensor<?x8x16xf32>, tensor<?x8xf32>) -> tensor<?x8x16xf32>
  %0 = mesh.scale %m, %a : (tensor<?x8x16xf32>, tensor<?x8xf32>) -> tensor<?x8x16xf32>
  // CHECK: mesh.scale %{{.*}}, %{{.*}} dim = 1 : (tensor<?x8x16xf32>, tensor<8xf32>) -> tensor<?x8x16xf32>
  %1 = mesh.scale %m, %s dim = 1 : (tensor<?x8x16xf32>, tensor<8xf32>) -> tensor<?x8x16xf32>
  // CHECK: mesh.scale %{{.*}}, %{{.*}} : (tensor<?x8x16xf32>, tensor<f32>) -> tensor<?x8x16xf32>
  %2 = mesh.scale %m, %c : (tensor<?x8x16xf32>, tensor<f32>) -> tensor<?x8x16xf32>
  // CHECK: mesh.scale %{{.*}}, %{{.*}} : (tensor<?x8x16xf32>, tensor<?x8x16xf32>) -> tensor<7x8x16xf32>
  %3 = mesh.scale %m, %m : (tensor<?x8x16xf32>, tensor<?x8x16xf32>) -> tensor<7x8x16xf32>
  return
}

// CHECK-LABEL: func.func @activations(
func.func @activations(%x: tensor<?x16xf32>, %h: tensor<4xbf16>, %d: tensor<f64>) {
  // CHECK: mesh.relu %{{.*}} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %0 = mesh.relu %x : (tensor<?x16xf32>) -> tensor<?x16xf32>
  // CHECK: mesh.relu %{{.*}} : (tensor<f64>) -> tensor<f64>
  %1 = mesh.relu %d : (tensor<f64>) -> tensor<f64>
  // CHECK: mesh.leaky_relu %{{.*}} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %2 = mesh.leaky_relu %x : (tensor<?x16xf32>) -> tensor<?x16xf32>
  // CHECK: mesh.leaky_relu %{{.*}} {slope = 1.000000e-01 : f64} : (tensor<4xbf16>) -> tensor<4xbf16>
  %3 = mesh.leaky_relu %h {slope = 1.000000e-01 : f64} : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: mesh.elu %{{.*}} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %4 = mesh.elu %x : (tensor<?x16xf32>) -> tensor<?x16xf32>
  // CHECK: mesh.elu %{{.*}} {alpha = 5.000000e-01 : f64} : (tensor<4xbf16>) -> tensor<4xbf16>
  %5 = mesh.elu %h {alpha = 5.000000e-01 : f64} : (tensor<4xbf16>) -> tensor<4xbf16>
  // CHECK: mesh.sigmoid %{{.*}} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %6 = mesh.sigmoid %x : (tensor<?x16xf32>) -> tensor<?x16xf32>
  // CHECK: mesh.sigmoid %{{.*}} : (tensor<f64>) -> tensor<f64>
  %7 = mesh.sigmoid %d : (tensor<f64>) -> tensor<f64>
  // CHECK: mesh.log_softmax %{{.*}} : (tensor<?x16xf32>) -> tensor<34x16xf32>
  %8 = mesh.log_softmax %x : (tensor<?x16xf32>) -> tensor<34x16xf32>
  // CHECK: mesh.log_softmax %{{.*}} : (tensor<4xbf16>) -> tensor<4xbf16>
  %9 = mesh.log_softmax %h : (tensor<4xbf16>) -> tensor<4xbf16>
  return
}

// CHECK-LABEL: func.func @cross_entropy(
func.func @cross_entropy(%x: tensor<?x7xf32>, %y: tensor<?xi32>, %d: tensor<34x?xf64>, %l: tensor<34xi64>) {
  // CHECK: mesh.cross_entropy %{{.*}}, %{{.*}} : (tensor<?x7xf32>, tensor<?xi32>) -> tensor<f32>
  %0 = mesh.cross_entropy %x, %y : (tensor<?x7xf32>, tensor<?xi32>) -> tensor<f32>
  // CHECK: mesh.cross_entropy %{{.*}}, %{{.*}} : (tensor<34x?xf64>, tensor<34xi64>) -> tensor<f64>
  %1 = mesh.cross_entropy %d, %l : (tensor<34x?xf64>, tensor<34xi64>) -> tensor<f64>
  return
}

// CHECK-LABEL: func.func @uniform(
func.func @uniform(%seed: i64, %n: index) {
  // CHECK: mesh.uniform %{{.*}}, [%{{.*}}] : tensor<?x16xf32>
  %0 = mesh.uniform %seed, [%n] : tensor<?x16xf32>
  // CHECK: mesh.uniform %{{.*}}, [] : tensor<4xf16>
  %1 = mesh.uniform %seed, [] : tensor<4xf16>
  // CHECK: mesh.uniform %{{.*}}, [] : tensor<f64>
  %2 = mesh.uniform %seed, [] : tensor<f64>
  // CHECK: mesh.uniform %{{.*}}, [%{{.*}}, %{{.*}}] : tensor<?x3x?xbf16>
  %3 = mesh.uniform %seed, [%n, %n] : tensor<?x3x?xbf16>
  return
}

// CHECK-LABEL: func.func @dropout(
func.func @dropout(%x: tensor<?x16xf32>, %h: tensor<8xf16>, %seed: i64) {
  // CHECK: mesh.dropout %{{.*}}, %{{.*}} {rate = 5.000000e-01 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  %0 = mesh.dropout %x, %seed {rate = 5.000000e-01 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  // CHECK: mesh.dropout %{{.*}}, %{{.*}} {rate = 0.000000e+00 : f64} : (tensor<8xf16>, i64) -> tensor<8xf16>
  %1 = mesh.dropout %h, %seed {rate = 0.000000e+00 : f64} : (tensor<8xf16>, i64) -> tensor<8xf16>
  return
}

// CHECK-LABEL: func.func @take(
func.func @take(%t: tensor<?x16xf32>, %i: tensor<?xi32>, %u: tensor<9xi1>, %j: tensor<4xi64>) {
  // CHECK: mesh.take %{{.*}}, %{{.*}} : (tensor<?x16xf32>, tensor<?xi32>) -> tensor<?x16xf32>
  %0 = mesh.take %t, %i : (tensor<?x16xf32>, tensor<?xi32>) -> tensor<?x16xf32>
  // CHECK: mesh.take %{{.*}}, %{{.*}} : (tensor<9xi1>, tensor<4xi64>) -> tensor<4xi1>
  %1 = mesh.take %u, %j : (tensor<9xi1>, tensor<4xi64>) -> tensor<4xi1>
  return
}

// A type alone, as for elementwise ops of other dialects, and types without
// parentheses are read too.
// CHECK-LABEL: func.func @short_types(
func.func @short_types(%x: tensor<?x16xf32>, %seed: i64) {
  // CHECK: mesh.relu %{{.*}} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %0 = mesh.relu %x : tensor<?x16xf32>
  // CHECK: mesh.elu %{{.*}} {alpha = 5.000000e-01 : f64} : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %1 = mesh.elu %x {alpha = 0.5 : f64} : tensor<?x16xf32>
  // CHECK: mesh.log_softmax %{{.*}} : (tensor<?x16xf32>) -> tensor<34x16xf32>
  %2 = mesh.log_softmax %x : tensor<?x16xf32> -> tensor<34x16xf32>
  // CHECK: mesh.dropout %{{.*}}, %{{.*}} {rate = 5.000000e-01 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  %3 = mesh.dropout %x, %seed {rate = 0.5 : f64} : tensor<?x16xf32>
  return
}
