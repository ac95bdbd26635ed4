// Philox4x32-10. The first block under seed 0 is the published known answer
// 6627e8d5 e169c58d bc57ac4c 9b00dbd8.

// RUN: mesh-opt %s --reference --run=known_answer
func.func @known_answer() {
  %seed = arith.constant 0 : i64
  %u = mesh.uniform %seed, [] : tensor<4xf32>
  %expected = arith.constant dense<[0x3ECC4FD0, 0x3F6169C5, 0x3F3C57AC, 0x3F1B00DB]> : tensor<4xf32>
  check.equal %u, %expected : tensor<4xf32>
  return
}

// RUN: mesh-opt %s --reference --run=shapes_and_blocks
func.func @shapes_and_blocks() {
  // The number of an entry depends on its row-major index only.
  %seed = arith.constant 42 : i64
  %n = arith.constant 4 : index
  %u = mesh.uniform %seed, [%n] : tensor<?x2xf32>
  %expected = arith.constant dense<[[0x3F1CEAF0, 0x3EEFEA92], [0x3D95FA80, 0x3EAE8566], [0x3F7CDB21, 0x3EA774D8], [0x3F038F5A, 0x3EE89C0C]]> : tensor<4x2xf32>
  check.equal %u, %expected : tensor<?x2xf32>, tensor<4x2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=element_types
func.func @element_types() {
  %seed = arith.constant 42 : i64
  %h = mesh.uniform %seed, [] : tensor<8xf16>
  %h_expected = arith.constant dense<[0x38E7, 0x377E, 0x2CA8, 0x3574, 0x3BE6, 0x353A, 0x381C, 0x3744]> : tensor<8xf16>
  check.equal %h, %h_expected : tensor<8xf16>
  %b = mesh.uniform %seed, [] : tensor<8xbf16>
  %b_expected = arith.constant dense<[0x3F1C, 0x3EEE, 0x3D90, 0x3EAE, 0x3F7C, 0x3EA6, 0x3F03, 0x3EE8]> : tensor<8xbf16>
  check.equal %b, %b_expected : tensor<8xbf16>
  // f64 holds the f32 numbers.
  %f = mesh.uniform %seed, [] : tensor<8xf32>
  %wide = arith.extf %f : tensor<8xf32> to tensor<8xf64>
  %d = mesh.uniform %seed, [] : tensor<8xf64>
  check.equal %d, %wide : tensor<8xf64>
  return
}

// RUN: mesh-opt %s --reference --run=high_word_of_the_seed
func.func @high_word_of_the_seed() {
  %seed = arith.constant 4294967301 : i64
  %u = mesh.uniform %seed, [] : tensor<4xf32>
  %expected = arith.constant dense<[0x3B1B8600, 0x3F270182, 0x3F4DD074, 0x3EDF9A86]> : tensor<4xf32>
  check.equal %u, %expected : tensor<4xf32>
  return
}

// RUN: mesh-opt %s --reference --run=dropout
func.func @dropout() {
  %seed = arith.constant 42 : i64
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %y = mesh.dropout %x, %seed {rate = 0.5 : f64} : (tensor<8xf32>, i64) -> tensor<8xf32>
  %y_expected = arith.constant dense<[2.0, 0.0, 0.0, 0.0, 10.0, 0.0, 14.0, 0.0]> : tensor<8xf32>
  check.equal %y, %y_expected : tensor<8xf32>
  // The mask is the same for every element type.
  %h = arith.truncf %x : tensor<8xf32> to tensor<8xbf16>
  %z = mesh.dropout %h, %seed {rate = 0.5 : f64} : (tensor<8xbf16>, i64) -> tensor<8xbf16>
  %z_expected = arith.truncf %y_expected : tensor<8xf32> to tensor<8xbf16>
  check.equal %z, %z_expected : tensor<8xbf16>
  %same = mesh.dropout %x, %seed {rate = 0.0 : f64} : (tensor<8xf32>, i64) -> tensor<8xf32>
  check.equal %same, %x : tensor<8xf32>
  return
}
