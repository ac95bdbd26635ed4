// Trains a two-layer graph attention network for the classes of nodes: forward,
// masked cross-entropy, gradient and Adam, and after each step an evaluation
// without dropout, for all epochs, are one compiled function.
// Walk-through: README.md.
//
//   H = elu(attend_8(dropout(X)) + b1),  Z = attend_1(dropout(H)) + b2,
//   attend(X)_v = sum of dropout(alpha_e) (x_u W) over the edges e: u -> v,
//   alpha = softmax of LeakyReLU(a_s . x_u W + a_t . x_v W) over the in-edges of v;
//   self-loops are the caller's.
//
// Velickovic et al., "Graph attention networks" (ICLR 2018): 8 heads of 8 features,
// side by side, then one head; dropout 0.6 on the input of both layers and on the
// coefficients of the edges, an L2 term of 5e-4 / 2 on all parameters but biases, Adam
// at 0.005, rows of features that sum to 1, initial weights by Glorot. What counts is
// the epoch of the highest validation accuracy; of equal ones, that of the
// lowest validation loss.

!rows = tensor<?x?xf32>
!column = tensor<?xf32>
// The classes: a row of scores has a width that is known, since the gradient of a
// coefficient is a sum over it. Other data: change all 7 to their number.
!logits = tensor<?x7xf32>
!map2 = tensor<64x7xf32>
!class = tensor<7xf32>
!heads = tensor<?x8x8xf32>
!scores = tensor<?x8xf32>
!hidden = tensor<?x64xf32>

#nkc = affine_map<(n, k, c) -> (n, k, c)>
#kc = affine_map<(n, k, c) -> (k, c)>
#nk = affine_map<(n, k, c) -> (n, k)>

// a[k] . z[n, k]: what a node contributes to the scores of its edges.
func.func private @head_scores(%z: !heads, %a: tensor<8x8xf32>) -> !scores {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %z, %c0 : !heads
  %zeros = tensor.splat %zero[%n] : !scores
  %s = linalg.generic {indexing_maps = [#nkc, #kc, #nk], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%z, %a : !heads, tensor<8x8xf32>) outs(%zeros : !scores) {
    ^bb0(%ze: f32, %ae: f32, %acc: f32):
      %p = arith.mulf %ze, %ae : f32
      %r = arith.addf %acc, %p : f32
      linalg.yield %r : f32
  } -> !scores
  return %s : !scores
}

// The attention coefficients of the edges, for 8 heads and for one.
func.func private @head_attention(%g: !mesh.graph, %z: !heads, %as: tensor<8x8xf32>, %at: tensor<8x8xf32>) -> !scores {
  %us = func.call @head_scores(%z, %as) : (!heads, tensor<8x8xf32>) -> !scores
  %ut = func.call @head_scores(%z, %at) : (!heads, tensor<8x8xf32>) -> !scores
  %es = mesh.gather %us, %g source : (!scores, !mesh.graph) -> !scores
  %et = mesh.gather %ut, %g target : (!scores, !mesh.graph) -> !scores
  %e = arith.addf %es, %et : !scores
  %score = mesh.leaky_relu %e : (!scores) -> !scores
  %alpha = mesh.segment_softmax %score, %g target : (!scores, !mesh.graph) -> !scores
  return %alpha : !scores
}
func.func private @attention(%g: !mesh.graph, %z: !logits, %as: !class, %at: !class) -> !column {
  %zero = arith.constant 0.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %zeros = tensor.splat %zero[%n] : !column
  %us = linalg.matvec ins(%z, %as : !logits, !class) outs(%zeros : !column) -> !column
  %ut = linalg.matvec ins(%z, %at : !logits, !class) outs(%zeros : !column) -> !column
  %es = mesh.gather %us, %g source : (!column, !mesh.graph) -> !column
  %et = mesh.gather %ut, %g target : (!column, !mesh.graph) -> !column
  %e = arith.addf %es, %et : !column
  %score = mesh.leaky_relu %e : (!column) -> !column
  %alpha = mesh.segment_softmax %score, %g target : (!column, !mesh.graph) -> !column
  return %alpha : !column
}

// x W by heads.
func.func private @head_map(%x: !rows, %w: !rows) -> !heads {
  %c0 = arith.constant 0 : index
  %ws = tensor.cast %w : !rows to !hidden
  %flat = mesh.linear %x, %ws : (!rows, !hidden) -> !hidden
  %n = tensor.dim %flat, %c0 : !hidden
  %z = tensor.expand_shape %flat [[0], [1, 2]] output_shape [%n, 8, 8] : !hidden into !heads
  return %z : !heads
}

// The layers from their mapped rows and coefficients, which have been through
// dropout, or not.
func.func private @first_layer(%g: !mesh.graph, %z: !heads, %alpha: !scores, %b: !column) -> !rows {
  %c0 = arith.constant 0 : index
  %zu = mesh.gather %z, %g source : (!heads, !mesh.graph) -> !heads
  %m = mesh.scale %zu, %alpha : (!heads, !scores) -> !heads
  %sum = mesh.segment_sum %m, %g target : (!heads, !mesh.graph) -> !heads
  %flat = tensor.collapse_shape %sum [[0], [1, 2]] : !heads into !hidden
  %y = tensor.cast %flat : !hidden to !rows
  %shifted = func.call @add_bias(%y, %b) : (!rows, !column) -> !rows
  %h = mesh.elu %shifted : (!rows) -> !rows
  return %h : !rows
}
func.func private @second_layer(%g: !mesh.graph, %z: !logits, %alpha: !column, %b: !class) -> !rows {
  %zu = mesh.gather %z, %g source : (!logits, !mesh.graph) -> !logits
  %m = mesh.scale %zu, %alpha : (!logits, !column) -> !logits
  %sum = mesh.segment_sum %m, %g target : (!logits, !mesh.graph) -> !logits
  %y = tensor.cast %sum : !logits to !rows
  %bs = tensor.cast %b : !class to !column
  %shifted = func.call @add_bias(%y, %bs) : (!rows, !column) -> !rows
  return %shifted : !rows
}

// x with b added to every row.
func.func private @add_bias(%x: !rows, %b: !column) -> !rows {
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : !rows, !column) outs(%x : !rows) {
    ^bb0(%xe: f32, %be: f32, %_: f32):
      %s = arith.addf %xe, %be : f32
      linalg.yield %s : f32
  } -> !rows
  return %y : !rows
}

