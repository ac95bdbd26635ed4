// Upstream tile-and-fuse on the region ops: a fold, the product that reads it, a bias
// and an activation in one tile. The program that the script leaves gives the same
// bits as the one it was given, and what the interpreter gives.
//
// DEFINE: %{function} = layer
// DEFINE: %{script} = rows
// DEFINE: %{graph} = rmat:nodes=97,edges=900,seed=1
// DEFINE: %{nodes} = 97
// DEFINE: %{edges} = 900
// DEFINE: %{arguments} = --arg=%{graph} --arg=normal:1:shape=%{nodes}x16 --arg=normal:2:shape=16x24 --arg=normal:3:shape=24 --arg=normal:4:shape=%{edges}
// DEFINE: %{before} = mesh-opt %s --symbol-dce -o %t.before.mlir && mesh-opt %t.before.mlir --run=%{function} %{arguments} --save=%t.before.npz
// DEFINE: %{after} = mesh-opt %s --transform-interpreter=entry-point=%{script} --symbol-dce --cse --canonicalize -o %t.after.mlir && mesh-opt %t.after.mlir --run=%{function} %{arguments} --compare-reference --save=%t.after.npz
// DEFINE: %{bits} = %{before} && %{after} && cmp %t.before.npz %t.after.npz
// DEFINE: %{structure} = FileCheck %s --check-prefix=%{script} --input-file=%t.after.mlir
//
// Tiles of 30 rows, in parallel or one after the other; and what upstream's driver
// pulls in by itself.
// RUN: %{bits} && %{structure}
// REDEFINE: %{script} = sequential
// RUN: %{bits} && %{structure}
// REDEFINE: %{script} = greedy
// RUN: %{bits} && %{structure}
// Tiles of columns as well: a tile of the fold's columns is taken from whole rows.
// REDEFINE: %{script} = columns
// RUN: %{bits} && %{structure}
// REDEFINE: %{script} = depth
// RUN: %{bits} && %{structure}
// More rows than the graph has, no rows, no edges.
// REDEFINE: %{script} = rows
// REDEFINE: %{graph} = [[0,1,1,2],[1,0,0,2]]+nodes=3
// REDEFINE: %{nodes} = 3
// REDEFINE: %{edges} = 4
// RUN: %{bits}
// REDEFINE: %{graph} = [[],[]]+nodes=64
// REDEFINE: %{nodes} = 64
// REDEFINE: %{edges} = 0
// RUN: %{bits}
// REDEFINE: %{graph} = hub:nodes=97,edges=9000,seed=3
// REDEFINE: %{nodes} = 97
// REDEFINE: %{edges} = 9000
// RUN: %{bits}
//
// Two results of one fold, both in the tile of their reader.
// REDEFINE: %{function} = two_results
// REDEFINE: %{script} = results
// RUN: %{bits} && %{structure}
// A softmax with rows of owners, sources and edges.
// REDEFINE: %{function} = attention
// REDEFINE: %{script} = softmax
// RUN: %{bits} && %{structure}
// Edges: tiles of 256, with the op that reads their rows; ordinals stay those of the
// whole graph.
// REDEFINE: %{function} = edges
// REDEFINE: %{script} = edge_tiles
// RUN: %{bits} && %{structure}

#rows = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#row = affine_map<(i, j) -> (i)>
!ids = tensor<?xi32>
!x = tensor<?x16xf32>
!y = tensor<?x24xf32>
!w = tensor<16x24xf32>
!b = tensor<24xf32>
!e = tensor<?xf32>

