// The sign of a message is that of its edge's place in the list: m_e = (-1)^e exp(-x_u^2) x_v; y_v = sum m.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4
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

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %x, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %ids = mesh.edge_ids %g : (!mesh.graph) -> tensor<?xi32>
  %ne = mesh.num_edges %g : !mesh.graph
  %one_v = arith.constant 1 : i32
  %one = tensor.splat %one_v[%ne] : tensor<?xi32>
  %odd = arith.andi %ids, %one : tensor<?xi32>
  %of = arith.sitofp %odd : tensor<?xi32> to tensor<?xf32>
  %two_v = arith.constant 2.0 : f32
  %two = tensor.splat %two_v[%ne] : tensor<?xf32>
  %onef_v = arith.constant 1.0 : f32
  %onef = tensor.splat %onef_v[%ne] : tensor<?xf32>
  %o2 = arith.mulf %of, %two : tensor<?xf32>
  %sign = arith.subf %onef, %o2 : tensor<?xf32>
  %x2 = arith.mulf %s, %s : tensor<?x4xf32>
  %nx = arith.negf %x2 : tensor<?x4xf32>
  %ex = math.exp %nx : tensor<?x4xf32>
  %m0 = arith.mulf %ex, %t : tensor<?x4xf32>
  %m = mesh.scale %m0, %sign : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x) : (!mesh.graph, tensor<?x4xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>) -> (tensor<f32>, tensor<?x4xf32>) {
  %l, %d1 = mesh.value_and_grad @loss(%g, %x) wrt [1] : (!mesh.graph, tensor<?x4xf32>) -> (tensor<f32>, tensor<?x4xf32>)
  return %l, %d1 : tensor<f32>, tensor<?x4xf32>
}