// Scores of the classes, without dropout.
func.func private @evaluate(%g: !mesh.graph, %x: !rows, %w1: !rows, %as1: !rows, %at1: !rows, %b1: !column,
    %w2: !map2, %as2: !class, %at2: !class, %b2: !class) -> !rows {
  %s1 = tensor.cast %as1 : !rows to tensor<8x8xf32>
  %t1 = tensor.cast %at1 : !rows to tensor<8x8xf32>
  %z1 = func.call @head_map(%x, %w1) : (!rows, !rows) -> !heads
  %alpha1 = func.call @head_attention(%g, %z1, %s1, %t1) : (!mesh.graph, !heads, tensor<8x8xf32>, tensor<8x8xf32>) -> !scores
  %h = func.call @first_layer(%g, %z1, %alpha1, %b1) : (!mesh.graph, !heads, !scores, !column) -> !rows
  %z2 = mesh.linear %h, %w2 : (!rows, !map2) -> !logits
  %alpha2 = func.call @attention(%g, %z2, %as2, %at2) : (!mesh.graph, !logits, !class, !class) -> !column
  %y = func.call @second_layer(%g, %z2, %alpha2, %b2) : (!mesh.graph, !logits, !column, !class) -> !rows
  return %y : !rows
}

// The sums of squares of a matrix and of a vector.
func.func private @squares(%w: !rows) -> f32 {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %square = arith.mulf %w, %w : !rows
  %sum = linalg.reduce ins(%square : !rows) outs(%zero : tensor<f32>) dimensions = [0, 1]
    (%a: f32, %b: f32) { %r = arith.addf %a, %b : f32 linalg.yield %r : f32 }
  %s = tensor.extract %sum[] : tensor<f32>
  return %s : f32
}
func.func private @squares_vector(%w: !column) -> f32 {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %square = arith.mulf %w, %w : !column
  %sum = linalg.reduce ins(%square : !column) outs(%zero : tensor<f32>) dimensions = [0]
    (%a: f32, %b: f32) { %r = arith.addf %a, %b : f32 linalg.yield %r : f32 }
  %s = tensor.extract %sum[] : tensor<f32>
  return %s : f32
}

