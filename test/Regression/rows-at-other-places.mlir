// Rows that are read at other places than they are computed, in what moves into a fold:
// compiled programs give what the interpreter gives.
//
// DEFINE: %{compare} = mesh-opt %s --compare-reference --arg=[[0,1,2,0],[1,1,0,2]]+nodes=3
// RUN: %{compare} --run=number_times_row --arg=uniform:1:shape=4 --arg=uniform:2:shape=3x5
// RUN: %{compare} --run=transposed_rows --arg=uniform:1:shape=4x2x5
// RUN: %{compare} --run=width_known_later --arg=uniform:1:shape=4x3
// RUN: %{compare} --run=transposed_wide_rows --arg=uniform:1:shape=4x24x20
// RUN: %{compare} --run=batches_for_edges --arg=uniform:1:shape=2x3x3
// RUN: %{compare} --run=tensor_in_body_of_edges --arg=uniform:1:shape=3x3 --arg=uniform:2:shape=3
// RUN: %{compare} --run=tensor_in_body_of_nodes --arg=uniform:1:shape=3x3 --arg=uniform:2:shape=3
// RUN: %{compare} --run=weight_in_body --arg=uniform:1:shape=3x3 --arg=uniform:2:shape=4
// RUN: %{compare} --run=weights0 --arg=uniform:1:shape=3x5x4 --arg=uniform:2:shape=4x4
// RUN: %{compare} --run=weights1 --arg=uniform:1:shape=3x5x4 --arg=uniform:2:shape=4x5
// RUN: %{compare} --run=weights2 --arg=uniform:1:shape=3x5x4 --arg=uniform:2:shape=4x4x5

// A number of a node times a row of unknown width.
func.func @number_times_row(%g: !mesh.graph, %w: tensor<?xf64>, %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = mesh.segment_sum %w, %g target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %c = tensor.dim %x, %c1 : tensor<?x?xf64>
  %o = tensor.empty(%n, %c) : tensor<?x?xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%s, %x : tensor<?xf64>, tensor<?x?xf64>) outs(%o : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %q: f64): %p = arith.mulf %a, %b : f64 linalg.yield %p : f64 } -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// Rows of the fold transposed.
func.func @transposed_rows(%g: !mesh.graph, %w: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %s = mesh.segment_sum %w, %g target : (tensor<?x?x?xf64>, !mesh.graph) -> tensor<?x?x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %s, %c0 : tensor<?x?x?xf64>
  %c = tensor.dim %s, %c1 : tensor<?x?x?xf64>
  %d = tensor.dim %s, %c2 : tensor<?x?x?xf64>
  %o = tensor.empty(%n, %d, %c) : tensor<?x?x?xf64>
  %y = linalg.transpose ins(%s : tensor<?x?x?xf64>) outs(%o : tensor<?x?x?xf64>) permutation = [0, 2, 1]
  return %y : tensor<?x?x?xf64>
}

// The width is known in the result only.
func.func @width_known_later(%g: !mesh.graph, %w: tensor<?x?xf64>) -> tensor<?x3xf64> {
  %s = mesh.segment_sum %w, %g target : (tensor<?x?xf64>, !mesh.graph) -> tensor<?x?xf64>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %s, %c0 : tensor<?x?xf64>
  %o = tensor.empty(%n) : tensor<?x3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%s : tensor<?x?xf64>) outs(%o : tensor<?x3xf64>) {
    ^bb0(%a: f64, %q: f64): %p = arith.mulf %a, %a : f64 linalg.yield %p : f64 } -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

// The same with more accumulators than registers.
func.func @transposed_wide_rows(%g: !mesh.graph, %w: tensor<?x24x20xf64>) -> tensor<?x20x24xf64> {
  %s = mesh.segment_sum %w, %g target : (tensor<?x24x20xf64>, !mesh.graph) -> tensor<?x24x20xf64>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %s, %c0 : tensor<?x24x20xf64>
  %o = tensor.empty(%n) : tensor<?x20x24xf64>
  %y = linalg.transpose ins(%s : tensor<?x24x20xf64>) outs(%o : tensor<?x20x24xf64>) permutation = [0, 2, 1]
  return %y : tensor<?x20x24xf64>
}

// Batches stand where the result has its axis 1, and edges are summed.
func.func @batches_for_edges(%g: !mesh.graph, %x: tensor<2x?x3xf64>) -> tensor<2x2x3xf64> {
  %m = mesh.gather %x, %g source dim = 1 : (tensor<2x?x3xf64>, !mesh.graph) -> tensor<2x4x3xf64>
  %z = arith.constant dense<0.0> : tensor<2x2x3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(x, b, c, e) -> (b, e, c)>, affine_map<(x, b, c, e) -> (x, b, c)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%m : tensor<2x4x3xf64>) outs(%z : tensor<2x2x3xf64>) {
    ^bb0(%a: f64, %q: f64): %p = arith.addf %a, %q : f64 linalg.yield %p : f64 } -> tensor<2x2x3xf64>
  return %y : tensor<2x2x3xf64>
}

// The scalar body reads a tensor that is no operand.
func.func @tensor_in_body_of_edges(%g: !mesh.graph, %x: tensor<?x3xf64>, %k: tensor<?xf64>) -> tensor<?x3xf64> {
  %m = mesh.gather %x, %g source : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  %c0 = arith.constant 0 : index
  %e = tensor.dim %m, %c0 : tensor<?x3xf64>
  %o = tensor.empty(%e) : tensor<?x3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%m : tensor<?x3xf64>) outs(%o : tensor<?x3xf64>) {
    ^bb0(%a: f64, %q: f64): %i = linalg.index 1 : index %r = tensor.extract %k[%i] : tensor<?xf64> %p = arith.mulf %a, %r : f64 linalg.yield %p : f64 } -> tensor<?x3xf64>
  %s = mesh.segment_sum %y, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  return %s : tensor<?x3xf64>
}

