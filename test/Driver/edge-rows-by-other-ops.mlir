// Edge rows that reach the graph by way of a linear map, a reshape, a reduction,
// a loop, a batch axis or a derivative follow the edges through modifiers.

// DEFINE: %{g} = [[2,0,1,1],[1,2,0,1]]
// DEFINE: %{x} = [[1],[2],[3]]
// RUN: mesh-opt %s --run=linear --arg=%{g}+sorted --arg=%{x} --arg=[[10],[20],[30],[40]] | FileCheck %s --check-prefix=LINEAR
// RUN: mesh-opt %s --run=reshaped --arg=%{g}+sorted --arg=%{x} --arg=[10,20,30,40] | FileCheck %s --check-prefix=RESHAPED
// RUN: mesh-opt %s --run=reduced --arg=%{g}+sorted --arg=[1,2,3] --arg=[[10,1],[20,1],[30,1],[40,1]] | FileCheck %s --check-prefix=REDUCED
// RUN: mesh-opt %s --run=carried --arg=%{g}+sorted --arg=[1,2,3] --arg=[10,20,30,40] --arg=2 | FileCheck %s --check-prefix=CARRIED
// RUN: mesh-opt %s --run=batched --arg=%{g}+sorted --arg=[[1,2,3],[0,1,0]] --arg=[[10,20,30,40],[1,2,3,4]] | FileCheck %s --check-prefix=BATCHED
// RUN: mesh-opt %s --run=scored --arg=%{g}+sorted --arg=[1,2,3] --arg=[10,20,30,40] | FileCheck %s --check-prefix=SCORED
// RUN: mesh-opt %s --run=gradient --arg=%{g} --arg=[1,2,3] --arg=[10,20,30,40] | FileCheck %s --check-prefix=GRADIENT
// RUN: mesh-opt %s --run=gradient --arg=%{g}+sorted --arg=[1,2,3] --arg=[10,20,30,40] | FileCheck %s --check-prefix=GRADIENT
// RUN: mesh-opt %s --run=gradient --reference --arg=%{g}+sorted --arg=[1,2,3] --arg=[10,20,30,40] | FileCheck %s --check-prefix=GRADIENT
// RUN: mesh-opt %s --run=pulled --arg=%{g}+sorted --arg=[1,2,3] --arg=[10,20,30,40] | FileCheck %s --check-prefix=PULLED
// RUN: mesh-opt %s --run=gradient --arg=%{g}+no_self_loops --arg=[1,2,3] --arg=[10,20,30,40] | FileCheck %s --check-prefix=FEWER
// Sizes of generators follow as well.
// RUN: mesh-opt %s --run=gradient --arg=%{g} --arg=ones --arg=ones 2>&1 | FileCheck %s --check-prefix=SIZES --implicit-check-not=note

// Node 0: 2 * 30; node 1: 3 * 10 + 2 * 40; node 2: 1 * 20. Twice that by the weight 2.
// LINEAR: {{\[\[}}120],
// LINEAR-NEXT: [220],
// LINEAR-NEXT: [ 40]]
// RESHAPED: {{\[\[}} 60],
// RESHAPED-NEXT: [110],
// RESHAPED-NEXT: [ 20]]
// REDUCED: [ 62, 115,  21]
// CARRIED: [120, 250,  20]
// BATCHED: {{\[\[}} 60, 110,  20],
// BATCHED-NEXT: [  3,   4,   0]]
// 3 * 10 + 1 * 20 + 2 * 30 + 2 * 40
// SCORED: 190
// GRADIENT: 16100
// GRADIENT: [  800, 12400,  2200]
// Out-edges: 20 of node 0, 30 + 40 of node 1, 10 of node 2.
// PULLED: [20, 70, 10]
// FEWER: 4900
// FEWER: [ 800, 3600,  600]
// SIZES: r1: tensor<3xf64>

