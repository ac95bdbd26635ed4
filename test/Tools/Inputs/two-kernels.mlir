// With the arguments of the training programs. Each epoch halves the features
// and sums them.
func.func @train(%g: !mesh.graph, %features: tensor<?x?xf32>, %labels: tensor<?xi32>, %split: tensor<?xi8>,
    %classes: index, %epochs: index, %seed: i64) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %n = tensor.dim %features, %c0 : tensor<?x?xf32>
  %rows = tensor.splat %zero[%n] : tensor<?xf32>
  %r:2 = scf.for %e = %c0 to %epochs step %c1 iter_args(%x = %features, %s = %rows) -> (tensor<?x?xf32>, tensor<?xf32>) {
    %y = linalg.map ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) (%xe: f32, %_: f32) {
      %h = arith.mulf %xe, %half : f32
      linalg.yield %h : f32
    }
    %t = linalg.reduce ins(%y : tensor<?x?xf32>) outs(%s : tensor<?xf32>) dimensions = [1] (%a: f32, %b: f32) {
      %u = arith.addf %a, %b : f32
      linalg.yield %u : f32
    }
    scf.yield %y, %t : tensor<?x?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<?x?xf32>, tensor<?xf32>
}