module attributes {transform.with_named_sequence} {

// relu(A x W + b)
// rows-LABEL: func.func @layer
// rows: scf.forall
// rows: %[[ROWS:.*]] = mesh.aggregate
// rows: %[[FILL:.*]] = linalg.fill
// rows: %[[PRODUCT:.*]] = linalg.matmul ins(%[[ROWS]], %{{.*}} outs(%[[FILL]]
// rows: linalg.generic {{.*}} ins(%[[PRODUCT]]
// rows: tensor.parallel_insert_slice
//
// sequential-LABEL: func.func @layer
// sequential-NOT: mesh.aggregate
// sequential: scf.for
// sequential: %[[ROWS:.*]] = mesh.aggregate
// sequential: %[[PRODUCT:.*]] = linalg.matmul ins(%[[ROWS]]
// sequential: linalg.generic {{.*}} ins(%[[PRODUCT]]
//
// greedy-LABEL: func.func @layer
// greedy-NOT: mesh.aggregate
// greedy: scf.for
// greedy: %[[ROWS:.*]] = mesh.aggregate
// greedy: linalg.fill
// greedy: %[[PRODUCT:.*]] = linalg.matmul ins(%[[ROWS]]
// greedy: linalg.generic {{.*}} ins(%[[PRODUCT]]
//
// columns-LABEL: func.func @layer
// columns: scf.forall
// columns: %[[ROWS:.*]] = mesh.aggregate
// columns: linalg.matmul ins(%[[ROWS]]
// columns: linalg.generic
//
// A tile of the product's depth.
// depth-LABEL: func.func @layer
// depth: scf.for
// depth: scf.for
// depth: %[[ROWS:.*]] = mesh.aggregate
// depth: %[[PART:.*]] = tensor.extract_slice %[[ROWS]][0, %{{.*}}] [%{{.*}}, 8] [1, 1]
// depth: linalg.matmul ins(%[[PART]]
func.func @layer(%g: !mesh.graph, %x: !x, %w: !w, %b: !b, %s: !e) -> !y {
  %zero = arith.constant 0.0 : f32
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (!ids, !ids, !ids)
  %n = mesh.num_nodes %g target : !mesh.graph
  %empty = tensor.empty(%n) : !x
  %a = mesh.aggregate over(%ptr, %col, %edge : !ids, !ids, !ids) target
      source(%x : !x) outs(%empty : !x)
      init {
        %z = arith.constant dense<0.0> : tensor<16xf32>
        mesh.yield %z : tensor<16xf32>
      }
      step(%acc: tensor<16xf32>, %in: tensor<16xf32>, %i: index) {
        %sum = arith.addf %acc, %in : tensor<16xf32>
        mesh.yield %sum : tensor<16xf32>
      }
  %init = tensor.empty(%n) : !y
  %fill = linalg.fill ins(%zero : f32) outs(%init : !y) -> !y
  %p = linalg.matmul ins(%a, %w : !x, !w) outs(%fill : !y) -> !y
  %y = linalg.generic {indexing_maps = [#rows, #column, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : !y, !b) outs(%init : !y) {
    ^bb0(%in: f32, %bias: f32, %o: f32):
      %sum = arith.addf %in, %bias : f32
      %r = arith.maximumf %sum, %zero : f32
      linalg.yield %r : f32
  } -> !y
  return %y : !y
}

transform.named_sequence private @rows(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "layer"} in %root : (!transform.any_op) -> !transform.any_op
  %epilogue = transform.structured.match ops{["linalg.generic"]} in %f : (!transform.any_op) -> !transform.any_op
  %matmul = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
  %fill = transform.structured.match ops{["linalg.fill"]} in %f : (!transform.any_op) -> !transform.any_op
  %fold = transform.structured.match ops{["mesh.aggregate"]} in %f : (!transform.any_op) -> !transform.any_op
  %tiled, %l0 = transform.structured.tile_using_forall %epilogue tile_sizes [30] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f0, %l1 = transform.structured.fuse_into_containing_op %matmul into %l0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f1, %l2 = transform.structured.fuse_into_containing_op %fill into %l1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f2, %l3 = transform.structured.fuse_into_containing_op %fold into %l2 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}

transform.named_sequence private @sequential(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "layer"} in %root : (!transform.any_op) -> !transform.any_op
  %epilogue = transform.structured.match ops{["linalg.generic"]} in %f : (!transform.any_op) -> !transform.any_op
  %matmul = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
  %fold = transform.structured.match ops{["mesh.aggregate"]} in %f : (!transform.any_op) -> !transform.any_op
  %tiled, %l0 = transform.structured.tile_using_for %epilogue tile_sizes [30] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f0, %l1 = transform.structured.fuse_into_containing_op %matmul into %l0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f1, %l2 = transform.structured.fuse_into_containing_op %fold into %l1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}

transform.named_sequence private @greedy(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "layer"} in %root : (!transform.any_op) -> !transform.any_op
  %epilogue = transform.structured.match ops{["linalg.generic"]} in %f : (!transform.any_op) -> !transform.any_op
  %tiled, %loop = transform.structured.fuse %epilogue tile_sizes [30] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}

transform.named_sequence private @columns(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "layer"} in %root : (!transform.any_op) -> !transform.any_op
  %epilogue = transform.structured.match ops{["linalg.generic"]} in %f : (!transform.any_op) -> !transform.any_op
  %matmul = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
  %fold = transform.structured.match ops{["mesh.aggregate"]} in %f : (!transform.any_op) -> !transform.any_op
  %tiled, %l0 = transform.structured.tile_using_forall %epilogue tile_sizes [30, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f0, %l1 = transform.structured.fuse_into_containing_op %matmul into %l0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f1, %l2 = transform.structured.fuse_into_containing_op %fold into %l1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}

