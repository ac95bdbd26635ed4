// RUN: mesh-opt %s --split-input-file --mesh-linalg-to-loops --canonicalize | FileCheck %s
// RUN: not mesh-opt %s --split-input-file --mesh-linalg-to-loops=vector-bits=100 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: error: expects 'vector-bits' to be a power of two of at least 128, but got 100

// A loss: chunks of 4096 in parallel, added in order. In a chunk, 16 lanes and
// a fixed tree.
// CHECK-LABEL: func.func @all(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x7xf32>, %[[Y:[a-z0-9]+]]: memref<f32>)
// CHECK-DAG: %[[NEUTRAL:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG: %[[LANES:.*]] = arith.constant dense<-0.000000e+00> : vector<16xf32>
// CHECK: memref.collapse_shape
// CHECK: %[[COUNT:.*]] = arith.ceildivui %{{.*}}, %c4096
// CHECK: %[[PARTS:.*]] = memref.alloc(%[[COUNT]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK: scf.parallel (%[[CHUNK:.*]]) = (%c0) to (%[[COUNT]])
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[LANES]])
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: arith.select %[[MASK]], %{{.*}}, %[[LANES]]
// CHECK: vector.shuffle {{.*}}[0, 1, 2, 3, 4, 5, 6, 7] : vector<16xf32>
// CHECK: vector.shuffle {{.*}}[8, 9, 10, 11, 12, 13, 14, 15] : vector<16xf32>
// CHECK: vector.shuffle {{.*}}[0] : vector<2xf32>
// CHECK: memref.store %{{.*}}, %[[PARTS]][%[[CHUNK]]]
// CHECK: scf.for %[[I:.*]] = %c0 to %[[COUNT]]
// CHECK: %[[SUM:.*]] = memref.load %[[Y]][]
// CHECK: %[[PART:.*]] = memref.load %[[PARTS]][%[[I]]]
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[PART]]
// CHECK: memref.store %[[NEXT]], %[[Y]][]
// CHECK: memref.dealloc %[[PARTS]]
func.func @all(%x: memref<?x7xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<?x7xf32>) outs(%y : memref<f32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.addf %s, %a : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// A bias's gradient: chunks of 1024 rows, columns in vectors.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x32xf32>, %[[Y:[a-z0-9]+]]: memref<32xf32>)
// CHECK: %[[COUNT:.*]] = arith.ceildivui %{{.*}}, %c1024
// CHECK: %[[PARTS:.*]] = memref.alloc(%[[COUNT]]) {alignment = 64 : i64} : memref<?x32xf32>
// CHECK: scf.parallel (%[[CHUNK:.*]]) =
// CHECK: scf.for %[[I:.*]] =
// CHECK: scf.for %[[J:.*]] = %c0 to %c32 step %c16
// CHECK: %[[V:.*]] = vector.load %[[X]][%[[I]], %[[J]]]
// CHECK: %[[SUM:.*]] = vector.load %[[PARTS]][%[[CHUNK]], %[[J]]]
// CHECK: arith.addf %[[SUM]], %[[V]]
// CHECK: vector.store %{{.*}}, %[[PARTS]][%[[CHUNK]], %[[J]]]
func.func @columns(%x: memref<?x32xf32>, %y: memref<32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<?x32xf32>) outs(%y : memref<32xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.addf %s, %a : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// Rows have one owner each.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?x40xf32>, %[[Y:[a-z0-9]+]]: memref<?xf32>)
// CHECK: %[[LANES:.*]] = arith.constant dense<0xFF800000> : vector<16xf32>
// CHECK-NOT: memref.alloc
// CHECK: scf.parallel
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[OLD:.*]] = memref.load %[[Y]][%[[I]]]
// CHECK: scf.for %[[J:.*]] = %c0 to %c32 step %c16 iter_args(%[[MAX:.*]] = %[[LANES]])
// CHECK: %[[V:.*]] = vector.load %[[X]][%[[I]], %[[J]]]
// CHECK: arith.maximumf %[[V]], %[[MAX]]
// CHECK: vector.constant_mask [8] : vector<16xi1>
// CHECK: %[[NEW:.*]] = arith.maximumf %{{.*}}, %[[OLD]] : f32
// CHECK: memref.store %[[NEW]], %[[Y]][%[[I]]]
func.func @rows(%x: memref<?x40xf32>, %y: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x40xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.maximumf %a, %s : f32
    linalg.yield %t : f32
  }
  return
}

// -----

// A body that is no known combination goes step by step, results in registers.
// CHECK-LABEL: func.func @winner(
// CHECK: %[[R:.*]]:2 = scf.for {{.*}} -> (f32, index)
// CHECK-NOT: vector
// CHECK: return
func.func @winner(%x: memref<?x40xf32>, %max: memref<?xf32>, %arg: memref<?xindex>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x40xf32>) outs(%max, %arg : memref<?xf32>, memref<?xindex>) {
  ^bb0(%a: f32, %m: f32, %w: index):
    %j = linalg.index 1 : index
    %better = arith.cmpf ogt, %a, %m : f32
    %m1 = arith.select %better, %a, %m : f32
    %w1 = arith.select %better, %j, %w : index
    linalg.yield %m1, %w1 : f32, index
  }
  return
}
