// Softmax folds, compiled and interpreted, with the same bits for 1, 2 and 3
// threads: heads and channels of all kinds, on graphs with segments of any
// length, scores that are masked, infinite or NaN.
//
// DEFINE: %{type} = f32
// DEFINE: %{tolerance} = 1e-4
// DEFINE: %{heads} = 8
// DEFINE: %{channels} = 16
// DEFINE: %{sizes} = %%n
// DEFINE: %{rows} = x%{heads}x%{channels}x
// DEFINE: %{graph} = rmat:nodes=60,edges=1500,seed=1,p=.57/.19/.19/.05
// DEFINE: %{n} = 60
// DEFINE: %{run} = attend
// DEFINE: %{mask} = 40.0
// DEFINE: %{source} = sed -e s/HEADS/%{heads}/g -e s/CHANNELS/%{channels}/g -e s/DYNAMIC/%{sizes}/g -e s/xROWSx/%{rows}/g -e s/ELEMENT/%{type}/g -e s/MASK/%{mask}/g %s > %t.mlir
// DEFINE: %{arguments} = --run=%{run} --arg=%{graph} --arg=normal:1:shape=%{n}x%{heads}x%{channels} --arg=normal:2:shape=%{n}x%{heads} --arg=normal:3:shape=%{n}x%{heads}
// DEFINE: %{compare} = mesh-opt %t.mlir %{arguments} --compare-reference --tolerance=%{tolerance} --num-threads=1 --save=%t.1.npz
// DEFINE: %{bits} = mesh-opt %t.mlir %{arguments} --num-threads=2 --save=%t.2.npz && cmp %t.1.npz %t.2.npz && mesh-opt %t.mlir %{arguments} --num-threads=3 --save=%t.3.npz && cmp %t.1.npz %t.3.npz
// DEFINE: %{test} = %{source} && %{compare} && %{bits}
//
// RUN: %{test}
// No function of the C library is called for one weight at a time.
// RUN: mesh-opt %t.mlir --entry=attend --emit=asm -o %t.s && FileCheck %s --check-prefix=ASM < %t.s
// ASM: attend
// ASM-NOT: {{call|jmp|bl}} {{.*}}exp
// REDEFINE: %{type} = f64
// REDEFINE: %{tolerance} = 1e-10
// RUN: %{test}
// REDEFINE: %{type} = bf16
// REDEFINE: %{tolerance} = 3e-2
// RUN: %{test}
// REDEFINE: %{type} = f32
// REDEFINE: %{tolerance} = 1e-4
//
// Heads that share vectors, with and without a rest; channels below, at and
// above a vector; several panels; a width known at run time only.
// REDEFINE: %{channels} = 7
// RUN: %{test}
// REDEFINE: %{heads} = 3
// REDEFINE: %{channels} = 41
// RUN: %{test}
// REDEFINE: %{rows} = x%{heads}x?x
// REDEFINE: %{sizes} = %%n,%%c
// RUN: %{test}
// REDEFINE: %{rows} = x%{heads}x%{channels}x
// REDEFINE: %{sizes} = %%n
// REDEFINE: %{heads} = 1
// REDEFINE: %{channels} = 1
// RUN: %{test}
// REDEFINE: %{channels} = 41
// REDEFINE: %{type} = bf16
// REDEFINE: %{tolerance} = 3e-2
// RUN: %{test}
// REDEFINE: %{type} = f64
// REDEFINE: %{tolerance} = 1e-10
// REDEFINE: %{heads} = 3
// REDEFINE: %{channels} = 7
// RUN: %{test}
// REDEFINE: %{type} = f32
// REDEFINE: %{tolerance} = 1e-4
// REDEFINE: %{heads} = 20
// RUN: %{test}
// REDEFINE: %{heads} = 8
//
// A hub of more than two runs and isolated nodes; one segment with everything;
// duplicates; no edges.
// REDEFINE: %{graph} = hub:nodes=300,edges=18000,seed=3
// REDEFINE: %{n} = 300
// RUN: %{test}
// REDEFINE: %{graph} = star:nodes=9000
// REDEFINE: %{n} = 9000
// REDEFINE: %{heads} = 3
// RUN: %{test}
// REDEFINE: %{heads} = 8
// REDEFINE: %{graph} = [[0,0,0,1,1,3,3,2,2],[1,1,1,1,1,3,0,1,2]]+nodes=5
// REDEFINE: %{n} = 5
// RUN: %{test}
// REDEFINE: %{graph} = [[],[]]+nodes=5
// RUN: %{test}
//
// All scores -inf: zeros. Some NaN or +inf: NaN in their segments alone.
// REDEFINE: %{graph} = hub:nodes=300,edges=18000,seed=3
// REDEFINE: %{n} = 300
// REDEFINE: %{mask} = -40.0
// RUN: %{test}
// REDEFINE: %{mask} = 0.5
// RUN: %{test}
// REDEFINE: %{run} = special
// RUN: %{test}
// REDEFINE: %{type} = f64
// REDEFINE: %{tolerance} = 1e-10
// RUN: %{test}

