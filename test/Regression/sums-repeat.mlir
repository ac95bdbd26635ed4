// A sum and its gradient have the same bits every time: 100 times over a node with a
// million edges, and over terms that cancel (compiled code adds in f32). The program sees to it that no run is
// left out: each depends on whether the last one differed.

// RUN: mesh-opt %s --run=cancel --num-threads=3
// RUN: mesh-opt %s --run=hub --num-threads=1
// RUN: mesh-opt %s --run=hub --num-threads=3
func.func private @loss(%g: !mesh.graph, %m: tensor<?xf32>) -> tensor<1xf32> {
  %s = mesh.segment_sum %m, %g target : (tensor<?xf32>, !mesh.graph) -> tensor<1xf32>
  %y = arith.mulf %s, %s : tensor<1xf32>
  return %y : tensor<1xf32>
}
/// How much values and gradients of 100 runs differ from those of the first.
func.func private @differences(%g: !mesh.graph, %m: tensor<?xf32>) -> (f32, tensor<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %n = arith.constant 100 : index
  %c = arith.constant dense<1.0> : tensor<1xf32>
  %y, %dm = mesh.vjp @loss(%g, %m) seeds(%c) wrt [1] : (!mesh.graph, tensor<?xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<?xf32>)
  %first = tensor.extract %y[%i0] : tensor<1xf32>
  %size = tensor.dim %m, %i0 : tensor<?xf32>
  %total = scf.for %i = %i0 to %n step %i1 iter_args(%sum = %zero) -> (f32) {
    %shift = tensor.splat %sum[%size] : tensor<?xf32>
    %same = arith.addf %m, %shift : tensor<?xf32>
    %z, %dz = mesh.vjp @loss(%g, %same) seeds(%c) wrt [1] : (!mesh.graph, tensor<?xf32>, tensor<1xf32>) -> (tensor<1xf32>, tensor<?xf32>)
    %again = tensor.extract %z[%i0] : tensor<1xf32>
    %d = arith.subf %again, %first : f32
    %a = math.absf %d : f32
    %e = arith.subf %dz, %dm : tensor<?xf32>
    %o = tensor.empty() : tensor<f32>
    %f = linalg.fill ins(%zero : f32) outs(%o : tensor<f32>) -> tensor<f32>
    %r = linalg.reduce ins(%e : tensor<?xf32>) outs(%f : tensor<f32>) dimensions = [0]
      (%p: f32, %q: f32) {
        %b = math.absf %p : f32
        %t = arith.addf %b, %q : f32
        linalg.yield %t : f32
      }
    %rest = tensor.extract %r[] : tensor<f32>
    %both = arith.addf %a, %rest : f32
    %next = arith.addf %sum, %both : f32
    scf.yield %next : f32
  }
  return %total, %y : f32, tensor<1xf32>
}
func.func @cancel() {
  %ids = arith.constant dense<0> : tensor<4xi32>
  %one = arith.constant 1 : index
  %g = mesh.graph %ids, %ids, %one, %one : (tensor<4xi32>, tensor<4xi32>, index, index) -> !mesh.graph
  %m = arith.constant dense<[1.0e8, 1.0, -1.0e8, 1.0]> : tensor<4xf32>
  %d = tensor.cast %m : tensor<4xf32> to tensor<?xf32>
  %total, %y = func.call @differences(%g, %d) : (!mesh.graph, tensor<?xf32>) -> (f32, tensor<1xf32>)
  %zero = arith.constant 0.0 : f32
  check.equal %total, %zero : f32
  // In the order of the edges.
  %expected = arith.constant dense<1.0> : tensor<1xf32>
  check.equal %y, %expected : tensor<1xf32>
  return
}
func.func @hub() {
  %n = arith.constant 1000000 : index
  %one = arith.constant 1 : index
  %id = arith.constant 0 : i32
  %ids = tensor.splat %id[%n] : tensor<?xi32>
  %g = mesh.graph %ids, %ids, %one, %one : (tensor<?xi32>, tensor<?xi32>, index, index) -> !mesh.graph
  %m = tensor.generate %n {
  ^bb0(%i: index):
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f32
    %s = math.sin %f : f32
    tensor.yield %s : f32
  } : tensor<?xf32>
  %total, %y = func.call @differences(%g, %m) : (!mesh.graph, tensor<?xf32>) -> (f32, tensor<1xf32>)
  %zero = arith.constant 0.0 : f32
  check.equal %total, %zero : f32
  return
}
