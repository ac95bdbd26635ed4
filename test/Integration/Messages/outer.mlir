// Second moments of neighbours along an edge's own direction: M_v = sum (x_u outer r_e) - (x_v outer r_e) /
// 2, a 3 x 3 matrix for each node.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x3 --arg=r=normal:2:shape=300x3
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x3 --arg=r=normal:2:shape=8x3
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

func.func @message(%g: !mesh.graph, %x: tensor<?x3xf32>, %r: tensor<?x3xf32>) -> tensor<?x3x3xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  %t = mesh.gather %x, %g target : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %half_v = arith.constant 0.5 : f32
  %half = tensor.splat %half_v[%ne] : tensor<?x3xf32>
  %th = arith.mulf %t, %half : tensor<?x3xf32>
  %d = arith.subf %s, %th : tensor<?x3xf32>
  %me = tensor.empty(%ne) : tensor<?x3x3xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(e, i, j) -> (e, i)>, affine_map<(e, i, j) -> (e, j)>, affine_map<(e, i, j) -> (e, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel"]} ins(%d, %r : tensor<?x3xf32>, tensor<?x3xf32>) outs(%me : tensor<?x3x3xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32
  } -> tensor<?x3x3xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x3x3xf32>, !mesh.graph) -> tensor<?x3x3xf32>
  return %y : tensor<?x3x3xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x3xf32>, %r: tensor<?x3xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %r) : (!mesh.graph, tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3x3xf32>
  %yy = arith.mulf %y, %y : tensor<?x3x3xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x3x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1, 2]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x3xf32>, %r: tensor<?x3xf32>) -> (tensor<f32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %r) wrt [1, 2] : (!mesh.graph, tensor<?x3xf32>, tensor<?x3xf32>) -> (tensor<f32>, tensor<?x3xf32>, tensor<?x3xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x3xf32>, tensor<?x3xf32>
}