!z = tensor<?xROWSxELEMENT>
!s = tensor<?xHEADSxELEMENT>

#id = affine_map<(e, h) -> (e, h)>

// Scores above MASK are -inf.
func.func private @masked(%g: !mesh.graph, %l: !s, %r: !s) -> !s {
  %ls = mesh.gather %l, %g target : (!s, !mesh.graph) -> !s
  %rs = mesh.gather %r, %g source : (!s, !mesh.graph) -> !s
  %t = arith.addf %ls, %rs : !s
  %c0 = arith.constant 0 : index
  %n = tensor.dim %t, %c0 : !s
  %empty = tensor.empty(%n) : !s
  %mask = arith.constant MASK : ELEMENT
  %minus = arith.constant -1.0 : ELEMENT
  %zero = arith.constant 0.0 : ELEMENT
  %slope = arith.constant 0.25 : ELEMENT
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : !s) outs(%empty : !s) {
  ^bb0(%in: ELEMENT, %out: ELEMENT):
    %low = arith.divf %minus, %zero : ELEMENT
    %less = arith.mulf %in, %slope : ELEMENT
    %is_positive = arith.cmpf ogt, %in, %zero : ELEMENT
    %leaky = arith.select %is_positive, %in, %less : ELEMENT
    %is_masked = arith.cmpf ogt, %leaky, %mask : ELEMENT
    %score = arith.select %is_masked, %low, %leaky : ELEMENT
    linalg.yield %score : ELEMENT
  } -> !s
  return %e : !s
}

func.func private @weighted(%g: !mesh.graph, %z: !z, %e: !s) -> !z {
  %a = mesh.segment_softmax %e, %g target : (!s, !mesh.graph) -> !s
  %zs = mesh.gather %z, %g source : (!z, !mesh.graph) -> !z
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %zs, %c0 : !z
  %c = tensor.dim %zs, %c2 : !z
  %empty = tensor.empty(DYNAMIC) : !z
  %ab = linalg.broadcast ins(%a : !s) outs(%empty : !z) dimensions = [2]
  %m = arith.mulf %zs, %ab : !z
  %y = mesh.segment_sum %m, %g target : (!z, !mesh.graph) -> !z
  return %y : !z
}

func.func @attend(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %e = call @masked(%g, %l, %r) : (!mesh.graph, !s, !s) -> !s
  %y = call @weighted(%g, %z, %e) : (!mesh.graph, !z, !s) -> !z
  return %y : !z
}

// Scores far out are NaN or +inf.
func.func @special(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %e = call @masked(%g, %l, %r) : (!mesh.graph, !s, !s) -> !s
  %c0 = arith.constant 0 : index
  %n = tensor.dim %e, %c0 : !s
  %empty = tensor.empty(%n) : !s
  %zero = arith.constant 0.0 : ELEMENT
  %one = arith.constant 1.0 : ELEMENT
  %above = arith.constant 0.498 : ELEMENT
  %below = arith.constant -0.9 : ELEMENT
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%e : !s) outs(%empty : !s) {
  ^bb0(%in: ELEMENT, %out: ELEMENT):
    %nan = arith.divf %zero, %zero : ELEMENT
    %infinity = arith.divf %one, %zero : ELEMENT
    %is_high = arith.cmpf ogt, %in, %above : ELEMENT
    %is_low = arith.cmpf olt, %in, %below : ELEMENT
    %high = arith.select %is_high, %nan, %in : ELEMENT
    %far = arith.select %is_low, %infinity, %high : ELEMENT
    linalg.yield %far : ELEMENT
  } -> !s
  %y = call @weighted(%g, %z, %f) : (!mesh.graph, !z, !s) -> !z
  return %y : !z
}
