// Softmax folds written by hand: flags, accumulators of several widths, some
// without a weight, one over all heads, a rescale of their own, batches, no
// accumulators. Compiled and interpreted, with the same bits for 1 and 2 threads.
//
// DEFINE: %{type} = f32
// DEFINE: %{tolerance} = 1e-4
// DEFINE: %{heads} = 8
// DEFINE: %{channels} = 16
// DEFINE: %{graph} = hub:nodes=300,edges=18000,seed=3
// DEFINE: %{run} = several
// DEFINE: %{source} = sed -e s/HEADS/%{heads}/g -e s/CHANNELS/%{channels}/g -e s/ELEMENT/%{type}/g %s > %t.mlir
// DEFINE: %{arguments} = --run=%{run} --arg=%{graph} --arg=normal:1:shape=300x%{heads}x%{channels} --arg=normal:2:shape=300x%{heads} --arg=normal:3:shape=300x%{heads}
// DEFINE: %{compare} = mesh-opt %t.mlir %{arguments} --compare-reference --tolerance=%{tolerance} --num-threads=1 --save=%t.1.npz
// DEFINE: %{bits} = mesh-opt %t.mlir %{arguments} --num-threads=2 --save=%t.2.npz && cmp %t.1.npz %t.2.npz
// DEFINE: %{test} = %{source} && %{compare} && %{bits}
//
// RUN: %{test}
// REDEFINE: %{run} = mixed
// RUN: %{test}
// REDEFINE: %{run} = own_rescale
// RUN: %{test}
// REDEFINE: %{run} = statistics
// RUN: %{test}
// REDEFINE: %{run} = attend_batch
// RUN: %{test}
// REDEFINE: %{heads} = 3
// REDEFINE: %{channels} = 7
// REDEFINE: %{type} = f64
// REDEFINE: %{tolerance} = 1e-10
// RUN: %{test}
// REDEFINE: %{run} = several
// RUN: %{test}
// Sums of narrow weights are wide.
// REDEFINE: %{run} = statistics
// REDEFINE: %{type} = bf16
// REDEFINE: %{tolerance} = 3e-2
// RUN: %{test}

!z = tensor<?xHEADSxCHANNELSxELEMENT>
!s = tensor<?xHEADSxELEMENT>
!row = tensor<HEADSxCHANNELSxELEMENT>
!heads = tensor<HEADSxELEMENT>

#head = affine_map<(h, c) -> (h)>
#channel = affine_map<(h, c) -> (c)>
#both = affine_map<(h, c) -> (h, c)>

