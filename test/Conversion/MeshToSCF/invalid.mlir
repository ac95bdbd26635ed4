// RUN: mesh-opt %s --split-input-file --convert-mesh-to-scf --verify-diagnostics

func.func @tensors(%g: !mesh.graph, %x: tensor<?x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // expected-error @+1 {{'mesh.map_edges' op expects buffers: run '--mesh-lower-graph' and '--mesh-bufferize' first}}
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?x4xf32>)
      outs(%o : tensor<?x4xf32>)
      body(%s: tensor<4xf32>, %e: index) {
        mesh.yield %s : tensor<4xf32>
      }
  return %y : tensor<?x4xf32>
}

// -----

func.func @no_vector_form(%src: memref<?xi32>, %dst: memref<?xi32>, %x: memref<?x4xf32>, %y: memref<?x4xf32>) {
  mesh.map_edges over(%src, %dst : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x4xf32>)
      outs(%y : memref<?x4xf32>)
      body(%s: tensor<4xf32>, %e: index) {
        // expected-error @+1 {{'tensor.pad' op is not supported inside a mesh region: it has no form on vectors}}
        %p = tensor.pad %s low[1] high[0] {
        ^bb0(%i: index):
          %zero = arith.constant 0.0 : f32
          tensor.yield %zero : f32
        } : tensor<4xf32> to tensor<5xf32>
        %v = tensor.extract_slice %p[0] [4] [1] : tensor<5xf32> to tensor<4xf32>
        %r = arith.addf %s, %s : tensor<4xf32>
        %z = tensor.cast %p : tensor<5xf32> to tensor<?xf32>
        %w = tensor.cast %z : tensor<?xf32> to tensor<4xf32>
        %q = arith.addf %r, %w : tensor<4xf32>
        mesh.yield %q : tensor<4xf32>
      }
  return
}

// -----

// One error, though the region is evaluated for each vector of the row.
func.func @said_once_by_map_edges(%src: memref<?xi32>, %dst: memref<?xi32>, %x: memref<?x40xf32>, %y: memref<?x40xf32>) {
  mesh.map_edges over(%src, %dst : memref<?xi32>, memref<?xi32>)
      source(%x : memref<?x40xf32>)
      outs(%y : memref<?x40xf32>)
      body(%s: tensor<40xf32>, %e: index) {
        // expected-error @+1 {{'linalg.softmax' op is not supported inside a mesh region: it has no form on vectors}}
        %p = linalg.softmax dimension(0) ins(%s : tensor<40xf32>) outs(%s : tensor<40xf32>) -> tensor<40xf32>
        mesh.yield %p : tensor<40xf32>
      }
  return
}

// -----

// One error, though the region is evaluated for the first run and for others.
func.func @said_once_by_aggregate(%ptr: memref<?xi32>, %col: memref<?xi32>, %edge: memref<?xi32>, %x: memref<?x40xf32>, %y: memref<?x40xf32>) {
  mesh.aggregate over(%ptr, %col, %edge : memref<?xi32>, memref<?xi32>, memref<?xi32>) target
      source(%x : memref<?x40xf32>)
      outs(%y : memref<?x40xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<40xf32>
        mesh.yield %zero : tensor<40xf32>
      }
      step(%acc: tensor<40xf32>, %s: tensor<40xf32>, %e: index) {
        // expected-error @+1 {{'linalg.softmax' op is not supported inside a mesh region: it has no form on vectors}}
        %p = linalg.softmax dimension(0) ins(%s : tensor<40xf32>) outs(%s : tensor<40xf32>) -> tensor<40xf32>
        %a = arith.addf %acc, %p : tensor<40xf32>
        mesh.yield %a : tensor<40xf32>
      }
      finish(%acc: tensor<40xf32>, %d: index) {
        mesh.yield %acc : tensor<40xf32>
      }
  return
}
