// Trains a T-GCN to tell the next week of a series on the nodes of a graph from the
// four weeks before: forward, mean squared error, gradient and Adam, for all
// epochs, are one compiled function.
// Walk-through: README.md.
//
//   [C_u, C_r, C_c] = P x_t W + b,  P = D^-1/2 A D^-1/2; self-loops are the caller's,
//   U = sigmoid([C_u, H] W_u + b_u),  R = sigmoid([C_r, H] W_r + b_r),
//   H <- U * H + (1 - U) * tanh([C_c, R * H] W_c + b_c) for each of the weeks, from 0,
//   prediction = H w + b
//
// Zhao et al., "T-GCN: A temporal graph convolutional network for traffic
// prediction" (2020), with one layer of convolution and 16 hidden features. A window of
// weeks is a batch entry: all windows share the graph. Adam at 0.01, no decay,
// initial weights by Glorot.

!series = tensor<?x?xf32>
!windows = tensor<4x?x?xf32>
!vector = tensor<?xf32>
!column = tensor<?x1xf32>
!state = tensor<?x16xf32>
!pair = tensor<?x32xf32>
!three = tensor<?x48xf32>
!gate = tensor<32x16xf32>
!bias = tensor<16xf32>
// All parameters, one behind the other: W 48, b 48; W_u 512, b_u 16, and the same for
// the other two gates; w 16, b 1.
!parameters = tensor<1697xf32>

// x[l, b, n] = series[b + l, n]: window b has the weeks before week b + 4.
func.func private @windows(%series: !series) -> !windows {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %weeks = tensor.dim %series, %c0 : !series
  %n = tensor.dim %series, %c1 : !series
  %b = arith.subi %weeks, %c4 : index
  %x0 = tensor.extract_slice %series[0, 0] [%b, %n] [1, 1] : !series to !series
  %x1 = tensor.extract_slice %series[1, 0] [%b, %n] [1, 1] : !series to !series
  %x2 = tensor.extract_slice %series[2, 0] [%b, %n] [1, 1] : !series to !series
  %x3 = tensor.extract_slice %series[3, 0] [%b, %n] [1, 1] : !series to !series
  %e0 = tensor.expand_shape %x0 [[0, 1], [2]] output_shape [1, %b, %n] : !series into tensor<1x?x?xf32>
  %e1 = tensor.expand_shape %x1 [[0, 1], [2]] output_shape [1, %b, %n] : !series into tensor<1x?x?xf32>
  %e2 = tensor.expand_shape %x2 [[0, 1], [2]] output_shape [1, %b, %n] : !series into tensor<1x?x?xf32>
  %e3 = tensor.expand_shape %x3 [[0, 1], [2]] output_shape [1, %b, %n] : !series into tensor<1x?x?xf32>
  %x = tensor.concat dim(0) %e0, %e1, %e2, %e3
      : (tensor<1x?x?xf32>, tensor<1x?x?xf32>, tensor<1x?x?xf32>, tensor<1x?x?xf32>) -> !windows
  return %x : !windows
}

// P x for all weeks of all windows: nodes are axis 2. No parameter is in it.
func.func private @propagate(%g: !mesh.graph, %x: !windows) -> !windows {
  %one = arith.constant 1.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %ones = tensor.splat %one[%n] : !vector
  %degree = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %degree : tensor<?xi32> to !vector
  %guarded = arith.maximumf %d, %ones : !vector
  %norm = math.rsqrt %guarded : !vector
  %xs = mesh.scale %x, %norm dim = 2 : (!windows, !vector) -> !windows
  %m = mesh.gather %xs, %g source dim = 2 : (!windows, !mesh.graph) -> !windows
  %s = mesh.segment_sum %m, %g target dim = 2 : (!windows, !mesh.graph) -> !windows
  %p = mesh.scale %s, %norm dim = 2 : (!windows, !vector) -> !windows
  return %p : !windows
}

// [a, h] W + b with the parameters from `at` on.
func.func private @gate(%a: !state, %h: !state, %parameters: !parameters, %at: index) -> !state {
  %size = arith.constant 512 : index
  %next = arith.addi %at, %size : index
  %flat = tensor.extract_slice %parameters[%at] [512] [1] : !parameters to tensor<512xf32>
  %w = tensor.expand_shape %flat [[0, 1]] output_shape [32, 16] : tensor<512xf32> into !gate
  %b = tensor.extract_slice %parameters[%next] [16] [1] : !parameters to !bias
  %ah = tensor.concat dim(1) %a, %h : (!state, !state) -> !pair
  %y = mesh.linear %ah, %w, %b : (!pair, !gate, !bias) -> !state
  return %y : !state
}

