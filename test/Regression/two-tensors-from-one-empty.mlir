// A filled tensor and a scratch tensor made from the same tensor.empty.

// RUN: mesh-opt %s --reference --run=shared_empty
// RUN: mesh-opt %s --run=shared_empty
func.func @shared_empty() {
  %a = arith.constant dense<[1.0, 1.0, 1.0, 1.0]> : tensor<4xf32>
  %b = arith.constant dense<[2.0, 2.0, 2.0, 2.0]> : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%f0 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %start = arith.constant dense<0.0> : tensor<f32>
  %total = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %start) -> (tensor<f32>) {
    %t = linalg.map { arith.subf } ins(%z, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
    %fresh = tensor.empty() : tensor<4xf32>
    %u = linalg.map { arith.subf } ins(%t, %b : tensor<4xf32>, tensor<4xf32>) outs(%fresh : tensor<4xf32>)
    %next = linalg.reduce { arith.addf } ins(%u : tensor<4xf32>) outs(%acc : tensor<f32>) dimensions = [0]
    scf.yield %next : tensor<f32>
  }
  %expected = arith.constant dense<-36.0> : tensor<f32>
  check.equal %total, %expected : tensor<f32>
  return
}
