// Structured ops by their maps and scalar bodies.

// RUN: mesh-opt %s --reference --run=matrix_products
func.func @matrix_products() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = arith.constant dense<[[1.0, 0.0], [0.0, 1.0], [2.0, -1.0]]> : tensor<3x2xf32>
  %c = arith.constant dense<[[10.0, 0.0], [0.0, 10.0]]> : tensor<2x2xf32>
  %product = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  // The product [[7, -1], [16, -1]] is added to what is there.
  %expected = arith.constant dense<[[17.0, -1.0], [16.0, 9.0]]> : tensor<2x2xf32>
  check.equal %product, %expected : tensor<2x2xf32>
  %batched_a = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 1, 3] : tensor<2x3xf32> into tensor<2x1x3xf32>
  %batched_b = arith.constant dense<[[[1.0], [0.0], [2.0]], [[0.0], [1.0], [-1.0]]]> : tensor<2x3x1xf32>
  %zero = arith.constant dense<0.0> : tensor<2x1x1xf32>
  %batched = linalg.batch_matmul ins(%batched_a, %batched_b : tensor<2x1x3xf32>, tensor<2x3x1xf32>) outs(%zero : tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
  %batched_expected = arith.constant dense<[[[7.0]], [[-1.0]]]> : tensor<2x1x1xf32>
  check.equal %batched, %batched_expected : tensor<2x1x1xf32>
  %x = arith.constant dense<[1.0, 1.0, 1.0]> : tensor<3xf32>
  %y = arith.constant dense<0.0> : tensor<2xf32>
  %vector = linalg.matvec ins(%a, %x : tensor<2x3xf32>, tensor<3xf32>) outs(%y : tensor<2xf32>) -> tensor<2xf32>
  %vector_expected = arith.constant dense<[6.0, 15.0]> : tensor<2xf32>
  check.equal %vector, %vector_expected : tensor<2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=moves
func.func @moves() {
  %c2 = arith.constant 2 : index
  %seven = arith.constant 7 : i32
  %empty = tensor.empty(%c2) : tensor<?x3xi32>
  %filled = linalg.fill ins(%seven : i32) outs(%empty : tensor<?x3xi32>) -> tensor<?x3xi32>
  %filled_expected = arith.constant dense<7> : tensor<2x3xi32>
  check.equal %filled, %filled_expected : tensor<?x3xi32>, tensor<2x3xi32>
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %turned_out = tensor.empty() : tensor<3x2xi32>
  %turned = linalg.transpose ins(%a : tensor<2x3xi32>) outs(%turned_out : tensor<3x2xi32>) permutation = [1, 0]
  %turned_expected = arith.constant dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  check.equal %turned, %turned_expected : tensor<3x2xi32>
  %v = arith.constant dense<[1, 2]> : tensor<2xi32>
  %spread_out = tensor.empty() : tensor<2x3xi32>
  %spread = linalg.broadcast ins(%v : tensor<2xi32>) outs(%spread_out : tensor<2x3xi32>) dimensions = [1]
  %spread_expected = arith.constant dense<[[1, 1, 1], [2, 2, 2]]> : tensor<2x3xi32>
  check.equal %spread, %spread_expected : tensor<2x3xi32>
  %copied = linalg.copy ins(%a : tensor<2x3xi32>) outs(%spread_out : tensor<2x3xi32>) -> tensor<2x3xi32>
  check.equal %copied, %a : tensor<2x3xi32>
  return
}

// RUN: mesh-opt %s --reference --run=maps_and_reductions
func.func @maps_and_reductions() {
  %a = arith.constant dense<[[1.0, 5.0, 3.0], [4.0, -5.0, 6.0]]> : tensor<2x3xf32>
  %out = tensor.empty() : tensor<2x3xf32>
  %doubled = linalg.map { arith.addf } ins(%a, %a : tensor<2x3xf32>, tensor<2x3xf32>) outs(%out : tensor<2x3xf32>)
  %doubled_expected = arith.constant dense<[[2.0, 10.0, 6.0], [8.0, -10.0, 12.0]]> : tensor<2x3xf32>
  check.equal %doubled, %doubled_expected : tensor<2x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<2xf32>
  %max = linalg.reduce { arith.maximumf } ins(%a : tensor<2x3xf32>) outs(%lowest : tensor<2xf32>) dimensions = [1]
  %max_expected = arith.constant dense<[5.0, 6.0]> : tensor<2xf32>
  check.equal %max, %max_expected : tensor<2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=generic_index
func.func @generic_index() {
  // Row numbers times ten plus column numbers, and a gather by tensor.extract.
  %table = arith.constant dense<[100, 200, 300]> : tensor<3xi32>
  %out = tensor.empty() : tensor<2x3xi32>
  %result = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%out : tensor<2x3xi32>) {
  ^bb0(%old: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %entry = tensor.extract %table[%j] : tensor<3xi32>
    %row = arith.index_cast %i : index to i32
    %sum = arith.addi %entry, %row : i32
    linalg.yield %sum : i32
  } -> tensor<2x3xi32>
  %expected = arith.constant dense<[[100, 200, 300], [101, 201, 301]]> : tensor<2x3xi32>
  check.equal %result, %expected : tensor<2x3xi32>
  return
}

// RUN: mesh-opt %s --reference --run=windows
func.func @windows() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %k = arith.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<3xf32>
  %y = linalg.conv_1d ins(%x, %k : tensor<4xf32>, tensor<2xf32>) outs(%zero : tensor<3xf32>) -> tensor<3xf32>
  %expected = arith.constant dense<-1.0> : tensor<3xf32>
  check.equal %y, %expected : tensor<3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=softmax
func.func @softmax() {
  %x = arith.constant dense<[[1000.0, 1001.0], [0.0, 0.0]]> : tensor<2x2xf32>
  %out = tensor.empty() : tensor<2x2xf32>
  %rows = linalg.softmax dimension(1) ins(%x : tensor<2x2xf32>) outs(%out : tensor<2x2xf32>) -> tensor<2x2xf32>
  %rows_expected = arith.constant dense<[[0.268941421, 0.731058579], [0.5, 0.5]]> : tensor<2x2xf32>
  check.ulp %rows, %rows_expected {max_ulp = 1 : i64} : tensor<2x2xf32>
  %z = arith.constant dense<[[0.0, 1.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %columns = linalg.softmax dimension(0) ins(%z : tensor<2x2xf32>) outs(%out : tensor<2x2xf32>) -> tensor<2x2xf32>
  %columns_expected = arith.constant dense<0.5> : tensor<2x2xf32>
  check.equal %columns, %columns_expected : tensor<2x2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=empty_sum
func.func @empty_sum() {
  %a = tensor.empty() : tensor<2x0xf32>
  %b = tensor.empty() : tensor<0x2xf32>
  %c = arith.constant dense<3.0> : tensor<2x2xf32>
  %product = linalg.matmul ins(%a, %b : tensor<2x0xf32>, tensor<0x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  check.equal %product, %c : tensor<2x2xf32>
  return
}
