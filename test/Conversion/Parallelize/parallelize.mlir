// RUN: mesh-opt %s --split-input-file --mesh-parallelize | FileCheck %s

// CHECK-LABEL: func.func @static(
// CHECK-NOT: if(
// CHECK: omp.parallel {
// CHECK-NEXT: omp.wsloop nowait {
// CHECK-NEXT: omp.loop_nest (%[[I:.*]]) : index = (%c0) to (%{{.*}}) step (%c1) {
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK-NEXT: omp.yield
// CHECK: omp.terminator
func.func @static(%n: index, %x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %x[%i] : memref<?xf32>
  }
  return
}

// -----

// 125000 elements are worth threads: more than 12 iterations of 10000.
// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[TRIPS:.*]] = arith.ceildivsi %{{.*}}, %c64
// CHECK: %[[MANY:.*]] = arith.cmpi sgt, %[[TRIPS]], %c12
// CHECK: omp.parallel if(%[[MANY]]) {
// CHECK: omp.wsloop nowait schedule(dynamic = %{{.*}} : i64) {
func.func @dynamic(%n: index, %x: memref<?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c64) {
    memref.store %v, %x[%i] : memref<?xf32>
  } {mesh.dynamic, mesh.work_per_iteration = 10000 : i64}
  return
}

// -----

// Work known to be small stays on one thread,
// CHECK-LABEL: func.func @small(
// CHECK-NOT: omp
// CHECK: scf.for
func.func @small(%x: memref<8xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %v, %x[%i] : memref<8xf32>
  } {mesh.work_per_iteration = 1 : i64}
  return
}

// -----

// and so does a reduction, which has an order.
// CHECK-LABEL: func.func @reduction(
// CHECK-SAME: %[[X:.*]]: memref<8x8xf32>, %[[V:.*]]: f32
// CHECK-NOT: omp
// CHECK: %[[OUTER:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[A:.*]] = %[[V]])
// CHECK: %[[INNER:.*]] = scf.for %[[J:.*]] = {{.*}} iter_args(%[[B:.*]] = %[[A]])
// CHECK: %[[E:.*]] = memref.load %[[X]][%[[I]], %[[J]]]
// CHECK: %[[S:.*]] = arith.addf %[[B]], %[[E]]
// CHECK: scf.yield %[[S]]
// CHECK: scf.yield %[[INNER]]
// CHECK: return %[[OUTER]]
func.func @reduction(%x: memref<8x8xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c1, %c1) init(%v) -> f32 {
    %e = memref.load %x[%i, %j] : memref<8x8xf32>
    scf.reduce(%e : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

// Only the outer loop is shared.
// CHECK-LABEL: func.func @nested(
// CHECK-COUNT-1: omp.parallel
// CHECK: scf.for
// CHECK-NOT: omp.parallel
func.func @nested(%n: index, %x: memref<?x?xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (%n) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %v, %x[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
