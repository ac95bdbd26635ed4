// Static constraints of mesh.aggregate but for the signatures of its regions, by
// their labels.
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// aggregate_c1
func.func @aggregate_c1_count(%p: tensor<?xi32>, %q: tensor<?xi64>, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'over' to be one graph or 3 index tensors, but got 2 operands}}
  %y = mesh.aggregate over(%p, %p : tensor<?xi32>, tensor<?xi32>) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c1
func.func @aggregate_c1_types(%p: tensor<?xi32>, %q: tensor<?xi64>, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'over' to hold index tensors of rank 1 and of one type, but got 'tensor<?xi64>'}}
  %y = mesh.aggregate over(%p, %p, %q : tensor<?xi32>, tensor<?xi32>, tensor<?xi64>) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c1
func.func @aggregate_c1_floats(%p: tensor<?xf32>, %q: tensor<?xi64>, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'over' to hold index tensors of rank 1 and of one type, but got 'tensor<?xf32>'}}
  %y = mesh.aggregate over(%p, %p, %p : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c1
func.func @aggregate_c1_scalars(%p: i32, %x: tensor<?x4xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'over' to hold index tensors of rank 1 and of one type, but got 'i32'}}
  %y = mesh.aggregate over(%p, %p, %p : i32, i32, i32) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c1
func.func @aggregate_c1_graphs(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'over' to be one graph or 3 index tensors, but got 2 operands}}
  %y = mesh.aggregate over(%g, %g : !mesh.graph, !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c3
func.func @aggregate_c3_mixed(%g: !mesh.graph, %out: tensor<?x4xf32>, %buffer: memref<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'outs' to be all tensors or all buffers}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      outs(%out, %buffer : tensor<?x4xf32>, memref<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c3
func.func @aggregate_c3_no_outs(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects at least one of 'outs'}}
  mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c4
func.func @aggregate_c4(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects a 'combine' region: an accumulator of 'step' is not provably 'acc + term'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.maximumf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c4
func.func @aggregate_c4_used_twice(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects a 'combine' region: an accumulator of 'step' is not provably 'acc + term'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %acc : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c4
func.func @aggregate_c4_term_reads_acc(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects a 'combine' region: an accumulator of 'step' is not provably 'acc + term'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %m = arith.mulf %acc, %row : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c5
func.func @aggregate_c5(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>, %m: memref<f32>) {
  // expected-error @below {{'mesh.aggregate' op expects regions without side effects, but got 'memref.load'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        // expected-note @below {{this op}}
        %v = memref.load %m[] : memref<f32>
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c5
func.func @aggregate_c5_assert(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>, %ok: i1) {
  // expected-error @below {{'mesh.aggregate' op expects regions without side effects, but got 'mesh.assert'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        // expected-note @below {{this op}}
        mesh.assert %ok, "no"
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// A region without a body.
func.func @aggregate_empty_region(%g: !mesh.graph, %out: tensor<?x4xf32>) {
  %y = mesh.aggregate over(%g : !mesh.graph) target outs(%out : tensor<?x4xf32>)
      // expected-error @below {{custom op 'mesh.aggregate' expects the region 'init' to have a body}}
      init {}
  return
}

// -----

// The regions come in order.
func.func @aggregate_without_step(%g: !mesh.graph, %out: tensor<?x4xf32>) {
  %y = mesh.aggregate over(%g : !mesh.graph) target outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
  // expected-error @below {{custom op 'mesh.aggregate' expects a region 'step'}}
  return
}

// -----

func.func @aggregate_endpoint(%g: !mesh.graph, %out: tensor<?x4xf32>) {
  // expected-error @below {{custom op 'mesh.aggregate' expects 'source' or 'target'}}
  %y = mesh.aggregate over(%g : !mesh.graph) both outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}
