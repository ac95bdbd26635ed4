// RUN: mesh-opt %s --mesh-autodiff --mlir-print-local-scope | FileCheck %s

// The adjoints of reductions.

// CHECK-LABEL: func.func private @reduce_addf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK-NEXT: %[[REDUCE:.*]] = linalg.reduce { arith.addf } ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}}) dimensions = [1]
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: linalg.yield %[[IN]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: return %[[REDUCE]], %[[GENERIC]], %[[C]]
func.func private @reduce_addf(%a: tensor<2x3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.reduce {arith.addf} ins(%a : tensor<2x3xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
  return %y : tensor<2xf64>
}
func.func @pull_reduce_addf(%a: tensor<2x3xf64>, %init: tensor<2xf64>, %c: tensor<2xf64>) {
  %y:3 = mesh.vjp @reduce_addf(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>)
  return
}

// Ties share equally, the initial value among them.
// CHECK-LABEL: func.func private @reduce_maximumf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<1.0
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ZERO_2:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[REDUCE:.*]] = linalg.reduce { arith.maximumf } ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}}) dimensions = [1]
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO_2]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[A]], %[[REDUCE]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf oeq, %[[IN]], %[[IN_2]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[CST_2]], %[[ZERO_2]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[SELECT]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf oeq, %[[INIT]], %[[REDUCE]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[GENERIC]], %[[CST]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[ADDF_2]], %[[GENERIC]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[SELECT_2]]
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[DIVF]], %[[REDUCE]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[IN_5:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[CMPF_3:.*]] = arith.cmpf oeq, %[[IN_3]], %[[IN_5]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[CMPF_3]], %[[IN_4]], %[[ZERO_2]]
// CHECK-NEXT: linalg.yield %[[SELECT_3]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[SELECT_4:.*]] = arith.select %[[CMPF_2]], %[[DIVF]], %[[ZERO]]
// CHECK-NEXT: return %[[REDUCE]], %[[GENERIC_2]], %[[SELECT_4]]
func.func private @reduce_maximumf(%a: tensor<2x3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.reduce {arith.maximumf} ins(%a : tensor<2x3xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
  return %y : tensor<2xf64>
}
func.func @pull_reduce_maximumf(%a: tensor<2x3xf64>, %init: tensor<2xf64>, %c: tensor<2xf64>) {
  %y:3 = mesh.vjp @reduce_maximumf(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>)
  return
}

// CHECK-LABEL: func.func private @reduce_minnumf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant dense<1.0
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ZERO_2:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[REDUCE:.*]] = linalg.reduce { arith.minnumf } ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}}) dimensions = [1]
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO_2]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[A]], %[[REDUCE]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf oeq, %[[IN]], %[[IN_2]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[CST_2]], %[[ZERO_2]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT]], %[[SELECT]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf oeq, %[[INIT]], %[[REDUCE]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[GENERIC]], %[[CST]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[ADDF_2]], %[[GENERIC]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[C]], %[[SELECT_2]]
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<2x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[DIVF]], %[[REDUCE]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[IN_5:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[CMPF_3:.*]] = arith.cmpf oeq, %[[IN_3]], %[[IN_5]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[CMPF_3]], %[[IN_4]], %[[ZERO_2]]
// CHECK-NEXT: linalg.yield %[[SELECT_3]]
// CHECK-NEXT: } -> tensor<2x3xf64>
// CHECK-NEXT: %[[SELECT_4:.*]] = arith.select %[[CMPF_2]], %[[DIVF]], %[[ZERO]]
// CHECK-NEXT: return %[[REDUCE]], %[[GENERIC_2]], %[[SELECT_4]]
func.func private @reduce_minnumf(%a: tensor<2x3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.reduce {arith.minnumf} ins(%a : tensor<2x3xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
  return %y : tensor<2xf64>
}
func.func @pull_reduce_minnumf(%a: tensor<2x3xf64>, %init: tensor<2xf64>, %c: tensor<2xf64>) {
  %y:3 = mesh.vjp @reduce_minnumf(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>)
  return
}

// A product is a loop that keeps each partial product: factors may be zero.
// CHECK-LABEL: func.func private @reduce_mulf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[ZERO_2:.*]] = arith.constant dense<0.0
// CHECK-NEXT: %[[CST:.*]] = arith.constant 2
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 3
// CHECK-NEXT: %[[CST_3:.*]] = arith.constant 0
// CHECK-NEXT: %[[CST_4:.*]] = arith.constant 1
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<3x2xf64>
// CHECK-NEXT: %[[FOR:.*]]:2 = scf.for %[[I:.*]] = %[[CST_3]] to %[[CST]] step %[[CST_4]] iter_args(%[[STATE:.*]] = %[[INIT]], %[[STATE_2:.*]] = %[[EMPTY]])
// CHECK-NEXT: %[[INSERT_SLICE:.*]] = tensor.insert_slice %[[STATE]] into %[[STATE_2]][%[[I]], 0] [1, 2] [1, 1]
// CHECK-NEXT: %[[FOR_2:.*]] = scf.for %[[I_2:.*]] = %[[CST_3]] to %[[CST_2]] step %[[CST_4]] iter_args(%[[STATE_3:.*]] = %[[STATE]])
// CHECK-NEXT: %[[EXTRACT:.*]] = tensor.extract %[[A]][%[[I]], %[[I_2]]]
// CHECK-NEXT: %[[EXTRACT_2:.*]] = tensor.extract %[[STATE_3]][%[[I]]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[EXTRACT_2]], %[[EXTRACT]]
// CHECK-NEXT: %[[INSERT:.*]] = tensor.insert %[[MULF]] into %[[STATE_3]][%[[I]]]
// CHECK-NEXT: scf.yield %[[INSERT]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[FOR_2]], %[[INSERT_SLICE]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[FOR_3:.*]]:2 = scf.for %[[I_3:.*]] = %[[CST_3]] to %[[CST]] step %[[CST_4]] iter_args(%[[STATE_4:.*]] = %[[C]], %[[STATE_5:.*]] = %[[ZERO_2]])
// CHECK-NEXT: %[[SUBI:.*]] = arith.subi %[[CST_4]], %[[I_3]]
// CHECK-NEXT: %[[EXTRACT_SLICE:.*]] = tensor.extract_slice %[[FOR]]#1[%[[SUBI]], 0] [1, 2] [1, 1]
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<4x2xf64>
// CHECK-NEXT: %[[FOR_4:.*]]:2 = scf.for %[[I_4:.*]] = %[[CST_3]] to %[[CST_2]] step %[[CST_4]] iter_args(%[[STATE_6:.*]] = %[[EXTRACT_SLICE]], %[[STATE_7:.*]] = %[[EMPTY_2]])
// CHECK-NEXT: %[[INSERT_SLICE_2:.*]] = tensor.insert_slice %[[STATE_6]] into %[[STATE_7]][%[[I_4]], 0] [1, 2] [1, 1]
// CHECK-NEXT: %[[EXTRACT_3:.*]] = tensor.extract %[[A]][%[[SUBI]], %[[I_4]]]
// CHECK-NEXT: %[[EXTRACT_4:.*]] = tensor.extract %[[STATE_6]][%[[SUBI]]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[EXTRACT_4]], %[[EXTRACT_3]]
// CHECK-NEXT: %[[INSERT_2:.*]] = tensor.insert %[[MULF_2]] into %[[STATE_6]][%[[SUBI]]]
// CHECK-NEXT: scf.yield %[[INSERT_2]], %[[INSERT_SLICE_2]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[FOR_5:.*]]:2 = scf.for %[[I_5:.*]] = %[[CST_3]] to %[[CST_2]] step %[[CST_4]] iter_args(%[[STATE_8:.*]] = %[[STATE_4]], %[[STATE_9:.*]] = %[[STATE_5]])
// CHECK-NEXT: %[[SUBI_2:.*]] = arith.subi %[[CST]], %[[I_5]]
// CHECK-NEXT: %[[EXTRACT_SLICE_2:.*]] = tensor.extract_slice %[[FOR_4]]#1[%[[SUBI_2]], 0] [1, 2] [1, 1]
// CHECK-NEXT: %[[EXTRACT_5:.*]] = tensor.extract %[[A]][%[[SUBI]], %[[SUBI_2]]]
// CHECK-NEXT: %[[EXTRACT_6:.*]] = tensor.extract %[[EXTRACT_SLICE_2]][%[[SUBI]]]
// CHECK-NEXT: %[[EXTRACT_7:.*]] = tensor.extract %[[STATE_8]][%[[SUBI]]]
// CHECK-NEXT: %[[INSERT_3:.*]] = tensor.insert %[[ZERO]] into %[[STATE_8]][%[[SUBI]]]
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[EXTRACT_7]], %[[EXTRACT_5]]
// CHECK-NEXT: %[[MULF_4:.*]] = arith.mulf %[[EXTRACT_7]], %[[EXTRACT_6]]
// CHECK-NEXT: %[[EXTRACT_8:.*]] = tensor.extract %[[INSERT_3]][%[[SUBI]]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[EXTRACT_8]], %[[MULF_3]]
// CHECK-NEXT: %[[INSERT_4:.*]] = tensor.insert %[[ADDF]] into %[[INSERT_3]][%[[SUBI]]]
// CHECK-NEXT: %[[EXTRACT_9:.*]] = tensor.extract %[[STATE_9]][%[[SUBI]], %[[SUBI_2]]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[EXTRACT_9]], %[[MULF_4]]
// CHECK-NEXT: %[[INSERT_5:.*]] = tensor.insert %[[ADDF_2]] into %[[STATE_9]][%[[SUBI]], %[[SUBI_2]]]
// CHECK-NEXT: scf.yield %[[INSERT_4]], %[[INSERT_5]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %[[FOR_5]]#0, %[[FOR_5]]#1
// CHECK-NEXT: }
// CHECK-NEXT: return %[[FOR]]#0, %[[FOR_3]]#1, %[[FOR_3]]#0
func.func private @reduce_mulf(%a: tensor<2x3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.reduce {arith.mulf} ins(%a : tensor<2x3xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
  return %y : tensor<2xf64>
}
func.func @pull_reduce_mulf(%a: tensor<2x3xf64>, %init: tensor<2xf64>, %c: tensor<2xf64>) {
  %y:3 = mesh.vjp @reduce_mulf(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>)
  return
}
