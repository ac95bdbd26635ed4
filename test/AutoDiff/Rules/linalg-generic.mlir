// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of linalg.generic.

// Inputs with all loops share one op; the others get sums.
// CHECK-LABEL: func.func private @several$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2xf64>, %[[B:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[SIN:.*]] = math.sin %[[IN]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[SIN]], %[[IN_2]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[SIN_2:.*]] = math.sin %[[IN_3]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[SIN_2]]
// CHECK-NEXT: linalg.yield %[[MULF_2]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[A]], %[[B]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_5:.*]]: f64, %[[IN_6:.*]]: f64, %[[IN_7:.*]]: f64, %[[OUT_3:.*]]: f64):
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[IN_7]], %[[IN_6]]
// CHECK-NEXT: %[[COS:.*]] = math.cos %[[IN_5]]
// CHECK-NEXT: %[[MULF_4:.*]] = arith.mulf %[[MULF_3]], %[[COS]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_3]], %[[MULF_4]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_3]], %[[GENERIC_2]]
func.func private @several(%a: tensor<2xf64>, %b: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<2xf64>, tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %s = math.sin %p : f64
    %t = arith.mulf %s, %q : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_several(%a: tensor<2xf64>, %b: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @several(%a, %b) seeds(%c) wrt [0, 1] : (tensor<2xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>)
  return
}

// Positions are constants.
// CHECK-LABEL: func.func private @sum$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<3xf64>, %[[C:.*]]: tensor<3xf64>)
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[INDEX:.*]] = linalg.index 0 : index
// CHECK-NEXT: %[[INDEX_CAST:.*]] = arith.index_cast %[[INDEX]]
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[INDEX_CAST]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN]], %[[SITOFP]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<3xf64>
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[INDEX_2:.*]] = linalg.index 0 : index
// CHECK-NEXT: %[[INDEX_CAST_2:.*]] = arith.index_cast %[[INDEX_2]]
// CHECK-NEXT: %[[SITOFP_2:.*]] = arith.sitofp %[[INDEX_CAST_2]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_2]], %[[SITOFP_2]]
// CHECK-NEXT: linalg.yield %[[MULF_2]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_2]], %[[C]]
func.func private @sum(%a: tensor<2x3xf64>, %init: tensor<3xf64>) -> tensor<3xf64> {
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%a : tensor<2x3xf64>) outs(%init : tensor<3xf64>) {
  ^bb0(%p: f64, %o: f64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %t = arith.mulf %p, %f : f64
    %u = arith.addf %o, %t : f64
    linalg.yield %u : f64
  } -> tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func @pull_sum(%a: tensor<2x3xf64>, %init: tensor<3xf64>, %c: tensor<3xf64>) {
  %y:3 = mesh.vjp @sum(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<2x3xf64>, tensor<3xf64>)
  return
}

// An initial value that is read is one more input.
// CHECK-LABEL: func.func private @reads_init$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[SIN:.*]] = math.sin %[[OUT]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN]], %[[SIN]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[INIT]], %[[C]] : {{.*}}) outs(%[[EMPTY]], %[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64, %[[OUT_2_2:.*]]: f64):
// CHECK-NEXT: %[[SIN_2:.*]] = math.sin %[[IN_3]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[SIN_2]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[IN_4]], %[[IN_2]]
// CHECK-NEXT: %[[COS:.*]] = math.cos %[[IN_3]]
// CHECK-NEXT: %[[MULF_4:.*]] = arith.mulf %[[MULF_3]], %[[COS]]
// CHECK-NEXT: linalg.yield %[[MULF_2]], %[[MULF_4]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2x3xf64>)
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_2]]#0, %[[GENERIC_2]]#1
func.func private @reads_init(%a: tensor<2x3xf64>, %init: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<2x3xf64>) outs(%init : tensor<2x3xf64>) {
  ^bb0(%p: f64, %o: f64):
    %t = math.sin %o : f64
    %u = arith.mulf %p, %t : f64
    linalg.yield %u : f64
  } -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_reads_init(%a: tensor<2x3xf64>, %init: tensor<2x3xf64>, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @reads_init(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>)
  return
}

// A number from outside gets the sum over all entries.
// CHECK-LABEL: func.func private @captured$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[S:.*]]: f64, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN]], %[[S]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_2]], %[[S]]
// CHECK-NEXT: linalg.yield %[[MULF_2]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<f64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%[[A]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_3:.*]]: f64):
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_3]], %[[MULF_3]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<f64>
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[GENERIC_3]][]
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_2]], %[[EXTRACT]]
func.func private @captured(%a: tensor<2x3xf64>, %s: f64) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) {
  ^bb0(%p: f64, %o: f64):
    %t = arith.mulf %p, %s : f64
    linalg.yield %t : f64
  } -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_captured(%a: tensor<2x3xf64>, %s: f64, %c: tensor<2x3xf64>) {
  %y:3 = mesh.vjp @captured(%a, %s) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, f64, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, f64)
  return
}

// CHECK-LABEL: func.func private @two_results$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C0:.*]]: tensor<2x3xf64>, %[[C1:.*]]: tensor<2xf64>)
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]]:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[A]] : {{.*}}) outs(%[[EMPTY]], %[[INIT]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_0:.*]]: f64):
// CHECK-NEXT: %[[SIN:.*]] = math.sin %[[IN]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_0]], %[[SIN]]
// CHECK-NEXT: linalg.yield %[[SIN]], %[[ADDF]]
// CHECK-NEXT: } -> (tensor<2x3xf64>, tensor<2xf64>)
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[C0]], %[[C1]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[IN_3]], %[[IN_4]]
// CHECK-NEXT: %[[COS:.*]] = math.cos %[[IN_2]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[ADDF_2]], %[[COS]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[GENERIC]]#0, %[[GENERIC]]#1, %[[GENERIC_2]], %[[C1]]
func.func private @two_results(%a: tensor<2x3xf64>, %init: tensor<2xf64>) -> (tensor<2x3xf64>, tensor<2xf64>) {
  %e = tensor.empty() : tensor<2x3xf64>
  %y0, %y1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<2x3xf64>) outs(%e, %init : tensor<2x3xf64>, tensor<2xf64>) {
  ^bb0(%p: f64, %o: f64, %q: f64):
    %t = math.sin %p : f64
    %u = arith.addf %q, %t : f64
    linalg.yield %t, %u : f64, f64
  } -> (tensor<2x3xf64>, tensor<2xf64>)
  return %y0, %y1 : tensor<2x3xf64>, tensor<2xf64>
}
func.func @pull_two_results(%a: tensor<2x3xf64>, %init: tensor<2xf64>, %c0: tensor<2x3xf64>, %c1: tensor<2xf64>) {
  %y:4 = mesh.vjp @two_results(%a, %init) seeds(%c0, %c1) wrt [0, 1] : (tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>) -> (tensor<2x3xf64>, tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>)
  return
}
