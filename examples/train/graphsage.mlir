// Trains a two-layer GraphSAGE with the mean for the classes of nodes, by the
// recipe of gcn.mlir: forward, masked cross-entropy, gradient and Adam, for all
// epochs, are one compiled function.
// Walk-through: README.md.
//
//   H = relu(mean(X') Wn1 + X' Wr1 + b1),  X' = dropout(X),
//   Z = mean(H') Wn2 + H' Wr2 + b2,        H' = dropout(H),
//   mean(X)_v = the mean of x_u over the edges u -> v, each as often as it is there
//
// Hamilton, Ying, Leskovec, "Inductive representation learning on large graphs"
// (NeurIPS 2017), over all neighbours. 16 hidden features, dropout 0.5, an L2
// term of 5e-4 / 2 on Wn1 and Wr1, Adam at 0.01, rows of features that sum to 1,
// initial weights by Glorot.

// The mean of the sources' rows, for rows of 16 and of any width. A node without
// in-edges gets zeros.
func.func private @mean_hidden(%g: !mesh.graph, %m: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %e = mesh.gather %m, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a = mesh.segment_mean %e, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  return %a : tensor<?x16xf32>
}
func.func private @mean(%g: !mesh.graph, %m: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %e = mesh.gather %m, %g source : (tensor<?x?xf32>, !mesh.graph) -> tensor<?x?xf32>
  %a = mesh.segment_mean %e, %g target : (tensor<?x?xf32>, !mesh.graph) -> tensor<?x?xf32>
  return %a : tensor<?x?xf32>
}

// x with b added to every row.
func.func private @add_bias_hidden(%x: tensor<?x16xf32>, %b: tensor<16xf32>) -> tensor<?x16xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<?x16xf32>, tensor<16xf32>) outs(%x : tensor<?x16xf32>) {
    ^bb0(%xe: f32, %be: f32, %_: f32):
      %s = arith.addf %xe, %be : f32
      linalg.yield %s : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}
