// The printed form of mesh.reduce_edges and of shared tensors, and their generic form.
// RUN: mesh-opt %s | mesh-opt | FileCheck %s
// RUN: mesh-opt %s --mlir-print-op-generic | mesh-opt | FileCheck %s

// CHECK-LABEL: func.func @total(
// CHECK: mesh.reduce_edges over(%{{.*}} : !mesh.graph) dim = 1 batched = array<i1: true, false>
// CHECK-NEXT: source(%{{.*}} : tensor<2x?x4xf32>)
// CHECK-NEXT: edge(%{{.*}} : tensor<?xf32>)
// CHECK-NEXT: shared(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<f32>)
// CHECK-NEXT: outs(%{{.*}}, %{{.*}} : tensor<4xf32>, tensor<f32>)
// CHECK-NEXT: body(%{{.*}}: tensor<4xf32>, %{{.*}}: f32, %{{.*}}: tensor<4xf32>, %{{.*}}: f32, %{{.*}}: index) {
func.func @total(%g: !mesh.graph, %x: tensor<2x?x4xf32>, %w: tensor<?xf32>, %b: tensor<4xf32>, %c: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %o0 = tensor.empty() : tensor<4xf32>
  %o1 = tensor.empty() : tensor<f32>
  %y:2 = mesh.reduce_edges over(%g : !mesh.graph) dim = 1 batched = array<i1: true, false>
      source(%x : tensor<2x?x4xf32>) edge(%w : tensor<?xf32>) shared(%b, %c : tensor<4xf32>, tensor<f32>)
      outs(%o0, %o1 : tensor<4xf32>, tensor<f32>)
      body(%s: tensor<4xf32>, %weight: f32, %bias: tensor<4xf32>, %scale: f32, %e: index) {
        %m = arith.mulf %s, %bias : tensor<4xf32>
        %n = arith.mulf %weight, %scale : f32
        mesh.yield %m, %n : tensor<4xf32>, f32
      }
  return %y#0, %y#1 : tensor<4xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @biased(
// CHECK: shared(%{{.*}} : tensor<4xf32>)
// CHECK: step(%{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>, %{{.*}}: index) {
// CHECK: finish(%{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>, %{{.*}}: index) {
func.func @biased(%g: !mesh.graph, %x: tensor<?x4xf32>, %b: tensor<4xf32>, %out: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = mesh.aggregate over(%g : !mesh.graph) target source(%x : tensor<?x4xf32>) shared(%b : tensor<4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %z = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %z : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %s: tensor<4xf32>, %bias: tensor<4xf32>, %e: index) {
        %p = arith.mulf %s, %bias : tensor<4xf32>
        %a = arith.addf %acc, %p : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      finish(%acc: tensor<4xf32>, %bias: tensor<4xf32>, %d: index) {
        %r = arith.addf %acc, %bias : tensor<4xf32>
        mesh.yield %r : tensor<4xf32>
      }
  return %y : tensor<?x4xf32>
}
