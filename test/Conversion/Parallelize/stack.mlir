// RUN: mesh-opt %s --split-input-file --mesh-parallelize | FileCheck %s

func.func private @use(memref<16xf32>)

// One buffer for each thread, and no scope that would stop the lowering of
// control flow.
// CHECK-LABEL: func.func @threads(
// CHECK: omp.parallel {
// CHECK-NEXT: memref.alloca() : memref<16xf32>
// CHECK-NEXT: omp.wsloop
// CHECK: scf.for
// CHECK-NOT: memref.alloca
func.func @threads(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.alloca_scope {
      scf.for %j = %c0 to %n step %c1 {
        %b = memref.alloca() : memref<16xf32>
        func.call @use(%b) : (memref<16xf32>) -> ()
      }
    }
  }
  return
}

// -----

func.func private @use(memref<16xf32>)

// CHECK-LABEL: func.func @sequential(
// CHECK-NEXT: memref.alloca() : memref<16xf32>
// CHECK: scf.for
// CHECK-NOT: memref.alloca
func.func @sequential() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %b = memref.alloca() : memref<16xf32>
    func.call @use(%b) : (memref<16xf32>) -> ()
  } {mesh.work_per_iteration = 1 : i64}
  return
}

// -----

func.func private @use(memref<16xf32>)

// Without any parallel loop.
// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: memref.alloca() : memref<16xf32>
// CHECK: scf.for
// CHECK-NOT: memref.alloca
func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloca() : memref<16xf32>
    func.call @use(%b) : (memref<16xf32>) -> ()
  }
  return
}
