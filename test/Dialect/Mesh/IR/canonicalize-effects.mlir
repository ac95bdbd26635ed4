// What is not used disappears; what has an effect stays.
// RUN: mesh-opt %s --canonicalize --cse | FileCheck %s

// A graph that nobody reads is not built.
// CHECK-LABEL: func.func @dead_topology(
// CHECK-NEXT: return
func.func @dead_topology(%src: tensor<?xi32>, %dst: tensor<?xi32>, %n: index) {
  %g = mesh.graph %src, %dst, %n, %n : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %t = mesh.transpose %g : !mesh.graph
  %ptr, %col, %edge = mesh.csr %t target : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %tp, %tc, %perm = mesh.csr_transpose %ptr, %col, %n : (tensor<?xi32>, tensor<?xi32>, index) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
  %d = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %s, %u = mesh.endpoints %g : (!mesh.graph) -> (tensor<?xi32>, tensor<?xi32>)
  %i = mesh.edge_ids %g : (!mesh.graph) -> tensor<?xi32>
  %p = mesh.cartesian_product %g, %g : !mesh.graph
  return
}

// CHECK-LABEL: func.func @dead_messages(
// CHECK-NEXT: return
func.func @dead_messages(%g: !mesh.graph, %x: tensor<?x16xf32>, %ids: tensor<?xi32>, %seed: i64) {
  %m = mesh.gather %x, %g source : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x16xf32>, !mesh.graph) -> tensor<?x16xf32>
  %r = mesh.relu %y : (tensor<?x16xf32>) -> tensor<?x16xf32>
  %d = mesh.dropout %r, %seed {rate = 0.5 : f64} : (tensor<?x16xf32>, i64) -> tensor<?x16xf32>
  %t = mesh.take %d, %ids : (tensor<?x16xf32>, tensor<?xi32>) -> tensor<?x16xf32>
  %l = mesh.cross_entropy %t, %ids : (tensor<?x16xf32>, tensor<?xi32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @dead_fold(
// CHECK-NEXT: return
func.func @dead_fold(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) {
  %y = mesh.map_edges over(%g : !mesh.graph) source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%s: f32, %e: index) {
        mesh.yield %s : f32
      }
  return
}

// Requirements and checks are effects.
// CHECK-LABEL: func.func @effects(
// CHECK: mesh.require
// CHECK: mesh.assert
func.func @effects(%g: !mesh.graph, %ok: i1) {
  mesh.require %g symmetric : !mesh.graph
  mesh.assert %ok, "a check"
  return
}

// CHECK-LABEL: func.func @assert_of_true(
// CHECK-NEXT: return
func.func @assert_of_true() {
  %true = arith.constant true
  mesh.assert %true, "holds"
  return
}

// CHECK-LABEL: func.func @assert_of_false(
// CHECK: mesh.assert
func.func @assert_of_false() {
  %false = arith.constant false
  mesh.assert %false, "fails"
  return
}

// Equal topology is computed once.
// CHECK-LABEL: func.func @equal_topology(
// CHECK-COUNT-1: mesh.degree
// CHECK-NOT: mesh.degree
func.func @equal_topology(%g: !mesh.graph) -> (tensor<?xi32>, tensor<?xi32>) {
  %t = mesh.transpose %g : !mesh.graph
  %a = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %b = mesh.degree %t source : (!mesh.graph) -> tensor<?xi32>
  return %a, %b : tensor<?xi32>, tensor<?xi32>
}

// A graph that may fail to be built does not move out of a branch.
// CHECK-LABEL: func.func @build_in_branch(
// CHECK: scf.if
// CHECK: mesh.graph
func.func @build_in_branch(%c: i1, %src: tensor<?xi32>, %dst: tensor<?xi32>, %n: index, %d: tensor<?xi32>) -> tensor<?xi32> {
  %r = scf.if %c -> tensor<?xi32> {
    %g = mesh.graph %src, %dst, %n, %n : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
    %e = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
    scf.yield %e : tensor<?xi32>
  } else {
    scf.yield %d : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}
