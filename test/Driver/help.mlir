// Help shows our options first, then passes with a line for each; the options of
// LLVM only on demand.

// RUN: mesh-opt --help | FileCheck %s --implicit-check-not=amdgpu --implicit-check-not=--x86-
// RUN: mesh-opt -h | FileCheck %s
// CHECK:      usage: mesh-opt
// CHECK:      Build and run:
// CHECK:      --arg=<[name=]value>
// CHECK:      --cpu=<name> {{.*}}native (default)
// CHECK:      --emit=<value>
// CHECK-NEXT: =mlir
// CHECK:      --explain[=<function>] {{.*}}(default: all public functions)
// CHECK:      --explain-format=<value>
// CHECK:      --list-derivative-rules {{.*}}For developers
// CHECK:      --num-threads=<n> {{.*}}(default: all cores)
// CHECK:      --verify-runtime {{.*}}(default: off)
// CHECK:      Look at programs
// CHECK:      --pass-pipeline=<string>
// CHECK:      --split-input-file
// CHECK:      Pipelines
// CHECK:      --mesh-to-cpu from any Mesh program to the LLVM dialect
// CHECK-NEXT: --mesh-to-llvm
// CHECK:      Passes of Mesh:
// CHECK:      --mesh-fuse express message passing
// CHECK-NEXT: --mesh-fuse-linalg
// CHECK-NEXT: --mesh-insert-checks
// CHECK:      Passes of MLIR:
// CHECK:      --canonicalize {{.+}}
// CHECK:      --help-hidden

// RUN: mesh-opt --help-hidden | FileCheck %s --check-prefix=HIDDEN
// HIDDEN: --amdgpu-bypass-slow-div
// RUN: mesh-opt --help-list | FileCheck %s --check-prefix=HIDDEN

// Passes have options, --list-passes says which.
// RUN: mesh-opt --list-passes | FileCheck %s --check-prefix=PASSES
// PASSES:      --mesh-fuse
// PASSES-NEXT: --fuse-nodes
// PASSES-NEXT: --fuse-producers

// A full disk is an error, not an abort.
// RUN: not mesh-opt --help 2>&1 > /dev/full | FileCheck %s --check-prefix=FULL
// RUN: not mesh-opt %s 2>&1 > /dev/full | FileCheck %s --check-prefix=FULL
// FULL: mesh-opt: error: standard output: No space left on device
func.func @nothing() {
  return
}
