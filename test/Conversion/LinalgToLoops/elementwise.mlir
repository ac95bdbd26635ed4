// RUN: mesh-opt %s --split-input-file --mesh-linalg-to-loops --canonicalize | FileCheck %s

// One dimension in blocks of 8192, vectors of 16 and a masked one.
// CHECK-LABEL: func.func @flat(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x7xf32>, %[[Y:[a-z0-9]+]]: memref<?x7xf32>)
// CHECK: %[[FROM:.*]] = memref.collapse_shape %[[X]] {{\[}}[0, 1]] : memref<?x7xf32> into memref<?xf32>
// CHECK: %[[TO:.*]] = memref.collapse_shape %[[Y]]
// CHECK: scf.parallel (%[[BLOCK:.*]]) = (%c0) to (%{{.*}}) step (%c8192)
// CHECK: scf.for %[[I:.*]] = %[[BLOCK]] to %[[END:.*]] step %c16
// CHECK: %[[V:.*]] = vector.load %[[FROM]][%[[I]]] : memref<?xf32>, vector<16xf32>
// CHECK: %[[E:.*]] = math.exp %[[V]] : vector<16xf32>
// CHECK: vector.store %[[E]], %[[TO]][%[[I]]]
// CHECK: scf.if
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[R:.*]] = vector.maskedload %[[FROM]][%[[END]]], %[[MASK]]
// CHECK: %[[RE:.*]] = math.exp %[[R]] : vector<16xf32>
// CHECK: vector.maskedstore %[[TO]][%[[END]]], %[[MASK]], %[[RE]]
// CHECK: mesh.work_per_iteration = 73728 : i64
// CHECK-NOT: linalg
#id2 = affine_map<(i, j) -> (i, j)>
func.func @flat(%x: memref<?x7xf32>, %y: memref<?x7xf32>) {
  linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?x7xf32>) outs(%y : memref<?x7xf32>) {
  ^bb0(%a: f32, %b: f32):
    %e = math.exp %a : f32
    linalg.yield %e : f32
  }
  return
}

// -----

// A row's scalar is loaded once and broadcast; seven columns are one vector.
// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x7xf32>, %[[S:[a-z0-9]+]]: memref<?xf32>, %[[B:[a-z0-9]+]]: memref<7xf32>, %[[Y:[a-z0-9]+]]: memref<?x7xf32>)
// CHECK: scf.parallel
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[MASK:.*]] = vector.constant_mask [7] : vector<8xi1>
// CHECK: %[[V:.*]] = vector.maskedload %[[X]][%[[I]], %c0], %[[MASK]]
// CHECK: %[[SCALAR:.*]] = memref.load %[[S]][%[[I]]]
// CHECK: %[[BIAS:.*]] = vector.maskedload %[[B]][%c0], %[[MASK]]
// CHECK: %[[SPLAT:.*]] = vector.broadcast %[[SCALAR]] : f32 to vector<8xf32>
// CHECK: arith.mulf %[[V]], %[[SPLAT]]
// CHECK: vector.maskedstore %[[Y]]
#id2 = affine_map<(i, j) -> (i, j)>
func.func @broadcast(%x: memref<?x7xf32>, %s: memref<?xf32>, %b: memref<7xf32>, %y: memref<?x7xf32>) {
  linalg.generic {indexing_maps = [#id2, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %b : memref<?x7xf32>, memref<?xf32>, memref<7xf32>) outs(%y : memref<?x7xf32>) {
  ^bb0(%a: f32, %c: f32, %d: f32, %o: f32):
    %p = arith.mulf %a, %c : f32
    %q = arith.addf %p, %d : f32
    linalg.yield %q : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @fill(
// CHECK: %[[ONES:.*]] = arith.constant dense<1.000000e+00> : vector<16xf32>
// CHECK: vector.store %[[ONES]]
func.func @fill(%y: memref<?x?xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%y : memref<?x?xf32>)
  return
}

// -----

// Lanes know where they are.
// CHECK-LABEL: func.func @index(
// CHECK: vector.step : vector<8xindex>
func.func @index(%y: memref<?xi64>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : memref<?xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    linalg.yield %j : i64
  }
  return
}

// -----

// Integer division by a masked zero would trap: the rest is scalar.
// CHECK-LABEL: func.func @division(
// CHECK: arith.divsi %{{.*}} : vector<16xi32>
// CHECK-NOT: vector.create_mask
// CHECK: arith.divsi %{{.*}} : i32
func.func @division(%x: memref<?xi32>, %y: memref<?xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) {
  ^bb0(%a: i32, %o: i32):
    %c = arith.constant 100 : i32
    %d = arith.divsi %c, %a : i32
    linalg.yield %d : i32
  }
  return
}

// -----

// Neither a transposed operand nor i1 in memory has a vector form.
// CHECK-LABEL: func.func @scalar(
// CHECK-NOT: vector
// CHECK: return
#id2 = affine_map<(i, j) -> (i, j)>
func.func @scalar(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %c: memref<?x?xi1>) {
  linalg.transpose ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>) permutation = [1, 0]
  linalg.generic {indexing_maps = [#id2, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xi1>) {
  ^bb0(%a: f32, %b: f32, %o: i1):
    %l = arith.cmpf olt, %a, %b : f32
    linalg.yield %l : i1
  }
  return
}

// -----

// No parallel loop inside a parallel loop.
// CHECK-LABEL: func.func @nested(
// CHECK: scf.parallel
// CHECK-NOT: scf.parallel
// CHECK: return
func.func @nested(%y: memref<4x?xf32>) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %y, %c1 : memref<4x?xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %row = memref.subview %y[%i, 0] [1, %n] [1, 1] : memref<4x?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.fill ins(%one : f32) outs(%row : memref<?xf32, strided<[1], offset: ?>>)
  }
  return
}
