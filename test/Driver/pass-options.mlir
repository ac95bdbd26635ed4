// Passes that are asked for wrongly: what is wrong, and what would be right.

// RUN: not mesh-opt %s --mesh-to-cpu="vectorbits=3" 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: mesh-opt: error: --mesh-to-cpu: pipeline 'mesh-to-cpu' has no option 'vectorbits': its options, with their defaults, are 'assign-edge-order=true cpu=native fuse=true vector-bits=0 verify-runtime=false'

// RUN: not mesh-opt %s --mesh-to-cpu="vector-bits=wide" 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: 'wide' value invalid for uint argument
// VALUE: mesh-opt: error: --mesh-to-cpu: pipeline 'mesh-to-cpu' cannot read 'vector-bits=wide': its options

// RUN: not mesh-opt %s --mesh-to-cpu="vector-bits=3" 2>&1 | FileCheck %s --check-prefix=WIDTH
// WIDTH: error: expects 'vector-bits' to be 128, 256 or 512, but got 3

// RUN: not mesh-opt %s --mesh-fuse=foo=1 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: mesh-opt: error: --mesh-fuse: pass 'mesh-fuse' has no option 'foo': its options, with their defaults, are 'fuse-nodes=true fuse-producers=true fuse-softmax=true merge-sweeps=true remarks=false'

// RUN: not mesh-opt %s --pass-pipeline='builtin.module(cse,mesh-fuse{foo=1})' 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: mesh-opt: error: --pass-pipeline: pass 'mesh-fuse' has no option 'foo': its options, with their defaults, are 'fuse-nodes=true fuse-producers=true fuse-softmax=true merge-sweeps=true remarks=false'

// RUN: not mesh-opt %s --mesh-expand=foo=1 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: mesh-opt: error: --mesh-expand: pass 'mesh-expand' has no option 'foo': it has none

// RUN: not mesh-opt %s --pass-pipeline='builtin.module(mesh-fus)' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: mesh-opt: error: --pass-pipeline: there is no pass or pipeline 'mesh-fus'; did you mean 'mesh-fuse'?

// The same before a job.
// RUN: not mesh-opt %s --mesh-fuse=foo=1 --run=twice --arg=1 2>&1 | FileCheck %s --check-prefix=PASS

// A pass of modules inside of functions.
// RUN: not mesh-opt %s --pass-pipeline='builtin.module(func.func(mesh-lower-graph))' 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: mesh-opt: error: --pass-pipeline: pass 'mesh-lower-graph' runs on 'builtin.module', but stands inside of 'func.func(...)'

// RUN: not mesh-opt %s --pass-pipeline='func.func(cse)' 2>&1 | FileCheck %s --check-prefix=ROOT
// ROOT: error: can't run 'func.func' pass manager on 'builtin.module' op

// Passes that met nothing to run on.
// RUN: mesh-opt %s --pass-pipeline='builtin.module(func.func(cse),scf.for(canonicalize))' 2>&1 | FileCheck %s --check-prefix=IDLE
// IDLE:     mesh-opt: warning: the passes for 'scf.for' did not run: there is no 'scf.for' directly inside of what the pipeline runs on
// IDLE-NOT: warning

// RUN: echo 'module {}' | mesh-opt --mesh-lower-matmul 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: mesh-opt: warning: the passes for 'func.func' did not run

// RUN: mesh-opt %s --mesh-lower-matmul --mesh-fuse 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=warning
// RUN: echo 'module {}' | mesh-opt --mesh-to-cpu 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=warning
// QUIET: module

// The error of a pass is not followed by the program.
// RUN: not mesh-opt %s --mesh-to-cpu=cpu=abacus 2>&1 | FileCheck %s --check-prefix=SHORT --implicit-check-not='current operation'
// SHORT: error: unknown processor 'abacus'

func.func @twice(%x: f32) -> f32 {
  %y = arith.addf %x, %x : f32
  return %y : f32
}
