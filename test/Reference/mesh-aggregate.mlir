// Folds over segments. The graph: 0->2, 2->0, 0->2, 1->1 among three sources
// and four targets; target 3 is isolated.

func.func private @graph() -> !mesh.graph {
  %src = arith.constant dense<[0, 2, 0, 1]> : tensor<4xi32>
  %dst = arith.constant dense<[2, 0, 2, 1]> : tensor<4xi32>
  %s = arith.constant 3 : index
  %t = arith.constant 4 : index
  %g = mesh.graph %src, %dst, %s, %t : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  return %g : !mesh.graph
}

// RUN: mesh-opt %s --reference --run=weighted_sum
func.func @weighted_sum() {
  %g = call @graph() : () -> !mesh.graph
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %w = arith.constant dense<[10.0, 1.0, 100.0, -1.0]> : tensor<4xf32>
  %out = tensor.empty() : tensor<4x2xf32>
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<3x2xf32>) edge(%w : tensor<4xf32>)
      outs(%out : tensor<4x2xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<2xf32>
        mesh.yield %zero : tensor<2xf32>
      }
      step(%acc: tensor<2xf32>, %row: tensor<2xf32>, %weight: f32, %e: index) {
        %many = tensor.splat %weight : tensor<2xf32>
        %m = arith.mulf %row, %many : tensor<2xf32>
        %a = arith.addf %acc, %m : tensor<2xf32>
        mesh.yield %a : tensor<2xf32>
      }
  %expected = arith.constant dense<[[5.0, 6.0], [-3.0, -4.0], [110.0, 220.0], [0.0, 0.0]]> : tensor<4x2xf32>
  check.equal %y, %expected : tensor<4x2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=mean_and_degree
func.func @mean_and_degree() {
  // Two accumulators, a finish that reads the owner and the degree.
  %g = call @graph() : () -> !mesh.graph
  %x = arith.constant dense<[1.0, 3.0, 5.0]> : tensor<3xf32>
  %bias = arith.constant dense<[0.5, 0.25, 0.125, 7.0]> : tensor<4xf32>
  %mean_out = tensor.empty() : tensor<4xf32>
  %degree_out = tensor.empty() : tensor<4xindex>
  %count_out = tensor.empty() : tensor<4xf32>
  %mean, %degree, %count = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<3xf32>) owner(%bias : tensor<4xf32>)
      outs(%mean_out, %degree_out, %count_out : tensor<4xf32>, tensor<4xindex>, tensor<4xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero, %zero : f32, f32
      }
      step(%sum: f32, %n: f32, %s: f32, %b: f32, %e: index) {
        %one = arith.constant 1.0 : f32
        %next = arith.addf %sum, %s : f32
        %more = arith.addf %n, %one : f32
        mesh.yield %next, %more : f32, f32
      }
      finish(%sum: f32, %n: f32, %b: f32, %d: index) {
        %one = arith.constant 1.0 : f32
        %least = arith.maximumf %n, %one : f32
        %m = arith.divf %sum, %least : f32
        %r = arith.addf %m, %b : f32
        mesh.yield %r, %d, %n : f32, index, f32
      }
  %mean_expected = arith.constant dense<[5.5, 3.25, 1.125, 7.0]> : tensor<4xf32>
  %degree_expected = arith.constant dense<[1, 1, 2, 0]> : tensor<4xindex>
  %count_expected = arith.constant dense<[1.0, 1.0, 2.0, 0.0]> : tensor<4xf32>
  check.equal %mean, %mean_expected : tensor<4xf32>
  check.equal %degree, %degree_expected : tensor<4xindex>
  check.equal %count, %count_expected : tensor<4xf32>
  return
}