!S = tensor<?xf64>
!X = tensor<?x1xf64>
func.func @linear(%g: !mesh.graph, %x: !X, %w: !X) -> !X {
  %two = arith.constant dense<2.0> : tensor<1x1xf64>
  %m = mesh.gather %x, %g source : (!X, !mesh.graph) -> !X
  %l = mesh.linear %w, %two : (!X, tensor<1x1xf64>) -> !X
  %mw = arith.mulf %m, %l : !X
  %s = mesh.segment_sum %mw, %g target : (!X, !mesh.graph) -> !X
  return %s : !X
}
func.func @reshaped(%g: !mesh.graph, %x: !X, %w: !S) -> !X {
  %ne = mesh.num_edges %g : !mesh.graph
  %m = mesh.gather %x, %g source : (!X, !mesh.graph) -> !X
  %l = tensor.expand_shape %w [[0, 1]] output_shape [%ne, 1] : !S into !X
  %mw = arith.mulf %m, %l : !X
  %s = mesh.segment_sum %mw, %g target : (!X, !mesh.graph) -> !X
  return %s : !X
}
func.func @reduced(%g: !mesh.graph, %x: !S, %w: tensor<?x2xf64>) -> !S {
  %ne = mesh.num_edges %g : !mesh.graph
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero[%ne] : !S
  %v = linalg.reduce { arith.addf } ins(%w : tensor<?x2xf64>) outs(%z : !S) dimensions = [1]
  %m = mesh.gather %x, %g source : (!S, !mesh.graph) -> !S
  %mw = arith.mulf %m, %v : !S
  %s = mesh.segment_sum %mw, %g target : (!S, !mesh.graph) -> !S
  return %s : !S
}
func.func @carried(%g: !mesh.graph, %x: !S, %w: !S, %n: index) -> !S {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %w) -> (!S) {
    %m = mesh.gather %x, %g source : (!S, !mesh.graph) -> !S
    %mw = arith.mulf %m, %v : !S
    scf.yield %mw : !S
  }
  %s = mesh.segment_sum %r, %g target : (!S, !mesh.graph) -> !S
  return %s : !S
}
func.func @batched(%g: !mesh.graph, %x: tensor<?x?xf64>, %w: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %m = mesh.gather %x, %g source dim = 1 : (tensor<?x?xf64>, !mesh.graph) -> tensor<?x?xf64>
  %mw = arith.mulf %m, %w : tensor<?x?xf64>
  %s = mesh.segment_sum %mw, %g target dim = 1 : (tensor<?x?xf64>, !mesh.graph) -> tensor<?x?xf64>
  return %s : tensor<?x?xf64>
}
// Edge rows that no op on the graph reads.
func.func @scored(%g: !mesh.graph, %x: !S, %w: !S) -> tensor<f64> {
  %m = mesh.gather %x, %g source : (!S, !mesh.graph) -> !S
  %z = arith.constant dense<0.0> : tensor<f64>
  %s = linalg.dot ins(%m, %w : !S, !S) outs(%z : tensor<f64>) -> tensor<f64>
  return %s : tensor<f64>
}
func.func private @loss(%g: !mesh.graph, %x: !S, %w: !S) -> tensor<f64> {
  %m = mesh.gather %x, %g source : (!S, !mesh.graph) -> !S
  %mw = arith.mulf %m, %w : !S
  %s = mesh.segment_sum %mw, %g target : (!S, !mesh.graph) -> !S
  %q = arith.mulf %s, %s : !S
  %z = arith.constant dense<0.0> : tensor<f64>
  %l = linalg.reduce { arith.addf } ins(%q : !S) outs(%z : tensor<f64>) dimensions = [0]
  return %l : tensor<f64>
}
func.func @gradient(%g: !mesh.graph, %x: !S, %w: !S) -> (tensor<f64>, !S) {
  %l, %d = mesh.value_and_grad @loss(%g, %x, %w) wrt [1] : (!mesh.graph, !S, !S) -> (tensor<f64>, !S)
  return %l, %d : tensor<f64>, !S
}
// The seeds are edge rows.
func.func private @messages(%g: !mesh.graph, %x: !S) -> !S {
  %m = mesh.gather %x, %g source : (!S, !mesh.graph) -> !S
  return %m : !S
}
func.func @pulled(%g: !mesh.graph, %x: !S, %c: !S) -> !S {
  %y, %d = mesh.vjp @messages(%g, %x) seeds(%c) wrt [1] : (!mesh.graph, !S, !S) -> (!S, !S)
  return %d : !S
}
