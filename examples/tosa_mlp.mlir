// tosa programs are accepted: messages are summed at each node, and a tosa
// layer (as exported from other frameworks) follows.
// Walk-through: tosa_mlp.md.

func.func @tosa_update(
    %g: !mesh.graph {mesh.name = "graph"},
    %x: tensor<34x4xf32> {mesh.name = "x"},
    %w: tensor<4x2xf32> {mesh.name = "w"},
    %b: tensor<1x2xf32> {mesh.name = "b"}) -> tensor<34x2xf32> {
  %m = mesh.gather %x, %g source : (tensor<34x4xf32>, !mesh.graph) -> tensor<?x4xf32>
  %s = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<34x4xf32>
  %rows_shape = tosa.const_shape {values = dense<[1, 34, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %w_shape = tosa.const_shape {values = dense<[1, 4, 2]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %out_shape = tosa.const_shape {values = dense<[34, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %s3 = tosa.reshape %s, %rows_shape : (tensor<34x4xf32>, !tosa.shape<3>) -> tensor<1x34x4xf32>
  %w3 = tosa.reshape %w, %w_shape : (tensor<4x2xf32>, !tosa.shape<3>) -> tensor<1x4x2xf32>
  %p3 = tosa.matmul %s3, %w3, %zp, %zp : (tensor<1x34x4xf32>, tensor<1x4x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x34x2xf32>
  %p = tosa.reshape %p3, %out_shape : (tensor<1x34x2xf32>, !tosa.shape<2>) -> tensor<34x2xf32>
  %h = tosa.add %p, %b : (tensor<34x2xf32>, tensor<1x2xf32>) -> tensor<34x2xf32>
  %y = tosa.tanh %h : (tensor<34x2xf32>) -> tensor<34x2xf32>
  return %y : tensor<34x2xf32>
}
