// A segment whose edges are all masked (scores of -inf): derivatives of any order and
// in both modes are finite, as differences are.
//
// DEFINE: %{graph} = --arg=[[0,1,2,0],[0,0,1,1]]
// RUN: mesh-opt %s --reference --run=second %{graph} --arg=normal:1:shape=3x3 --arg=normal:2:shape=3 --arg=normal:3:shape=3 --arg=[1,1,-1,-1] --arg=normal:5:shape=3x3
// RUN: mesh-opt %s --run=second %{graph} --arg=normal:1:shape=3x3 --arg=normal:2:shape=3 --arg=normal:3:shape=3 --arg=[1,1,-1,-1] --arg=normal:5:shape=3x3
// RUN: mesh-opt %s --reference --run=modes %{graph} --arg=normal:1:shape=3 --arg=normal:2:shape=3 --arg=[1,1,-1,-1] --arg=normal:5:shape=3
// RUN: mesh-opt %s --run=modes %{graph} --arg=normal:1:shape=3 --arg=normal:2:shape=3 --arg=[1,1,-1,-1] --arg=normal:5:shape=3

func.func private @f(%g: !mesh.graph, %z: tensor<?x3xf64>, %l: tensor<?xf64>, %r: tensor<?xf64>, %ef: tensor<?xf64>) -> tensor<?x3xf64> {
  %ne = mesh.num_edges %g : !mesh.graph
  %v1 = mesh.gather %l, %g target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %v2 = mesh.gather %r, %g source : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %v3 = arith.addf %v1, %v2 : tensor<?xf64>
  %v7 = math.tanh %v3 : tensor<?xf64>
  %v10 = arith.constant 0.0 : f64
  %v11 = tensor.splat %v10[%ne] : tensor<?xf64>
  %v12 = arith.cmpf ogt, %ef, %v11 : tensor<?xf64>
  %v13 = arith.constant 0xFFF0000000000000 : f64
  %v14 = tensor.splat %v13[%ne] : tensor<?xf64>
  %v15 = arith.select %v12, %v7, %v14 : tensor<?xi1>, tensor<?xf64>
  %v16 = mesh.segment_softmax %v15, %g target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %v17 = mesh.gather %z, %g source : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  %v18 = mesh.scale %v17, %v16 : (tensor<?x3xf64>, tensor<?xf64>) -> tensor<?x3xf64>
  %v19 = mesh.segment_sum %v18, %g target : (tensor<?x3xf64>, !mesh.graph) -> tensor<?x3xf64>
  return %v19 : tensor<?x3xf64>
}
func.func private @norm(%g: !mesh.graph, %z: tensor<?x3xf64>, %l: tensor<?xf64>, %r: tensor<?xf64>, %ef: tensor<?xf64>, %c: tensor<?x3xf64>) -> tensor<f64> {
  %a:2 = mesh.vjp @f(%g, %z, %l, %r, %ef) seeds(%c) wrt [2] : (!mesh.graph, tensor<?x3xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?xf64>)
  %p = arith.mulf %a#1, %a#1 : tensor<?xf64>
  %z0 = arith.constant dense<0.0> : tensor<f64>
  %d = linalg.reduce ins(%p : tensor<?xf64>) outs(%z0 : tensor<f64>) dimensions = [0] (%x: f64, %w: f64) { %q = arith.addf %x, %w : f64 linalg.yield %q : f64 }
  return %d : tensor<f64>
}
func.func @second(%g: !mesh.graph, %z: tensor<?x3xf64>, %l: tensor<?xf64>, %r: tensor<?xf64>, %ef: tensor<?xf64>, %c: tensor<?x3xf64>) {
  %a:3 = mesh.grad @norm(%g, %z, %l, %r, %ef, %c) wrt [1, 2, 3] : (!mesh.graph, tensor<?x3xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?xf64>, tensor<?xf64>)
  %b:3 = mesh.grad @norm(%g, %z, %l, %r, %ef, %c) wrt [1, 2, 3] method = fd : (!mesh.graph, tensor<?x3xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<?xf64>, tensor<?xf64>)
  check.close %a#0, %b#0 {rtol = 1.0e-5 : f64, atol = 1.0e-6 : f64} : tensor<?x3xf64>
  check.close %a#1, %b#1 {rtol = 1.0e-5 : f64, atol = 1.0e-6 : f64} : tensor<?xf64>
  check.close %a#2, %b#2 {rtol = 1.0e-5 : f64, atol = 1.0e-6 : f64} : tensor<?xf64>
  return
}

func.func private @squares(%g: !mesh.graph, %z: tensor<?xf64>, %l: tensor<?xf64>, %ef: tensor<?xf64>) -> tensor<?xf64> {
  %v1 = mesh.gather %l, %g target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %ne = mesh.num_edges %g : !mesh.graph
  %v10 = arith.constant 0.0 : f64
  %v11 = tensor.splat %v10[%ne] : tensor<?xf64>
  %v12 = arith.cmpf ogt, %ef, %v11 : tensor<?xf64>
  %v13 = arith.constant 0xFFF0000000000000 : f64
  %v14 = tensor.splat %v13[%ne] : tensor<?xf64>
  %v15 = arith.select %v12, %v1, %v14 : tensor<?xi1>, tensor<?xf64>
  %a = mesh.segment_softmax %v15, %g target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %zs = mesh.gather %z, %g source : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  %a2 = arith.mulf %a, %a : tensor<?xf64>
  %m = arith.mulf %zs, %a2 : tensor<?xf64>
  %y = mesh.segment_sum %m, %g target : (tensor<?xf64>, !mesh.graph) -> tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @modes(%g: !mesh.graph, %z: tensor<?xf64>, %l: tensor<?xf64>, %ef: tensor<?xf64>, %t: tensor<?xf64>) {
  %j:2 = mesh.jvp @squares(%g, %z, %l, %ef) tangents(%t) wrt [2] : (!mesh.graph, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %f:2 = mesh.jvp @squares(%g, %z, %l, %ef) tangents(%t) wrt [2] method = fd : (!mesh.graph, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  check.close %j#1, %f#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : tensor<?xf64>
  %v:2 = mesh.vjp @squares(%g, %z, %l, %ef) seeds(%t) wrt [2] : (!mesh.graph, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %w:2 = mesh.vjp @squares(%g, %z, %l, %ef) seeds(%t) wrt [2] method = fd : (!mesh.graph, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  check.close %v#1, %w#1 {rtol = 1.0e-6 : f64, atol = 1.0e-7 : f64} : tensor<?xf64>
  return
}
