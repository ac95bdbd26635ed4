// Every core op, compiled and interpreted, on graphs of every shape, for every
// element type; and the same bits for 1 and 2 threads.
//
// DEFINE: %{type} = f32
// DEFINE: %{tolerance} = 1e-5
// DEFINE: %{graph} =
// DEFINE: %{s} =
// DEFINE: %{t} =
// DEFINE: %{e} =
// DEFINE: %{width} = 5
// DEFINE: %{arguments} = --run=ops --arg=%{graph} --arg=normal:1:shape=%{s}x%{width} --arg=normal:2:shape=%{t}x%{width} --arg=normal:3:shape=%{e}x%{width} --arg=normal:4:shape=%{e}
// DEFINE: %{source} = sed -e s/WIDTH/%{width}/g -e s/ELEMENT/%{type}/g %s > %t.mlir
// DEFINE: %{compare} = mesh-opt %t.mlir %{arguments} --compare-reference --tolerance=%{tolerance} --num-threads=1 --save=%t.1.npz
// DEFINE: %{bits} = mesh-opt %t.mlir %{arguments} --num-threads=2 --save=%t.2.npz && cmp %t.1.npz %t.2.npz
// DEFINE: %{test} = %{source} && %{compare} && %{bits}
//
// A power law.
// REDEFINE: %{graph} = rmat:nodes=97,edges=900,seed=1,p=.57/.19/.19/.05
// REDEFINE: %{s} = 97
// REDEFINE: %{t} = 97
// REDEFINE: %{e} = 900
// RUN: %{test}
// REDEFINE: %{type} = f64
// REDEFINE: %{tolerance} = 1e-12
// RUN: %{test}
// REDEFINE: %{type} = f16
// REDEFINE: %{tolerance} = 2e-3
// RUN: %{test}
// REDEFINE: %{type} = bf16
// REDEFINE: %{tolerance} = 1.6e-2
// RUN: %{test}
// REDEFINE: %{type} = f32
// REDEFINE: %{tolerance} = 1e-5
//
// Widths: one vector, a masked tail, several panels, known at run time only.
// REDEFINE: %{width} = 16
// RUN: %{test}
// REDEFINE: %{width} = 41
// RUN: %{test}
// REDEFINE: %{width} = 300
// RUN: %{test}
// REDEFINE: %{width} = 1
// RUN: %{test}
// REDEFINE: %{width} = 41
// REDEFINE: %{source} = sed -e s/xWIDTHx/x?x/g -e s/ELEMENT/%{type}/g %s > %t.mlir
// RUN: %{test}
// REDEFINE: %{source} = sed -e s/WIDTH/%{width}/g -e s/ELEMENT/%{type}/g %s > %t.mlir
// REDEFINE: %{width} = 5
//
// 64-bit indices.
// REDEFINE: %{source} = sed -e s/WIDTH/%{width}/g -e s/ELEMENT/%{type}/g -e "s/^!graph = .*/!graph = !mesh.graph<i64>/" -e "s/xi32>/xi64>/g" %s > %t.mlir
// RUN: %{test}
// REDEFINE: %{source} = sed -e s/WIDTH/%{width}/g -e s/ELEMENT/%{type}/g %s > %t.mlir
//
// Uniform, with isolated nodes.
// REDEFINE: %{graph} = uniform_graph:nodes=200,edges=150,seed=2
// REDEFINE: %{s} = 200
// REDEFINE: %{t} = 200
// REDEFINE: %{e} = 150
// RUN: %{test}
//
// A star: all edges at one node.
// REDEFINE: %{graph} = star:nodes=300
// REDEFINE: %{s} = 300
// REDEFINE: %{t} = 300
// REDEFINE: %{e} = 299
// RUN: %{test}
//
// One hub with half of the edges, longer than a run of 4,096.
// REDEFINE: %{graph} = hub:nodes=50,edges=20000,seed=3
// REDEFINE: %{s} = 50
// REDEFINE: %{t} = 50
// REDEFINE: %{e} = 20000
// REDEFINE: %{tolerance} = 1e-4
// RUN: %{test}
// REDEFINE: %{tolerance} = 1e-5
//
// Duplicates and self-loops.
// REDEFINE: %{graph} = [[0,0,0,1,1,3,3,2,2],[1,1,1,1,1,3,0,1,2]]+nodes=5
// REDEFINE: %{s} = 5
// REDEFINE: %{t} = 5
// REDEFINE: %{e} = 9
// RUN: %{test}
//
// Bipartite.
// REDEFINE: %{graph} = [[0,2,1,6,6],[0,0,2,1,2]]+nodes=7:3
// REDEFINE: %{s} = 7
// REDEFINE: %{t} = 3
// REDEFINE: %{e} = 5
// RUN: %{test}
//
// No edges; no nodes.
// REDEFINE: %{graph} = [[],[]]+nodes=4
// REDEFINE: %{s} = 4
// REDEFINE: %{t} = 4
// REDEFINE: %{e} = 0
// RUN: %{test}
// REDEFINE: %{graph} = [[],[]]+nodes=0
// REDEFINE: %{s} = 0
// REDEFINE: %{t} = 0
// RUN: %{test}