// The predictions of windows first, ..., first + count - 1, one row for each node of each.
func.func private @predict(%p: !windows, %first: index, %count: index, %parameters: !parameters) -> !column {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %update = arith.constant 96 : index
  %reset = arith.constant 624 : index
  %candidate = arith.constant 1152 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %p, %c2 : !windows
  %rows = arith.muli %count, %n : index
  %wf = tensor.extract_slice %parameters[0] [48] [1] : !parameters to tensor<48xf32>
  %w = tensor.expand_shape %wf [[0, 1]] output_shape [1, 48] : tensor<48xf32> into tensor<1x48xf32>
  %b = tensor.extract_slice %parameters[48] [48] [1] : !parameters to tensor<48xf32>
  %ones = tensor.splat %one[%rows] : !state
  %h0 = tensor.splat %zero[%rows] : !state
  %h = scf.for %t = %c0 to %c4 step %c1 iter_args(%now = %h0) -> !state {
    %week = tensor.extract_slice %p[%t, %first, 0] [1, %count, %n] [1, 1, 1] : !windows to !series
    %flat = tensor.collapse_shape %week [[0, 1]] : !series into !vector
    %pt = tensor.expand_shape %flat [[0, 1]] output_shape [%rows, 1] : !vector into !column
    %conv = mesh.linear %pt, %w, %b : (!column, tensor<1x48xf32>, tensor<48xf32>) -> !three
    %cu = tensor.extract_slice %conv[0, 0] [%rows, 16] [1, 1] : !three to !state
    %cr = tensor.extract_slice %conv[0, 16] [%rows, 16] [1, 1] : !three to !state
    %cc = tensor.extract_slice %conv[0, 32] [%rows, 16] [1, 1] : !three to !state
    %pu = func.call @gate(%cu, %now, %parameters, %update) : (!state, !state, !parameters, index) -> !state
    %u = mesh.sigmoid %pu : (!state) -> !state
    %pr = func.call @gate(%cr, %now, %parameters, %reset) : (!state, !state, !parameters, index) -> !state
    %r = mesh.sigmoid %pr : (!state) -> !state
    %rh = arith.mulf %r, %now : !state
    %pc = func.call @gate(%cc, %rh, %parameters, %candidate) : (!state, !state, !parameters, index) -> !state
    %new = math.tanh %pc : !state
    %keep = arith.mulf %u, %now : !state
    %rest = arith.subf %ones, %u : !state
    %part = arith.mulf %rest, %new : !state
    %next = arith.addf %keep, %part : !state
    scf.yield %next : !state
  }
  %of = tensor.extract_slice %parameters[1680] [16] [1] : !parameters to tensor<16xf32>
  %o = tensor.expand_shape %of [[0, 1]] output_shape [16, 1] : tensor<16xf32> into tensor<16x1xf32>
  %ob = tensor.extract_slice %parameters[1696] [1] [1] : !parameters to tensor<1xf32>
  %y = mesh.linear %h, %o, %ob : (!state, tensor<16x1xf32>, tensor<1xf32>) -> !column
  return %y : !column
}

// The mean of the squares of the differences.
func.func private @error(%a: !column, %b: !column) -> f32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %rows = tensor.dim %a, %c0 : !column
  %difference = arith.subf %a, %b : !column
  %square = arith.mulf %difference, %difference : !column
  %sum = linalg.reduce ins(%square : !column) outs(%zero : tensor<f32>) dimensions = [0, 1]
    (%x: f32, %y: f32) { %r = arith.addf %x, %y : f32 linalg.yield %r : f32 }
  %s = tensor.extract %sum[] : tensor<f32>
  %i = arith.index_cast %rows : index to i64
  %n = arith.sitofp %i : i64 to f32
  %mean = arith.divf %s, %n : f32
  return %mean : f32
}
func.func private @loss(%p: !windows, %first: index, %count: index, %truth: !column, %parameters: !parameters) -> f32 {
  %y = func.call @predict(%p, %first, %count, %parameters) : (!windows, index, index, !parameters) -> !column
  %e = func.call @error(%y, %truth) : (!column, !column) -> f32
  return %e : f32
}

// Weeks first, ..., first + count - 1 of the series, one row for each node of each.
func.func private @weeks(%series: !series, %first: index, %count: index) -> !column {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %series, %c1 : !series
  %rows = arith.muli %count, %n : index
  %some = tensor.extract_slice %series[%first, 0] [%count, %n] [1, 1] : !series to !series
  %flat = tensor.collapse_shape %some [[0, 1]] : !series into !vector
  %y = tensor.expand_shape %flat [[0, 1]] output_shape [%rows, 1] : !vector into !column
  return %y : !column
}

