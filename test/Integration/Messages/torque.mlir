// Cross products in space: m_uv = (x_u - x_v) x r_e, by entries of the rows; y_v = sum m / (1 + |m|^2).
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x3 --arg=r=normal:2:shape=300x3
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x3 --arg=r=normal:2:shape=8x3
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x3xf32>, %r: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  %t = mesh.gather %x, %g target : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  %d = arith.subf %s, %t : tensor<?x3xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %c0 = arith.constant 0 : index
  %a0 = tensor.extract_slice %d[0, 0] [%ne, 1] [1, 1] : tensor<?x3xf32> to tensor<?xf32>
  %a1 = tensor.extract_slice %d[0, 1] [%ne, 1] [1, 1] : tensor<?x3xf32> to tensor<?xf32>
  %a2 = tensor.extract_slice %d[0, 2] [%ne, 1] [1, 1] : tensor<?x3xf32> to tensor<?xf32>
  %b0 = tensor.extract_slice %r[0, 0] [%ne, 1] [1, 1] : tensor<?x3xf32> to tensor<?xf32>
  %b1 = tensor.extract_slice %r[0, 1] [%ne, 1] [1, 1] : tensor<?x3xf32> to tensor<?xf32>
  %b2 = tensor.extract_slice %r[0, 2] [%ne, 1] [1, 1] : tensor<?x3xf32> to tensor<?xf32>
  %p0 = arith.mulf %a1, %b2 : tensor<?xf32>
  %q0 = arith.mulf %a2, %b1 : tensor<?xf32>
  %m0 = arith.subf %p0, %q0 : tensor<?xf32>
  %n0 = arith.mulf %m0, %m0 : tensor<?xf32>
  %p1 = arith.mulf %a2, %b0 : tensor<?xf32>
  %q1 = arith.mulf %a0, %b2 : tensor<?xf32>
  %m1 = arith.subf %p1, %q1 : tensor<?xf32>
  %n1 = arith.mulf %m1, %m1 : tensor<?xf32>
  %p2 = arith.mulf %a0, %b1 : tensor<?xf32>
  %q2 = arith.mulf %a1, %b0 : tensor<?xf32>
  %m2 = arith.subf %p2, %q2 : tensor<?xf32>
  %n2 = arith.mulf %m2, %m2 : tensor<?xf32>
  %n01 = arith.addf %n0, %n1 : tensor<?xf32>
  %n012 = arith.addf %n01, %n2 : tensor<?xf32>
  %one_v = arith.constant 1.0 : f32
  %one = tensor.splat %one_v[%ne] : tensor<?xf32>
  %den = arith.addf %n012, %one : tensor<?xf32>
  %e0 = tensor.expand_shape %m0 [[0, 1]] output_shape [%ne, 1] : tensor<?xf32> into tensor<?x1xf32>
  %e1 = tensor.expand_shape %m1 [[0, 1]] output_shape [%ne, 1] : tensor<?xf32> into tensor<?x1xf32>
  %e2 = tensor.expand_shape %m2 [[0, 1]] output_shape [%ne, 1] : tensor<?xf32> into tensor<?x1xf32>
  %m = tensor.concat dim(1) %e0, %e1, %e2 : (tensor<?x1xf32>, tensor<?x1xf32>, tensor<?x1xf32>) -> tensor<?x3xf32>
  %inv = arith.divf %one, %den : tensor<?xf32>
  %mm = mesh.scale %m, %inv : (tensor<?x3xf32>, tensor<?xf32>) -> tensor<?x3xf32>
  %y = mesh.segment_sum %mm, %g target : (tensor<?x3xf32>, !mesh.graph) -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x3xf32>, %r: tensor<?x3xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %r) : (!mesh.graph, tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %yy = arith.mulf %y, %y : tensor<?x3xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x3xf32>, %r: tensor<?x3xf32>) -> (tensor<f32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %r) wrt [1, 2] : (!mesh.graph, tensor<?x3xf32>, tensor<?x3xf32>) -> (tensor<f32>, tensor<?x3xf32>, tensor<?x3xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x3xf32>, tensor<?x3xf32>
}
