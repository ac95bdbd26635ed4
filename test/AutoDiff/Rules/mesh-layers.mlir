// RUN: mesh-opt %s --mesh-autodiff=check-seeds=false --mlir-print-local-scope | FileCheck %s

// The adjoints of elementwise layers and of linear ones: those of their expansions.

// CHECK-LABEL: func.func private @relu$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[C:.*]]: tensor<5x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MAXIMUMF:.*]] = arith.maximumf %[[IN]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[MAXIMUMF]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf ogt, %[[IN_2]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[IN_3]], %[[ZERO]]
// CHECK-NEXT: linalg.yield %[[SELECT]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_2]]
func.func private @relu(%x: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %y = mesh.relu %x : tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @pull_relu(%x: tensor<5x3xf64>, %c: tensor<5x3xf64>) {
  %y:2 = mesh.vjp @relu(%x) seeds(%c) wrt [0] : (tensor<5x3xf64>, tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>)
  return
}

// CHECK-LABEL: func.func private @leaky_relu$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[C:.*]]: tensor<5x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 2.000000e-01
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf ogt, %[[IN]], %[[ZERO]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN]], %[[CST]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[IN]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[SELECT]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf ogt, %[[IN_2]], %[[ZERO]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_3]], %[[CST]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[IN_3]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[CMPF_2]], %[[ZERO]], %[[MULF_2]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[SELECT_2]], %[[SELECT_3]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_2]]
func.func private @leaky_relu(%x: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %y = mesh.leaky_relu %x {slope = 0.2 : f64} : tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @pull_leaky_relu(%x: tensor<5x3xf64>, %c: tensor<5x3xf64>) {
  %y:2 = mesh.vjp @leaky_relu(%x) seeds(%c) wrt [0] : (tensor<5x3xf64>, tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>)
  return
}

// CHECK-LABEL: func.func private @elu$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[C:.*]]: tensor<5x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant true
// CHECK-NEXT: %[[CST_2:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf ogt, %[[IN]], %[[ZERO]]
// CHECK-NEXT: %[[MINIMUMF:.*]] = arith.minimumf %[[IN]], %[[ZERO]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[MINIMUMF]]
// CHECK-NEXT: %[[SUBF:.*]] = arith.subf %[[EXP]], %[[CST_2]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[IN]], %[[SUBF]]
// CHECK-NEXT: linalg.yield %[[SELECT]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf ogt, %[[IN_2]], %[[ZERO]]
// CHECK-NEXT: %[[MINIMUMF_2:.*]] = arith.minimumf %[[IN_2]], %[[ZERO]]
// CHECK-NEXT: %[[EXP_2:.*]] = math.exp %[[MINIMUMF_2]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_3]], %[[EXP_2]]
// CHECK-NEXT: %[[CMPF_3:.*]] = arith.cmpf olt, %[[IN_2]], %[[ZERO]]
// CHECK-NEXT: %[[XORI:.*]] = arith.xori %[[CMPF_2]], %[[CST]]
// CHECK-NEXT: %[[ANDI:.*]] = arith.andi %[[XORI]], %[[CMPF_3]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[IN_3]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[ANDI]], %[[MULF]], %[[ZERO]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[SELECT_2]], %[[SELECT_3]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_2]]
func.func private @elu(%x: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %y = mesh.elu %x : tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @pull_elu(%x: tensor<5x3xf64>, %c: tensor<5x3xf64>) {
  %y:2 = mesh.vjp @elu(%x) seeds(%c) wrt [0] : (tensor<5x3xf64>, tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>)
  return
}

// CHECK-LABEL: func.func private @sigmoid$vjp_0(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[C:.*]]: tensor<5x3xf64>)
// CHECK-NEXT: %[[CST:.*]] = arith.constant 1.0
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[NEGF:.*]] = arith.negf %[[IN]]
// CHECK-NEXT: %[[MINIMUMF:.*]] = arith.minimumf %[[IN]], %[[NEGF]]
// CHECK-NEXT: %[[EXP:.*]] = math.exp %[[MINIMUMF]]
// CHECK-NEXT: %[[CMPF:.*]] = arith.cmpf olt, %[[IN]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT:.*]] = arith.select %[[CMPF]], %[[EXP]], %[[CST]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[EXP]], %[[CST]]
// CHECK-NEXT: %[[DIVF:.*]] = arith.divf %[[SELECT]], %[[ADDF]]
// CHECK-NEXT: linalg.yield %[[DIVF]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_2:.*]]: f64, %[[IN_3:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[NEGF_2:.*]] = arith.negf %[[IN_2]]
// CHECK-NEXT: %[[MINIMUMF_2:.*]] = arith.minimumf %[[IN_2]], %[[NEGF_2]]
// CHECK-NEXT: %[[EXP_2:.*]] = math.exp %[[MINIMUMF_2]]
// CHECK-NEXT: %[[CMPF_2:.*]] = arith.cmpf olt, %[[IN_2]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_2:.*]] = arith.select %[[CMPF_2]], %[[EXP_2]], %[[CST]]
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[EXP_2]], %[[CST]]
// CHECK-NEXT: %[[DIVF_2:.*]] = arith.divf %[[SELECT_2]], %[[ADDF_2]]
// CHECK-NEXT: %[[DIVF_3:.*]] = arith.divf %[[IN_3]], %[[ADDF_2]]
// CHECK-NEXT: %[[NEGF_3:.*]] = arith.negf %[[DIVF_3]]
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[NEGF_3]], %[[DIVF_2]]
// CHECK-NEXT: %[[SELECT_3:.*]] = arith.select %[[CMPF_2]], %[[DIVF_3]], %[[ZERO]]
// CHECK-NEXT: %[[ADDF_3:.*]] = arith.addf %[[MULF]], %[[SELECT_3]]
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[ADDF_3]], %[[EXP_2]]
// CHECK-NEXT: %[[CMPF_3:.*]] = arith.cmpf olt, %[[IN_2]], %[[NEGF_2]]
// CHECK-NEXT: %[[NEGF_4:.*]] = arith.negf %[[MULF_2]]
// CHECK-NEXT: %[[SELECT_4:.*]] = arith.select %[[CMPF_3]], %[[MULF_2]], %[[ZERO]]
// CHECK-NEXT: %[[SELECT_5:.*]] = arith.select %[[CMPF_3]], %[[ZERO]], %[[NEGF_4]]
// CHECK-NEXT: %[[ADDF_4:.*]] = arith.addf %[[SELECT_4]], %[[SELECT_5]]
// CHECK-NEXT: linalg.yield %[[ADDF_4]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_2]]
func.func private @sigmoid(%x: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %y = mesh.sigmoid %x : tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @pull_sigmoid(%x: tensor<5x3xf64>, %c: tensor<5x3xf64>) {
  %y:2 = mesh.vjp @sigmoid(%x) seeds(%c) wrt [0] : (tensor<5x3xf64>, tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>)
  return
}

// CHECK-LABEL: func.func private @linear$vjp_0_1_2(
// CHECK-SAME: %[[X:.*]]: tensor<5x3xf64>, %[[W:.*]]: tensor<3x2xf64>, %[[B:.*]]: tensor<2xf64>, %[[C:.*]]: tensor<5x2xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x2xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY]] : {{.*}})
// CHECK-NEXT: %[[MATMUL:.*]] = linalg.matmul ins(%[[X]], %[[W]] : {{.*}}) outs(%[[FILL]] : {{.*}})
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[MATMUL]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[IN]], %[[IN_2]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5x2xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<2xf64>
// CHECK-NEXT: %[[FILL_2:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%[[C]] : {{.*}}) outs(%[[FILL_2]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[ADDF_2:.*]] = arith.addf %[[OUT_2]], %[[IN_3]]
// CHECK-NEXT: linalg.yield %[[ADDF_2]]
// CHECK-NEXT: } -> tensor<2xf64>
// CHECK-NEXT: %[[EMPTY_3:.*]] = tensor.empty() : tensor<5x3xf64>
// CHECK-NEXT: %[[FILL_3:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_3]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[W]], %[[C]] : {{.*}}) outs(%[[FILL_3]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_4:.*]]: f64, %[[IN_5:.*]]: f64, %[[OUT_3:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN_5]], %[[IN_4]]
// CHECK-NEXT: %[[ADDF_3:.*]] = arith.addf %[[OUT_3]], %[[MULF]]
// CHECK-NEXT: linalg.yield %[[ADDF_3]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[EMPTY_4:.*]] = tensor.empty() : tensor<3x2xf64>
// CHECK-NEXT: %[[FILL_4:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_4]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2, d1)>], iterator_types = ["reduction", "parallel", "parallel"]} ins(%[[X]], %[[C]] : {{.*}}) outs(%[[FILL_4]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_6:.*]]: f64, %[[IN_7:.*]]: f64, %[[OUT_4:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_7]], %[[IN_6]]
// CHECK-NEXT: %[[ADDF_4:.*]] = arith.addf %[[OUT_4]], %[[MULF_2]]
// CHECK-NEXT: linalg.yield %[[ADDF_4]]
// CHECK-NEXT: } -> tensor<3x2xf64>
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_3]], %[[GENERIC_4]], %[[GENERIC_2]]
func.func private @linear(%x: tensor<5x3xf64>, %w: tensor<3x2xf64>, %b: tensor<2xf64>) -> tensor<5x2xf64> {
  %y = mesh.linear %x, %w, %b : (tensor<5x3xf64>, tensor<3x2xf64>, tensor<2xf64>) -> tensor<5x2xf64>
  return %y : tensor<5x2xf64>
}
func.func @pull_linear(%x: tensor<5x3xf64>, %w: tensor<3x2xf64>, %b: tensor<2xf64>, %c: tensor<5x2xf64>) {
  %y:4 = mesh.vjp @linear(%x, %w, %b) seeds(%c) wrt [0, 1, 2] : (tensor<5x3xf64>, tensor<3x2xf64>, tensor<2xf64>, tensor<5x2xf64>) -> (tensor<5x2xf64>, tensor<5x3xf64>, tensor<3x2xf64>, tensor<2xf64>)
  return
}

