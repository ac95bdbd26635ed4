// Ops on scalars without a form on vectors are named and computed for one element after
// another; what is around them stays on vectors.
// RUN: mesh-opt %s --convert-mesh-to-scf --canonicalize --split-input-file | FileCheck %s
// RUN: mesh-opt %s --convert-mesh-to-scf=remarks --split-input-file --verify-diagnostics
// RUN: mesh-opt %s --convert-mesh-to-scf --split-input-file --remarks-filter-missed=convert-mesh-to-scf -o /dev/null 2>&1 | FileCheck %s --check-prefix=ENGINE
// ENGINE-COUNT-4: [Missed] Scalar | Category:convert-mesh-to-scf

// CHECK-LABEL: func.func @branches
// CHECK: vector.load
// CHECK-COUNT-4: scf.if
// CHECK-NOT: scf.if
// CHECK: vector.from_elements
// CHECK: vector.store
#id = affine_map<(f) -> (f)>
func.func @branches(%ptr: memref<?xi32>, %col: memref<?xi32>, %edge: memref<?xi32>, %x: memref<?x4xf32>, %y: memref<?x4xf32>) {
  mesh.map_edges over(%ptr, %col : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x4xf32>) outs(%y : memref<?x4xf32>)
      body(%row: tensor<4xf32>, %e: index) {
        %empty = tensor.empty() : tensor<4xf32>
        %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
            ins(%row : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
          ^bb0(%in: f32, %o: f32):
            %zero = arith.constant 0.0 : f32
            %place = linalg.index 0 : index
            %int = arith.index_cast %place : index to i32
            %float = arith.sitofp %int : i32 to f32
            %positive = arith.cmpf ogt, %in, %float : f32
            // expected-remark @below {{'scf.if' op has no form on vectors: it is computed for one element after another}}
            %r = scf.if %positive -> (f32) {
              %root = math.sqrt %in : f32
              scf.yield %root : f32
            } else {
              scf.yield %zero : f32
            }
            linalg.yield %r : f32
        } -> tensor<4xf32>
        mesh.yield %m : tensor<4xf32>
      }
  return
}

// -----

// Rows of unknown width: one element at a time, for no vector has a position.
// CHECK-LABEL: func.func @unknown_width
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.if
// CHECK-NOT: vector.load
// CHECK: return
#id = affine_map<(f) -> (f)>
func.func @unknown_width(%src: memref<?xi32>, %dst: memref<?xi32>, %x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  mesh.map_edges over(%src, %dst : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>)
      body(%row: tensor<?xf32>, %e: index) {
        %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
            ins(%row : tensor<?xf32>) outs(%row : tensor<?xf32>) {
          ^bb0(%in: f32, %o: f32):
            %zero = arith.constant 0.0 : f32
            %positive = arith.cmpf ogt, %in, %zero : f32
            // expected-remark @below {{'scf.if' op has no form on vectors: it is computed for one element after another}}
            %r = scf.if %positive -> (f32) {
              %root = math.sqrt %in : f32
              scf.yield %root : f32
            } else {
              scf.yield %zero : f32
            }
            linalg.yield %r : f32
        } -> tensor<?xf32>
        mesh.yield %m : tensor<?xf32>
      }
  return
}

// -----

// Several results, with a value of the region inside; a loop that runs until it is done.
// CHECK-LABEL: func.func @scalars
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: scf.while
// CHECK: return
func.func @scalars(%src: memref<?xi32>, %dst: memref<?xi32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  mesh.map_edges over(%src, %dst : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?xf32>) outs(%y, %y : memref<?xf32>, memref<?xf32>)
      body(%v: f32, %e: index) {
        %one = arith.constant 1.0 : f32
        %two = arith.constant 2.0 : f32
        %large = arith.cmpf ogt, %v, %one : f32
        // expected-remark @below {{'scf.if' op has no form on vectors: it is computed for one element after another}}
        %r:2 = scf.if %large -> (f32, f32) {
          %p = arith.mulf %v, %v : f32
          scf.yield %p, %one : f32, f32
        } else {
          scf.yield %one, %v : f32, f32
        }
        // expected-remark @below {{'scf.while' op has no form on vectors: it is computed for one element after another}}
        %half = scf.while (%w = %r#0) : (f32) -> f32 {
          %go = arith.cmpf ogt, %w, %two : f32
          scf.condition(%go) %w : f32
        } do {
        ^bb0(%w: f32):
          %next = arith.divf %w, %two : f32
          scf.yield %next : f32
        }
        mesh.yield %half, %r#1 : f32, f32
      }
  return
}
