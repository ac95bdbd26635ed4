// RUN: mesh-opt %s --signature | FileCheck %s
// CHECK: @layer(g: !mesh.graph, features: tensor<?x4xf32>, arg2: f64) -> (y: tensor<?x4xf32>, r1: f64)
// CHECK: @nothing()
// CHECK-NOT: @hidden

// RUN: mesh-opt %s --signature=json --run=layer | FileCheck %s --check-prefix=JSON
// JSON:      "function": "layer",
// JSON-NEXT: "arguments": [
// JSON:      "name": "g",
// JSON-NEXT: "type": "!mesh.graph",
// JSON-NEXT: "kind": "graph",
// JSON-NEXT: "index_bits": 32
// JSON-NEXT: },
// JSON:      "name": "features",
// JSON-NEXT: "type": "tensor<?x4xf32>",
// JSON-NEXT: "kind": "tensor",
// JSON-NEXT: "element": "f32",
// JSON-NEXT: "shape": [
// JSON-NEXT: null,
// JSON-NEXT: 4
// JSON-NEXT: ]
// JSON:      "name": "arg2",
// JSON-NEXT: "type": "f64",
// JSON-NEXT: "kind": "scalar",
// JSON-NEXT: "element": "f64"
// JSON-NEXT: }
// JSON:      "results"
// JSON:      "name": "y",
// JSON-NEXT: "type": "tensor<?x4xf32>",
// JSON-NEXT: "kind": "tensor",

// A program that reads it, kinds and types of every sort.
// RUN: mesh-opt %s --signature=json | python3 -c "import json, sys; print(*(a for f in json.load(sys.stdin) if f['function'] == 'kinds' for a in f['arguments'] + f['results']), sep='\n')" | FileCheck %s --check-prefix=KINDS
// KINDS:      {'name': 'g', 'type': '!mesh.graph<i64>', 'kind': 'graph', 'index_bits': 64}
// KINDS-NEXT: {'name': 'labels', 'type': 'tensor<?xi32>', 'kind': 'tensor', 'element': 'i32', 'shape': [None]}
// KINDS-NEXT: {'name': 'one', 'type': 'tensor<bf16>', 'kind': 'tensor', 'element': 'bf16', 'shape': []}
// KINDS-NEXT: {'name': 'n', 'type': 'index', 'kind': 'scalar', 'element': 'index'}
// KINDS-NEXT: {'name': 'flag', 'type': 'i1', 'kind': 'scalar', 'element': 'i1'}
// KINDS-NEXT: {'name': 'm', 'type': 'memref<4xf32>', 'kind': 'other'}
// KINDS-NEXT: {'name': 'r0', 'type': '!mesh.graph<i64>', 'kind': 'graph', 'index_bits': 64}

func.func @layer(%g: !mesh.graph, %x: tensor<?x4xf32> {mesh.name = "features"}, %arg2: f64) -> (tensor<?x4xf32> {mesh.name = "y"}, f64) {
  return %x, %arg2 : tensor<?x4xf32>, f64
}
func.func @nothing() {
  return
}
func.func private @hidden() {
  return
}
func.func @kinds(%g: !mesh.graph<i64>, %labels: tensor<?xi32>, %one: tensor<bf16>, %n: index, %flag: i1, %m: memref<4xf32>) -> !mesh.graph<i64> {
  return %g : !mesh.graph<i64>
}