// Cross-entropy of the labelled rows, and 5e-4 / 2 times the squares of all parameters
// but biases. Four streams of random numbers from `seed` on.
func.func private @loss(%g: !mesh.graph, %x: !rows, %labels: tensor<?xi32>, %seed: i64,
    %w1: !rows, %as1: !rows, %at1: !rows, %b1: !column, %w2: !map2, %as2: !class, %at2: !class, %b2: !class) -> f32 {
  %c1 = arith.constant 1 : i64
  %seed2 = arith.addi %seed, %c1 : i64
  %seed3 = arith.addi %seed2, %c1 : i64
  %seed4 = arith.addi %seed3, %c1 : i64
  %s1 = tensor.cast %as1 : !rows to tensor<8x8xf32>
  %t1 = tensor.cast %at1 : !rows to tensor<8x8xf32>

  %xd = mesh.dropout %x, %seed {rate = 0.6 : f64} : (!rows, i64) -> !rows
  %z1 = func.call @head_map(%xd, %w1) : (!rows, !rows) -> !heads
  %alpha1 = func.call @head_attention(%g, %z1, %s1, %t1) : (!mesh.graph, !heads, tensor<8x8xf32>, tensor<8x8xf32>) -> !scores
  %kept1 = mesh.dropout %alpha1, %seed2 {rate = 0.6 : f64} : (!scores, i64) -> !scores
  %h = func.call @first_layer(%g, %z1, %kept1, %b1) : (!mesh.graph, !heads, !scores, !column) -> !rows
  %hd = mesh.dropout %h, %seed3 {rate = 0.6 : f64} : (!rows, i64) -> !rows
  %z2 = mesh.linear %hd, %w2 : (!rows, !map2) -> !logits
  %alpha2 = func.call @attention(%g, %z2, %as2, %at2) : (!mesh.graph, !logits, !class, !class) -> !column
  %kept2 = mesh.dropout %alpha2, %seed4 {rate = 0.6 : f64} : (!column, i64) -> !column
  %y = func.call @second_layer(%g, %z2, %kept2, %b2) : (!mesh.graph, !logits, !column, !class) -> !rows
  %entropy = mesh.cross_entropy %y, %labels : (!rows, tensor<?xi32>) -> tensor<f32>

  %l = tensor.extract %entropy[] : tensor<f32>
  %q1 = func.call @squares(%w1) : (!rows) -> f32
  %q2 = func.call @squares(%as1) : (!rows) -> f32
  %q3 = func.call @squares(%at1) : (!rows) -> f32
  %w2d = tensor.cast %w2 : !map2 to !rows
  %as2d = tensor.cast %as2 : !class to !column
  %at2d = tensor.cast %at2 : !class to !column
  %q4 = func.call @squares(%w2d) : (!rows) -> f32
  %q5 = func.call @squares_vector(%as2d) : (!column) -> f32
  %q6 = func.call @squares_vector(%at2d) : (!column) -> f32
  %q12 = arith.addf %q1, %q2 : f32
  %q34 = arith.addf %q3, %q4 : f32
  %q56 = arith.addf %q5, %q6 : f32
  %q1234 = arith.addf %q12, %q34 : f32
  %q = arith.addf %q1234, %q56 : f32
  %half = arith.constant 2.5e-4 : f32
  %decay = arith.mulf %half, %q : f32
  %total = arith.addf %l, %decay : f32
  return %total : f32
}

// One step of Adam (Kingma and Ba, 2015): 0.9, 0.999, 1e-8, rate 0.005. `c1` and
// `c2` are 1 / (1 - 0.9^t) and 1 / (1 - 0.999^t). For a matrix and a vector.
func.func private @adam(%p: tensor<?x?xf32>, %d: tensor<?x?xf32>, %m: tensor<?x?xf32>, %v: tensor<?x?xf32>, %c1: f32, %c2: f32)
    -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %r:3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<?x?xf32>) outs(%p, %m, %v : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
    ^bb0(%de: f32, %pe: f32, %me: f32, %ve: f32):
      %s:3 = func.call @adam_entry(%pe, %de, %me, %ve, %c1, %c2) : (f32, f32, f32, f32, f32, f32) -> (f32, f32, f32)
      linalg.yield %s#0, %s#1, %s#2 : f32, f32, f32
  } -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
  return %r#0, %r#1, %r#2 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}
