// Which function is called, and which options go together.

// RUN: not mesh-opt %s --run=mean 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: mesh-opt: error: no function @mean; the program has @sum, @scale

// RUN: not mesh-opt %s --run=elsewhere 2>&1 | FileCheck %s --check-prefix=BODY
// BODY: {{.*}}entry-errors.mlir:[[#@LINE+38]]:1: error: function @elsewhere has no body; those with one: @sum, @scale

// RUN: not mesh-opt %s --reference 2>&1 | FileCheck %s --check-prefix=WHICH
// WHICH: error: expects the name of a function, one of @sum, @scale

// RUN: not mesh-opt %s --run=sum --emit=asm 2>&1 | FileCheck %s --check-prefix=EMIT
// EMIT: error: --emit writes code and --run executes it: give one of them

// RUN: not mesh-opt %s --arg=zeros 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: --arg needs --run=<function>

// RUN: not mesh-opt %s --run=sum --num-threads=0 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not mesh-opt %s --run=sum --num-threads=-3 2>&1 | FileCheck %s --check-prefix=THREADS
// THREADS: error: --num-threads expects a number from 1 to 1024, but got {{0|-3}}

// RUN: not mesh-opt %s --run=sum --time=0 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: error: --time expects a number of calls of at least 1, but got 0

// RUN: not mesh-opt %s --emit=asm --cpu=abacus 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: unknown processor 'abacus': expects a name that LLVM knows, such as native

// RUN: not mesh-opt %s --emit=asm --entry=mean 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: error: no function @mean; the program has @sum, @scale

// RUN: not mesh-opt %t.absent.mlir --run=sum 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: error: cannot open input file '{{.*}}absent.mlir'

// RUN: not mesh-opt %s --run=sum --split-input-file 2>&1 | FileCheck %s --check-prefix=SPLIT
// SPLIT: error: --verify-diagnostics and --split-input-file do not go with options that compile or run

func.func @sum(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %s = arith.addf %x, %y : tensor<?x4xf32>
  return %s : tensor<?x4xf32>
}
func.func @scale(%x: f32) -> f32 {
  %s = arith.mulf %x, %x : f32
  return %s : f32
}
func.func private @elsewhere(%x: f32) -> f32
