// Two softmax folds with the same scores become one; the weight is one number, which
// rescales a row and leaves a count alone.

// RUN: mesh-opt %s --mesh-fuse | FileCheck %s
// RUN: mesh-opt %s --run=two --arg=[[0,1,1,2,2],[1,1,0,0,0]] --arg=normal:1:shape=3x4 --arg=normal:2:shape=5 --compare-reference

// CHECK: mesh.aggregate
// CHECK-NOT: mesh.aggregate
func.func @two(%g: !mesh.graph, %x: tensor<?x4xf32>, %w: tensor<?xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %n = mesh.num_nodes %g target : !mesh.graph
  %rows = tensor.empty(%n) : tensor<?x4xf32>
  %numbers = tensor.empty(%n) : tensor<?xf32>
  %a = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      source(%x : tensor<?x4xf32>) score_edge(%w : tensor<?xf32>) outs(%rows : tensor<?x4xf32>)
      init {
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        mesh.yield %zero : tensor<4xf32>
      }
      score(%logit: f32, %e: index) { mesh.yield %logit : f32 }
      step(%acc: tensor<4xf32>, %weight: f32, %row: tensor<4xf32>, %e: index) {
        %ws = tensor.splat %weight : tensor<4xf32>
        %m = arith.mulf %row, %ws : tensor<4xf32>
        %s = arith.addf %acc, %m : tensor<4xf32>
        mesh.yield %s : tensor<4xf32>
      }
  %b = mesh.aggregate over(%g : !mesh.graph) target stabilize = softmax
      score_edge(%w : tensor<?xf32>) outs(%numbers : tensor<?xf32>)
      init {
        %zero = arith.constant 0.0 : f32
        mesh.yield %zero : f32
      }
      score(%logit: f32, %e: index) { mesh.yield %logit : f32 }
      step(%acc: f32, %weight: f32, %e: index) {
        %one = arith.constant 2.0 : f32
        %s = arith.addf %acc, %one : f32
        mesh.yield %s : f32
      }
      rescale(%acc: f32, %c: f32) { mesh.yield %acc : f32 }
  return %a, %b : tensor<?x4xf32>, tensor<?xf32>
}