transform.named_sequence private @depth(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "layer"} in %root : (!transform.any_op) -> !transform.any_op
  %matmul = transform.structured.match ops{["linalg.matmul"]} in %f : (!transform.any_op) -> !transform.any_op
  %fold = transform.structured.match ops{["mesh.aggregate"]} in %f : (!transform.any_op) -> !transform.any_op
  %tiled, %l0, %l1 = transform.structured.tile_using_for %matmul tile_sizes [30, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
  %f0, %l2 = transform.structured.fuse_into_containing_op %fold into %l1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}

// results-LABEL: func.func @two_results
// results-NOT: mesh.aggregate
// results: scf.forall
// results: %[[BOTH:.*]]:2 = mesh.aggregate
// results-NOT: mesh.aggregate
// results: linalg.generic {{.*}} ins(%[[BOTH]]#0, %[[BOTH]]#1
func.func @two_results(%g: !mesh.graph, %x: !x, %w: !w, %b: !b, %s: !e) -> !x {
  %ptr, %col, %edge = mesh.csr %g source : (!mesh.graph) -> (!ids, !ids, !ids)
  %n = mesh.num_nodes %g source : !mesh.graph
  %empty = tensor.empty(%n) : !x
  %empty1 = tensor.empty(%n) : !e
  %a:2 = mesh.aggregate over(%ptr, %col, %edge : !ids, !ids, !ids) source
      source(%x : !x) edge(%s : !e) outs(%empty, %empty1 : !x, !e)
      init {
        %z = arith.constant dense<0.0> : tensor<16xf32>
        %z1 = arith.constant 0.0 : f32
        mesh.yield %z, %z1 : tensor<16xf32>, f32
      }
      step(%acc: tensor<16xf32>, %acc1: f32, %in: tensor<16xf32>, %weight: f32, %i: index) {
        %ws = tensor.splat %weight : tensor<16xf32>
        %m = arith.mulf %in, %ws : tensor<16xf32>
        %sum = arith.addf %acc, %m : tensor<16xf32>
        %sum1 = arith.addf %acc1, %weight : f32
        mesh.yield %sum, %sum1 : tensor<16xf32>, f32
      }
  %y = linalg.generic {indexing_maps = [#rows, #row, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%a#0, %a#1 : !x, !e) outs(%empty : !x) {
    ^bb0(%in: f32, %total: f32, %o: f32):
      %r = arith.subf %in, %total : f32
      linalg.yield %r : f32
  } -> !x
  return %y : !x
}

transform.named_sequence private @results(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "two_results"} in %root : (!transform.any_op) -> !transform.any_op
  %epilogue = transform.structured.match ops{["linalg.generic"]} in %f : (!transform.any_op) -> !transform.any_op
  %fold = transform.structured.match ops{["mesh.aggregate"]} in %f : (!transform.any_op) -> !transform.any_op
  %tiled, %l0 = transform.structured.tile_using_forall %epilogue tile_sizes [17] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f0, %l1 = transform.structured.fuse_into_containing_op %fold into %l0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}