// A weighted sum, the weights of positive scores, a count and a maximum; and
// what the op keeps for itself.
func.func @several(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> (!z, !s, tensor<?xELEMENT>, !z, !s, !s) {
  %three = arith.constant dense<3.0> : tensor<ELEMENT>
  %n = mesh.num_nodes %g target : !mesh.graph
  %oz = tensor.empty(%n) : !z
  %os = tensor.empty(%n) : !s
  %o1 = tensor.empty(%n) : tensor<?xELEMENT>
  %y:6 = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%z : !z) score_source(%r : !s) score_owner(%l : !s) shared(%three : tensor<ELEMENT>)
      outs(%oz, %os, %o1, %oz, %os, %os : !z, !s, tensor<?xELEMENT>, !z, !s, !s)
      init {
        %zero = arith.constant 0.0 : ELEMENT
        %zeros = tensor.splat %zero : !row
        %none = tensor.splat %zero : !heads
        %lowest = arith.constant -1.0e+30 : ELEMENT
        %low = tensor.splat %lowest : !row
        mesh.yield %zeros, %none, %zero, %low : !row, !heads, ELEMENT, !row
      }
      score(%source: !heads, %owner: !heads, %scale: ELEMENT, %e: index) {
        %many = tensor.splat %scale : !heads
        %sum = arith.addf %source, %owner : !heads
        %logit = arith.mulf %sum, %many : !heads
        %zero = arith.constant 0.0 : ELEMENT
        %none = tensor.splat %zero : !heads
        %positive = arith.cmpf ogt, %logit, %none : !heads
        mesh.yield %logit, %positive : !heads, tensor<HEADSxi1>
      }
      step(%acc: !row, %q: !heads, %count: ELEMENT, %most: !row, %w: !heads, %positive: tensor<HEADSxi1>, %row: !row, %scale: ELEMENT, %e: index) {
        %empty = tensor.empty() : !row
        %ws = linalg.broadcast ins(%w : !heads) outs(%empty : !row) dimensions = [1]
        %m = arith.mulf %row, %ws : !row
        %a = arith.addf %acc, %m : !row
        %zero = arith.constant 0.0 : ELEMENT
        %none = tensor.splat %zero : !heads
        %part = arith.select %positive, %w, %none : tensor<HEADSxi1>, !heads
        %q1 = arith.addf %q, %part : !heads
        %one = arith.constant 1.0 : ELEMENT
        %c1 = arith.addf %count, %one : ELEMENT
        %m1 = arith.maximumf %row, %most : !row
        mesh.yield %a, %q1, %c1, %m1 : !row, !heads, ELEMENT, !row
      }
      combine(%a0: !row, %q0: !heads, %c0: ELEMENT, %m0: !row, %a1: !row, %q1: !heads, %c1: ELEMENT, %m1: !row) {
        %a = arith.addf %a0, %a1 : !row
        %q = arith.addf %q0, %q1 : !heads
        %c = arith.addf %c0, %c1 : ELEMENT
        %m = arith.maximumf %m1, %m0 : !row
        mesh.yield %a, %q, %c, %m : !row, !heads, ELEMENT, !row
      }
      finish(%a: !row, %q: !heads, %c: ELEMENT, %most: !row, %m: !heads, %s: !heads, %scale: ELEMENT, %degree: index) {
        mesh.yield %a, %q, %c, %most, %m, %s : !row, !heads, ELEMENT, !row, !heads, !heads
      }
  return %y#0, %y#1, %y#2, %y#3, %y#4, %y#5 : !z, !s, tensor<?xELEMENT>, !z, !s, !s
}

