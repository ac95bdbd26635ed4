//===- Passes.td - run-time failures of compiled code ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_CONVERSION_RUNTIMECHECKS_PASSES_TD
#define MESH_CONVERSION_RUNTIMECHECKS_PASSES_TD

include "mlir/Pass/PassBase.td"

def MeshLowerRuntimeChecks
    : Pass<"mesh-lower-runtime-checks", "::mlir::ModuleOp"> {
  let summary = "give functions a status and let failing checks return it";
  let description = [{
    Compiled code never aborts. Every function with a body gets a leading
    argument `!llvm.ptr`, the status of the call (`mesh::runtime::Status`), and a
    leading result `i32`, 0 if all went well. Calls between such functions hand
    the status on.

    A failing `mesh.assert` (or `cf.assert`) records what happened through
    `mesh_rt_fail`, then
    - in the function's own region, returns 1 and poison at once;
    - in an OpenMP region, leaves the iteration. The function returns after the
      outermost `omp.parallel`.

    Before an allocation whose size is known at run time only, sizes that are
    negative or whose product overflows are such a failure. An allocation that
    fails in an OpenMP region is one too, since the runtime cannot leave such a
    region; elsewhere it does (`CallScope::run`).

    A function whose name belongs to the C library or the runtime (`@exp`) gets
    another one: the code would call itself where it means the library.

    An allocation that a public function returns is preceded by a call of
    `mesh_rt_next_result`, so that a caller may provide its memory.

    Afterwards: no `mesh.assert` and no `cf.assert`. Public functions have the
    interface of compiled code, by way of `llvm.emit_c_interface`; attributes of
    `mesh` and `bufferization` on their arguments and results are gone.

    Limits: runs after `--convert-scf-to-cf`; a check inside an `scf` region is
    an error, and so is one that stands in an `omp.parallel` beside a
    work-sharing loop, where a thread that leaves would never be waited for.

    Example: test/Conversion/RuntimeChecks/lower-runtime-checks.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::ub::UBDialect"
  ];
}

def MeshCheckArithmetic : Pass<"mesh-check-arithmetic"> {
  let summary = "check integer divisors and the steps of loops";
  let description = [{
    A processor stops a program that divides an integer by zero, or the least
    number by -1, and a loop whose step is 0 never ends. This pass puts a
    `mesh.assert` before every integer division whose divisor is not a constant
    that excludes both, and before every `scf.for` whose step is not a positive
    constant. On vectors, every lane is checked.

    Runs on loops: before, elementwise ops on tensors could not be fused.

    Example: test/Conversion/RuntimeChecks/check-arithmetic.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mesh::MeshDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // MESH_CONVERSION_RUNTIMECHECKS_PASSES_TD
