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
