// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of ops on single entries of tensors.

// CHECK-LABEL: func.func private @splat$vjp_0(
// CHECK-SAME: %[[A:.*]]: f64, %[[C:.*]]: tensor<2x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[SPLAT:.*]] = tensor.splat %[[A]]
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%[[C]] : {{.*}}) outs(%[[ZERO]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[IN]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<f64>
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[GENERIC]][]
// CHECK-NEXT: return %[[SPLAT]], %[[EXTRACT]]
func.func private @splat(%a: f64) -> tensor<2x3xf64> {
  %y = tensor.splat %a : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @pull_splat(%a: f64, %c: tensor<2x3xf64>) {
  %y:2 = mesh.vjp @splat(%a) seeds(%c) wrt [0] : (f64, tensor<2x3xf64>) -> (tensor<2x3xf64>, f64)
  return
}

// CHECK-LABEL: func.func private @from_elements$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64, %[[C:.*]]: tensor<2xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 0
// CHECK-NEXT: %[[FROM_ELEMENTS:.*]] = tensor.from_elements %[[A]], %[[B]]
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[C]][%[[CST_2]]]
// CHECK-NEXT: %[[EXTRACT_2:.*]] = tensor.extract %[[C]][%[[CST]]]
// CHECK-NEXT: return %[[FROM_ELEMENTS]], %[[EXTRACT]], %[[EXTRACT_2]]
func.func private @from_elements(%a: f64, %b: f64) -> tensor<2xf64> {
  %y = tensor.from_elements %a, %b : tensor<2xf64>
  return %y : tensor<2xf64>
}
func.func @pull_from_elements(%a: f64, %b: f64, %c: tensor<2xf64>) {
  %y:3 = mesh.vjp @from_elements(%a, %b) seeds(%c) wrt [0, 1] : (f64, f64, tensor<2xf64>) -> (tensor<2xf64>, f64, f64)
  return
}

// CHECK-LABEL: func.func private @cast$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[C:.*]]: tensor<?x3xf64>)
// CHECK-NEXT: %[[CAST:.*]] = tensor.cast %[[A]]
// CHECK-NEXT: %[[CAST_2:.*]] = tensor.cast %[[C]]
// CHECK-NEXT: return %[[CAST]], %[[CAST_2]]
func.func private @cast(%a: tensor<2x3xf64>) -> tensor<?x3xf64> {
  %y = tensor.cast %a : tensor<2x3xf64> to tensor<?x3xf64>
  return %y : tensor<?x3xf64>
}
func.func @pull_cast(%a: tensor<2x3xf64>, %c: tensor<?x3xf64>) {
  %y:2 = mesh.vjp @cast(%a) seeds(%c) wrt [0] : (tensor<2x3xf64>, tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<2x3xf64>)
  return
}

// CHECK-LABEL: func.func private @extract$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<4xf64>, %[[I:.*]]: index, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[A]][%[[I]]]
// CHECK-NEXT: %[[INSERT:.*]] = tensor.insert %[[C]] into %[[ZERO]][%[[I]]]
// CHECK-NEXT: return %[[EXTRACT]], %[[INSERT]]
func.func private @extract(%a: tensor<4xf64>, %i: index) -> f64 {
  %y = tensor.extract %a[%i] : tensor<4xf64>
  return %y : f64
}
func.func @pull_extract(%a: tensor<4xf64>, %i: index, %c: f64) {
  %y:2 = mesh.vjp @extract(%a, %i) seeds(%c) wrt [0] : (tensor<4xf64>, index, f64) -> (f64, tensor<4xf64>)
  return
}

// The second contribution is added in place.
// CHECK-LABEL: func.func private @extract_twice$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<4xf64>, %[[I:.*]]: index, %[[J:.*]]: index, %[[C:.*]]: f64)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[A]][%[[I]]]
// CHECK-NEXT: %[[EXTRACT_2:.*]] = tensor.extract %[[A]][%[[J]]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[EXTRACT]], %[[EXTRACT_2]]
// CHECK-NEXT: %[[INSERT:.*]] = tensor.insert %[[C]] into %[[ZERO]][%[[J]]]
// CHECK-NEXT: %[[EXTRACT_3:.*]] = tensor.extract %[[INSERT]][%[[I]]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[EXTRACT_3]], %[[C]]
// CHECK-NEXT: %[[INSERT_2:.*]] = tensor.insert %[[ADDF_2]] into %[[INSERT]][%[[I]]]
// CHECK-NEXT: return %[[ADDF]], %[[INSERT_2]]
func.func private @extract_twice(%a: tensor<4xf64>, %i: index, %j: index) -> f64 {
  %p = tensor.extract %a[%i] : tensor<4xf64>
  %q = tensor.extract %a[%j] : tensor<4xf64>
  %y = arith.addf %p, %q : f64
  return %y : f64
}
func.func @pull_extract_twice(%a: tensor<4xf64>, %i: index, %j: index, %c: f64) {
  %y:2 = mesh.vjp @extract_twice(%a, %i, %j) seeds(%c) wrt [0] : (tensor<4xf64>, index, index, f64) -> (f64, tensor<4xf64>)
  return
}

// CHECK-LABEL: func.func private @insert$vjp_0_1(
// CHECK-SAME: %[[S:.*]]: f64, %[[A:.*]]: tensor<4xf64>, %[[I:.*]]: index, %[[C:.*]]: tensor<4xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[INSERT:.*]] = tensor.insert %[[S]] into %[[A]][%[[I]]]
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[C]][%[[I]]]
// CHECK-NEXT: %[[INSERT_2:.*]] = tensor.insert %[[ZERO]] into %[[C]][%[[I]]]
// CHECK-NEXT: return %[[INSERT]], %[[EXTRACT]], %[[INSERT_2]]
func.func private @insert(%s: f64, %a: tensor<4xf64>, %i: index) -> tensor<4xf64> {
  %y = tensor.insert %s into %a[%i] : tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func @pull_insert(%s: f64, %a: tensor<4xf64>, %i: index, %c: tensor<4xf64>) {
  %y:3 = mesh.vjp @insert(%s, %a, %i) seeds(%c) wrt [0, 1] : (f64, tensor<4xf64>, index, tensor<4xf64>) -> (tensor<4xf64>, f64, tensor<4xf64>)
  return
}

// A loop over its entries.
// CHECK-LABEL: func.func private @generate$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<4xf64>, %[[N:.*]]: index, %[[C:.*]]: tensor<?xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[ZERO_2:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty(%[[N]]) : tensor<?xf64>
// CHECK-NEXT: %[[MAXSI:.*]] = arith.maxsi %[[N]], %[[CST_2]]
// CHECK-NEXT: %[[FOR:.*]] = scf.for %[[I:.*]] = %[[CST_2]] to %[[N]] step %[[CST]] iter_args(%[[STATE:.*]] = %[[EMPTY]])
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[A]][%[[I]]]
// CHECK-NEXT: %[[INSERT:.*]] = tensor.insert %[[EXTRACT]] into %[[STATE]][%[[I]]]
// CHECK-NEXT: scf.yield %[[INSERT]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[FOR_2:.*]]:2 = scf.for %[[I_2:.*]] = %[[CST_2]] to %[[MAXSI]] step %[[CST]] iter_args(%[[STATE_2:.*]] = %[[C]], %[[STATE_3:.*]] = %[[ZERO_2]])
// CHECK-NEXT: %[[SUBI:.*]] = arith.subi %[[MAXSI]], %[[CST]]
// CHECK-NEXT: %[[SUBI_2:.*]] = arith.subi %[[SUBI]], %[[I_2]]
// CHECK-NEXT: %[[EXTRACT_2:.*]] = tensor.extract %[[STATE_2]][%[[SUBI_2]]]
// CHECK-NEXT: %[[INSERT_2:.*]] = tensor.insert %[[ZERO]] into %[[STATE_2]][%[[SUBI_2]]]
// CHECK-NEXT: %[[EXTRACT_3:.*]] = tensor.extract %[[STATE_3]][%[[SUBI_2]]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[EXTRACT_3]], %[[EXTRACT_2]]
// CHECK-NEXT: %[[INSERT_3:.*]] = tensor.insert %[[ADDF]] into %[[STATE_3]][%[[SUBI_2]]]
// CHECK-NEXT: scf.yield %[[INSERT_2]], %[[INSERT_3]]
// CHECK-NEXT: }
// CHECK-NEXT: return %[[FOR]], %[[FOR_2]]#1
func.func private @generate(%a: tensor<4xf64>, %n: index) -> tensor<?xf64> {
  %y = tensor.generate %n {
  ^bb0(%p: index):
    %e = tensor.extract %a[%p] : tensor<4xf64>
    tensor.yield %e : f64
  } : tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @pull_generate(%a: tensor<4xf64>, %n: index, %c: tensor<?xf64>) {
  %y:2 = mesh.vjp @generate(%a, %n) seeds(%c) wrt [0] : (tensor<4xf64>, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<4xf64>)
  return
}

// Sizes and ranks pass nothing on.
// CHECK-LABEL: func.func private @sizes$vjp_0(
// CHECK-SAME: %[[A:.*]]: tensor<?xf64>, %[[C:.*]]: tensor<?xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 0
// CHECK-NEXT: %[[DIM:.*]] = tensor.dim %[[A]], %[[CST]]
// CHECK-NEXT: %[[INDEX_CAST:.*]] = arith.index_cast %[[DIM]]
// CHECK-NEXT: %[[SITOFP:.*]] = arith.sitofp %[[INDEX_CAST]]
// CHECK-NEXT: %[[SPLAT:.*]] = tensor.splat %[[SITOFP]][%[[DIM]]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[SPLAT]], %[[A]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[C]], %[[SPLAT]]
// CHECK-NEXT: return %[[MULF]], %[[MULF_2]]
func.func private @sizes(%a: tensor<?xf64>) -> tensor<?xf64> {
  %i = arith.constant 0 : index
  %n = tensor.dim %a, %i : tensor<?xf64>
  %k = arith.index_cast %n : index to i64
  %f = arith.sitofp %k : i64 to f64
  %s = tensor.splat %f[%n] : tensor<?xf64>
  %y = arith.mulf %s, %a : tensor<?xf64>
  return %y : tensor<?xf64>
}
func.func @pull_sizes(%a: tensor<?xf64>, %c: tensor<?xf64>) {
  %y:2 = mesh.vjp @sizes(%a) seeds(%c) wrt [0] : (tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  return
}
