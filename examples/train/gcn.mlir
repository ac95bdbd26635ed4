// Trains a two-layer GCN for the classes of nodes: forward, masked cross-entropy,
// gradient and Adam, for all epochs, are one compiled function.
// Walk-through: README.md.
//
//   H = relu(P dropout(X) W1 + b1),  Z = P dropout(H) W2 + b2,
//   P = D^-1/2 A D^-1/2 with D the in-degrees; self-loops are the caller's.
//
// Kipf and Welling, "Semi-supervised classification with graph convolutional
// networks" (ICLR 2017): 16 hidden features, dropout 0.5 on the input of both
// layers, an L2 term of 5e-4 / 2 on W1, Adam at 0.01, rows of features that sum
// to 1, initial weights by Glorot.

// P m for rows of 16, and of any width: sources scaled, summed, targets scaled.
func.func private @propagate_hidden(%g: !mesh.graph, %norm: tensor<?xf32>, %m: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %s = mesh.scale %m, %norm : (tensor<?x16xf32>, tensor<?xf32>) -> tensor<?x16xf32>
  %e = mesh.gather %s, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %a = mesh.segment_sum %e, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %r = mesh.scale %a, %norm : (tensor<?x16xf32>, tensor<?xf32>) -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}
func.func private @propagate(%g: !mesh.graph, %norm: tensor<?xf32>, %m: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = mesh.scale %m, %norm : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %e = mesh.gather %s, %g source : (tensor<?x?xf32>, !mesh.graph) -> tensor<?x?xf32>
  %a = mesh.segment_sum %e, %g target : (tensor<?x?xf32>, !mesh.graph) -> tensor<?x?xf32>
  %r = mesh.scale %a, %norm : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
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

// Scores of the classes. `x` and `h` have been through dropout, or not.
func.func private @first_layer(%g: !mesh.graph, %norm: tensor<?xf32>, %x: tensor<?x?xf32>, %w1: tensor<?x16xf32>, %b1: tensor<16xf32>) -> tensor<?x16xf32> {
  %m = mesh.linear %x, %w1 : (tensor<?x?xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %p = func.call @propagate_hidden(%g, %norm, %m) : (!mesh.graph, tensor<?xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  %s = func.call @add_bias_hidden(%p, %b1) : (tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %h = mesh.relu %s : (tensor<?x16xf32>) -> tensor<?x16xf32>
  return %h : tensor<?x16xf32>
}
func.func private @second_layer(%g: !mesh.graph, %norm: tensor<?xf32>, %h: tensor<?x16xf32>, %w2: tensor<16x?xf32>, %b2: tensor<?xf32>) -> tensor<?x?xf32> {
  %m = mesh.linear %h, %w2 : (tensor<?x16xf32>, tensor<16x?xf32>) -> tensor<?x?xf32>
  %p = func.call @propagate(%g, %norm, %m) : (!mesh.graph, tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %z = func.call @add_bias(%p, %b2) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  return %z : tensor<?x?xf32>
}

// Cross-entropy of the labelled rows, and 5e-4 / 2 times the squares of W1.
func.func private @loss(%g: !mesh.graph, %norm: tensor<?xf32>, %x: tensor<?x?xf32>, %labels: tensor<?xi32>, %seed: i64,
    %w1: tensor<?x16xf32>, %b1: tensor<16xf32>, %w2: tensor<16x?xf32>, %b2: tensor<?xf32>) -> f32 {
  %next = arith.constant 1 : i64
  %seed2 = arith.addi %seed, %next : i64
  %xd = mesh.dropout %x, %seed {rate = 0.5 : f64} : (tensor<?x?xf32>, i64) -> tensor<?x?xf32>
  %h = func.call @first_layer(%g, %norm, %xd, %w1, %b1) : (!mesh.graph, tensor<?xf32>, tensor<?x?xf32>, tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %hd = mesh.dropout %h, %seed2 {rate = 0.5 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  %z = func.call @second_layer(%g, %norm, %hd, %w2, %b2) : (!mesh.graph, tensor<?xf32>, tensor<?x16xf32>, tensor<16x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %entropy = mesh.cross_entropy %z, %labels : (tensor<?x?xf32>, tensor<?xi32>) -> tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %square = arith.mulf %w1, %w1 : tensor<?x16xf32>
  %sum = linalg.reduce ins(%square : tensor<?x16xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
    (%a: f32, %b: f32) { %r = arith.addf %a, %b : f32 linalg.yield %r : f32 }
  %l = tensor.extract %entropy[] : tensor<f32>
  %s = tensor.extract %sum[] : tensor<f32>
  %half = arith.constant 2.5e-4 : f32
  %decay = arith.mulf %half, %s : f32
  %total = arith.addf %l, %decay : f32
  return %total : f32
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

  // Rows that sum to 1 (those of zeros stay), D^-1/2 (0 without edges).
  %zeros = tensor.splat %zero[%n] : tensor<?xf32>
  %ones = tensor.splat %one[%n] : tensor<?xf32>
  %sums = linalg.reduce ins(%features : tensor<?x?xf32>) outs(%zeros : tensor<?xf32>) dimensions = [1]
    (%a: f32, %b: f32) { %r = arith.addf %a, %b : f32 linalg.yield %r : f32 }
  %empty = arith.cmpf oeq, %sums, %zeros : tensor<?xf32>
  %divisors = arith.select %empty, %ones, %sums : tensor<?xi1>, tensor<?xf32>
  %inverse = arith.divf %ones, %divisors : tensor<?xf32>
  %x = mesh.scale %features, %inverse : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %degree = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %degree : tensor<?xi32> to tensor<?xf32>
  %guarded = arith.maximumf %d, %ones : tensor<?xf32>
  %norm = math.rsqrt %guarded : tensor<?xf32>

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
  %seed1 = arith.addi %base, %s1 : i64
  %seed2 = arith.addi %base, %s2 : i64
  %w10 = func.call @glorot(%f, %hidden, %seed1) : (index, index, i64) -> tensor<?x?xf32>
  %w20 = func.call @glorot(%hidden, %classes, %seed2) : (index, index, i64) -> tensor<?x?xf32>
  %m10 = tensor.splat %zero[%f, %hidden] : tensor<?x?xf32>
  %m20 = tensor.splat %zero[%hidden, %classes] : tensor<?x?xf32>
  %b10 = tensor.splat %zero[%hidden] : tensor<?xf32>
  %b20 = tensor.splat %zero[%classes] : tensor<?xf32>
  %loss0 = tensor.splat %zero[%epochs] : tensor<?xf32>
  %beta1 = arith.constant 0.9 : f32
  %beta2 = arith.constant 0.999 : f32

  %done:15 = scf.for %epoch = %c0 to %epochs step %c1
      iter_args(%losses = %loss0,
                %w1 = %w10, %w1m = %m10, %w1v = %m10, %b1 = %b10, %b1m = %b10, %b1v = %b10,
                %w2 = %w20, %w2m = %m20, %w2v = %m20, %b2 = %b20, %b2m = %b20, %b2v = %b20,
                %power1 = %one, %power2 = %one)
      -> (tensor<?xf32>,
          tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>,
          tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>,
          f32, f32) {
    %e = arith.index_cast %epoch : index to i64
    %two = arith.constant 2 : i64
    %offset = arith.muli %e, %two : i64
    %epoch_seed = arith.addi %base, %offset : i64
    %w1s = tensor.cast %w1 : tensor<?x?xf32> to tensor<?x16xf32>
    %b1s = tensor.cast %b1 : tensor<?xf32> to tensor<16xf32>
    %w2s = tensor.cast %w2 : tensor<?x?xf32> to tensor<16x?xf32>
    %l, %dw1s, %db1s, %dw2s, %db2 = mesh.value_and_grad @loss(%g, %norm, %x, %seen, %epoch_seed, %w1s, %b1s, %w2s, %b2) wrt [5, 6, 7, 8]
      : (!mesh.graph, tensor<?xf32>, tensor<?x?xf32>, tensor<?xi32>, i64, tensor<?x16xf32>, tensor<16xf32>, tensor<16x?xf32>, tensor<?xf32>)
      -> (f32, tensor<?x16xf32>, tensor<16xf32>, tensor<16x?xf32>, tensor<?xf32>)
    %dw1 = tensor.cast %dw1s : tensor<?x16xf32> to tensor<?x?xf32>
    %db1 = tensor.cast %db1s : tensor<16xf32> to tensor<?xf32>
    %dw2 = tensor.cast %dw2s : tensor<16x?xf32> to tensor<?x?xf32>

    %p1 = arith.mulf %power1, %beta1 : f32
    %p2 = arith.mulf %power2, %beta2 : f32
    %rest1 = arith.subf %one, %p1 : f32
    %rest2 = arith.subf %one, %p2 : f32
    %k1 = arith.divf %one, %rest1 : f32
    %k2 = arith.divf %one, %rest2 : f32
    %nw1:3 = func.call @adam(%w1, %dw1, %w1m, %w1v, %k1, %k2) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, f32, f32) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    %nb1:3 = func.call @adam_vector(%b1, %db1, %b1m, %b1v, %k1, %k2) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, f32, f32) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    %nw2:3 = func.call @adam(%w2, %dw2, %w2m, %w2v, %k1, %k2) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, f32, f32) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>)
    %nb2:3 = func.call @adam_vector(%b2, %db2, %b2m, %b2v, %k1, %k2) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, f32, f32) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
    %nl = tensor.insert %l into %losses[%epoch] : tensor<?xf32>
    scf.yield %nl, %nw1#0, %nw1#1, %nw1#2, %nb1#0, %nb1#1, %nb1#2, %nw2#0, %nw2#1, %nw2#2, %nb2#0, %nb2#1, %nb2#2, %p1, %p2
      : tensor<?xf32>,
        tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>,
        tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>,
        f32, f32
  }

  // Without dropout.
  %w1 = tensor.cast %done#1 : tensor<?x?xf32> to tensor<?x16xf32>
  %b1 = tensor.cast %done#4 : tensor<?xf32> to tensor<16xf32>
  %w2 = tensor.cast %done#7 : tensor<?x?xf32> to tensor<16x?xf32>
  %h = func.call @first_layer(%g, %norm, %x, %w1, %b1) : (!mesh.graph, tensor<?xf32>, tensor<?x?xf32>, tensor<?x16xf32>, tensor<16xf32>) -> tensor<?x16xf32>
  %z = func.call @second_layer(%g, %norm, %h, %w2, %done#10) : (!mesh.graph, tensor<?xf32>, tensor<?x16xf32>, tensor<16x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %shares:3 = func.call @accuracies(%z, %labels, %split) : (tensor<?x?xf32>, tensor<?xi32>, tensor<?xi8>) -> (f32, f32, f32)
  return %done#0, %shares#0, %shares#1, %shares#2 : tensor<?xf32>, f32, f32, f32
}
