// RUN: mesh-opt %s --split-input-file --verify-diagnostics --mesh-autodiff

// Every op without a rule, in all functions, at once. Those whose values do not
// matter to the result are no obstacle, and a function that is called twice is
// reported once.

func.func private @inner(%x: f64) -> f64 {
  // expected-note @+1 {{'arith.bitcast' op has no derivative rule}}
  %b = arith.bitcast %x : f64 to i64
  // expected-note @+1 {{'arith.addi' op has no derivative rule}}
  %c = arith.addi %b, %b : i64
  // expected-note @+1 {{'arith.bitcast' op has no derivative rule}}
  %y = arith.bitcast %c : i64 to f64
  return %y : f64
}
func.func private @loss(%x: f64, %n: f64) -> f64 {
  %unused = arith.bitcast %x : f64 to i64
  %constant = arith.bitcast %n : f64 to i64
  %m = arith.bitcast %constant : i64 to f64
  %a = func.call @inner(%x) : (f64) -> f64
  %b = func.call @inner(%a) : (f64) -> f64
  // expected-note @+1 {{'scf.while' op has no derivative rule}}
  %r = scf.while (%w = %b) : (f64) -> f64 {
    %go = arith.cmpf olt, %w, %n : f64
    scf.condition(%go) %w : f64
  } do {
  ^bb0(%w: f64):
    %t = arith.addf %w, %w : f64
    scf.yield %t : f64
  }
  %s = arith.mulf %r, %m : f64
  return %s : f64
}
func.func @gradient(%x: f64, %n: f64) -> f64 {
  // expected-error @+1 {{'mesh.grad' op cannot differentiate @loss: 4 ops have no derivative}}
  %d = mesh.grad @loss(%x, %n) wrt [0] : (f64, f64) -> f64
  return %d : f64
}

// -----

func.func private @again(%x: f64) -> f64 {
  // expected-note @+1 {{'func.call' op has no derivative: @again calls itself; recursion has no derivative}}
  %y = func.call @again(%x) : (f64) -> f64
  return %y : f64
}
func.func @gradient(%x: f64) -> f64 {
  // expected-error @+1 {{'mesh.grad' op cannot differentiate @again: 1 op has no derivative}}
  %d = mesh.grad @again(%x) wrt [0] : (f64) -> f64
  return %d : f64
}

// -----

// expected-note @+1 {{declared here}}
func.func private @declared(f64) -> f64
func.func private @caller(%x: f64) -> f64 {
  // expected-note @+1 {{'func.call' op has no derivative: @declared has no body, and no 'mesh.adjoint'}}
  %y = func.call @declared(%x) : (f64) -> f64
  return %y : f64
}
func.func @gradient(%x: f64) -> f64 {
  // expected-error @+1 {{'mesh.grad' op cannot differentiate @caller: 1 op has no derivative}}
  %d = mesh.grad @caller(%x) wrt [0] : (f64) -> f64
  return %d : f64
}
func.func @other(%x: f64) -> f64 {
  // expected-error @+1 {{'mesh.grad' op cannot differentiate @declared: it has no body}}
  %d = mesh.grad @declared(%x) wrt [0] : (f64) -> f64
  return %d : f64
}

// -----

func.func private @buffer(%m: memref<1xf64>, %x: f64) -> f64 {
  %i = arith.constant 0 : index
  // expected-note @+1 {{'memref.store' op has no derivative: it works on memory; use tensors}}
  memref.store %x, %m[%i] : memref<1xf64>
  // expected-note @+1 {{'memref.load' op has no derivative: it works on memory; use tensors}}
  %y = memref.load %m[%i] : memref<1xf64>
  return %y : f64
}
func.func @gradient(%m: memref<1xf64>, %x: f64) -> f64 {
  // expected-error @+1 {{'mesh.grad' op cannot differentiate @buffer: 2 ops have no derivative}}
  %d = mesh.grad @buffer(%m, %x) wrt [1] : (memref<1xf64>, f64) -> f64
  return %d : f64
}

// -----