!graph = !mesh.graph
!rows = tensor<?xWIDTHxELEMENT>
!vector = tensor<?xELEMENT>
!ids = tensor<?xWIDTHxi32>

func.func @ops(%g: !graph, %xs: !rows, %xt: !rows, %m: !rows, %w: !vector)
    -> (!rows, !rows, !rows, !rows, !rows, !rows, !ids, !rows, !rows, !rows,
        !ids, !rows, !vector, !vector, !rows, tensor<?xi32>, tensor<?xi32>) {
  %gather_source = mesh.gather %xs, %g source : (!rows, !graph) -> !rows
  %gather_target = mesh.gather %xt, %g target : (!rows, !graph) -> !rows
  %sum = mesh.segment_sum %m, %g target : (!rows, !graph) -> !rows
  %mean = mesh.segment_mean %m, %g target : (!rows, !graph) -> !rows
  %max = mesh.segment_max %m, %g target : (!rows, !graph) -> !rows
  %min = mesh.segment_min %m, %g target : (!rows, !graph) -> !rows
  %argmax = mesh.segment_argmax %m, %g target : (!rows, !graph) -> !ids
  %softmax = mesh.segment_softmax %m, %g target : (!rows, !graph) -> !rows
  %sum_source = mesh.segment_sum %m, %g source : (!rows, !graph) -> !rows
  %max_source = mesh.segment_max %m, %g source : (!rows, !graph) -> !rows
  %argmax_source = mesh.segment_argmax %m, %g source : (!rows, !graph) -> !ids
  %softmax_source = mesh.segment_softmax %m, %g source : (!rows, !graph) -> !rows
  %weight_sum = mesh.segment_sum %w, %g target : (!vector, !graph) -> !vector
  %weight_softmax = mesh.segment_softmax %w, %g target : (!vector, !graph) -> !vector
  // A chain from both ends and the edge, folded into one sweep.
  %d = arith.subf %gather_source, %gather_target : !rows
  %e = arith.mulf %d, %m : !rows
  %f = mesh.scale %e, %w : (!rows, !vector) -> !rows
  %chain = mesh.segment_mean %f, %g target : (!rows, !graph) -> !rows
  %in = mesh.degree %g target : (!graph) -> tensor<?xi32>
  %out = mesh.degree %g source : (!graph) -> tensor<?xi32>
  return %gather_source, %gather_target, %sum, %mean, %max, %min, %argmax,
      %softmax, %sum_source, %max_source, %argmax_source, %softmax_source,
      %weight_sum, %weight_softmax, %chain, %in, %out
      : !rows, !rows, !rows, !rows, !rows, !rows, !ids, !rows, !rows, !rows,
        !ids, !rows, !vector, !vector, !rows, tensor<?xi32>, tensor<?xi32>
}
