// Static constraints of mesh.map_edges and mesh.yield, by their labels.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// map_edges_c1
func.func @map_edges_c1_count(%p: tensor<?xi32>, %q: tensor<?xi64>, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'over' to be one graph or 2 index tensors, but got 3 operands}}
  %y = mesh.map_edges over(%p, %p, %p : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c1
func.func @map_edges_c1_types(%p: tensor<?xi32>, %q: tensor<?xi64>, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'over' to hold index tensors of rank 1 and of one type, but got 'tensor<?xi64>'}}
  %y = mesh.map_edges over(%p, %q : tensor<?xi32>, tensor<?xi64>)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c1
func.func @map_edges_c1_rank(%p: tensor<?x2xi32>, %q: tensor<?xi64>, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'over' to hold index tensors of rank 1 and of one type, but got 'tensor<?x2xi32>'}}
  %y = mesh.map_edges over(%p, %p : tensor<?x2xi32>, tensor<?x2xi32>)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c1
func.func @map_edges_c1_unranked(%p: tensor<*xi32>, %q: tensor<?xi64>, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'over' to hold index tensors of rank 1 and of one type, but got 'tensor<*xi32>'}}
  %y = mesh.map_edges over(%p, %p : tensor<*xi32>, tensor<*xi32>)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c2
func.func @map_edges_c2_count(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'body' to have 2 arguments, but got 1}}
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c2
func.func @map_edges_c2_type(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects argument 0 of 'body' to be 'tensor<4xf32>', but got 'tensor<4xf64>'}}
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf64>, %e: index) {
        mesh.yield %a : tensor<4xf64>
      }
  return
}

// -----

// map_edges_c2
func.func @map_edges_c2_yield_type(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'body' to yield 'tensor<4xf32>' at 0, but got 'index'}}
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        // expected-note @below {{yielded here}}
        mesh.yield %e : index
      }
  return
}

// -----

// map_edges_c2
func.func @map_edges_c2_yield_count(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'body' to yield 1 values, but got 0}}
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        // expected-note @below {{yielded here}}
        mesh.yield
      }
  return
}

// -----

// map_edges_c2
func.func @map_edges_c2_rank(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects operands of rank above 2, but got 'tensor<?x4xf32>'}}
  %y = mesh.map_edges over(%g : !mesh.graph) dim = 2
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c2
func.func @map_edges_c2_large_dim(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects operands of rank above 9223372036854775807, but got 'tensor<?x4xf32>'}}
  %y = mesh.map_edges over(%g : !mesh.graph) dim = 9223372036854775807
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c2
func.func @map_edges_c2_batched(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'batched' to have 1 entries, one for each input, but got 0}}
  %y = mesh.map_edges over(%g : !mesh.graph) batched = array<i1>
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c3
func.func @map_edges_c3_mixed(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>, %buffer: memref<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'outs' to be all tensors or all buffers}}
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?x4xf32>) outs(%out, %buffer : tensor<?x4xf32>, memref<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c3
func.func @map_edges_c3_unranked(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<*xf32>) {
  // expected-error @below {{'mesh.map_edges' op result #0 must be variadic of ranked tensor of any type values, but got 'tensor<*xf32>'}}
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<*xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c3
func.func @map_edges_c3_result(%g: !mesh.graph, %out: tensor<?xindex>) {
  // expected-error @below {{'mesh.map_edges' op expects a result for each of 'outs' that is a tensor, of its type}}
  %y = "mesh.map_edges"(%g, %out) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 1>}> ({
  ^bb0(%e: index):
    mesh.yield %e : index
  }) : (!mesh.graph, tensor<?xindex>) -> tensor<4xindex>
  return
}

// -----

// map_edges_c4
func.func @map_edges_c4(%g: !mesh.graph, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>, %m: memref<f32>, %v: f32) {
  // expected-error @below {{'mesh.map_edges' op expects regions without side effects, but got 'memref.store'}}
  %y = mesh.map_edges over(%g : !mesh.graph)
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        // expected-note @below {{this op}}
        memref.store %v, %m[] : memref<f32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// yield_c1 is checked by the parent; without one, the op is refused.
func.func @yield_c1(%x: f32) {
  // expected-error @below {{'mesh.yield' op expects parent op to be one of 'mesh.aggregate, mesh.map_edges, mesh.reduce_edges'}}
  "mesh.yield"(%x) : (f32) -> ()
}

// -----

// expected-note @+1 {{this tensor}}
func.func @captured_tensor(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects tensors that regions use to be operands ('shared' for what every edge reads whole), but a region uses one of type 'tensor<4xf32>'}}
  %y = mesh.map_edges over(%g : !mesh.graph) source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %e: index) {
        // The note is at the tensor, an argument of the function.
        %m = arith.mulf %a, %w : tensor<4xf32>
        mesh.yield %m : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c2
func.func @shared_type(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<4x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects argument 1 of 'body' to be 'tensor<4x4xf32>', but got 'tensor<4xf32>'}}
  %y = mesh.map_edges over(%g : !mesh.graph) source(%x : tensor<?x4xf32>) shared(%w : tensor<4x4xf32>) outs(%out : tensor<?x4xf32>)
      body(%a: tensor<4xf32>, %b: tensor<4xf32>, %e: index) {
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// map_edges_c1
func.func @map_edges_c1_sweep(%p: tensor<?xi32>, %x: tensor<?xf32>, %out: tensor<?xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'over' to be one graph or 3 index tensors, but got 2 operands}}
  %y = mesh.map_edges over(%p, %p : tensor<?xi32>, tensor<?xi32>) sweep = target
      source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%s: f32, %e: index) {
        mesh.yield %s : f32
      }
  return
}

// -----

// map_edges_c6
func.func @map_edges_c6_alone(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'sweep' with 'sorted'}}
  %y = mesh.map_edges over(%g : !mesh.graph) sorted = array<i1: true>
      source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%s: f32, %e: index) {
        mesh.yield %s : f32
      }
  return
}

// -----

// map_edges_c6
func.func @map_edges_c6_count(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) {
  // expected-error @below {{'mesh.map_edges' op expects 'sorted' to have 2 entries, one for each of 'edge' and 'outs', but got 1}}
  %y = mesh.map_edges over(%g : !mesh.graph) sweep = source sorted = array<i1: true>
      edge(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%s: f32, %e: index) {
        mesh.yield %s : f32
      }
  return
}

// -----

// map_edges_c6
func.func @map_edges_c6_end(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) {
  // expected-error @below {{expects 'source' or 'target'}}
  %y = mesh.map_edges over(%g : !mesh.graph) sweep = both
      edge(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%s: f32, %e: index) {
        mesh.yield %s : f32
      }
  return
}
