// RUN: mesh-opt %s --split-input-file --mesh-fuse-linalg | FileCheck %s

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#mnk_mk = affine_map<(m, n, k) -> (k, m)>
#mnk_kn = affine_map<(m, n, k) -> (k, n)>
#mnk_mn = affine_map<(m, n, k) -> (m, n)>

// Two elementwise ops become one; the product takes neither.
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xf32>, %[[S:[a-z0-9]+]]: tensor<?xf32>, %[[Y:[a-z0-9]+]]: tensor<?x16xf32>, %[[C:[a-z0-9]+]]: tensor<?x16xf32>
// CHECK: %[[ONE:.*]] = linalg.generic
// CHECK-SAME: ins(%[[Y]], %[[S]] :
// CHECK: arith.mulf
// CHECK: arith.negf
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[ONE]] :
// CHECK-NOT: linalg.generic
func.func @product(%x: tensor<?x?xf32>, %s: tensor<?xf32>, %y: tensor<?x16xf32>, %c: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %scaled = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%y, %s : tensor<?x16xf32>, tensor<?xf32>) outs(%y : tensor<?x16xf32>) {
    ^bb0(%ye: f32, %se: f32, %_: f32):
      %p = arith.mulf %ye, %se : f32
      linalg.yield %p : f32
  } -> tensor<?x16xf32>
  %negated = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%scaled : tensor<?x16xf32>) outs(%y : tensor<?x16xf32>) {
    ^bb0(%ye: f32, %_: f32):
      %p = arith.negf %ye : f32
      linalg.yield %p : f32
  } -> tensor<?x16xf32>
  %r = linalg.generic {indexing_maps = [#mnk_mk, #mnk_kn, #mnk_mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %negated : tensor<?x?xf32>, tensor<?x16xf32>) outs(%c : tensor<?x16xf32>) {
    ^bb0(%xe: f32, %ye: f32, %sum: f32):
      %p = arith.mulf %xe, %ye : f32
      %t = arith.addf %sum, %p : f32
      linalg.yield %t : f32
  } -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// A conversion is part of how the product reads its operand.
// CHECK-LABEL: func.func @conversion(
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<?x?xbf16>, %[[Y:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[X]], %[[Y]] :
// CHECK: arith.extf
// CHECK: arith.mulf
// CHECK-NOT: linalg.generic
func.func @conversion(%x: tensor<?x?xbf16>, %y: tensor<?x?xf32>, %wide: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %converted = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xbf16>) outs(%wide : tensor<?x?xf32>) {
    ^bb0(%xe: bf16, %_: f32):
      %p = arith.extf %xe : bf16 to f32
      linalg.yield %p : f32
  } -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%converted, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) {
    ^bb0(%xe: f32, %ye: f32, %sum: f32):
      %p = arith.mulf %xe, %ye : f32
      %t = arith.addf %sum, %p : f32
      linalg.yield %t : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>

// A matrix that meets a vector is read once.
// CHECK-LABEL: func.func @vector(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @vector(%x: tensor<?x?xf32>, %v: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %negated = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) {
    ^bb0(%xe: f32, %_: f32):
      %p = arith.negf %xe : f32
      linalg.yield %p : f32
  } -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#ij, #j, #i], iterator_types = ["parallel", "reduction"]}
      ins(%negated, %v : tensor<?x?xf32>, tensor<?xf32>) outs(%c : tensor<?xf32>) {
    ^bb0(%xe: f32, %ve: f32, %sum: f32):
      %p = arith.mulf %xe, %ve : f32
      %t = arith.addf %sum, %p : f32
      linalg.yield %t : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