// The same after the fold.
func.func @tensor_in_body_of_nodes(%g: !mesh.graph, %x: tensor<?x3xf64>, %k: tensor<?xf64>) -> tensor<?x3xf64> {
  %m = mesh.gather %x, %g source : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  %s = mesh.segment_sum %m, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  %c0 = arith.constant 0 : index
  %e = tensor.dim %s, %c0 : tensor<?x3xf64>
  %o = tensor.empty(%e) : tensor<?x3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%s : tensor<?x3xf64>) outs(%o : tensor<?x3xf64>) {
    ^bb0(%a: f64, %q: f64): %r = tensor.extract %k[%c0] : tensor<?xf64> %p = arith.mulf %a, %r : f64 linalg.yield %p : f64 } -> tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}

// A scalar body captures the weight.
func.func @weight_in_body(%g: !mesh.graph, %x: tensor<?x3xf64>, %l: tensor<?xf64>) -> tensor<?x3xf64> {
  %w = mesh.segment_softmax %l, %g target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %n = mesh.num_nodes %g target : !mesh.graph
  %o = tensor.empty(%n) : tensor<?x3xf64>
  %y = mesh.aggregate over(%g : !mesh.graph) target source(%x : tensor<?x3xf64>) edge(%w : tensor<?xf64>) outs(%o : tensor<?x3xf64>)
    init { %z = arith.constant dense<0.0> : tensor<3xf64> mesh.yield %z : tensor<3xf64> }
    step(%acc: tensor<3xf64>, %s: tensor<3xf64>, %a: f64, %e: index) {
      %p = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%s : tensor<3xf64>) outs(%s : tensor<3xf64>) {
        ^bb0(%u: f64, %v: f64): %q = arith.mulf %u, %a : f64 linalg.yield %q : f64 } -> tensor<3xf64>
      %r = arith.addf %acc, %p : tensor<3xf64>
      mesh.yield %r : tensor<3xf64>
    }
  return %y : tensor<?x3xf64>
}

// Weights of a softmax for parts of rows, one of whose widths is unknown.
func.func @weights0(%g: !mesh.graph, %x: tensor<?x?x4xf64>, %l: tensor<?x4xf64>) -> tensor<?x?x4xf64> {
  %w = mesh.segment_softmax %l, %g target : (tensor<?x4xf64>, !mesh.graph) -> tensor<?x4xf64>
  %m = mesh.gather %x, %g source : (tensor<?x?x4xf64>, !mesh.graph) -> tensor<?x?x4xf64>
  %b = linalg.generic {indexing_maps = [affine_map<(e,i,j) -> (e,j)>, affine_map<(e,i,j) -> (e,i,j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w : tensor<?x4xf64>) outs(%m : tensor<?x?x4xf64>) {
    ^bb0(%u: f64, %v: f64): %p = arith.mulf %u, %v : f64 linalg.yield %p : f64 } -> tensor<?x?x4xf64>
  %r = mesh.segment_sum %b, %g target : (tensor<?x?x4xf64>, !mesh.graph) -> tensor<?x?x4xf64>
  return %r : tensor<?x?x4xf64>
}

// The same per head, of any number of heads.
func.func @weights1(%g: !mesh.graph, %x: tensor<?x?x?xf64>, %l: tensor<?x?xf64>) -> tensor<?x?x?xf64> {
  %w = mesh.segment_softmax %l, %g target : (tensor<?x?xf64>, !mesh.graph) -> tensor<?x?xf64>
  %m = mesh.gather %x, %g source : (tensor<?x?x?xf64>, !mesh.graph) -> tensor<?x?x?xf64>
  %b = linalg.generic {indexing_maps = [affine_map<(e,i,j) -> (e,i)>, affine_map<(e,i,j) -> (e,i,j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w : tensor<?x?xf64>) outs(%m : tensor<?x?x?xf64>) {
    ^bb0(%u: f64, %v: f64): %p = arith.mulf %u, %v : f64 linalg.yield %p : f64 } -> tensor<?x?x?xf64>
  %r = mesh.segment_sum %b, %g target : (tensor<?x?x?xf64>, !mesh.graph) -> tensor<?x?x?xf64>
  return %r : tensor<?x?x?xf64>
}

// Weights that are transposed.
func.func @weights2(%g: !mesh.graph, %x: tensor<?x?x?xf64>, %l: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %w = mesh.segment_softmax %l, %g target : (tensor<?x?x?xf64>, !mesh.graph) -> tensor<?x?x?xf64>
  %m = mesh.gather %x, %g source : (tensor<?x?x?xf64>, !mesh.graph) -> tensor<?x?x?xf64>
  %b = linalg.generic {indexing_maps = [affine_map<(e,i,j) -> (e,j,i)>, affine_map<(e,i,j) -> (e,i,j)>], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%w : tensor<?x?x?xf64>) outs(%m : tensor<?x?x?xf64>) {
    ^bb0(%u: f64, %v: f64): %p = arith.mulf %u, %v : f64 linalg.yield %p : f64 } -> tensor<?x?x?xf64>
  %r = mesh.segment_sum %b, %g target : (tensor<?x?x?xf64>, !mesh.graph) -> tensor<?x?x?xf64>
  return %r : tensor<?x?x?xf64>
}
