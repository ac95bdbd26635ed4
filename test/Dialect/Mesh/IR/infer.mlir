// Inference leaves node and edge axes open. A program may declare sizes there,
// and may leave open what inference knows.
// RUN: mesh-opt %s | FileCheck %s

// CHECK-LABEL: func.func @topology(
func.func @topology(%src: tensor<156xi32>, %dst: tensor<156xi32>) {
  %n = arith.constant 34 : index
  %g = mesh.graph %src, %dst, %n, %n : (tensor<156xi32>, tensor<156xi32>, index, index) -> !mesh.graph
  // CHECK: mesh.csr {{.*}} -> (tensor<35xi32>, tensor<156xi32>, tensor<156xi32>)
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<35xi32>, tensor<156xi32>, tensor<156xi32>)
  // CHECK: mesh.csr_transpose {{.*}} -> (tensor<35xi32>, tensor<156xi32>, tensor<?xi32>)
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<35xi32>, tensor<156xi32>, index) -> (tensor<35xi32>, tensor<156xi32>, tensor<?xi32>)
  // CHECK: mesh.degree {{.*}} -> tensor<34xi32>
  %d = mesh.degree %g target : (!mesh.graph) -> tensor<34xi32>
  // CHECK: mesh.endpoints {{.*}} -> (tensor<156xi32>, tensor<156xi32>)
  %s, %t = mesh.endpoints %g : (!mesh.graph) -> (tensor<156xi32>, tensor<156xi32>)
  // CHECK: mesh.edge_ids {{.*}} -> tensor<156xi32>
  %i = mesh.edge_ids %g : (!mesh.graph) -> tensor<156xi32>
  return
}

// CHECK-LABEL: func.func @messages(
func.func @messages(%g: !mesh.graph, %x: tensor<34x16xf32>, %y: tensor<4x34x?xf32>) {
  // CHECK: mesh.gather {{.*}} -> tensor<156x16xf32>
  %m = mesh.gather %x, %g source : (tensor<34x16xf32>, !mesh.graph) -> tensor<156x16xf32>
  // CHECK: mesh.gather {{.*}} -> tensor<?x156x8xf32>
  %b = mesh.gather %y, %g source dim = 1 : (tensor<4x34x?xf32>, !mesh.graph) -> tensor<?x156x8xf32>
  // CHECK: mesh.segment_sum {{.*}} -> tensor<34x?xf32>
  %s = mesh.segment_sum %m, %g target : (tensor<156x16xf32>, !mesh.graph) -> tensor<34x?xf32>
  // CHECK: mesh.segment_mean {{.*}} -> tensor<34x16xf32>
  %e = mesh.segment_mean %m, %g target : (tensor<156x16xf32>, !mesh.graph) -> tensor<34x16xf32>
  // CHECK: mesh.segment_max {{.*}} -> tensor<34x16xf32>
  %a = mesh.segment_max %m, %g target : (tensor<156x16xf32>, !mesh.graph) -> tensor<34x16xf32>
  // CHECK: mesh.segment_min {{.*}} -> tensor<4x34x8xf32>
  %i = mesh.segment_min %b, %g target dim = 1 : (tensor<?x156x8xf32>, !mesh.graph) -> tensor<4x34x8xf32>
  // CHECK: mesh.segment_argmax {{.*}} -> tensor<34x16xi32>
  %w = mesh.segment_argmax %m, %g target : (tensor<156x16xf32>, !mesh.graph) -> tensor<34x16xi32>
  // CHECK: mesh.segment_softmax {{.*}} -> tensor<156x16xf32>
  %p = mesh.segment_softmax %m, %g target : (tensor<156x16xf32>, !mesh.graph) -> tensor<156x16xf32>
  return
}

// CHECK-LABEL: func.func @layers(
func.func @layers(%x: tensor<?x16xf32>, %w: tensor<16x?xf32>, %s: tensor<?xf32>, %labels: tensor<?xi32>, %seed: i64) {
  // CHECK: mesh.linear {{.*}} -> tensor<34x7xf32>
  %l = mesh.linear %x, %w : (tensor<?x16xf32>, tensor<16x?xf32>) -> tensor<34x7xf32>
  // CHECK: mesh.scale {{.*}} -> tensor<34x16xf32>
  %c = mesh.scale %x, %s : (tensor<?x16xf32>, tensor<?xf32>) -> tensor<34x16xf32>
  // CHECK: mesh.relu {{.*}} -> tensor<34x16xf32>
  %r = mesh.relu %x : (tensor<?x16xf32>) -> tensor<34x16xf32>
  // CHECK: mesh.log_softmax {{.*}} -> tensor<?x?xf32>
  %o = mesh.log_softmax %x : (tensor<?x16xf32>) -> tensor<?x?xf32>
  // CHECK: mesh.dropout {{.*}} -> tensor<34x16xf32>
  %d = mesh.dropout %x, %seed {rate = 0.5 : f64} : (tensor<?x16xf32>, i64) -> tensor<34x16xf32>
  // CHECK: mesh.take {{.*}} -> tensor<5x16xf32>
  %t = mesh.take %x, %labels : (tensor<?x16xf32>, tensor<?xi32>) -> tensor<5x16xf32>
  return
}