// One step of Adam (Kingma and Ba, 2015): 0.9, 0.999, 1e-8, rate 0.01. `c1` and
// `c2` are 1 / (1 - 0.9^t) and 1 / (1 - 0.999^t).
func.func private @adam(%p: !parameters, %d: !parameters, %m: !parameters, %v: !parameters, %c1: f32, %c2: f32)
    -> (!parameters, !parameters, !parameters) {
  %beta1 = arith.constant 0.9 : f32
  %rest1 = arith.constant 0.1 : f32
  %beta2 = arith.constant 0.999 : f32
  %rest2 = arith.constant 0.001 : f32
  %rate = arith.constant 0.01 : f32
  %epsilon = arith.constant 1.0e-8 : f32
  %r:3 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                         iterator_types = ["parallel"]}
      ins(%d : !parameters) outs(%p, %m, %v : !parameters, !parameters, !parameters) {
    ^bb0(%de: f32, %pe: f32, %me: f32, %ve: f32):
      %m0 = arith.mulf %beta1, %me : f32
      %m1 = arith.mulf %rest1, %de : f32
      %mn = arith.addf %m0, %m1 : f32
      %dd = arith.mulf %de, %de : f32
      %v0 = arith.mulf %beta2, %ve : f32
      %v1 = arith.mulf %rest2, %dd : f32
      %vn = arith.addf %v0, %v1 : f32
      %mc = arith.mulf %mn, %c1 : f32
      %vc = arith.mulf %vn, %c2 : f32
      %root = math.sqrt %vc : f32
      %below = arith.addf %root, %epsilon : f32
      %direction = arith.divf %mc, %below : f32
      %step = arith.mulf %rate, %direction : f32
      %pn = arith.subf %pe, %step : f32
      linalg.yield %pn, %mn, %vn : f32, f32, f32
  } -> (!parameters, !parameters, !parameters)
  return %r#0, %r#1, %r#2 : !parameters, !parameters, !parameters
}

// `size` numbers, uniform in +-limit, and `zeros` zeros behind them, at `at`.
func.func private @draw(%parameters: !parameters, %at: index, %size: index, %limit: f32, %seed: i64) -> !parameters {
  %u = mesh.uniform %seed, [%size] : !vector
  %w = linalg.map ins(%u : !vector) outs(%u : !vector)
    (%ue: f32, %_: f32) {
      %width = arith.addf %limit, %limit : f32
      %v = arith.mulf %ue, %width : f32
      %r = arith.subf %v, %limit : f32
      linalg.yield %r : f32
    }
  %p = tensor.insert_slice %w into %parameters[%at] [%size] [1] : !vector into !parameters
  return %p : !parameters
}

// Biases are 0, weights uniform in +-sqrt(6 / (rows + columns)).
func.func private @initial(%seed: i64) -> !parameters {
  %none = arith.constant dense<0.0> : !parameters
  %stream = arith.constant 1000003 : i64
  %base = arith.muli %seed, %stream : i64
  %s1 = arith.constant 1 : i64
  %s2 = arith.constant 2 : i64
  %s3 = arith.constant 3 : i64
  %s4 = arith.constant 4 : i64
  %seed1 = arith.addi %base, %s1 : i64
  %seed2 = arith.addi %base, %s2 : i64
  %seed3 = arith.addi %base, %s3 : i64
  %seed4 = arith.addi %base, %s4 : i64
  %convolution = arith.constant 0 : index
  %update = arith.constant 96 : index
  %reset = arith.constant 624 : index
  %candidate = arith.constant 1152 : index
  %output = arith.constant 1680 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %c512 = arith.constant 512 : index
  %of_convolution = arith.constant 0.5940885 : f32 // rows 1, columns 16
  %of_gate = arith.constant 0.3535534 : f32        // rows 32, columns 16
  %of_output = arith.constant 0.5940885 : f32      // rows 16, columns 1
  %p0 = func.call @draw(%none, %convolution, %c48, %of_convolution, %base) : (!parameters, index, index, f32, i64) -> !parameters
  %p1 = func.call @draw(%p0, %update, %c512, %of_gate, %seed1) : (!parameters, index, index, f32, i64) -> !parameters
  %p2 = func.call @draw(%p1, %reset, %c512, %of_gate, %seed2) : (!parameters, index, index, f32, i64) -> !parameters
  %p3 = func.call @draw(%p2, %candidate, %c512, %of_gate, %seed3) : (!parameters, index, index, f32, i64) -> !parameters
  %p4 = func.call @draw(%p3, %output, %c16, %of_output, %seed4) : (!parameters, index, index, f32, i64) -> !parameters
  return %p4 : !parameters
}

