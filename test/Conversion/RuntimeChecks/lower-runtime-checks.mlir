// RUN: mesh-opt %s --mesh-lower-runtime-checks | FileCheck %s

// CHECK-DAG: llvm.func @mesh_rt_fail(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr)
// CHECK-DAG: llvm.mlir.global internal constant @[[$TEXT:.*]]("expects {0} rows, but got {1}\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$PLACE:.*]]("{{.*}}lower-runtime-checks.mlir:[[# @LINE + 10]]:3\00")

// The function takes the status, returns a code, and leaves at once.
// CHECK-LABEL: func.func @straight(
// CHECK-SAME:      %[[STATUS:.*]]: !llvm.ptr, %[[N:.*]]: index, %[[M:.*]]: index) -> (i32, index)
// CHECK-SAME:      llvm.emit_c_interface
func.func @straight(%n: index, %m: index) -> index {
  // CHECK: %[[OK:.*]] = arith.cmpi
  // CHECK: cf.cond_br %[[OK]] weights([1048576, 1]), ^[[GOOD:.*]], ^[[FAIL:.*]]
  %ok = arith.cmpi eq, %n, %m : index
  mesh.assert %ok, "expects {0} rows, but got {1}" (%n, %m)
  // CHECK: ^[[GOOD]]:
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: return %[[ZERO]], %[[N]] : i32, index
  // CHECK: ^[[FAIL]]:
  // CHECK: %[[WHERE:.*]] = llvm.mlir.addressof @[[$PLACE]]
  // CHECK: %[[WHAT:.*]] = llvm.mlir.addressof @[[$TEXT]]
  // CHECK: llvm.call @[[$HELPER:.*]](%[[STATUS]], %[[WHERE]], %[[WHAT]],
  // CHECK: cf.br ^[[LEAVE:.*]]
  // CHECK: ^[[LEAVE]]:
  // CHECK: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK: %[[POISON:.*]] = ub.poison : index
  // CHECK: return %[[ONE]], %[[POISON]] : i32, index
  return %n : index
}

// Upstream's assertion is treated alike; its result is not left to an abort.
// CHECK-LABEL: func.func @upstream(
// CHECK-NOT:     cf.assert
// CHECK:         cf.cond_br
func.func @upstream(%ok: i1) {
  cf.assert %ok, "must hold"
  return
}

// A failing iteration ends early, and the function leaves after the region.
// CHECK-LABEL: func.func @parallel(
// CHECK-SAME:      %[[STATUS:.*]]: !llvm.ptr
func.func @parallel(%ok: i1, %n: index, %buffer: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: omp.loop_nest
  // CHECK:   cf.cond_br %{{.*}}, ^[[GOOD:.*]], ^[[FAIL:.*]]
  // CHECK: ^[[GOOD]]:
  // CHECK:   memref.store
  // CHECK:   omp.yield
  // CHECK: ^[[FAIL]]:
  // CHECK:   llvm.call @{{.*}}(%[[STATUS]],
  // CHECK:   cf.br ^[[LEAVE:.*]]
  // CHECK: ^[[LEAVE]]:
  // CHECK:   omp.yield
  // CHECK: omp.terminator
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        mesh.assert %ok, "bad"
        memref.store %i, %buffer[%i] : memref<?xindex>
        omp.yield
      }
    }
    omp.terminator
  }
  // CHECK: %[[CODE:.*]] = llvm.load %[[STATUS]] : !llvm.ptr -> i32
  // CHECK: %[[GOOD:.*]] = arith.cmpi eq, %[[CODE]]
  // CHECK: cf.cond_br %[[GOOD]]
  return
}

// Functions that remain hand the status on.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:      !llvm.ptr, %{{.*}}: index) -> (i32, index) {
func.func private @callee(%n: index) -> index {
  return %n : index
}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:      %[[STATUS:.*]]: !llvm.ptr
func.func @caller(%n: index) -> index {
  // CHECK: %[[R:.*]]:2 = call @callee(%[[STATUS]],
  // CHECK: %[[GOOD:.*]] = arith.cmpi eq, %[[R]]#0
  // CHECK: cf.cond_br %[[GOOD]]
  // CHECK: return %{{.*}}, %[[R]]#1
  %r = call @callee(%n) : (index) -> index
  return %r : index
}

// The runtime cannot leave a parallel region, so an allocation there is checked.
// CHECK-LABEL: func.func @allocation(
func.func @allocation(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: omp.loop_nest
  // CHECK:   %[[BUFFER:.*]] = memref.alloc
  // CHECK:   %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[BUFFER]]
  // CHECK:   %[[OK:.*]] = arith.cmpi ne, %[[ADDRESS]]
  // CHECK:   cf.cond_br %[[OK]]
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        %b = memref.alloc(%n) : memref<?xf32>
        memref.dealloc %b : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
