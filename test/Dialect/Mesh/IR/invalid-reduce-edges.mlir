// Static constraints of mesh.reduce_edges, by their labels.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// reduce_edges_c1
func.func @count(%p: tensor<?xi32>, %x: tensor<?xf32>, %out: tensor<f32>) {
  // expected-error @below {{'mesh.reduce_edges' op expects 'over' to be one graph or 2 index tensors, but got 3 operands}}
  %y = mesh.reduce_edges over(%p, %p, %p : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) source(%x : tensor<?xf32>) outs(%out : tensor<f32>)
      body(%a: f32, %e: index) { mesh.yield %a : f32 }
  return
}

// -----

// reduce_edges_c2
func.func @yield(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<f32>) {
  // expected-error @below {{'mesh.reduce_edges' op expects 'body' to yield 'f32' at 0, but got 'tensor<4xf32>'}}
  %y = mesh.reduce_edges over(%g : !mesh.graph) source(%x : tensor<?x4xf32>) outs(%out : tensor<f32>)
      body(%a: tensor<4xf32>, %e: index) {
        // expected-note @below {{yielded here}}
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// reduce_edges_c2
func.func @integers(%g: !mesh.graph, %x: tensor<?xi32>, %out: tensor<i32>) {
  // expected-error @below {{'mesh.reduce_edges' op expects 'outs' of floats, but got 'tensor<i32>'}}
  %y = mesh.reduce_edges over(%g : !mesh.graph) source(%x : tensor<?xi32>) outs(%out : tensor<i32>)
      body(%a: i32, %e: index) { mesh.yield %a : i32 }
  return
}

// -----

// reduce_edges_c4
func.func @effects(%g: !mesh.graph, %x: tensor<?xf32>, %m: memref<f32>, %out: tensor<f32>) {
  // expected-error @below {{'mesh.reduce_edges' op expects regions without side effects, but got 'memref.store'}}
  %y = mesh.reduce_edges over(%g : !mesh.graph) source(%x : tensor<?xf32>) outs(%out : tensor<f32>)
      body(%a: f32, %e: index) {
        // expected-note @below {{this op}}
        memref.store %a, %m[] : memref<f32>
        mesh.yield %a : f32
      }
  return
}