func.func private @adam_vector(%p: tensor<?xf32>, %d: tensor<?xf32>, %m: tensor<?xf32>, %v: tensor<?xf32>, %c1: f32, %c2: f32)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %r:3 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                         iterator_types = ["parallel"]}
      ins(%d : tensor<?xf32>) outs(%p, %m, %v : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
    ^bb0(%de: f32, %pe: f32, %me: f32, %ve: f32):
      %s:3 = func.call @adam_entry(%pe, %de, %me, %ve, %c1, %c2) : (f32, f32, f32, f32, f32, f32) -> (f32, f32, f32)
      linalg.yield %s#0, %s#1, %s#2 : f32, f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  return %r#0, %r#1, %r#2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func private @adam_entry(%p: f32, %d: f32, %m: f32, %v: f32, %c1: f32, %c2: f32) -> (f32, f32, f32) {
  %beta1 = arith.constant 0.9 : f32
  %rest1 = arith.constant 0.1 : f32
  %beta2 = arith.constant 0.999 : f32
  %rest2 = arith.constant 0.001 : f32
  %rate = arith.constant 0.005 : f32
  %epsilon = arith.constant 1.0e-8 : f32
  %m0 = arith.mulf %beta1, %m : f32
  %m1 = arith.mulf %rest1, %d : f32
  %mn = arith.addf %m0, %m1 : f32
  %dd = arith.mulf %d, %d : f32
  %v0 = arith.mulf %beta2, %v : f32
  %v1 = arith.mulf %rest2, %dd : f32
  %vn = arith.addf %v0, %v1 : f32
  %mc = arith.mulf %mn, %c1 : f32
  %vc = arith.mulf %vn, %c2 : f32
  %root = math.sqrt %vc : f32
  %below = arith.addf %root, %epsilon : f32
  %direction = arith.divf %mc, %below : f32
  %step = arith.mulf %rate, %direction : f32
  %pn = arith.subf %p, %step : f32
  return %pn, %mn, %vn : f32, f32, f32
}

// The shares of the nodes of each part (split[v] = 1, 2, 3) whose highest score
// is that of their label; the first of equal scores counts. NaN for a part
// without nodes.
func.func private @accuracies(%z: tensor<?x?xf32>, %labels: tensor<?xi32>, %split: tensor<?xi8>) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %z, %c0 : tensor<?x?xf32>
  %low = arith.constant 0xFF800000 : f32
  %first = arith.constant 0 : i32
  %scores = tensor.splat %low[%n] : tensor<?xf32>
  %classes = tensor.splat %first[%n] : tensor<?xi32>
  %best:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                            iterator_types = ["parallel", "reduction"]}
      ins(%z : tensor<?x?xf32>) outs(%scores, %classes : tensor<?xf32>, tensor<?xi32>) {
    ^bb0(%ze: f32, %score: f32, %class: i32):
      %j = linalg.index 1 : index
      %this = arith.index_cast %j : index to i32
      %higher = arith.cmpf ogt, %ze, %score : f32
      %s = arith.select %higher, %ze, %score : f32
      %c = arith.select %higher, %this, %class : i32
      linalg.yield %s, %c : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)

  // Row p counts part p: axis 0 of the counts is the part.
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %counts:2 = linalg.generic {indexing_maps = [affine_map<(p, i) -> (i)>, affine_map<(p, i) -> (i)>, affine_map<(p, i) -> (i)>, affine_map<(p, i) -> (p)>, affine_map<(p, i) -> (p)>],
                              iterator_types = ["parallel", "reduction"]}
      ins(%best#1, %labels, %split : tensor<?xi32>, tensor<?xi32>, tensor<?xi8>) outs(%zeros, %zeros : tensor<4xf32>, tensor<4xf32>) {
    ^bb0(%class: i32, %label: i32, %part: i8, %right: f32, %all: f32):
      %p = linalg.index 0 : index
      %which = arith.index_cast %p : index to i8
      %same = arith.cmpi eq, %class, %label : i32
      %inside = arith.cmpi eq, %part, %which : i8
      %hit = arith.andi %same, %inside : i1
      %one = arith.uitofp %hit : i1 to f32
      %every = arith.uitofp %inside : i1 to f32
      %r = arith.addf %right, %one : f32
      %a = arith.addf %all, %every : f32
      linalg.yield %r, %a : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %shares = arith.divf %counts#0, %counts#1 : tensor<4xf32> // 0 / 0 is NaN
  %training = tensor.extract %shares[%c1] : tensor<4xf32>
  %validation = tensor.extract %shares[%c2] : tensor<4xf32>
  %test = tensor.extract %shares[%c3] : tensor<4xf32>
  return %training, %validation, %test : f32, f32, f32
}

