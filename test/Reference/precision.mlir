// Folds accumulate in double and are rounded once; everything else rounds at
// every op.

// RUN: mesh-opt %s --reference --run=linalg_reduction
func.func @linalg_reduction() {
  // 2^24 + 1 + 1 + 1 + 1: in f32, each 1 would be lost.
  %x = arith.constant dense<[16777216.0, 1.0, 1.0, 1.0, 1.0]> : tensor<5xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<5xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %expected = arith.constant dense<16777220.0> : tensor<f32>
  check.equal %sum, %expected : tensor<f32>
  return
}

// RUN: mesh-opt %s --reference --run=loop
func.func @loop() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %start = arith.constant 16777216.0 : f32
  %one = arith.constant 1.0 : f32
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%acc = %start) -> (f32) {
    %next = arith.addf %acc, %one : f32
    scf.yield %next : f32
  }
  check.equal %sum, %start : f32
  return
}

// RUN: mesh-opt %s --reference --run=terms_are_rounded
func.func @terms_are_rounded() {
  // What does not depend on the accumulator rounds where it stands: 2^24 + 1 is
  // 2^24 again.
  %x = arith.constant dense<[16777216.0, 16777216.0]> : tensor<2xf32>
  %one = arith.constant 1.0 : f32
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%entry: f32, %acc: f32):
    %term = arith.addf %entry, %one : f32
    %lost = arith.subf %term, %entry : f32
    %next = arith.addf %acc, %lost : f32
    linalg.yield %next : f32
  } -> tensor<f32>
  check.equal %sum, %zero : tensor<f32>
  return
}

// RUN: mesh-opt %s --reference --run=explicit_rounding
func.func @explicit_rounding() {
  // arith.truncf rounds an accumulator too: 256 + 1 is no bf16.
  %x = arith.constant dense<[256.0, 1.0, 1.0]> : tensor<3xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<3xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%entry: f32, %acc: f32):
    %next = arith.addf %acc, %entry : f32
    %short = arith.truncf %next : f32 to bf16
    %long = arith.extf %short : bf16 to f32
    linalg.yield %long : f32
  } -> tensor<f32>
  %expected = arith.constant dense<256.0> : tensor<f32>
  check.equal %sum, %expected : tensor<f32>
  return
}
