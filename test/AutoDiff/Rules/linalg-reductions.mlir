// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

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

// CHECK-LABEL: func.func private @reduce_maxnumf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK: %[[REDUCE:.*]] = linalg.reduce { arith.maxnumf } ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}}) dimensions = [1]
// CHECK: %{{.*}} = arith.cmpf oeq, %{{.*}}, %{{.*}}
// CHECK: %[[DIVF:.*]] = arith.divf %[[C]], %{{.*}}
// CHECK: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[DIVF]], %[[REDUCE]] : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %[[CMPF_3:.*]] = arith.cmpf oeq, %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = arith.select %[[CMPF_3]], %{{.*}}, %{{.*}}
// CHECK: return %[[REDUCE]], %[[GENERIC_2]], %{{.*}}
func.func private @reduce_maxnumf(%a: tensor<2x3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.reduce {arith.maxnumf} ins(%a : tensor<2x3xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
  return %y : tensor<2xf64>
}
func.func @pull_reduce_maxnumf(%a: tensor<2x3xf64>, %init: tensor<2xf64>, %c: tensor<2xf64>) {
  %y:3 = mesh.vjp @reduce_maxnumf(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>)
  return
}

// CHECK-LABEL: func.func private @reduce_minimumf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK: %[[REDUCE:.*]] = linalg.reduce { arith.minimumf } ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}}) dimensions = [1]
// CHECK: %{{.*}} = arith.cmpf oeq, %{{.*}}, %{{.*}}
// CHECK: %[[DIVF:.*]] = arith.divf %[[C]], %{{.*}}
// CHECK: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[DIVF]], %[[REDUCE]] : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %[[CMPF_3:.*]] = arith.cmpf oeq, %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = arith.select %[[CMPF_3]], %{{.*}}, %{{.*}}
// CHECK: return %[[REDUCE]], %[[GENERIC_2]], %{{.*}}
func.func private @reduce_minimumf(%a: tensor<2x3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.reduce {arith.minimumf} ins(%a : tensor<2x3xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
  return %y : tensor<2xf64>
}
func.func @pull_reduce_minimumf(%a: tensor<2x3xf64>, %init: tensor<2xf64>, %c: tensor<2xf64>) {
  %y:3 = mesh.vjp @reduce_minimumf(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>)
  return
}

// CHECK-LABEL: func.func private @reduce_minnumf$vjp_0_1(
// CHECK-SAME: %[[A:.*]]: tensor<2x3xf64>, %[[INIT:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<2xf64>)
// CHECK: %[[REDUCE:.*]] = linalg.reduce { arith.minnumf } ins(%[[A]] : {{.*}}) outs(%[[INIT]] : {{.*}}) dimensions = [1]
// CHECK: %{{.*}} = arith.cmpf oeq, %{{.*}}, %{{.*}}
// CHECK: %[[DIVF:.*]] = arith.divf %[[C]], %{{.*}}
// CHECK: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[A]], %[[DIVF]], %[[REDUCE]] : {{.*}}) outs(%{{.*}} : {{.*}}) {
// CHECK: %[[CMPF_3:.*]] = arith.cmpf oeq, %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = arith.select %[[CMPF_3]], %{{.*}}, %{{.*}}
// CHECK: return %[[REDUCE]], %[[GENERIC_2]], %{{.*}}
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
// CHECK: %[[FOR:.*]]:2 = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[STATE:.*]] = %[[INIT]], %[[STATE_2:.*]] = %{{.*}})
// CHECK: %{{.*}} = tensor.insert_slice %[[STATE]] into %[[STATE_2]][%[[I]], 0] [1, 2] [1, 1]
// CHECK: %[[FOR_3:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}} = %[[C]], %{{.*}} = %{{.*}})
// CHECK: %{{.*}} = tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [1, 2] [1, 1]
// CHECK: %{{.*}} = arith.mulf %{{.*}}, %{{.*}}
// CHECK: %{{.*}} = arith.mulf %{{.*}}, %{{.*}}
// CHECK: return %[[FOR]]#0, %[[FOR_3]]#1, %[[FOR_3]]#0
func.func private @reduce_mulf(%a: tensor<2x3xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %y = linalg.reduce {arith.mulf} ins(%a : tensor<2x3xf64>) outs(%init : tensor<2xf64>) dimensions = [1]
  return %y : tensor<2xf64>
}
func.func @pull_reduce_mulf(%a: tensor<2x3xf64>, %init: tensor<2xf64>, %c: tensor<2xf64>) {
  %y:3 = mesh.vjp @reduce_mulf(%a, %init) seeds(%c) wrt [0, 1] : (tensor<2x3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x3xf64>, tensor<2xf64>)
  return
}
