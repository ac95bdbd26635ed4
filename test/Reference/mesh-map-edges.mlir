// A function of every edge. The graph: 0->2, 2->0, 1->1 among three sources and
// three targets.

func.func private @graph() -> !mesh.graph {
  %src = arith.constant dense<[0, 2, 1]> : tensor<3xi32>
  %dst = arith.constant dense<[2, 0, 1]> : tensor<3xi32>
  %n = arith.constant 3 : index
  %g = mesh.graph %src, %dst, %n, %n : (tensor<3xi32>, tensor<3xi32>, index, index) -> !mesh.graph
  return %g : !mesh.graph
}

// RUN: mesh-opt %s --reference --run=rows_and_scalars
func.func @rows_and_scalars() {
  %g = call @graph() : () -> !mesh.graph
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %w = arith.constant dense<[10.0, 100.0, 1000.0]> : tensor<3xf32>
  %rows_out = tensor.empty() : tensor<3x2xf32>
  %ids_out = tensor.empty() : tensor<3xi32>
  %rows, %ids = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<3x2xf32>) target(%x : tensor<3x2xf32>)
      edge(%w : tensor<3xf32>)
      outs(%rows_out, %ids_out : tensor<3x2xf32>, tensor<3xi32>)
      body(%s: tensor<2xf32>, %t: tensor<2xf32>, %weight: f32, %e: index) {
        %d = arith.subf %s, %t : tensor<2xf32>
        %many = tensor.splat %weight : tensor<2xf32>
        %m = arith.mulf %d, %many : tensor<2xf32>
        %id = arith.index_cast %e : index to i32
        mesh.yield %m, %id : tensor<2xf32>, i32
      }
  %rows_expected = arith.constant dense<[[-40.0, -40.0], [400.0, 400.0], [0.0, 0.0]]> : tensor<3x2xf32>
  %ids_expected = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  check.equal %rows, %rows_expected : tensor<3x2xf32>
  check.equal %ids, %ids_expected : tensor<3xi32>
  return
}

// RUN: mesh-opt %s --reference --run=over_endpoints
func.func @over_endpoints() {
  %src = arith.constant dense<[0, 2, 1]> : tensor<3xi32>
  %dst = arith.constant dense<[2, 0, 1]> : tensor<3xi32>
  %x = arith.constant dense<[1.0, 3.0, 5.0]> : tensor<3xf32>
  %out = tensor.empty() : tensor<3xf32>
  %y = mesh.map_edges over(%src, %dst : tensor<3xi32>, tensor<3xi32>)
      source(%x : tensor<3xf32>) target(%x : tensor<3xf32>)
      outs(%out : tensor<3xf32>)
      body(%s: f32, %t: f32, %e: index) {
        %d = arith.subf %s, %t : f32
        mesh.yield %d : f32
      }
  %expected = arith.constant dense<[-4.0, 4.0, 0.0]> : tensor<3xf32>
  check.equal %y, %expected : tensor<3xf32>
  return
}

// RUN: mesh-opt %s --reference --run=batched
func.func @batched() {
  // %w has no batch axis: both batches read it.
  %g = call @graph() : () -> !mesh.graph
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %w = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf32>
  %out = tensor.empty() : tensor<2x3xf32>
  %y = mesh.map_edges over(%g : !mesh.graph) dim = 1 batched = array<i1: true, false>
      source(%x : tensor<2x3xf32>) edge(%w : tensor<3xf32>)
      outs(%out : tensor<2x3xf32>)
      body(%s: f32, %weight: f32, %e: index) {
        %m = arith.mulf %s, %weight : f32
        mesh.yield %m : f32
      }
  %expected = arith.constant dense<[[1.0, 30.0, 200.0], [4.0, 60.0, 500.0]]> : tensor<2x3xf32>
  check.equal %y, %expected : tensor<2x3xf32>
  return
}

// In the order of targets: the edges 2->0, 1->1, 0->2 are at positions 0, 1, 2.
// RUN: mesh-opt %s --reference --run=swept
func.func @swept() {
  %g = call @graph() : () -> !mesh.graph
  %ptr, %col, %edge = mesh.csr %g target : (!mesh.graph) -> (tensor<4xi32>, tensor<3xi32>, tensor<3xi32>)
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %coo = arith.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %sorted = arith.constant dense<[20.0, 30.0, 10.0]> : tensor<3xf32>
  %f = tensor.empty() : tensor<3xf32>
  %i = tensor.empty() : tensor<3xi32>
  %a, %b, %ids = mesh.map_edges over(%g : !mesh.graph) sweep = target sorted = array<i1: false, true, true, false, true>
      source(%x : tensor<3xf32>) edge(%coo, %sorted : tensor<3xf32>, tensor<3xf32>)
      outs(%f, %f, %i : tensor<3xf32>, tensor<3xf32>, tensor<3xi32>)
      body(%s: f32, %c: f32, %o: f32, %e: index) {
        // Nothing: both are of this edge.
        %zero = arith.subf %c, %o : f32
        %r = arith.addf %s, %zero : f32
        %q = arith.addf %r, %c : f32
        %id = arith.index_cast %e : index to i32
        mesh.yield %r, %q, %id : f32, f32, i32
      }
  %ids_expected = arith.constant dense<[1, 2, 0]> : tensor<3xi32>
  %a_expected = arith.constant dense<[3.0, 2.0, 1.0]> : tensor<3xf32>
  %b_expected = arith.constant dense<[11.0, 23.0, 32.0]> : tensor<3xf32>
  check.equal %ids, %ids_expected : tensor<3xi32>
  check.equal %a, %a_expected : tensor<3xf32>
  check.equal %b, %b_expected : tensor<3xf32>
  %again, %same, %known = mesh.map_edges over(%ptr, %col, %edge : tensor<4xi32>, tensor<3xi32>, tensor<3xi32>) sweep = target sorted = array<i1: false, true, true, false, true>
      source(%x : tensor<3xf32>) edge(%coo, %sorted : tensor<3xf32>, tensor<3xf32>)
      outs(%f, %f, %i : tensor<3xf32>, tensor<3xf32>, tensor<3xi32>)
      body(%s: f32, %c: f32, %o: f32, %e: index) {
        %zero = arith.subf %c, %o : f32
        %r = arith.addf %s, %zero : f32
        %q = arith.addf %r, %c : f32
        %id = arith.index_cast %e : index to i32
        mesh.yield %r, %q, %id : f32, f32, i32
      }
  check.equal %again, %a_expected : tensor<3xf32>
  check.equal %same, %b_expected : tensor<3xf32>
  check.equal %known, %ids_expected : tensor<3xi32>
  return
}

// RUN: not mesh-opt %s --reference --run=no_permutation 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: expects every edge once, but got edge 1 at position 1
func.func @no_permutation() {
  %ptr = arith.constant dense<[0, 1, 2]> : tensor<3xi32>
  %col = arith.constant dense<[0, 1]> : tensor<2xi32>
  %edge = arith.constant dense<[1, 1]> : tensor<2xi32>
  %f = tensor.empty() : tensor<2xf32>
  %y = mesh.map_edges over(%ptr, %col, %edge : tensor<3xi32>, tensor<2xi32>, tensor<2xi32>) sweep = target
      outs(%f : tensor<2xf32>)
      body(%e: index) {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
  return
}
