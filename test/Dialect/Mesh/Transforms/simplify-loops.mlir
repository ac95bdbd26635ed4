// Sweeps that leave loops: what the loop does not change, and what it takes from a
// sequence step by step.
// RUN: mesh-opt %s --mesh-expand --canonicalize --cse --mesh-simplify --canonicalize --cse --split-input-file | FileCheck %s
// RUN: mesh-opt %s --mesh-expand --canonicalize --cse --mesh-simplify="hoist-invariants=false hoist-sequences=false" --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=OFF

// The propagated features are the same in each iteration; the weights are not. The
// map was before the sum, and narrower there.
// CHECK-LABEL: func.func @invariant(
// CHECK:         mesh.segment_sum {{.*}} -> tensor<?x64xf32>
// CHECK:         scf.for
// CHECK-NOT:     mesh.segment_sum
// CHECK:           linalg.matmul
// OFF-LABEL:   func.func @invariant(
// OFF:           scf.for
// OFF:             linalg.matmul
// OFF:             mesh.segment_sum {{.*}} -> tensor<?x4xf32>
func.func @invariant(%g: !mesh.graph, %x: tensor<?x64xf32>, %s: tensor<?xf32>, %w0: tensor<64x4xf32>, %epochs: index) -> tensor<64x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %w = scf.for %e = %c0 to %epochs step %c1 iter_args(%w = %w0) -> tensor<64x4xf32> {
    %y = mesh.linear %x, %w : (tensor<?x64xf32>, tensor<64x4xf32>) -> tensor<?x4xf32>
    %ys = mesh.scale %y, %s : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
    %m = mesh.gather %ys, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %a = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %z = mesh.scale %a, %s : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
    %empty = tensor.empty() : tensor<64x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x4xf32>) -> tensor<64x4xf32>
    %d = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                         iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %z : tensor<?x64xf32>, tensor<?x4xf32>) outs(%init : tensor<64x4xf32>) {
      ^bb0(%l: f32, %r: f32, %acc: f32):
        %p = arith.mulf %l, %r : f32
        %n = arith.addf %acc, %p : f32
        linalg.yield %n : f32
    } -> tensor<64x4xf32>
    scf.yield %d : tensor<64x4xf32>
  }
  return %w : tensor<64x4xf32>
}

// -----

// Step t of the first axis; the sum of two hops needs the first one, too.
// CHECK-LABEL: func.func @sequence(
// CHECK-SAME:    %[[G:[^:]*]]: !mesh.graph, %[[X:[^:]*]]: tensor<?x?x4xf32>
// CHECK:         mesh.gather %[[X]], %[[G]] source dim = 1
// CHECK:         mesh.segment_mean {{.*}} dim = 1 : {{.*}} -> tensor<?x?x4xf32>
// CHECK:         mesh.gather {{.*}} dim = 1
// CHECK:         mesh.segment_max {{.*}} dim = 1 : {{.*}} -> tensor<?x?x4xf32>
// CHECK:         %[[P:[^ ]*]] = arith.addf {{.*}} : tensor<?x?x4xf32>
// CHECK:         scf.for %[[T:[^ ]*]] =
// CHECK-NOT:       mesh.
// CHECK:           tensor.extract_slice %[[P]][%[[T]], 0, 0]
// CHECK-NOT:       mesh.
// CHECK:           scf.yield
// OFF-LABEL:   func.func @sequence(
// OFF:           scf.for
// OFF:             mesh.segment_mean
// OFF:             mesh.segment_max
func.func @sequence(%g: !mesh.graph, %x: tensor<?x?x4xf32>, %h0: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = tensor.dim %x, %c0 : tensor<?x?x4xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%h = %h0) -> tensor<?x4xf32> {
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, %n, 4] [1, 1, 1] : tensor<?x?x4xf32> to tensor<?x4xf32>
    %m = mesh.gather %xt, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %a = mesh.segment_mean %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %m2 = mesh.gather %a, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %b = mesh.segment_max %m2, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %ab = arith.addf %a, %b : tensor<?x4xf32>
    %next = arith.addf %ab, %h : tensor<?x4xf32>
    scf.yield %next : tensor<?x4xf32>
  }
  return %h : tensor<?x4xf32>
}

// -----

