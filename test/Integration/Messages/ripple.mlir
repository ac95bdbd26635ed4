// m_uv = sin(k * x_u) exp(-|x_u - x_v|) e_uv, k a weight of each entry; y_v = sum m.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4 --arg=e=normal:2:shape=300 --arg=k=normal:3
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4 --arg=e=normal:2:shape=8 --arg=k=normal:3
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

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %k: tensor<4xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %t = mesh.gather %x, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %d = arith.subf %s, %t : tensor<?x4xf32>
  %a = math.absf %d : tensor<?x4xf32>
  %na = arith.negf %a : tensor<?x4xf32>
  %damp = math.exp %na : tensor<?x4xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %ke = tensor.empty(%ne) : tensor<?x4xf32>
  %kb = linalg.broadcast ins(%k : tensor<4xf32>) outs(%ke : tensor<?x4xf32>) dimensions = [0]
  %ks = arith.mulf %kb, %s : tensor<?x4xf32>
  %wave = math.sin %ks : tensor<?x4xf32>
  %m0 = arith.mulf %wave, %damp : tensor<?x4xf32>
  %m = mesh.scale %m0, %e : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %k: tensor<4xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %e, %k) : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>, %k: tensor<4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>) {
  %l, %d1, %d2, %d3 = mesh.value_and_grad @loss(%g, %x, %e, %k) wrt [1, 2, 3] : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>)
  return %l, %d1, %d2, %d3 : tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>
}
