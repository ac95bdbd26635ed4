// Heads talk to each other on the edge: m^h = sum_k A_hk tanh(x_u^k - x_v^k), a 2 x 2 map of heads; y_v = sum
// m.
//
// DEFINE: %{large} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=60x2x3 --arg=a=normal:2
// DEFINE: %{small} = mesh-opt %s --compare-reference --arg=x=normal:1:shape=5x2x3 --arg=a=normal:2
// RUN: %{large} --run=message --arg=g=rmat:nodes=60,edges=300,seed=3
// RUN: %{small} --run=message --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5
// RUN: %{small} --run=gradient --arg=g=[[0,0,1,2,2,1,0,3],[1,1,0,2,1,1,0,1]]+nodes=5

func.func @message(%g: !mesh.graph, %x: tensor<?x2x3xf32>, %a: tensor<2x2xf32>) -> tensor<?x2x3xf32> {
  %s = mesh.gather %x, %g source : (tensor<?x2x3xf32>, !mesh.graph) -> tensor<?x2x3xf32>
  %t = mesh.gather %x, %g target : (tensor<?x2x3xf32>, !mesh.graph) -> tensor<?x2x3xf32>
  %d = arith.subf %s, %t : tensor<?x2x3xf32>
  %z = math.tanh %d : tensor<?x2x3xf32>
  %ne = mesh.num_edges %g : !mesh.graph
  %mz_v = arith.constant 0.0 : f32
  %mz = tensor.splat %mz_v[%ne] : tensor<?x2x3xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(e, h, f, k) -> (h, k)>, affine_map<(e, h, f, k) -> (e, k, f)>, affine_map<(e, h, f, k) -> (e, h, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %z : tensor<2x2xf32>, tensor<?x2x3xf32>) outs(%mz : tensor<?x2x3xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %u = arith.mulf %p, %q : f32
      %v = arith.addf %o, %u : f32
      linalg.yield %v : f32
  } -> tensor<?x2x3xf32>
  %y = mesh.segment_sum %m, %g target : (tensor<?x2x3xf32>, !mesh.graph) -> tensor<?x2x3xf32>
  return %y : tensor<?x2x3xf32>
}
func.func private @loss(%g: !mesh.graph, %x: tensor<?x2x3xf32>, %a: tensor<2x2xf32>) -> tensor<f32> {
  %y = func.call @message(%g, %x, %a) : (!mesh.graph, tensor<?x2x3xf32>, tensor<2x2xf32>) -> tensor<?x2x3xf32>
  %yy = arith.mulf %y, %y : tensor<?x2x3xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%yy : tensor<?x2x3xf32>) outs(%zero : tensor<f32>) dimensions = [0, 1, 2]
  return %l : tensor<f32>
}
func.func @gradient(%g: !mesh.graph, %x: tensor<?x2x3xf32>, %a: tensor<2x2xf32>) -> (tensor<f32>, tensor<?x2x3xf32>, tensor<2x2xf32>) {
  %l, %d1, %d2 = mesh.value_and_grad @loss(%g, %x, %a) wrt [1, 2] : (!mesh.graph, tensor<?x2x3xf32>, tensor<2x2xf32>) -> (tensor<f32>, tensor<?x2x3xf32>, tensor<2x2xf32>)
  return %l, %d1, %d2 : tensor<f32>, tensor<?x2x3xf32>, tensor<2x2xf32>
}