// The last axis, from the end to the beginning, of part of the nodes; a factor that
// the step does not change, and a map.
// CHECK-LABEL: func.func @reversed(
// CHECK-SAME:    %[[G:[^:]*]]: !mesh.graph, %[[X:[^:]*]]: tensor<?x4x12xf32>
// CHECK:         tensor.extract_slice %[[X]][2, 0, 0] [%{{.*}}, 4, 12] [1, 1, 1]
// CHECK:         mesh.gather {{.*}} source : (tensor<?x4x12xf32>, !mesh.graph)
// CHECK:         %[[P:[^ ]*]] = mesh.segment_sum {{.*}} -> tensor<?x4x12xf32>
// CHECK:         scf.for %[[T:[^ ]*]] =
// CHECK:           %[[AT:[^ ]*]] = arith.subi %{{.*}}, %[[T]]
// CHECK:           tensor.extract_slice %[[P]][0, 0, %[[AT]]]
// CHECK-NOT:       mesh.
// CHECK:           scf.yield
func.func @reversed(%g: !mesh.graph, %x: tensor<?x4x12xf32>, %n: index, %s: tensor<?xf32>, %h0: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %h = scf.for %t = %c0 to %c12 step %c1 iter_args(%h = %h0) -> tensor<?x4xf32> {
    %k = arith.subi %c11, %t : index
    %xt = tensor.extract_slice %x[2, 0, %k] [%n, 4, 1] [1, 1, 1] : tensor<?x4x12xf32> to tensor<?x4xf32>
    %m = mesh.gather %xt, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %ms = mesh.scale %m, %s : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
    %a = mesh.segment_sum %ms, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %next = arith.subf %a, %h : tensor<?x4xf32>
    scf.yield %next : tensor<?x4xf32>
  }
  return %h : tensor<?x4xf32>
}

// -----

// What the loop carries stays.
// CHECK-LABEL: func.func @carried(
// CHECK:         scf.for
// CHECK:           mesh.segment_sum
func.func @carried(%g: !mesh.graph, %x: tensor<?x?x4xf32>, %h0: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = tensor.dim %x, %c0 : tensor<?x?x4xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%h = %h0) -> tensor<?x4xf32> {
    %xt = tensor.extract_slice %x[%t, 0, 0] [1, %n, 4] [1, 1, 1] : tensor<?x?x4xf32> to tensor<?x4xf32>
    %in = arith.addf %xt, %h : tensor<?x4xf32>
    %m = mesh.gather %in, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %a = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    scf.yield %a : tensor<?x4xf32>
  }
  return %h : tensor<?x4xf32>
}

// -----

// Rows that are as many as an element of a tensor says: their check stays in the
// loop, which may not run at all, and so does what relies on it.
// CHECK-LABEL: func.func @unknown_rows(
// CHECK:         scf.for
// CHECK:           mesh.segment_sum
func.func @unknown_rows(%g: !mesh.graph, %sizes: tensor<1xindex>, %value: f32, %steps: index, %h0: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.extract %sizes[%c0] : tensor<1xindex>
  %x = tensor.splat %value[%n] : tensor<?x4xf32>
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%h = %h0) -> tensor<?x4xf32> {
    %m = mesh.gather %x, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %a = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %next = arith.addf %a, %h : tensor<?x4xf32>
    scf.yield %next : tensor<?x4xf32>
  }
  return %h : tensor<?x4xf32>
}

// -----

// A check under a condition is none before the loop.
// CHECK-LABEL: func.func @guarded(
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             mesh.assert
// CHECK:           mesh.segment_sum
func.func @guarded(%g: !mesh.graph, %x: tensor<?x4xf32>, %s: tensor<?xf32>, %steps: index, %once: i1, %h0: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = scf.for %t = %c0 to %steps step %c1 iter_args(%h = %h0) -> tensor<?x4xf32> {
    %in = scf.if %once -> tensor<?x4xf32> {
      %xs = mesh.scale %h, %s : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
      scf.yield %xs : tensor<?x4xf32>
    } else {
      scf.yield %h : tensor<?x4xf32>
    }
    %m = mesh.gather %in, %g source : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    %a = mesh.segment_sum %m, %g target : (tensor<?x4xf32>, !mesh.graph) -> tensor<?x4xf32>
    scf.yield %a : tensor<?x4xf32>
  }
  return %h : tensor<?x4xf32>
}
