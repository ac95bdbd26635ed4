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
