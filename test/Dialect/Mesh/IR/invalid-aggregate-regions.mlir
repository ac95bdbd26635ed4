// The signatures of the regions of mesh.aggregate (aggregate_c2).
// RUN: mesh-opt %s --split-input-file --verify-diagnostics

// aggregate_c2
func.func @aggregate_c2_init_arguments(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'init' to have 0 arguments, but got 1}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init(%n: index) {
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

// aggregate_c2
func.func @aggregate_c2_step_count(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'step' to have 3 arguments, but got 2}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_step_row(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects argument 1 of 'step' to be 'tensor<4xf32>', but got 'tensor<5xf32>'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<5xf32>, %e: index) {
        %a = arith.addf %acc, %acc : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_step_accumulator(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects argument 0 of 'step' to be 'tensor<3xf32>', but got 'tensor<4xf32>'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<3xf32>
        mesh.yield %zero : tensor<3xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_step_yields_count(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'step' to yield 1 values, but got 2}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        // expected-note @below {{yielded here}}
        mesh.yield %a, %a : tensor<4xf32>, tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_step_yields_type(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'step' to yield 'tensor<4xf32>' at 0, but got 'index'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        // expected-note @below {{yielded here}}
        mesh.yield %e : index
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_score_arguments(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects argument 0 of 'score' to be 'f32', but got 'f64'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f64, %e: index) {
        mesh.yield %v : f64
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_score_yields_nothing(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'score' to yield a logit}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32, %e: index) {
        mesh.yield
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_no_score(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects a 'score' region for its 1 score operands}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
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

// aggregate_c2
func.func @aggregate_c2_no_logits(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects a 'score' region with 'stabilize'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
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

// aggregate_c2
func.func @aggregate_c2_step_without_weight(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'step' to have 4 arguments, but got 3}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_rescale_alone(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'stabilize' with a 'rescale' region}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      rescale(%acc: tensor<4xf32>, %c: f32) {
        mesh.yield %acc : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_rescale_yields(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'rescale' to yield 'tensor<4xf32>' at 0, but got 'f32'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      rescale(%acc: tensor<4xf32>, %c: f32) {
        // expected-note @below {{yielded here}}
        mesh.yield %c : f32
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_combine(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'combine' to have 2 arguments, but got 1}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      combine(%lhs: tensor<4xf32>) {
        mesh.yield %lhs : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_finish_arguments(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'finish' to have 2 arguments, but got 1}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      finish(%acc: tensor<4xf32>) {
        mesh.yield %acc : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_finish_yields(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'finish' to yield 'tensor<4xf32>' at 0, but got 'index'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      finish(%acc: tensor<4xf32>, %degree: index) {
        // expected-note @below {{yielded here}}
        mesh.yield %degree : index
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_no_finish(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects a 'finish' region, or accumulators of the types of the result rows}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<3xf32>
        mesh.yield %zero : tensor<3xf32>
      }
      step(%acc: tensor<3xf32>, %row: tensor<4xf32>, %e: index) {
        %t = tensor.extract_slice %row[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
        %a = arith.addf %acc, %t : tensor<3xf32>
        mesh.yield %a : tensor<3xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_rank_of_input(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects argument 1 of 'step' to be 'f32', but got 'tensor<4xf32>'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target dim = 1
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

// aggregate_c2
func.func @aggregate_c2_batched(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'batched' to have 1 entries, one for each input, but got 3}}
  %y = mesh.aggregate over(%g : !mesh.graph) target batched = array<i1: true, false, true>
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

// aggregate_c7
func.func @squared_weight(%g: !mesh.graph, %x: tensor<?xf32>, %out: tensor<?xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'step' to be linear in the weight, but accumulator 0 is not provably 'acc + w * term'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax source(%x : tensor<?xf32>) score_source(%x : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init {
        %z = arith.constant 0.0 : f32
        mesh.yield %z : f32
      }
      score(%s: f32, %e: index) { mesh.yield %s : f32 }
      step(%acc: f32, %w: f32, %s: f32, %e: index) {
        %q = arith.mulf %w, %w : f32
        %p = arith.mulf %q, %s : f32
        %a = arith.addf %acc, %p : f32
        // expected-note @below {{yielded here}}
        mesh.yield %a : f32
      }
  return
}

// -----

// aggregate_c7: a part that does not depend on the weight would be scaled with it.
func.func @shifted_weight(%g: !mesh.graph, %x: tensor<?x2xf32>, %out: tensor<?x2xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'step' to be linear in the weight, but accumulator 0 is not provably 'acc + w * term'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax source(%x : tensor<?x2xf32>) score_source(%x : tensor<?x2xf32>) outs(%out : tensor<?x2xf32>)
      init {
        %z = arith.constant dense<0.0> : tensor<2xf32>
        mesh.yield %z : tensor<2xf32>
      }
      score(%s: tensor<2xf32>, %e: index) { mesh.yield %s : tensor<2xf32> }
      step(%acc: tensor<2xf32>, %w: tensor<2xf32>, %s: tensor<2xf32>, %e: index) {
        %one = arith.constant dense<1.0> : tensor<2xf32>
        %q = arith.subf %one, %w : tensor<2xf32>
        %p = arith.mulf %q, %s : tensor<2xf32>
        %a = arith.addf %acc, %p : tensor<2xf32>
        // expected-note @below {{yielded here}}
        mesh.yield %a : tensor<2xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_score_count(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'score' to have 2 arguments, but got 1}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32) {
        mesh.yield %v : f32
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_step_weight(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects argument 1 of 'step' to be 'f32', but got 'f64'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
      step(%acc: tensor<4xf32>, %w: f64, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_step_ordinal(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects argument 2 of 'step' to be 'index', but got 'i32'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: i32) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_rescale_count(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'rescale' to have 2 arguments, but got 1}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      rescale(%acc: tensor<4xf32>) {
        mesh.yield %acc : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_rescale_factor(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects argument 1 of 'rescale' to be 'f32', but got 'tensor<4xf32>'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      rescale(%acc: tensor<4xf32>, %c: tensor<4xf32>) {
        mesh.yield %acc : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_rescale_yields_count(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'rescale' to yield 1 values, but got 0}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      rescale(%acc: tensor<4xf32>, %c: f32) {
        // expected-note @below {{yielded here}}
        mesh.yield
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_combine_type(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects argument 1 of 'combine' to be 'tensor<4xf32>', but got 'f32'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      combine(%lhs: tensor<4xf32>, %rhs: f32) {
        mesh.yield %lhs : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_combine_yields_count(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'combine' to yield 1 values, but got 2}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      combine(%lhs: tensor<4xf32>, %rhs: tensor<4xf32>) {
        // expected-note @below {{yielded here}}
        mesh.yield %lhs, %rhs : tensor<4xf32>, tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_combine_yields_type(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'combine' to yield 'tensor<4xf32>' at 0, but got 'f32'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      combine(%lhs: tensor<4xf32>, %rhs: tensor<4xf32>) {
        %zero = arith.constant 0.0 : f32
        // expected-note @below {{yielded here}}
        mesh.yield %zero : f32
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_finish_type(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects argument 1 of 'finish' to be 'f32', but got 'tensor<4xf32>'}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      finish(%acc: tensor<4xf32>, %m: tensor<4xf32>, %s1: f32, %d: index) {
        mesh.yield %acc : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_finish_without_sum(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'finish' to have 4 arguments, but got 2}}
  %y = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%x : tensor<?x4xf32>) score_source(%s : tensor<?xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%v: f32, %e: index) {
        mesh.yield %v : f32
      }
      step(%acc: tensor<4xf32>, %w: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %w : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %a = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      finish(%acc: tensor<4xf32>, %d: index) {
        mesh.yield %acc : tensor<4xf32>
      }
  return
}

// -----

// aggregate_c2
func.func @aggregate_c2_finish_yields_count(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %out: tensor<?x4xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'finish' to yield 1 values, but got 2}}
  %y = mesh.aggregate over(%g : !mesh.graph) target
      source(%x : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      step(%acc: tensor<4xf32>, %row: tensor<4xf32>, %e: index) {
        %a = arith.addf %acc, %row : tensor<4xf32>
        mesh.yield %a : tensor<4xf32>
      }
      finish(%acc: tensor<4xf32>, %d: index) {
        // expected-note @below {{yielded here}}
        mesh.yield %acc, %acc : tensor<4xf32>, tensor<4xf32>
      }
  return
}

// -----

// aggregate_c8
func.func @aggregate_c8(%g: !mesh.graph, %s: tensor<?xf32>, %out: tensor<?xf32>) {
  // expected-error @below {{'mesh.aggregate' op expects 'sorted' to have 1 entries, one for each of 'edge' and 'score_edge', but got 2}}
  %y = mesh.aggregate over(%g : !mesh.graph) target sorted = array<i1: true, false>
      edge(%s : tensor<?xf32>) outs(%out : tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      step(%acc: f32, %row: f32, %e: index) {
        %a = arith.addf %acc, %row : f32
        mesh.yield %a : f32
      }
  return
}
