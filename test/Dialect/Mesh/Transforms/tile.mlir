// RUN: mesh-opt %s --transform-interpreter --canonicalize --split-input-file | FileCheck %s

// A tile of owners is a slice of the row pointers with one more entry; columns,
// edges and sources are passed on whole.
// CHECK-LABEL: func.func @tile_owners
// CHECK-SAME: %[[PTR:[a-z0-9]+]]: tensor<?xi32>, %[[COL:[a-z0-9]+]]: tensor<?xi32>, %[[EDGE:[a-z0-9]+]]: tensor<?xi32>, %[[X:[a-z0-9]+]]: tensor<?x16xf32>, %[[B:[a-z0-9]+]]: tensor<?x16xf32>
// CHECK: scf.forall (%[[I:.*]]) in
// CHECK-DAG: %[[P:.*]] = tensor.extract_slice %[[PTR]][%{{.*}}] [%[[ROWS1:.*]]] [1]
// CHECK-DAG: %[[O:.*]] = tensor.extract_slice %[[B]][%{{.*}}, 0] [%[[ROWS:.*]], 16] [1, 1]
// CHECK: mesh.aggregate over(%[[P]], %[[COL]], %[[EDGE]]
// CHECK-NEXT: source(%[[X]] : tensor<?x16xf32>)
// CHECK-NEXT: owner(%[[O]] : tensor<?x16xf32>)
// CHECK: tensor.parallel_insert_slice
func.func @tile_owners(%ptr: tensor<?xi32>, %col: tensor<?xi32>, %edge: tensor<?xi32>, %x: tensor<?x16xf32>, %b: tensor<?x16xf32>, %out: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %y = mesh.aggregate over(%ptr, %col, %edge : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) target
      source(%x : tensor<?x16xf32>) owner(%b : tensor<?x16xf32>)
      outs(%out : tensor<?x16xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<16xf32>
        mesh.yield %zero : tensor<16xf32>
      }
      step(%acc: tensor<16xf32>, %row: tensor<16xf32>, %own: tensor<16xf32>, %e: index) {
        %m = arith.mulf %row, %own : tensor<16xf32>
        %a = arith.addf %acc, %m : tensor<16xf32>
        mesh.yield %a : tensor<16xf32>
      }
  return %y : tensor<?x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["mesh.aggregate"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %op tile_sizes [64] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Ordinals of a tile of edges start at its offset.
// CHECK-LABEL: func.func @tile_edges
// CHECK: scf.forall
// CHECK: mesh.map_edges
// CHECK: body(%{{.*}}: f32, %[[E:.*]]: index)
// CHECK: %[[ORDINAL:.*]] = arith.addi %[[E]], %{{.*}} : index
// CHECK: arith.index_cast %[[ORDINAL]]
func.func @tile_edges(%src: tensor<?xi32>, %dst: tensor<?xi32>, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  %y = mesh.map_edges over(%src, %dst : tensor<?xi32>, tensor<?xi32>)
      source(%x : tensor<?xf32>)
      outs(%out : tensor<?xf32>)
      body(%s: f32, %e: index) {
        %i = arith.index_cast %e : index to i32
        %f = arith.sitofp %i : i32 to f32
        %r = arith.addf %s, %f : f32
        mesh.yield %r : f32
      }
  return %y : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["mesh.map_edges"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %op tile_sizes [256] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Upstream tile-and-fuse puts an aggregate into the tile of its consumer: no
// tensor with a row for each node is left between them.
// CHECK-LABEL: func.func @fuse_into_consumer
// CHECK: scf.forall
// CHECK: %[[TILE:.*]] = mesh.aggregate
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[TILE]]
// CHECK: tensor.parallel_insert_slice
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @fuse_into_consumer(%ptr: tensor<?xi32>, %col: tensor<?xi32>, %edge: tensor<?xi32>, %x: tensor<?x16xf32>, %out: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %s = mesh.aggregate over(%ptr, %col, %edge : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) target
      source(%x : tensor<?x16xf32>)
      outs(%out : tensor<?x16xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<16xf32>
        mesh.yield %zero : tensor<16xf32>
      }
      step(%acc: tensor<16xf32>, %row: tensor<16xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<16xf32>
        mesh.yield %a : tensor<16xf32>
      }
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<?x16xf32>) outs(%out : tensor<?x16xf32>) {
  ^bb0(%in: f32, %o: f32):
    %r = math.absf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x16xf32>
  return %y : tensor<?x16xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %aggregate = transform.structured.match ops{["mesh.aggregate"]} in %root : (!transform.any_op) -> !transform.any_op
    %generic = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %generic tile_sizes [64] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused, %new = transform.structured.fuse_into_containing_op %aggregate into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
