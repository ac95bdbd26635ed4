// A mean with a learned exponent of each entry: y_v = (mean (|x_u - x_v| + 1/10)^k)^(1/k), k = 1 + p^2.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4 --arg=p=normal:2
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4 --arg=p=normal:2
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: mesh-opt %s --mesh-expand --mesh-fuse --canonicalize | FileCheck %s
//
// One sweep over the edges.
// CHECK-LABEL: func.func @message(
// CHECK-NOT: mesh.map_edges
// CHECK: mesh.aggregate
// CHECK-NOT: mesh.aggregate
// CHECK-NOT: mesh.map_edges
// CHECK: return

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>, %p: tensor<4xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %x, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %d = arith.subf %s, %t : tensor<?x4xf32>
  %ab = math.absf %d : tensor<?x4xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %n = mesh.num_nodes %g target : !mesh.graph
  %tenth_v = arith.constant 0.1 : f32
  %tenth = tensor.splat %tenth_v[%ne] : tensor<?x4xf32>
  %z = arith.addf %ab, %tenth : tensor<?x4xf32>
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %pp = arith.mulf %p, %p : tensor<4xf32>
  %k = arith.addf %pp, %one : tensor<4xf32>
  %inv = arith.divf %one, %k : tensor<4xf32>
  %ee = tensor.empty(%ne) : tensor<?x4xf32>
  %ke = linalg.broadcast ins(%k : tensor<4xf32>) outs(%ee : tensor<?x4xf32>) dimensions = [0]
  %m = math.powf %z, %ke : tensor<?x4xf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %small_v = arith.constant 1.0e-6 : f32
  %small = tensor.splat %small_v[%n] : tensor<?x4xf32>
  %a1 = arith.addf %a, %small : tensor<?x4xf32>
  %en = tensor.empty(%n) : tensor<?x4xf32>
  %kn = linalg.broadcast ins(%inv : tensor<4xf32>) outs(%en : tensor<?x4xf32>) dimensions = [0]
  %y = math.powf %a1, %kn : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %p: tensor<4xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %p) : (!mesh.graph, tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>, %p: tensor<4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<4xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %p) wrt [1, 2] : (!mesh.graph, tensor<?x4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<4xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x4xf32>, tensor<4xf32>
}
