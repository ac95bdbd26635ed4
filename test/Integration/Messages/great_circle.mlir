// Nodes lie on a sphere by longitude and latitude: h = sin^2(dlat / 2) + cos lat_u cos lat_v sin^2(dlon / 2);
// y_v = sum x_u / (1/10 + h).
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4 --arg=p=normal:2:shape=60x2
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4 --arg=p=normal:2:shape=5x2
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

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>, %p: tensor<?x2xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %np = tensor.dim %p, %c0 : tensor<?x2xf32>
  %lon = tensor.extract_slice %p[0, 0] [%np, 1] [1, 1] : tensor<?x2xf32> to tensor<?xf32>
  %lat = tensor.extract_slice %p[0, 1] [%np, 1] [1, 1] : tensor<?x2xf32> to tensor<?xf32>
  %lou = mesh.gather %lon, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %lov = mesh.gather %lon, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %lau = mesh.gather %lat, %g source : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %lav = mesh.gather %lat, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<?xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %dlo = arith.subf %lou, %lov : tensor<?xf32>
  %dla = arith.subf %lau, %lav : tensor<?xf32>
  %half_v = arith.constant 0.5 : f32
  %half = tensor.splat %half_v[%ne] : tensor<?xf32>
  %hlo = arith.mulf %dlo, %half : tensor<?xf32>
  %hla = arith.mulf %dla, %half : tensor<?xf32>
  %slo = math.sin %hlo : tensor<?xf32>
  %sla = math.sin %hla : tensor<?xf32>
  %slo2 = arith.mulf %slo, %slo : tensor<?xf32>
  %sla2 = arith.mulf %sla, %sla : tensor<?xf32>
  %cu = math.cos %lau : tensor<?xf32>
  %cv = math.cos %lav : tensor<?xf32>
  %cc = arith.mulf %cu, %cv : tensor<?xf32>
  %east = arith.mulf %cc, %slo2 : tensor<?xf32>
  %h0 = arith.addf %sla2, %east : tensor<?xf32>
  %tenth_v = arith.constant 0.1 : f32
  %tenth = tensor.splat %tenth_v[%ne] : tensor<?xf32>
  %h = arith.addf %h0, %tenth : tensor<?xf32>
  %one_v = arith.constant 1.0 : f32
  %one = tensor.splat %one_v[%ne] : tensor<?xf32>
  %w = arith.divf %one, %h : tensor<?xf32>
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %m = mesh.scale %s, %w : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %p: tensor<?x2xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %p) : (!mesh.graph, tensor<?x4xf32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>, %p: tensor<?x2xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?x2xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %p) wrt [1, 2] : (!mesh.graph, tensor<?x4xf32>, tensor<?x2xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?x2xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x4xf32>, tensor<?x2xf32>
}
