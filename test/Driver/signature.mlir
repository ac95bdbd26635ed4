// RUN: mesh-opt %s --signature | FileCheck %s
// CHECK: @layer(g: !mesh.graph, features: tensor<?x4xf32>, arg2: f64) -> (y: tensor<?x4xf32>, r1: f64)
// CHECK: @nothing()
// CHECK-NOT: @hidden

// RUN: mesh-opt %s --signature=json --run=layer | FileCheck %s --check-prefix=JSON
// JSON:      "function": "layer"
// JSON:      "name": "features",
// JSON-NEXT: "type": "tensor<?x4xf32>"
// JSON:      "results"
// JSON:      "name": "y"

func.func @layer(%g: !mesh.graph, %x: tensor<?x4xf32> {mesh.name = "features"}, %arg2: f64) -> (tensor<?x4xf32> {mesh.name = "y"}, f64) {
  return %x, %arg2 : tensor<?x4xf32>, f64
}
func.func @nothing() {
  return
}
func.func private @hidden() {
  return
}