func.func private @add_bias(%x: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<?x?xf32>, tensor<?xf32>) outs(%x : tensor<?x?xf32>) {
    ^bb0(%xe: f32, %be: f32, %_: f32):
      %s = arith.addf %xe, %be : f32
      linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// Scores of the classes. `x` and `h` have been through dropout, or not. The mean
// is taken of x Wn instead of x, which is the same and narrower.
func.func private @first_layer(%g: !mesh.graph, %x: tensor<?x?xf32>, %wn1: tensor<?x16xf32>, %wr1: tensor<?x16xf32>, %b1: tensor<16xf32>) -> tensor<?x16xf32> {
  %m = mesh.linear %x, %wn1 : (tensor<?x?xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %n = func.call @mean_hidden(%g, %m) : (!mesh.graph, tensor<?x16xf32>) -> tensor<?x16xf32>
  %r = mesh.linear %x, %wr1 : (tensor<?x?xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %both = arith.addf %n, %r : tensor<?x16xf32>
  %s = func.call @add_bias_hidden(%both, %b1) : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %h = mesh.relu %s : (tensor<?x16xf32>) -> tensor<?x16xf32>
  return %h : tensor<?x16xf32>
}
func.func private @second_layer(%g: !mesh.graph, %h: tensor<?x16xf32>, %wn2: tensor<16x?xf32>, %wr2: tensor<16x?xf32>, %b2: tensor<?xf32>) -> tensor<?x?xf32> {
  %m = mesh.linear %h, %wn2 : (tensor<?x16xf32>, tensor<16x?xf32>) -> tensor<?x?xf32>
  %n = func.call @mean(%g, %m) : (!mesh.graph, tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = mesh.linear %h, %wr2 : (tensor<?x16xf32>, tensor<16x?xf32>) -> tensor<?x?xf32>
  %both = arith.addf %n, %r : tensor<?x?xf32>
  %z = func.call @add_bias(%both, %b2) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %z : tensor<?x?xf32>
}

// Cross-entropy of the labelled rows, and 5e-4 / 2 times the squares of Wn1 and Wr1.
func.func private @loss(%g: !mesh.graph, %x: tensor<?x?xf32>, %labels: tensor<?xi32>, %seed: i64,
    %wn1: tensor<?x16xf32>, %wr1: tensor<?x16xf32>, %b1: tensor<16xf32>, %wn2: tensor<16x?xf32>, %wr2: tensor<16x?xf32>, %b2: tensor<?xf32>) -> f32 {
  %next = arith.constant 1 : i64
  %seed2 = arith.addi %seed, %next : i64
  %xd = mesh.dropout %x, %seed {rate = 0.5 : f64} : (tensor<?x?xf32>, i64) -> tensor<?x?xf32>
  %h = func.call @first_layer(%g, %xd, %wn1, %wr1, %b1) : (!mesh.graph, tensor<?x?xf32>, tensor<?x16xf32>, tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %hd = mesh.dropout %h, %seed2 {rate = 0.5 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  %z = func.call @second_layer(%g, %hd, %wn2, %wr2, %b2) : (!mesh.graph, tensor<?x16xf32>, tensor<16x?xf32>, tensor<16x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %entropy = mesh.cross_entropy %z, %labels : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<f32>
  %l = tensor.extract %entropy[] : tensor<f32>
  %half = arith.constant 2.5e-4 : f32
  %s0 = func.call @square_sum(%wn1) : (tensor<?x16xf32>) -> f32
  %s1 = func.call @square_sum(%wr1) : (tensor<?x16xf32>) -> f32
  %s = arith.addf %s0, %s1 : f32
  %decay = arith.mulf %half, %s : f32
  %total = arith.addf %l, %decay : f32
  return %total : f32
}
func.func private @square_sum(%w: tensor<?x16xf32>) -> f32 {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %square = arith.mulf %w, %w : tensor<?x16xf32>
  %sum = linalg.reduce ins(%square : tensor<?x16xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
    (%a: f32, %b: f32) { %r = arith.addf %a, %b : f32 linalg.yield %r : f32 }
  %s = tensor.extract %sum[] : tensor<f32>
  return %s : f32
}

// One step of Adam (Kingma and Ba, 2015): 0.9, 0.999, 1e-8, rate 0.01. `c1` and
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
  %rate = arith.constant 0.01 : f32
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

// split[v]: 1 training, 2 validation, 3 test, 0 none of them. Returns the loss of
// every epoch, and after the last one the shares of right classes.
func.func @train(
    %g: !mesh.graph {mesh.name = "graph"},
    %features: tensor<?x?xf32> {mesh.name = "features"},
    %labels: tensor<?xi32> {mesh.name = "labels"},
    %split: tensor<?xi8> {mesh.name = "split"},
    %classes: index {mesh.name = "classes"},
    %epochs: index {mesh.name = "epochs"},
    %seed: i64 {mesh.name = "seed"}) -> (
    tensor<?xf32> {mesh.name = "loss"},
    f32 {mesh.name = "training_accuracy"},
    f32 {mesh.name = "validation_accuracy"},
    f32 {mesh.name = "test_accuracy"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %hidden = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %features, %c0 : tensor<?x?xf32>
  %f = tensor.dim %features, %c1 : tensor<?x?xf32>

  // Rows that sum to 1 (those of zeros stay).
  %zeros = tensor.splat %zero[%n] : tensor<?xf32>
  %ones = tensor.splat %one[%n] : tensor<?xf32>
  %sums = linalg.reduce ins(%features : tensor<?x?xf32>) outs(%zeros : tensor<?xf32>) dimensions = [1]
    (%a: f32, %b: f32) { %r = arith.addf %a, %b : f32 linalg.yield %r : f32 }
  %empty = arith.cmpf oeq, %sums, %zeros : tensor<?xf32>
  %divisors = arith.select %empty, %ones, %sums : tensor<?xi1>, tensor<?xf32>
  %inverse = arith.divf %ones, %divisors : tensor<?xf32>
  %x = mesh.scale %features, %inverse : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>

  // The labels that training may see.
  %hide = arith.constant -1 : i32
  %training = arith.constant 1 : i8
  %hides = tensor.splat %hide[%n] : tensor<?xi32>
  %trainings = tensor.splat %training[%n] : tensor<?xi8>
  %shown = arith.cmpi eq, %split, %trainings : tensor<?xi8>
  %seen = arith.select %shown, %labels, %hides : tensor<?xi1>, tensor<?xi32>

  // One stream of random numbers for each weight, two for each epoch.
  %stream = arith.constant 1000003 : i64
  %base = arith.muli %seed, %stream : i64
  %s1 = arith.constant -1 : i64
  %s2 = arith.constant -2 : i64
  %s3 = arith.constant -3 : i64
  %s4 = arith.constant -4 : i64
  %seed1 = arith.addi %base, %s1 : i64
  %seed2 = arith.addi %base, %s2 : i64
  %seed3 = arith.addi %base, %s3 : i64
  %seed4 = arith.addi %base, %s4 : i64
  %wn10 = func.call @glorot(%f, %hidden, %seed1) : (index, index, i64) -> tensor<?x?xf32>
  %wr10 = func.call @glorot(%f, %hidden, %seed2) : (index, index, i64) -> tensor<?x?xf32>
  %wn20 = func.call @glorot(%hidden, %classes, %seed3) : (index, index, i64) -> tensor<?x?xf32>
  %wr20 = func.call @glorot(%hidden, %classes, %seed4) : (index, index, i64) -> tensor<?x?xf32>
  %m10 = tensor.splat %zero[%f, %hidden] : tensor<?x?xf32>
  %m20 = tensor.splat %zero[%hidden, %classes] : tensor<?x?xf32>
  %b10 = tensor.splat %zero[%hidden] : tensor<?xf32>
  %b20 = tensor.splat %zero[%classes] : tensor<?xf32>
  %loss0 = tensor.splat %zero[%epochs] : tensor<?xf32>
  %beta1 = arith.constant 0.9 : f32
  %beta2 = arith.constant 0.999 : f32

  %done:21 = scf.for %epoch = %c0 to %epochs step %c1
      iter_args(%losses = %loss0,
                %wn1 = %wn10, %wn1m = %m10, %wn1v = %m10, %wr1 = %wr10, %wr1m = %m10, %wr1v = %m10,
                %b1 = %b10, %b1m = %b10, %b1v = %b10, %wn2 = %wn20, %wn2m = %m20, %wn2v = %m20,
                %wr2 = %wr20, %wr2m = %m20, %wr2v = %m20, %b2 = %b20, %b2m = %b20, %b2v = %b20,
                %power1 = %one, %power2 = %one)
      -> (tensor<?xf32>,
          tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>,
          tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>,
          tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>,
          f32, f32) {
    %e = arith.index_cast %epoch : index to i64
    %two = arith.constant 2 : i64
    %offset = arith.muli %e, %two : i64
    %epoch_seed = arith.addi %base, %offset : i64
    %wn1s = tensor.cast %wn1 : tensor<?x?xf32> to tensor<?x16xf32>
    %wr1s = tensor.cast %wr1 : tensor<?x?xf32> to tensor<?x16xf32>
    %b1s = tensor.cast %b1 : tensor<?xf32> to tensor<16xf32>
    %wn2s = tensor.cast %wn2 : tensor<?x?xf32> to tensor<16x?xf32>
    %wr2s = tensor.cast %wr2 : tensor<?x?xf32> to tensor<16x?xf32>
    %l, %dwn1s, %dwr1s, %db1s, %dwn2s, %dwr2s, %db2 = mesh.value_and_grad @loss(%g, %x, %seen, %epoch_seed, %wn1s, %wr1s, %b1s, %wn2s, %wr2s, %b2) wrt [4, 5, 6, 7, 8, 9]
      : (!mesh.graph, tensor<?x?xf32>, tensor<?xi32>, i64, tensor<?x16xf32>, tensor<?x16xf32>, tensor<16xf32>, tensor<16x?xf32>, tensor<16x?xf32>, tensor<?xf32>)
      -> (f32, tensor<?x16xf32>, tensor<?x16xf32>, tensor<16xf32>, tensor<16x?xf32>, tensor<16x?xf32>, tensor<?xf32>)
    %dwn1 = tensor.cast %dwn1s : tensor<?x16xf32> to tensor<?x?xf32>
    %dwr1 = tensor.cast %dwr1s : tensor<?x16xf32> to tensor<?x?xf32>
    %db1 = tensor.cast %db1s : tensor<16xf32> to tensor<?xf32>
    %dwn2 = tensor.cast %dwn2s : tensor<16x?xf32> to tensor<?x?xf32>
    %dwr2 = tensor.cast %dwr2s : tensor<16x?xf32> to tensor<?x?xf32>

    %p1 = arith.mulf %power1, %beta1 : f32
    %p2 = arith.mulf %power2, %beta2 : f32
    %rest1 = arith.subf %one, %p1 : f32
    %rest2 = arith.subf %one, %p2 : f32
    %k1 = arith.divf %one, %rest1 : f32
    %k2 = arith.divf %one, %rest2 : f32
    %nwn1:3 = func.call @adam(%wn1, %dwn1, %wn1m, %wn1v, %k1, %k2) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, f32, f32) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    %nwr1:3 = func.call @adam(%wr1, %dwr1, %wr1m, %wr1v, %k1, %k2) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, f32, f32) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    %nb1:3 = func.call @adam_vector(%b1, %db1, %b1m, %b1v, %k1, %k2) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, f32, f32) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    %nwn2:3 = func.call @adam(%wn2, %dwn2, %wn2m, %wn2v, %k1, %k2) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, f32, f32) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    %nwr2:3 = func.call @adam(%wr2, %dwr2, %wr2m, %wr2v, %k1, %k2) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, f32, f32) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    %nb2:3 = func.call @adam_vector(%b2, %db2, %b2m, %b2v, %k1, %k2) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, f32, f32) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    %nl = tensor.insert %l into %losses[%epoch] : tensor<?xf32>
    scf.yield %nl, %nwn1#0, %nwn1#1, %nwn1#2, %nwr1#0, %nwr1#1, %nwr1#2, %nb1#0, %nb1#1, %nb1#2, %nwn2#0, %nwn2#1, %nwn2#2, %nwr2#0, %nwr2#1, %nwr2#2, %nb2#0, %nb2#1, %nb2#2, %p1, %p2
      : tensor<?xf32>,
        tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>,
        tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>,
        tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>,
        f32, f32
  }

  // Without dropout.
  %wn1 = tensor.cast %done#1 : tensor<?x?xf32> to tensor<?x16xf32>
  %wr1 = tensor.cast %done#4 : tensor<?x?xf32> to tensor<?x16xf32>
  %b1 = tensor.cast %done#7 : tensor<?xf32> to tensor<16xf32>
  %wn2 = tensor.cast %done#10 : tensor<?x?xf32> to tensor<16x?xf32>
  %wr2 = tensor.cast %done#13 : tensor<?x?xf32> to tensor<16x?xf32>
  %h = func.call @first_layer(%g, %x, %wn1, %wr1, %b1) : (!mesh.graph, tensor<?x?xf32>, tensor<?x16xf32>, tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %z = func.call @second_layer(%g, %h, %wn2, %wr2, %done#16) : (!mesh.graph, tensor<?x16xf32>, tensor<16x?xf32>, tensor<16x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %shares:3 = func.call @accuracies(%z, %labels, %split) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi8>) -> (f32, f32, f32)
  return %done#0, %shares#0, %shares#1, %shares#2 : tensor<?xf32>, f32, f32, f32
}
