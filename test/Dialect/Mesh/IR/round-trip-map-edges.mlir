// The printed form of mesh.map_edges, and its generic form.
// RUN: mesh-opt %s | mesh-opt | FileCheck %s
// RUN: mesh-opt %s --mlir-print-op-generic | mesh-opt | FileCheck %s

// CHECK-LABEL: func.func @difference(
// CHECK: mesh.map_edges over(%{{.*}} : !mesh.graph)
// CHECK-NEXT: source(%{{.*}} : tensor<?x4xf32>)
// CHECK-NEXT: target(%{{.*}} : tensor<?x4xf32>)
// CHECK-NEXT: edge(%{{.*}} : tensor<?xf32>)
// CHECK-NEXT: outs(%{{.*}} : tensor<?x4xf32>)
// CHECK-NEXT: body(%{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>, %{{.*}}: f32, %{{.*}}: index) {
func.func @difference(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<?xf32>, %out: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?x4xf32>) target(%x : tensor<?x4xf32>)
      edge(%w : tensor<?xf32>)
      outs(%out : tensor<?x4xf32>)
      body(%s: tensor<4xf32>, %t: tensor<4xf32>, %weight: f32, %e: index) {
        %d = arith.subf %s, %t : tensor<4xf32>
        mesh.yield %d : tensor<4xf32>
      }
  return %y : tensor<?x4xf32>
}

// Scaled by a vector that has no batch axis; two results of different type.
// CHECK-LABEL: func.func @batched(
// CHECK: mesh.map_edges over(%{{.*}} : !mesh.graph<i64>) dim = 1 batched = array<i1: true, false>
// CHECK-NEXT: source(%{{.*}} : tensor<2x?x4xf16>)
// CHECK-NEXT: edge(%{{.*}} : tensor<?xf16>)
// CHECK-NEXT: outs(%{{.*}}, %{{.*}} : tensor<2x?x4xf16>, tensor<2x?xi64>)
// CHECK-NEXT: body(%{{.*}}: tensor<4xf16>, %{{.*}}: f16, %{{.*}}: index) {
func.func @batched(%g: !mesh.graph<i64>, %x: tensor<2x?x4xf16>, %w: tensor<?xf16>, %out: tensor<2x?x4xf16>, %ids: tensor<2x?xi64>) {
  %y:2 = mesh.map_edges over(%g : !mesh.graph<i64>) dim = 1 batched = array<i1: true, false>
      source(%x : tensor<2x?x4xf16>) edge(%w : tensor<?xf16>)
      outs(%out, %ids : tensor<2x?x4xf16>, tensor<2x?xi64>)
      body(%s: tensor<4xf16>, %weight: f16, %e: index) {
        %i = arith.index_cast %e : index to i64
        mesh.yield %s, %i : tensor<4xf16>, i64
      }
  return
}

// Over endpoint ids, reading nothing.
// CHECK-LABEL: func.func @ordinals(
// CHECK: mesh.map_edges over(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>)
// CHECK-NEXT: outs(%{{.*}} : tensor<?xindex>)
// CHECK-NEXT: body(%{{.*}}: index) {
func.func @ordinals(%src: tensor<?xi32>, %dst: tensor<?xi32>, %out: tensor<?xindex>) -> tensor<?xindex> {
  %y = mesh.map_edges over(%src, %dst : tensor<?xi32>, tensor<?xi32>)
      outs(%out : tensor<?xindex>)
      body(%e: index) {
        mesh.yield %e : index
      }
  return %y : tensor<?xindex>
}

// CHECK-LABEL: func.func @buffers(
// CHECK: mesh.map_edges over(%{{.*}}, %{{.*}} : memref<9xi64>, memref<9xi64>)
// CHECK-NEXT: target(%{{.*}} : memref<?xf64>)
// CHECK-NEXT: outs(%{{.*}} : memref<9xf64>)
// CHECK-NEXT: body(%{{.*}}: f64, %{{.*}}: index) {
// CHECK: } attributes {note = "copy"}
func.func @buffers(%src: memref<9xi64>, %dst: memref<9xi64>, %x: memref<?xf64>, %out: memref<9xf64>) {
  mesh.map_edges over(%src, %dst : memref<9xi64>, memref<9xi64>)
      target(%x : memref<?xf64>) outs(%out : memref<9xf64>)
      body(%t: f64, %e: index) {
        mesh.yield %t : f64
      } attributes {note = "copy"}
  return
}

// By target, with rows in that order.
// CHECK-LABEL: func.func @swept(
// CHECK: mesh.map_edges over(%{{.*}} : !mesh.graph) dim = 1 batched = array<i1: true, false> sweep = target sorted = array<i1: true, false>
// CHECK-NEXT: target(%{{.*}} : tensor<2x?xf32>)
// CHECK-NEXT: edge(%{{.*}} : tensor<?xf32>)
// CHECK: mesh.map_edges over(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) sweep = source
// CHECK-NEXT: source(%{{.*}} : tensor<?xf32>)
func.func @swept(%g: !mesh.graph, %ids: tensor<?xi32>, %x: tensor<2x?xf32>, %w: tensor<?xf32>, %out: tensor<2x?xf32>) {
  %y = mesh.map_edges over(%g : !mesh.graph) dim = 1 batched = array<i1: true, false> sweep = target sorted = array<i1: true, false>
      target(%x : tensor<2x?xf32>) edge(%w : tensor<?xf32>) outs(%out : tensor<2x?xf32>)
      body(%t: f32, %v: f32, %e: index) {
        %r = arith.mulf %t, %v : f32
        mesh.yield %r : f32
      }
  %z = mesh.map_edges over(%ids, %ids, %ids : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) sweep = source
      source(%w : tensor<?xf32>) outs(%w : tensor<?xf32>)
      body(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
  return
}