// Weeks before `training_weeks` are those to learn from, the others are for the test.
// Returns the loss of every epoch and, after the last one, mean squared errors: of
// the weeks learned from, of the test weeks, and what the test weeks would be
// told with by two predictors that learn next to nothing: that the next week is as
// the last one, and that it is the mean of all nodes over the training weeks.
func.func @train(
    %g: !mesh.graph {mesh.name = "graph"},
    %series: !series {mesh.name = "series"},
    %training_weeks: index {mesh.name = "training_weeks"},
    %epochs: index {mesh.name = "epochs"},
    %seed: i64 {mesh.name = "seed"}) -> (
    !vector {mesh.name = "loss"},
    f32 {mesh.name = "training_error"},
    f32 {mesh.name = "test_error"},
    f32 {mesh.name = "test_error_of_last_value"},
    f32 {mesh.name = "test_error_of_mean"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %weeks = tensor.dim %series, %c0 : !series
  %enough = arith.cmpi sgt, %training_weeks, %c4 : index
  mesh.assert %enough, "expects 'training_weeks' to be more than 4, but got {0}" (%training_weeks)
  %some = arith.cmpi slt, %training_weeks, %weeks : index
  mesh.assert %some, "expects 'training_weeks' to be less than {0}, the weeks of 'series', but got {1}" (%weeks, %training_weeks)
  %known = arith.subi %training_weeks, %c4 : index
  %tested = arith.subi %weeks, %training_weeks : index

  %x = func.call @windows(%series) : (!series) -> !windows
  %p = func.call @propagate(%g, %x) : (!mesh.graph, !windows) -> !windows
  %truth = func.call @weeks(%series, %c4, %known) : (!series, index, index) -> !column
  %future = func.call @weeks(%series, %training_weeks, %tested) : (!series, index, index) -> !column

  %initial = func.call @initial(%seed) : (i64) -> !parameters
  %none = arith.constant dense<0.0> : !parameters
  %loss0 = tensor.splat %zero[%epochs] : !vector
  %beta1 = arith.constant 0.9 : f32
  %beta2 = arith.constant 0.999 : f32
  %done:6 = scf.for %epoch = %c0 to %epochs step %c1
      iter_args(%losses = %loss0, %now = %initial, %m = %none, %v = %none, %power1 = %one, %power2 = %one)
      -> (!vector, !parameters, !parameters, !parameters, f32, f32) {
    %l, %d = mesh.value_and_grad @loss(%p, %c0, %known, %truth, %now) wrt [4]
      : (!windows, index, index, !column, !parameters) -> (f32, !parameters)
    %p1 = arith.mulf %power1, %beta1 : f32
    %p2 = arith.mulf %power2, %beta2 : f32
    %rest1 = arith.subf %one, %p1 : f32
    %rest2 = arith.subf %one, %p2 : f32
    %k1 = arith.divf %one, %rest1 : f32
    %k2 = arith.divf %one, %rest2 : f32
    %n:3 = func.call @adam(%now, %d, %m, %v, %k1, %k2)
      : (!parameters, !parameters, !parameters, !parameters, f32, f32) -> (!parameters, !parameters, !parameters)
    %nl = tensor.insert %l into %losses[%epoch] : !vector
    scf.yield %nl, %n#0, %n#1, %n#2, %p1, %p2 : !vector, !parameters, !parameters, !parameters, f32, f32
  }

  %training_error = func.call @loss(%p, %c0, %known, %truth, %done#1) : (!windows, index, index, !column, !parameters) -> f32
  %test_error = func.call @loss(%p, %known, %tested, %future, %done#1) : (!windows, index, index, !column, !parameters) -> f32

  %last = arith.subi %training_weeks, %c1 : index
  %before = func.call @weeks(%series, %last, %tested) : (!series, index, index) -> !column
  %last_error = func.call @error(%before, %future) : (!column, !column) -> f32
  %past = func.call @weeks(%series, %c0, %training_weeks) : (!series, index, index) -> !column
  %zero0 = arith.constant dense<0.0> : tensor<f32>
  %sum = linalg.reduce ins(%past : !column) outs(%zero0 : tensor<f32>) dimensions = [0, 1]
    (%a: f32, %b: f32) { %r = arith.addf %a, %b : f32 linalg.yield %r : f32 }
  %s = tensor.extract %sum[] : tensor<f32>
  %size = tensor.dim %past, %c0 : !column
  %si = arith.index_cast %size : index to i64
  %sf = arith.sitofp %si : i64 to f32
  %average = arith.divf %s, %sf : f32
  %rows = tensor.dim %future, %c0 : !column
  %same = tensor.splat %average[%rows] : !column
  %mean_error = func.call @error(%same, %future) : (!column, !column) -> f32
  return %done#0, %training_error, %test_error, %last_error, %mean_error : !vector, f32, f32, f32, f32
}
