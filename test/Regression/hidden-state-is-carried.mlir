// The hidden state of one period is the input of the next.

// Three periods of a gated recurrence on one node whose loop has weight 1, then
// the hidden states weighted by the softmax of `att`.
func.func private @attention_over_periods(%att: tensor<3xf32>) -> tensor<f32> {
  %x = arith.constant dense<[0.5, -1.0, 2.0]> : tensor<3xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %logs = mesh.log_softmax %att : (tensor<3xf32>) -> tensor<3xf32>
  %weights = math.exp %logs : tensor<3xf32>
  %last, %out = scf.for %p = %c0 to %c3 step %c1 iter_args(%h = %zero, %sum = %zero) -> (f32, f32) {
    %xp = tensor.extract %x[%p] : tensor<3xf32>
    %wp = tensor.extract %weights[%p] : tensor<3xf32>
    %in = arith.addf %xp, %h : f32
    %minus = arith.negf %in : f32
    %exp = math.exp %minus : f32
    %below = arith.addf %one, %exp : f32
    %z = arith.divf %one, %below : f32
    %reset = arith.mulf %h, %z : f32
    %candidate_in = arith.addf %xp, %reset : f32
    %candidate = math.tanh %candidate_in : f32
    %kept = arith.mulf %z, %h : f32
    %rest = arith.subf %one, %z : f32
    %new = arith.mulf %rest, %candidate : f32
    %next = arith.addf %kept, %new : f32
    %term = arith.mulf %wp, %next : f32
    %next_sum = arith.addf %sum, %term : f32
    scf.yield %next, %next_sum : f32, f32
  }
  %y = tensor.from_elements %out : tensor<f32>
  return %y : tensor<f32>
}

// RUN: mesh-opt %s --reference --run=even
// RUN: mesh-opt %s --run=even
func.func @even() {
  %att = arith.constant dense<[0.0, 0.0, 0.0]> : tensor<3xf32>
  %y = call @attention_over_periods(%att) : (tensor<3xf32>) -> tensor<f32>
  %expected = arith.constant dense<-0.167197> : tensor<f32>
  check.close %y, %expected : tensor<f32>
  return
}

// RUN: mesh-opt %s --reference --run=uneven
// RUN: mesh-opt %s --run=uneven
func.func @uneven() {
  %att = arith.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %y = call @attention_over_periods(%att) : (tensor<3xf32>) -> tensor<f32>
  %expected = arith.constant dense<-0.240464> : tensor<f32>
  check.close %y, %expected : tensor<f32>
  return
}