// Uniform in +-sqrt(6 / (a + b)).
func.func private @glorot(%rows: index, %cols: index, %seed: i64) -> tensor<?x?xf32> {
  %u = mesh.uniform %seed, [%rows, %cols] : tensor<?x?xf32>
  %both = arith.addi %rows, %cols : index
  %sum = arith.index_cast %both : index to i64
  %s = arith.sitofp %sum : i64 to f32
  %six = arith.constant 6.0 : f32
  %q = arith.divf %six, %s : f32
  %limit = math.sqrt %q : f32
  %width = arith.addf %limit, %limit : f32
  %w = linalg.map ins(%u : tensor<?x?xf32>) outs(%u : tensor<?x?xf32>)
    (%ue: f32, %_: f32) {
      %v = arith.mulf %ue, %width : f32
      %r = arith.subf %v, %limit : f32
      linalg.yield %r : f32
    }
  return %w : tensor<?x?xf32>
}

// The labels of one part of the nodes, and -1 elsewhere.
func.func private @labels_of(%labels: tensor<?xi32>, %split: tensor<?xi8>, %part: i8) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %labels, %c0 : tensor<?xi32>
  %hide = arith.constant -1 : i32
  %hides = tensor.splat %hide[%n] : tensor<?xi32>
  %parts = tensor.splat %part[%n] : tensor<?xi8>
  %shown = arith.cmpi eq, %split, %parts : tensor<?xi8>
  %seen = arith.select %shown, %labels, %hides : tensor<?xi1>, tensor<?xi32>
  return %seen : tensor<?xi32>
}

