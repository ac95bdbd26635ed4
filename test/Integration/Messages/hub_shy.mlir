// Neighbours with many edges speak softly: m_uv = x_u log(1 + d_v) / sqrt(1 + d_u), clamped by e_uv from
// below; y_v = max m - x_v.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4 --arg=e=normal:2:shape=300
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4 --arg=e=normal:2:shape=8
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

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>) -> tensor<?x4xf32> {
  %du = mesh.degree %g source : (!mesh.graph) -> tensor<?xi32>
  %dv = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %duf = arith.sitofp %du : tensor<?xi32> to tensor<?xf32>
  %dvf = arith.sitofp %dv : tensor<?xi32> to tensor<?xf32>
  %a = mesh.gather %duf, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %b = mesh.gather %dvf, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %one_v = arith.constant 1.0 : f32
  %one = tensor.splat %one_v[%ne] : tensor<?xf32>
  %a1 = arith.addf %a, %one : tensor<?xf32>
  %ra = math.rsqrt %a1 : tensor<?xf32>
  %lb = math.log1p %b : tensor<?xf32>
  %w = arith.mulf %ra, %lb : tensor<?xf32>
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %m0 = mesh.scale %s, %w : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %ee = tensor.empty(%ne) : tensor<?x4xf32>
  %eb = linalg.broadcast ins(%e : tensor<?xf32>) outs(%ee : tensor<?x4xf32>) dimensions = [1]
  %m = arith.maximumf %m0, %eb : tensor<?x4xf32>
  %max = mesh.segment_max %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %y = arith.subf %max, %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %e) : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>, %e: tensor<?xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %e) wrt [1, 2] : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x4xf32>, tensor<?xf32>
}