// CHECK-LABEL: func.func private @scale$vjp_0_1(
// CHECK-SAME: %[[M:.*]]: tensor<5x3xf64>, %[[S:.*]]: tensor<5xf64>, %[[C:.*]]: tensor<5x3xf64>)
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[M]], %[[S]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f64, %[[IN_2:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK-NEXT: %[[MULF:.*]] = arith.mulf %[[IN]], %[[IN_2]]
// CHECK-NEXT: linalg.yield %[[MULF]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[GENERIC_2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%[[S]], %[[C]] : {{.*}}) outs(%[[EMPTY]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_3:.*]]: f64, %[[IN_4:.*]]: f64, %[[OUT_2:.*]]: f64):
// CHECK-NEXT: %[[MULF_2:.*]] = arith.mulf %[[IN_4]], %[[IN_3]]
// CHECK-NEXT: linalg.yield %[[MULF_2]]
// CHECK-NEXT: } -> tensor<5x3xf64>
// CHECK-NEXT: %[[EMPTY_2:.*]] = tensor.empty() : tensor<5xf64>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : {{.*}}) outs(%[[EMPTY_2]] : {{.*}})
// CHECK-NEXT: %[[GENERIC_3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%[[M]], %[[C]] : {{.*}}) outs(%[[FILL]] : {{.*}}) {
// CHECK-NEXT: ^bb0(%[[IN_5:.*]]: f64, %[[IN_6:.*]]: f64, %[[OUT_3:.*]]: f64):
// CHECK-NEXT: %[[MULF_3:.*]] = arith.mulf %[[IN_6]], %[[IN_5]]
// CHECK-NEXT: %[[ADDF:.*]] = arith.addf %[[OUT_3]], %[[MULF_3]]
// CHECK-NEXT: linalg.yield %[[ADDF]]
// CHECK-NEXT: } -> tensor<5xf64>
// CHECK-NEXT: return %[[GENERIC]], %[[GENERIC_2]], %[[GENERIC_3]]
func.func private @scale(%m: tensor<5x3xf64>, %s: tensor<5xf64>) -> tensor<5x3xf64> {
  %y = mesh.scale %m, %s : (tensor<5x3xf64>, tensor<5xf64>) -> tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @pull_scale(%m: tensor<5x3xf64>, %s: tensor<5xf64>, %c: tensor<5x3xf64>) {
  %y:3 = mesh.vjp @scale(%m, %s) seeds(%c) wrt [0, 1] : (tensor<5x3xf64>, tensor<5xf64>, tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>, tensor<5xf64>)
  return
}