// split[v]: 1 training, 2 validation, 3 test, 0 none of them. Returns the loss of
// every epoch, and of the epoch that validation chooses the shares of right classes
// and its number, which counts from 1. Without validation nodes it is the last one.
func.func @train(
    %g: !mesh.graph {mesh.name = "graph"},
    %features: !rows {mesh.name = "features"},
    %labels: tensor<?xi32> {mesh.name = "labels"},
    %split: tensor<?xi8> {mesh.name = "split"},
    %classes: index {mesh.name = "classes"},
    %epochs: index {mesh.name = "epochs"},
    %seed: i64 {mesh.name = "seed"}) -> (
    !column {mesh.name = "loss"},
    f32 {mesh.name = "training_accuracy"},
    f32 {mesh.name = "validation_accuracy"},
    f32 {mesh.name = "test_accuracy"},
    i64 {mesh.name = "epoch"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %columns = arith.constant 7 : index
  %known = arith.cmpi eq, %classes, %columns : index
  mesh.assert %known, "expects {0} classes, as the types at the top of the program say, but got {1}" (%columns, %classes)
  %width = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %features, %c0 : !rows
  %f = tensor.dim %features, %c1 : !rows

  // Rows that sum to 1; those of zeros stay.
  %zeros = tensor.splat %zero[%n] : !column
  %ones = tensor.splat %one[%n] : !column
  %sums = linalg.reduce ins(%features : !rows) outs(%zeros : !column) dimensions = [1]
    (%a: f32, %b: f32) { %r = arith.addf %a, %b : f32 linalg.yield %r : f32 }
  %empty = arith.cmpf oeq, %sums, %zeros : !column
  %divisors = arith.select %empty, %ones, %sums : tensor<?xi1>, !column
  %inverse = arith.divf %ones, %divisors : !column
  %x = mesh.scale %features, %inverse : (!rows, !column) -> !rows

  %part1 = arith.constant 1 : i8
  %part2 = arith.constant 2 : i8
  %seen = func.call @labels_of(%labels, %split, %part1) : (tensor<?xi32>, tensor<?xi8>, i8) -> tensor<?xi32>
  %held = func.call @labels_of(%labels, %split, %part2) : (tensor<?xi32>, tensor<?xi8>, i8) -> tensor<?xi32>

  // One stream of random numbers for each parameter, four for each epoch.
  %stream = arith.constant 1000003 : i64
  %base = arith.muli %seed, %stream : i64
  %s1 = arith.constant -1 : i64
  %s2 = arith.constant -2 : i64
  %s3 = arith.constant -3 : i64
  %s4 = arith.constant -4 : i64
  %s5 = arith.constant -5 : i64
  %s6 = arith.constant -6 : i64
  %seed1 = arith.addi %base, %s1 : i64
  %seed2 = arith.addi %base, %s2 : i64
  %seed3 = arith.addi %base, %s3 : i64
  %seed4 = arith.addi %base, %s4 : i64
  %seed5 = arith.addi %base, %s5 : i64
  %seed6 = arith.addi %base, %s6 : i64
  %w10 = func.call @glorot(%f, %width, %seed1) : (index, index, i64) -> !rows
  %as10 = func.call @glorot(%eight, %eight, %seed2) : (index, index, i64) -> !rows
  %at10 = func.call @glorot(%eight, %eight, %seed3) : (index, index, i64) -> !rows
  %w20 = func.call @glorot(%width, %classes, %seed4) : (index, index, i64) -> !rows
  %as2c = func.call @glorot(%classes, %c1, %seed5) : (index, index, i64) -> !rows
  %at2c = func.call @glorot(%classes, %c1, %seed6) : (index, index, i64) -> !rows
  %as20 = tensor.collapse_shape %as2c [[0, 1]] : !rows into !column
  %at20 = tensor.collapse_shape %at2c [[0, 1]] : !rows into !column
  %zw1 = tensor.splat %zero[%f, %width] : !rows
  %za1 = tensor.splat %zero[%eight, %eight] : !rows
  %zb1 = tensor.splat %zero[%width] : !column
  %zw2 = tensor.splat %zero[%width, %classes] : !rows
  %zb2 = tensor.splat %zero[%classes] : !column
  %loss0 = tensor.splat %zero[%epochs] : !column
  %beta1 = arith.constant 0.9 : f32
  %beta2 = arith.constant 0.999 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %none = arith.constant 0 : i64

  %done:32 = scf.for %i = %c0 to %epochs step %c1
      iter_args(%losses = %loss0,
                %w1 = %w10, %w1m = %zw1, %w1v = %zw1, %as1 = %as10, %as1m = %za1, %as1v = %za1,
                %at1 = %at10, %at1m = %za1, %at1v = %za1, %b1 = %zb1, %b1m = %zb1, %b1v = %zb1,
                %w2 = %w20, %w2m = %zw2, %w2v = %zw2, %as2 = %as20, %as2m = %zb2, %as2v = %zb2,
                %at2 = %at20, %at2m = %zb2, %at2v = %zb2, %b2 = %zb2, %b2m = %zb2, %b2v = %zb2,
                %power1 = %one, %power2 = %one,
                %training = %nan, %best = %nan, %test = %nan, %lowest = %nan, %chosen = %none)
      -> (!column, !rows, !rows, !rows, !rows, !rows, !rows, !rows, !rows, !rows, !column, !column, !column,
          !rows, !rows, !rows, !column, !column, !column, !column, !column, !column, !column, !column, !column,
          f32, f32, f32, f32, f32, f32, i64) {
    %e = arith.index_cast %i : index to i64
    %four = arith.constant 4 : i64
    %offset = arith.muli %e, %four : i64
    %epoch_seed = arith.addi %base, %offset : i64
    %w2s = tensor.cast %w2 : !rows to !map2
    %as2s = tensor.cast %as2 : !column to !class
    %at2s = tensor.cast %at2 : !column to !class
    %b2s = tensor.cast %b2 : !column to !class
    %l, %dw1, %das1, %dat1, %db1, %dw2s, %das2s, %dat2s, %db2s = mesh.value_and_grad @loss(%g, %x, %seen, %epoch_seed, %w1, %as1, %at1, %b1, %w2s, %as2s, %at2s, %b2s) wrt [4, 5, 6, 7, 8, 9, 10, 11]
      : (!mesh.graph, !rows, tensor<?xi32>, i64, !rows, !rows, !rows, !column, !map2, !class, !class, !class)
      -> (f32, !rows, !rows, !rows, !column, !map2, !class, !class, !class)
    %dw2 = tensor.cast %dw2s : !map2 to !rows
    %das2 = tensor.cast %das2s : !class to !column
    %dat2 = tensor.cast %dat2s : !class to !column
    %db2 = tensor.cast %db2s : !class to !column

    %p1 = arith.mulf %power1, %beta1 : f32
    %p2 = arith.mulf %power2, %beta2 : f32
    %rest1 = arith.subf %one, %p1 : f32
    %rest2 = arith.subf %one, %p2 : f32
    %k1 = arith.divf %one, %rest1 : f32
    %k2 = arith.divf %one, %rest2 : f32
    %nw1:3 = func.call @adam(%w1, %dw1, %w1m, %w1v, %k1, %k2) : (!rows, !rows, !rows, !rows, f32, f32) -> (!rows, !rows, !rows)
    %nas1:3 = func.call @adam(%as1, %das1, %as1m, %as1v, %k1, %k2) : (!rows, !rows, !rows, !rows, f32, f32) -> (!rows, !rows, !rows)
    %nat1:3 = func.call @adam(%at1, %dat1, %at1m, %at1v, %k1, %k2) : (!rows, !rows, !rows, !rows, f32, f32) -> (!rows, !rows, !rows)
    %nb1:3 = func.call @adam_vector(%b1, %db1, %b1m, %b1v, %k1, %k2) : (!column, !column, !column, !column, f32, f32) -> (!column, !column, !column)
    %nw2:3 = func.call @adam(%w2, %dw2, %w2m, %w2v, %k1, %k2) : (!rows, !rows, !rows, !rows, f32, f32) -> (!rows, !rows, !rows)
    %nas2:3 = func.call @adam_vector(%as2, %das2, %as2m, %as2v, %k1, %k2) : (!column, !column, !column, !column, f32, f32) -> (!column, !column, !column)
    %nat2:3 = func.call @adam_vector(%at2, %dat2, %at2m, %at2v, %k1, %k2) : (!column, !column, !column, !column, f32, f32) -> (!column, !column, !column)
    %nb2:3 = func.call @adam_vector(%b2, %db2, %b2m, %b2v, %k1, %k2) : (!column, !column, !column, !column, f32, f32) -> (!column, !column, !column)
    %nl = tensor.insert %l into %losses[%i] : !column

    // A comparison with NaN is true: the first epoch is better than none, and so is
    // each one without validation nodes.
    %ew2 = tensor.cast %nw2#0 : !rows to !map2
    %eas2 = tensor.cast %nas2#0 : !column to !class
    %eat2 = tensor.cast %nat2#0 : !column to !class
    %eb2 = tensor.cast %nb2#0 : !column to !class
    %z = func.call @evaluate(%g, %x, %nw1#0, %nas1#0, %nat1#0, %nb1#0, %ew2, %eas2, %eat2, %eb2)
      : (!mesh.graph, !rows, !rows, !rows, !rows, !column, !map2, !class, !class, !class) -> !rows
    %shares:3 = func.call @accuracies(%z, %labels, %split) : (!rows, tensor<?xi32>, tensor<?xi8>) -> (f32, f32, f32)
    %validation = mesh.cross_entropy %z, %held : (!rows, tensor<?xi32>) -> tensor<f32>
    %vl = tensor.extract %validation[] : tensor<f32>
    %higher = arith.cmpf ugt, %shares#1, %best : f32
    %equal = arith.cmpf oeq, %shares#1, %best : f32
    %lower = arith.cmpf olt, %vl, %lowest : f32
    %closer = arith.andi %equal, %lower : i1
    %better = arith.ori %higher, %closer : i1
    %number = arith.index_cast %i : index to i64
    %one64 = arith.constant 1 : i64
    %epoch = arith.addi %number, %one64 : i64
    %ntraining = arith.select %better, %shares#0, %training : f32
    %nbest = arith.select %better, %shares#1, %best : f32
    %ntest = arith.select %better, %shares#2, %test : f32
    %nlowest = arith.select %better, %vl, %lowest : f32
    %nchosen = arith.select %better, %epoch, %chosen : i64
    scf.yield %nl, %nw1#0, %nw1#1, %nw1#2, %nas1#0, %nas1#1, %nas1#2, %nat1#0, %nat1#1, %nat1#2, %nb1#0, %nb1#1, %nb1#2,
              %nw2#0, %nw2#1, %nw2#2, %nas2#0, %nas2#1, %nas2#2, %nat2#0, %nat2#1, %nat2#2, %nb2#0, %nb2#1, %nb2#2,
              %p1, %p2, %ntraining, %nbest, %ntest, %nlowest, %nchosen
      : !column, !rows, !rows, !rows, !rows, !rows, !rows, !rows, !rows, !rows, !column, !column, !column,
        !rows, !rows, !rows, !column, !column, !column, !column, !column, !column, !column, !column, !column,
        f32, f32, f32, f32, f32, f32, i64
  }
  return %done#0, %done#27, %done#28, %done#29, %done#31 : !column, f32, f32, f32, i64
}