// softmax-LABEL: func.func @attention
// softmax-NOT: mesh.aggregate
// softmax: scf.forall
// softmax: %[[OWNERS:.*]] = tensor.extract_slice %{{.*}} [1, 1] : tensor<?x16xf32> to tensor<?x16xf32>
// softmax: %[[ROWS:.*]] = mesh.aggregate {{.*}} stabilize = softmax
// softmax: score_owner(%[[OWNERS]] : tensor<?x16xf32>)
// softmax-NEXT: score_edge(%{{.*}} : tensor<?xf32>)
// softmax: linalg.generic {{.*}} ins(%[[ROWS]]
func.func @attention(%g: !mesh.graph, %x: !x, %w: !w, %b: !b, %s: !e) -> !x {
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (!ids, !ids, !ids)
  %n = mesh.num_nodes %g target : !mesh.graph
  %empty = tensor.empty(%n) : !x
  %a = mesh.aggregate over(%ptr, %col, %edge : !ids, !ids, !ids) target stabilize = softmax
      source(%x : !x) score_source(%x : !x) score_owner(%x : !x) score_edge(%s : !e) outs(%empty : !x)
      init {
        %z = arith.constant dense<0.0> : tensor<16xf32>
        mesh.yield %z : tensor<16xf32>
      }
      score(%source: tensor<16xf32>, %owner: tensor<16xf32>, %bias: f32, %i: index) {
        %z = arith.constant dense<0.0> : tensor<f32>
        %dot = linalg.dot ins(%source, %owner : tensor<16xf32>, tensor<16xf32>) outs(%z : tensor<f32>) -> tensor<f32>
        %product = tensor.extract %dot[] : tensor<f32>
        %logit = arith.addf %product, %bias : f32
        mesh.yield %logit : f32
      }
      step(%acc: tensor<16xf32>, %weight: f32, %in: tensor<16xf32>, %i: index) {
        %ws = tensor.splat %weight : tensor<16xf32>
        %m = arith.mulf %in, %ws : tensor<16xf32>
        %sum = arith.addf %acc, %m : tensor<16xf32>
        mesh.yield %sum : tensor<16xf32>
      }
      finish(%acc: tensor<16xf32>, %max: f32, %sum: f32, %d: index) {
        %zero = arith.constant 0.0 : f32
        %one = arith.constant 1.0 : f32
        %none = arith.cmpf oeq, %sum, %zero : f32
        %safe = arith.select %none, %one, %sum : f32
        %ss = tensor.splat %safe : tensor<16xf32>
        %r = arith.divf %acc, %ss : tensor<16xf32>
        mesh.yield %r : tensor<16xf32>
      }
  %y = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%a : !x) outs(%empty : !x) {
    ^bb0(%in: f32, %o: f32):
      %r = math.absf %in : f32
      linalg.yield %r : f32
  } -> !x
  return %y : !x
}

transform.named_sequence private @softmax(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "attention"} in %root : (!transform.any_op) -> !transform.any_op
  %epilogue = transform.structured.match attributes {iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>]} in %f : (!transform.any_op) -> !transform.any_op
  %fold = transform.structured.match ops{["mesh.aggregate"]} in %f : (!transform.any_op) -> !transform.any_op
  %tiled, %l0 = transform.structured.tile_using_forall %epilogue tile_sizes [30] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f0, %l1 = transform.structured.fuse_into_containing_op %fold into %l0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}

// edge_tiles-LABEL: func.func @edges
// edge_tiles-NOT: mesh.map_edges
// edge_tiles: scf.forall
// edge_tiles: %[[ROWS:.*]] = mesh.map_edges
// edge_tiles: body(%{{.*}}, %[[ORDINAL:.*]]: index)
// edge_tiles-NEXT: arith.addi %[[ORDINAL]], %{{.*}} : index
// edge_tiles: linalg.generic {{.*}} ins(%[[ROWS]]
func.func @edges(%g: !mesh.graph, %x: !x, %w: !w, %b: !b, %s: !e) -> !x {
  %source, %target = mesh.endpoints %g : (!mesh.graph) -> (!ids, !ids)
  %n = mesh.num_edges %g : !mesh.graph
  %empty = tensor.empty(%n) : !x
  %m = mesh.map_edges over(%source, %target : !ids, !ids)
      source(%x : !x) target(%x : !x) edge(%s : !e) outs(%empty : !x)
      body(%u: tensor<16xf32>, %v: tensor<16xf32>, %weight: f32, %i: index) {
        %int = arith.index_cast %i : index to i32
        %float = arith.sitofp %int : i32 to f32
        %k = arith.addf %weight, %float : f32
        %ks = tensor.splat %k : tensor<16xf32>
        %d = arith.subf %u, %v : tensor<16xf32>
        %r = arith.addf %d, %ks : tensor<16xf32>
        mesh.yield %r : tensor<16xf32>
      }
  %y = linalg.generic {indexing_maps = [#rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%m : !x) outs(%empty : !x) {
    ^bb0(%in: f32, %o: f32):
      %r = math.absf %in : f32
      linalg.yield %r : f32
  } -> !x
  return %y : !x
}

transform.named_sequence private @edge_tiles(%root: !transform.any_op {transform.readonly}) {
  %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "edges"} in %root : (!transform.any_op) -> !transform.any_op
  %epilogue = transform.structured.match ops{["linalg.generic"]} in %f : (!transform.any_op) -> !transform.any_op
  %map = transform.structured.match ops{["mesh.map_edges"]} in %f : (!transform.any_op) -> !transform.any_op
  %tiled, %l0 = transform.structured.tile_using_forall %epilogue tile_sizes [256] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %f0, %l1 = transform.structured.fuse_into_containing_op %map into %l0 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
  transform.yield
}

}