// RUN: mesh-opt %s --reference --run=maximum
func.func @maximum() {
  // From the source end, with a combine.
  %g = call @graph() : () -> !mesh.graph
  %m = arith.constant dense<[1.0, -2.0, 4.0, 8.0]> : tensor<4xf32>
  %out = tensor.empty() : tensor<3xf32>
  %y = mesh.aggregate over(%g : !mesh.graph) source
      edge(%m : tensor<4xf32>) outs(%out : tensor<3xf32>)
      init {
        %lowest = arith.constant 0xFF800000 : f32
        mesh.yield %lowest : f32
      }
      step(%acc: f32, %x: f32, %e: index) {
        %a = arith.maximumf %x, %acc : f32
        mesh.yield %a : f32
      }
      combine(%a: f32, %b: f32) {
        %c = arith.maximumf %b, %a : f32
        mesh.yield %c : f32
      }
  %expected = arith.constant dense<[4.0, 8.0, -2.0]> : tensor<3xf32>
  check.equal %y, %expected : tensor<3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=attention
func.func @attention() {
  // Softmax over the in-edges, one edge masked by its flag's logit of -inf.
  %src = arith.constant dense<[0, 1, 2, 0]> : tensor<4xi32>
  %dst = arith.constant dense<[0, 0, 0, 1]> : tensor<4xi32>
  %c3 = arith.constant 3 : index
  %g = mesh.graph %src, %dst, %c3, %c3 : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %score = arith.constant dense<[1000.0, 1001.0, 0xFF800000, 0xFF800000]> : tensor<4xf32>
  %x = arith.constant dense<[[1.0, 0.0], [0.0, 1.0], [5.0, 5.0]]> : tensor<3x2xf32>
  %out = tensor.empty() : tensor<3x2xf32>
  %m_out = tensor.empty() : tensor<3xf32>
  %y, %largest = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%x : tensor<3x2xf32>) score_edge(%score : tensor<4xf32>)
      outs(%out, %m_out : tensor<3x2xf32>, tensor<3xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<2xf32>
        mesh.yield %zero : tensor<2xf32>
      }
      score(%s: f32, %e: index) {
        mesh.yield %s : f32
      }
      step(%acc: tensor<2xf32>, %w: f32, %row: tensor<2xf32>, %e: index) {
        %many = tensor.splat %w : tensor<2xf32>
        %m = arith.mulf %row, %many : tensor<2xf32>
        %a = arith.addf %acc, %m : tensor<2xf32>
        mesh.yield %a : tensor<2xf32>
      }
      finish(%acc: tensor<2xf32>, %m: f32, %s: f32, %d: index) {
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %none = arith.cmpf oeq, %s, %zero : f32
        %safe = arith.select %none, %one, %s : f32
        %many = tensor.splat %safe : tensor<2xf32>
        %r = arith.divf %acc, %many : tensor<2xf32>
        mesh.yield %r, %m : tensor<2xf32>, f32
      }
  // Segment 1 is fully masked, segment 2 is empty.
  %expected = arith.constant dense<[[0.268941421, 0.731058579], [0.0, 0.0], [0.0, 0.0]]> : tensor<3x2xf32>
  check.ulp %y, %expected {max_ulp = 1 : i64} : tensor<3x2xf32>
  %m_expected = arith.constant dense<[1001.0, 0xFF800000, 0xFF800000]> : tensor<3xf32>
  check.equal %largest, %m_expected : tensor<3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=heads_and_flags
func.func @heads_and_flags() {
  // Two heads in one fold, and a flag that score hands to step: without
  // stabilize the weight is the logit.
  %src = arith.constant dense<[0, 0]> : tensor<2xi32>
  %dst = arith.constant dense<[0, 0]> : tensor<2xi32>
  %c1 = arith.constant 1 : index
  %g = mesh.graph %src, %dst, %c1, %c1 : (tensor<2xi32>, tensor<2xi32>, index, index) -> !mesh.graph
  %score = arith.constant dense<[[0.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %out = tensor.empty() : tensor<1x2xf32>
  %y = mesh.aggregate over(%g : !mesh.graph) target
      score_edge(%score : tensor<2x2xf32>) outs(%out : tensor<1x2xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<2xf32>
        mesh.yield %zero : tensor<2xf32>
      }
      score(%s: tensor<2xf32>, %e: index) {
        %zero = arith.constant 0 : index
        %first = arith.cmpi eq, %e, %zero : index
        mesh.yield %s, %first : tensor<2xf32>, i1
      }
      step(%acc: tensor<2xf32>, %w: tensor<2xf32>, %first: i1, %e: index) {
        %none = arith.constant dense<0.0> : tensor<2xf32>
        %term = arith.select %first, %none, %w : tensor<2xf32>
        %a = arith.addf %acc, %term : tensor<2xf32>
        mesh.yield %a : tensor<2xf32>
      }
  %expected = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  check.equal %y, %expected : tensor<1x2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=over_rows
func.func @over_rows() {
  // The CSR form after the graph has been lowered; rows may be a tile of it.
  %ptr = arith.constant dense<[1, 3, 3]> : tensor<3xi32>
  %col = arith.constant dense<[2, 0, 1]> : tensor<3xi32>
  %edge = arith.constant dense<[1, 0, 2]> : tensor<3xi32>
  %x = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf32>
  %w = arith.constant dense<[2.0, 3.0, 5.0]> : tensor<3xf32>
  %out = tensor.empty() : tensor<2xf32>
  %y = mesh.aggregate over(%ptr, %col, %edge : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) target
      source(%x : tensor<3xf32>) edge(%w : tensor<3xf32>)
      outs(%out : tensor<2xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %s: f32, %weight: f32, %e: index) {
        %m = arith.mulf %s, %weight : f32
        %a = arith.addf %acc, %m : f32
        mesh.yield %a : f32
      }
  %expected = arith.constant dense<[52.0, 0.0]> : tensor<2xf32>
  check.equal %y, %expected : tensor<2xf32>
  return
}

// RUN: mesh-opt %s --reference --run=long_segment
func.func @long_segment() {
  // 10,000 edges into one node: three runs, joined by combine. The fold counts
  // the edges of its run and keeps the largest; combine takes both.
  %n = arith.constant 10000 : index
  %c1 = arith.constant 1 : index
  %zero_id = arith.constant 0 : i32
  %zeros = tensor.splat %zero_id[%n] : tensor<?xi32>
  %g = mesh.graph %zeros, %zeros, %c1, %c1 : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %largest_out = tensor.empty() : tensor<1xindex>
  %runs_out = tensor.empty() : tensor<1xindex>
  %largest, %runs = mesh.aggregate over(%g : !mesh.graph) target
      outs(%largest_out, %runs_out : tensor<1xindex>, tensor<1xindex>)
      init {
        %zero = arith.constant 0 : index
        mesh.yield %zero, %zero : index, index
      }
      step(%count: index, %runs: index, %e: index) {
        %one = arith.constant 1 : index
        %next = arith.addi %count, %one : index
        mesh.yield %next, %one : index, index
      }
      combine(%a: index, %a_runs: index, %b: index, %b_runs: index) {
        %c = arith.maxui %a, %b : index
        %c_runs = arith.addi %a_runs, %b_runs : index
        mesh.yield %c, %c_runs : index, index
      }
  %largest_expected = arith.constant dense<4096> : tensor<1xindex>
  %runs_expected = arith.constant dense<3> : tensor<1xindex>
  check.equal %largest, %largest_expected : tensor<1xindex>
  check.equal %runs, %runs_expected : tensor<1xindex>
  return
}
