// Conversions between numeric types.

// RUN: mesh-opt %s --reference --run=integers
func.func @integers() {
  %a = arith.constant dense<[-1, 5]> : tensor<2xi8>
  %signed = arith.extsi %a : tensor<2xi8> to tensor<2xi32>
  %signed_expected = arith.constant dense<[-1, 5]> : tensor<2xi32>
  check.equal %signed, %signed_expected : tensor<2xi32>
  %unsigned = arith.extui %a : tensor<2xi8> to tensor<2xi32>
  %unsigned_expected = arith.constant dense<[255, 5]> : tensor<2xi32>
  check.equal %unsigned, %unsigned_expected : tensor<2xi32>
  %b = arith.constant dense<[384, -129]> : tensor<2xi32>
  %short = arith.trunci %b : tensor<2xi32> to tensor<2xi8>
  %short_expected = arith.constant dense<[-128, 127]> : tensor<2xi8>
  check.equal %short, %short_expected : tensor<2xi8>
  %index = arith.index_cast %a : tensor<2xi8> to tensor<2xindex>
  %index_expected = arith.constant dense<[-1, 5]> : tensor<2xindex>
  check.equal %index, %index_expected : tensor<2xindex>
  %uindex = arith.index_castui %a : tensor<2xi8> to tensor<2xindex>
  %uindex_expected = arith.constant dense<[255, 5]> : tensor<2xindex>
  check.equal %uindex, %uindex_expected : tensor<2xindex>
  return
}

// RUN: mesh-opt %s --reference --run=booleans
func.func @booleans() {
  %a = arith.constant dense<[true, false]> : tensor<2xi1>
  %signed = arith.extsi %a : tensor<2xi1> to tensor<2xi32>
  %signed_expected = arith.constant dense<[-1, 0]> : tensor<2xi32>
  check.equal %signed, %signed_expected : tensor<2xi32>
  %unsigned = arith.extui %a : tensor<2xi1> to tensor<2xi32>
  %unsigned_expected = arith.constant dense<[1, 0]> : tensor<2xi32>
  check.equal %unsigned, %unsigned_expected : tensor<2xi32>
  %sfloat = arith.sitofp %a : tensor<2xi1> to tensor<2xf32>
  %sfloat_expected = arith.constant dense<[-1.0, 0.0]> : tensor<2xf32>
  check.equal %sfloat, %sfloat_expected : tensor<2xf32>
  %ufloat = arith.uitofp %a : tensor<2xi1> to tensor<2xf32>
  %ufloat_expected = arith.constant dense<[1.0, 0.0]> : tensor<2xf32>
  check.equal %ufloat, %ufloat_expected : tensor<2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=floats
func.func @floats() {
  // 1 + 2^-8 lies between two bf16 and goes to the even one.
  %a = arith.constant dense<[1.00390625, 1.01171875]> : tensor<2xf32>
  %short = arith.truncf %a : tensor<2xf32> to tensor<2xbf16>
  %short_expected = arith.constant dense<[1.0, 1.015625]> : tensor<2xbf16>
  check.equal %short, %short_expected : tensor<2xbf16>
  %long = arith.extf %short : tensor<2xbf16> to tensor<2xf64>
  %long_expected = arith.constant dense<[1.0, 1.015625]> : tensor<2xf64>
  check.equal %long, %long_expected : tensor<2xf64>
  %b = arith.constant dense<[-2.75, 2.75]> : tensor<2xf32>
  %integer = arith.fptosi %b : tensor<2xf32> to tensor<2xi32>
  %integer_expected = arith.constant dense<[-2, 2]> : tensor<2xi32>
  check.equal %integer, %integer_expected : tensor<2xi32>
  %c = arith.constant 200.0 : f32
  %byte = arith.fptoui %c : f32 to i8
  %byte_expected = arith.constant -56 : i8
  check.equal %byte, %byte_expected : i8
  return
}

// RUN: mesh-opt %s --reference --run=rounded_once
func.func @rounded_once() {
  // 2^60 + 2^36 + 1 lies above the middle of two f32. By way of double it would
  // be taken for the middle and rounded down.
  %a = arith.constant 1152921573326323713 : i64
  %float = arith.sitofp %a : i64 to f32
  %expected = arith.constant 0x5D800001 : f32
  check.equal %float, %expected : f32
  return
}

// RUN: mesh-opt %s --reference --run=same_bits
func.func @same_bits() {
  %a = arith.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %bits = arith.bitcast %a : tensor<2xf32> to tensor<2xi32>
  %expected = arith.constant dense<[0x3F800000, 0x80000000]> : tensor<2xi32>
  check.equal %bits, %expected : tensor<2xi32>
  %back = arith.bitcast %bits : tensor<2xi32> to tensor<2xf32>
  check.equal %back, %a : tensor<2xf32>
  return
}