// An accumulator over all heads has no single weight to be rescaled by.
func.func @mixed(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> tensor<?xCHANNELSxELEMENT> {
  %n = mesh.num_nodes %g target : !mesh.graph
  %out = tensor.empty(%n) : tensor<?xCHANNELSxELEMENT>
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%z : !z) score_source(%r : !s)
      outs(%out : tensor<?xCHANNELSxELEMENT>)
      init {
        %zeros = arith.constant dense<0.0> : tensor<CHANNELSxELEMENT>
        mesh.yield %zeros : tensor<CHANNELSxELEMENT>
      }
      score(%source: !heads, %e: index) {
        mesh.yield %source : !heads
      }
      step(%acc: tensor<CHANNELSxELEMENT>, %w: !heads, %row: !row, %e: index) {
        %zeros = arith.constant dense<0.0> : tensor<CHANNELSxELEMENT>
        %sum = linalg.generic {indexing_maps = [#both, #head, #channel], iterator_types = ["reduction", "parallel"]} ins(%row, %w : !row, !heads) outs(%zeros : tensor<CHANNELSxELEMENT>) {
        ^bb0(%x: ELEMENT, %we: ELEMENT, %before: ELEMENT):
          %p = arith.mulf %x, %we : ELEMENT
          %t = arith.addf %before, %p : ELEMENT
          linalg.yield %t : ELEMENT
        } -> tensor<CHANNELSxELEMENT>
        %a = arith.addf %acc, %sum : tensor<CHANNELSxELEMENT>
        mesh.yield %a : tensor<CHANNELSxELEMENT>
      }
  return %y : tensor<?xCHANNELSxELEMENT>
}

// A rescale that leaves the count alone.
func.func @own_rescale(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> (!z, tensor<?xELEMENT>) {
  %n = mesh.num_nodes %g source : !mesh.graph
  %oz = tensor.empty(%n) : !z
  %o1 = tensor.empty(%n) : tensor<?xELEMENT>
  %y:2 = mesh.aggregate over(%g : !mesh.graph) source stabilize = softmax
      source(%z : !z) score_source(%r : !s) score_owner(%l : !s)
      outs(%oz, %o1 : !z, tensor<?xELEMENT>)
      init {
        %zero = arith.constant 0.0 : ELEMENT
        %zeros = tensor.splat %zero : !row
        mesh.yield %zeros, %zero : !row, ELEMENT
      }
      score(%source: !heads, %owner: !heads, %e: index) {
        %logit = arith.mulf %source, %owner : !heads
        mesh.yield %logit : !heads
      }
      step(%acc: !row, %count: ELEMENT, %w: !heads, %row: !row, %e: index) {
        %empty = tensor.empty() : !row
        %ws = linalg.broadcast ins(%w : !heads) outs(%empty : !row) dimensions = [1]
        %m = arith.mulf %row, %ws : !row
        %a = arith.addf %acc, %m : !row
        %one = arith.constant 1.0 : ELEMENT
        %c1 = arith.addf %count, %one : ELEMENT
        mesh.yield %a, %c1 : !row, ELEMENT
      }
      rescale(%acc: !row, %count: ELEMENT, %c: !heads) {
        %empty = tensor.empty() : !row
        %cs = linalg.broadcast ins(%c : !heads) outs(%empty : !row) dimensions = [1]
        %a = arith.mulf %acc, %cs : !row
        mesh.yield %a, %count : !row, ELEMENT
      }
  return %y#0, %y#1 : !z, tensor<?xELEMENT>
}

// Without accumulators: what is large in a segment.
func.func @statistics(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !s {
  %n = mesh.num_nodes %g target : !mesh.graph
  %out = tensor.empty(%n) : !s
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      score_source(%r : !s) score_owner(%l : !s)
      outs(%out : !s)
      init { mesh.yield }
      score(%source: !heads, %owner: !heads, %e: index) {
        %logit = arith.addf %source, %owner : !heads
        mesh.yield %logit : !heads
      }
      step(%w: !heads, %e: index) { mesh.yield }
      finish(%m: !heads, %s: !heads, %degree: index) {
        %log = math.log %s : !heads
        %y = arith.addf %m, %log : !heads
        mesh.yield %y : !heads
      }
  return %y : !s
}

// One score for each edge, rows for each edge of two batches.
func.func @attend_batch(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> tensor<2x?xHEADSxCHANNELSxELEMENT> {
  %n = mesh.num_nodes %g target : !mesh.graph
  %c2 = arith.constant 2 : index
  %x = tensor.empty(%n) : tensor<2x?xHEADSxCHANNELSxELEMENT>
  %z0 = tensor.insert_slice %z into %x[0, 0, 0, 0] [1, %n, HEADS, CHANNELS] [1, 1, 1, 1] : !z into tensor<2x?xHEADSxCHANNELSxELEMENT>
  %twice = arith.addf %z, %z : !z
  %zs = tensor.insert_slice %twice into %z0[1, 0, 0, 0] [1, %n, HEADS, CHANNELS] [1, 1, 1, 1] : !z into tensor<2x?xHEADSxCHANNELSxELEMENT>
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax dim = 1 batched = array<i1: true, false, false>
      source(%zs : tensor<2x?xHEADSxCHANNELSxELEMENT>) score_source(%r : !s) score_owner(%l : !s)
      outs(%x : tensor<2x?xHEADSxCHANNELSxELEMENT>)
      init {
        %zero = arith.constant dense<0.0> : !row
        mesh.yield %zero : !row
      }
      score(%source: !heads, %owner: !heads, %e: index) {
        %logit = arith.addf %source, %owner : !heads
        mesh.yield %logit : !heads
      }
      step(%acc: !row, %w: !heads, %row: !row, %e: index) {
        %empty = tensor.empty() : !row
        %ws = linalg.broadcast ins(%w : !heads) outs(%empty : !row) dimensions = [1]
        %m = arith.mulf %row, %ws : !row
        %a = arith.addf %acc, %m : !row
        mesh.yield %a : !row
      }
  return %y : tensor<2x?xHEADSxCHANNELSxELEMENT>
}
