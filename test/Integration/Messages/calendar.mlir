// Edges carry a time: c_e = cos(f t_e + q) for four learned frequencies, m_uv = x_u c_e |t_e|; y_v = mean m +
// max m.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x4 --arg=time=normal:2:shape=300 --arg=f=normal:3 --arg=q=normal:4
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x4 --arg=time=normal:2:shape=8 --arg=f=normal:3 --arg=q=normal:4
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x4xf32>, %time: tensor<?xf32>, %f: tensor<4xf32>, %q: tensor<4xf32>) -> tensor<?x4xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %ce = tensor.empty(%ne) : tensor<?x4xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(e, i) -> (e)>, affine_map<(e, i) -> (i)>, affine_map<(e, i) -> (i)>, affine_map<(e, i) -> (e, i)>],
      iterator_types = ["parallel", "parallel"]} ins(%time, %f, %q : tensor<?xf32>, tensor<4xf32>, tensor<4xf32>) outs(%ce : tensor<?x4xf32>) {
    ^bb0(%a: f32, %b: f32, %d: f32, %o: f32):
      %p = arith.mulf %a, %b : f32
      %r = arith.addf %p, %d : f32
      %w = math.cos %r : f32
      linalg.yield %w : f32
  } -> tensor<?x4xf32>
  %sc = arith.mulf %s, %c : tensor<?x4xf32>
  %at = math.absf %time : tensor<?xf32>
  %m = mesh.scale %sc, %at : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  %mean = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %max = mesh.segment_max %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %y = arith.addf %mean, %max : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x4xf32>, %time: tensor<?xf32>, %f: tensor<4xf32>, %q: tensor<4xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %time, %f, %q) : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %yy = arith.mulf %y, %y : tensor<?x4xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x4xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x4xf32>, %time: tensor<?xf32>, %f: tensor<4xf32>, %q: tensor<4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>, tensor<4xf32>) {
  %l, %d1, %d2, %d3, %d4 = mesh.value_and_grad @loss(%g, %x, %time, %f, %q) wrt [1, 2, 3, 4] : (!mesh.graph, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>, tensor<4xf32>)
  return %l, %d1, %d2, %d3, %d4 : tensor<f32>, tensor<?x4xf32>, tensor<?xf32>, tensor<4xf32>, tensor<4xf32>
}