func.func private @body(%x: tensor<4xf64>, %i: tensor<4xindex>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  // expected-note @+1 {{'linalg.generic' op has no derivative: its body reads a tensor that is not one of its operands}}
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%i : tensor<4xindex>) outs(%e : tensor<4xf64>) {
  ^bb0(%p: index, %o: f64):
    %v = tensor.extract %x[%p] : tensor<4xf64>
    linalg.yield %v : f64
  } -> tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func @gradient(%x: tensor<4xf64>, %i: tensor<4xindex>, %c: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error @+1 {{'mesh.vjp' op cannot differentiate @body: 1 op has no derivative}}
  %y, %d = mesh.vjp @body(%x, %i) seeds(%c) wrt [0] : (tensor<4xf64>, tensor<4xindex>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %d : tensor<4xf64>
}

// -----

func.func private @itself(%x: f64) -> f64 {
  // expected-error @+1 {{'mesh.grad' op cannot differentiate @itself: it would need its own derivative}}
  %y = mesh.grad @itself(%x) wrt [0] : (f64) -> f64
  return %y : f64
}

// -----

// Region ops: what their regions do, and where they are.

func.func private @message(%g: !mesh.graph, %x: tensor<?xf32>) -> tensor<?xf32> {
  %n = mesh.num_edges %g : !mesh.graph
  %out = tensor.empty(%n) : tensor<?xf32>
  // expected-note @+1 {{'mesh.map_edges' op has no derivative: a region has 'arith.bitcast', which has no derivative}}
  %y = mesh.map_edges over(%g : !mesh.graph) source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      body(%row: f32, %e: index) {
        %b = arith.bitcast %row : f32 to i32
        %b1 = arith.addi %b, %b : i32
        %c = arith.bitcast %b1 : i32 to f32
        mesh.yield %c : f32
      }
  return %y : tensor<?xf32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'mesh.vjp' op cannot differentiate @message: 1 op has no derivative}}
  %y, %d = mesh.vjp @message(%g, %x) seeds(%c) wrt [1] : (!mesh.graph, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %d : tensor<?xf32>
}

// -----

func.func private @lowered(%p: tensor<?xi32>, %c: tensor<?xi32>, %e: tensor<?xi32>, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  // expected-note @+1 {{'mesh.aggregate' op has no derivative: it works on a lowered graph; run --mesh-autodiff before --mesh-lower-graph}}
  %y = mesh.aggregate over(%p, %c, %e : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) target source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init {
        %z = arith.constant 0.0 : f32
        mesh.yield %z : f32
      }
      step(%acc: f32, %row: f32, %i: index) {
        %a = arith.addf %acc, %row : f32
        mesh.yield %a : f32
      }
  return %y : tensor<?xf32>
}
func.func @gradient(%p: tensor<?xi32>, %c: tensor<?xi32>, %e: tensor<?xi32>, %x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'mesh.vjp' op cannot differentiate @lowered: 1 op has no derivative}}
  %y, %d = mesh.vjp @lowered(%p, %c, %e, %x, %out) seeds(%out) wrt [3] : (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %d : tensor<?xf32>
}

// -----

func.func private @wide(%g: !mesh.graph, %x: tensor<?x?xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-note @+1 {{'mesh.aggregate' op has no derivative: the width of its logits is known at run time only}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax score_source(%x : tensor<?x?xf32>) outs(%out : tensor<?x?xf32>)
      init { mesh.yield }
      score(%row: tensor<?xf32>, %e: index) { mesh.yield %row : tensor<?xf32> }
      step(%w: tensor<?xf32>, %e: index) { mesh.yield }
      finish(%m: tensor<?xf32>, %s: tensor<?xf32>, %degree: index) { mesh.yield %s : tensor<?xf32> }
  return %y : tensor<?x?xf32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x?xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> {
  // expected-error @+1 {{'mesh.vjp' op cannot differentiate @wide: 1 op has no derivative}}
  %y, %d = mesh.vjp @wide(%g, %x, %out) seeds(%out) wrt [1] : (!mesh.graph, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %d : tensor<?x?xf32>
}

// -----

// Ops of the core dialects without a rule, and one that the rule of linalg refuses.

func.func private @sliding(%x: tensor<6xf64>, %k: tensor<3xf64>, %i: tensor<4x1xindex>, %o: tensor<4xf64>) -> tensor<4xf64> {
  // expected-note @+1 {{'tensor.gather' op has no derivative rule}}
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<6xf64>, tensor<4x1xindex>) -> tensor<4xf64>
  // expected-note @+1 {{'linalg.conv_1d' op has no derivative: its indexing map (d0, d1) -> (d0 + d1) is not a projected permutation}}
  %c = linalg.conv_1d ins(%x, %k : tensor<6xf64>, tensor<3xf64>) outs(%o : tensor<4xf64>) -> tensor<4xf64>
  %y = arith.addf %g, %c : tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func @gradient(%x: tensor<6xf64>, %k: tensor<3xf64>, %i: tensor<4x1xindex>, %o: tensor<4xf64>) -> tensor<6xf64> {
  // expected-error @+1 {{'mesh.vjp' op cannot differentiate @sliding: 2 ops have no derivative}}
  %y, %d = mesh.vjp @sliding(%x, %k, %i, %o) seeds(%o) wrt [0] : (tensor<6xf64>, tensor<3xf64>, tensor<4x1xindex>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<6xf64>)
  return %d : tensor<6xf64>
}
