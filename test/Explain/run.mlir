// With --run, the numbers of a call on Zachary's karate club (34 nodes, 156 edges), and what
// was measured. No time is compared with anything.

// DEFINE: %{args} = --arg=@%S/../../examples/data/karate/edges.txt+undirected --arg=@%S/../../examples/data/karate/features.npy
// RUN: mesh-opt %s --explain --run=sum %{args} | FileCheck %s
// RUN: mesh-opt %s --explain=sum --explain-format=json --run=sum %{args} --time=3 --save=%t.npy | FileCheck %s --check-prefix=JSON
// RUN: mesh-opt %s --run=sum %{args} --save=%t.2.npy && cmp %t.npy %t.2.npy
// RUN: not mesh-opt %s --explain=other --run=sum %{args} 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not mesh-opt %s --explain=other 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not mesh-opt %s --explain-format=json 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not mesh-opt %s --explain --emit=mlir 2>&1 | FileCheck %s --check-prefix=EMIT
// RUN: not mesh-opt %s --explain --run=sum %{args} --reference 2>&1 | FileCheck %s --check-prefix=REFERENCE

// TWO: error: --explain and --run name two functions
// NONE: error: no function @other; the program has @sum
// FORMAT: error: --explain-format belongs to --explain
// EMIT: error: --explain describes what is compiled: drop --emit and --signature
// REFERENCE: error: --explain describes compiled code, not the interpreter

// The rows of 4 features: 35 * 4 + 156 * 4 + 156 * 16 + 34 * 16 bytes, or 34 * 16 in place of
// 156 * 16; 156 * 4 sums.
// CHECK:      @sum: 1 kernel
// CHECK-NOT:  r0:
// CHECK:      this call:
// CHECK-NEXT:          bytes    least bytes          flops      functions
// CHECK-NEXT:   k1      3804           1852            624              0
// CHECK-NEXT:   all     3804           1852            624              0
// CHECK-NEXT:   temporaries: 0 bytes
// CHECK:      measured: median {{[0-9.]+}} ms of 15 calls, {{[0-9]+}} threads
// CHECK-NEXT: measured: memory bandwidth {{[0-9.]+}} GB/s (triad on arrays larger than the last-level cache)
// CHECK-NEXT: ratio: time / (least bytes / bandwidth) = {{[0-9.]+}}
// CHECK-NEXT: ratio: time / (bytes / bandwidth) = {{[0-9.]+}}

// JSON:     "function": "sum",
// JSON:     "call": {
// JSON:       "graph.edges": 156
// JSON:       "graph.nodes": 34
// JSON:     "bytes": 3804,
// JSON:     "least_bytes": 1852,
// JSON:     "flops": 624,
// JSON:     "seconds":
// JSON:     "calls": 3,
// JSON:     "bandwidth":
func.func @sum(%g: !mesh.graph {mesh.name = "graph"}, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %a = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %a : tensor<?x4xf32>
}
