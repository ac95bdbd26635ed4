// A failing check ends the call with its place and values; nothing aborts.

// RUN: not mesh-opt %s --run=straight --arg=2 --arg=3 2>&1 | FileCheck %s --check-prefix=STRAIGHT
// RUN: not mesh-opt %s --run=straight --arg=2 --arg=3 --reference 2>&1 | FileCheck %s --check-prefix=STRAIGHT
// STRAIGHT: mesh-opt: error: {{.*}}runtime-failure.mlir:[[# @LINE + 3]]:3: expects 2 rows, but got 3
func.func @straight(%n: index, %m: index) {
  %ok = arith.cmpi eq, %n, %m : index
  mesh.assert %ok, "expects {0} rows, but got {1}" (%n, %m)
  return
}

// RUN: not mesh-opt %s --run=loop --arg=iota:shape=5 --arg=3 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: error: {{.*}}: index 3 reaches 3
func.func @loop(%x: tensor<?xf32>, %limit: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %ok = arith.cmpi slt, %i, %limit : index
    mesh.assert %ok, "index {0} reaches {1}" (%i, %limit)
    %v = tensor.extract %a[%i] : tensor<?xf32>
    %w = arith.addf %v, %v : f32
    %b = tensor.insert %w into %a[%i] : tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// RUN: not mesh-opt %s --run=parallel --arg=iota:shape=5000 --arg=4999 2>&1 | FileCheck %s --check-prefix=PARALLEL
// RUN: mesh-opt %s --run=parallel --arg=iota:shape=5000 --arg=5000 | FileCheck %s --check-prefix=GOOD
// PARALLEL: error: {{.*}}: index 4999 reaches 4999
// GOOD: r0: tensor<5000xf32>
func.func @parallel(%x: tensor<?xf32>, %limit: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = scf.forall (%i) in (%n) shared_outs(%o = %e) -> tensor<?xf32> {
    %ok = arith.cmpi slt, %i, %limit : index
    mesh.assert %ok, "index {0} reaches {1}" (%i, %limit)
    %v = tensor.extract %x[%i] : tensor<?xf32>
    %w = arith.addf %v, %v : f32
    %t = tensor.from_elements %w : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}

// RUN: not mesh-opt %s --run=upstream --arg=false 2>&1 | FileCheck %s --check-prefix=UPSTREAM
// UPSTREAM: error: {{.*}}: must hold
func.func @upstream(%ok: i1) {
  cf.assert %ok, "must hold"
  return
}

// Neither a negative size nor one that overflows reaches the allocator.
// RUN: not mesh-opt %s --run=sized --arg=-3 --arg=4 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not mesh-opt %s --run=sized --arg=4611686018427387905 --arg=4 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// RUN: not mesh-opt %s --run=sized --arg=1099511627776 --arg=4 2>&1 | FileCheck %s --check-prefix=MEMORY
// NEGATIVE: error: {{.*}}: cannot make a tensor of -3x4xf32
// OVERFLOW: error: {{.*}}: cannot make a tensor of 4611686018427387905x4xf32
// MEMORY: error: out of memory
func.func @sized(%n: index, %m: index) -> tensor<?x?xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %f : tensor<?x?xf32>
}
