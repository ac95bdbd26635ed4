// Making, reading, cutting and reshaping tensors.

// RUN: mesh-opt %s --reference --run=entries
func.func @entries() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %six = tensor.extract %a[%c1, %c2] : tensor<2x3xi32>
  %b = tensor.insert %six into %a[%c0, %c1] : tensor<2x3xi32>
  %expected = arith.constant dense<[[1, 6, 3], [4, 5, 6]]> : tensor<2x3xi32>
  check.equal %b, %expected : tensor<2x3xi32>
  // The old value is still there.
  %original = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  check.equal %a, %original : tensor<2x3xi32>
  %columns = tensor.dim %a, %c1 : tensor<2x3xi32>
  %c3 = arith.constant 3 : index
  check.equal %columns, %c3 : index
  %rank = tensor.rank %a : tensor<2x3xi32>
  check.equal %rank, %c2 : index
  return
}

// RUN: mesh-opt %s --reference --run=making
func.func @making() {
  %c2 = arith.constant 2 : index
  %x = arith.constant 1.5 : f32
  %y = arith.constant -2.0 : f32
  %splat = tensor.splat %x[%c2] : tensor<?x2xf32>
  %splat_expected = arith.constant dense<1.5> : tensor<2x2xf32>
  check.equal %splat, %splat_expected : tensor<?x2xf32>, tensor<2x2xf32>
  %elements = tensor.from_elements %x, %y : tensor<2xf32>
  %elements_expected = arith.constant dense<[1.5, -2.0]> : tensor<2xf32>
  check.equal %elements, %elements_expected : tensor<2xf32>
  %generated = tensor.generate %c2 {
  ^bb0(%i: index, %j: index):
    %ten = arith.constant 10 : index
    %row = arith.muli %i, %ten : index
    %entry = arith.addi %row, %j : index
    tensor.yield %entry : index
  } : tensor<?x3xindex>
  %generated_expected = arith.constant dense<[[0, 1, 2], [10, 11, 12]]> : tensor<2x3xindex>
  check.equal %generated, %generated_expected : tensor<?x3xindex>, tensor<2x3xindex>
  return
}

// RUN: mesh-opt %s --reference --run=slices
func.func @slices() {
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>
  %box = tensor.extract_slice %a[%c1, 0] [2, 2] [1, 2] : tensor<3x4xi32> to tensor<2x2xi32>
  %box_expected = arith.constant dense<[[5, 7], [9, 11]]> : tensor<2x2xi32>
  check.equal %box, %box_expected : tensor<2x2xi32>
  %row = tensor.extract_slice %a[2, 0] [1, 4] [1, 1] : tensor<3x4xi32> to tensor<4xi32>
  %row_expected = arith.constant dense<[9, 10, 11, 12]> : tensor<4xi32>
  check.equal %row, %row_expected : tensor<4xi32>
  %column = arith.constant dense<[-1, -2, -3]> : tensor<3xi32>
  %b = tensor.insert_slice %column into %a[0, 1] [3, 1] [1, 1] : tensor<3xi32> into tensor<3x4xi32>
  %b_expected = arith.constant dense<[[1, -1, 3, 4], [5, -2, 7, 8], [9, -3, 11, 12]]> : tensor<3x4xi32>
  check.equal %b, %b_expected : tensor<3x4xi32>
  return
}

// RUN: mesh-opt %s --reference --run=concat_and_pad
func.func @concat_and_pad() {
  %a = arith.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %b = arith.constant dense<[[3, 4], [5, 6]]> : tensor<2x2xi32>
  %joined = tensor.concat dim(1) %a, %b : (tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<2x3xi32>
  %joined_expected = arith.constant dense<[[1, 3, 4], [2, 5, 6]]> : tensor<2x3xi32>
  check.equal %joined, %joined_expected : tensor<2x3xi32>
  %padded = tensor.pad %a low[0, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 7 : i32
    tensor.yield %zero : i32
  } : tensor<2x1xi32> to tensor<3x2xi32>
  %padded_expected = arith.constant dense<[[7, 1], [7, 2], [7, 7]]> : tensor<3x2xi32>
  check.equal %padded, %padded_expected : tensor<3x2xi32>
  return
}

// RUN: mesh-opt %s --reference --run=shapes
func.func @shapes() {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  %flat_expected = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  check.equal %flat, %flat_expected : tensor<6xi32>
  %dynamic = tensor.cast %flat : tensor<6xi32> to tensor<?xi32>
  %c3 = arith.constant 3 : index
  %tall = tensor.expand_shape %dynamic [[0, 1]] output_shape [%c3, 2] : tensor<?xi32> into tensor<?x2xi32>
  %tall_expected = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  check.equal %tall, %tall_expected : tensor<?x2xi32>, tensor<3x2xi32>
  %sizes = arith.constant dense<[1, 6]> : tensor<2xi64>
  %wide = tensor.reshape %a(%sizes) : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x6xi32>
  %wide_expected = arith.constant dense<[[1, 2, 3, 4, 5, 6]]> : tensor<1x6xi32>
  check.equal %wide, %wide_expected : tensor<?x6xi32>, tensor<1x6xi32>
  %unranked = tensor.cast %wide : tensor<?x6xi32> to tensor<*xi32>
  %rank = tensor.rank %unranked : tensor<*xi32>
  %c2 = arith.constant 2 : index
  check.equal %rank, %c2 : index
  return
}
