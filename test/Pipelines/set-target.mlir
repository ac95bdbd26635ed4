// RUN: mesh-opt %s --mesh-set-target="cpu=native" | FileCheck %s
// RUN: not mesh-opt %s --mesh-set-target="cpu=abacus" 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK: module attributes {llvm.data_layout = "{{.+}}", llvm.target_triple = "{{.+}}"}
// ERROR: error: unknown processor 'abacus': expects a name that LLVM knows, such as native
module {
}
