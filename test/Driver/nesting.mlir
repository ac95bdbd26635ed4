// Nothing that reads programs has a stack for any depth.
// RUN: python3 -c "n = 20000; print('func.func @f(%c: i1) {\n' + 'scf.if %c {\n' * n + '}\n' * n + 'return\n}')" > %t.mlir
// RUN: not mesh-opt %t.mlir 2>&1 | FileCheck %s
// RUN: not mesh-opt < %t.mlir 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: <stdin>:1001:11: error: nested deeper than 1000 levels
// RUN: not mesh-opt %t.mlir --run=f --arg=true 2>&1 | FileCheck %s
// CHECK: .mlir:1001:11: error: nested deeper than 1000 levels

// RUN: python3 -c "n = 900; print('func.func @f(%c: i1) {\n' + 'scf.if %c {\n' * n + '}\n' * n + 'return\n}')" > %t.deep.mlir
// RUN: mesh-opt %t.deep.mlir --run=f --arg=true --reference
// RUN: mesh-opt %t.deep.mlir --run=f --arg=true
