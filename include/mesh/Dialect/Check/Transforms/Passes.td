//===- Passes.td - passes of the check dialect ----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_CHECK_TRANSFORMS_PASSES_TD
#define MESH_DIALECT_CHECK_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCheck : Pass<"convert-check"> {
  let summary = "turns check ops into loops and mesh.assert";
  let description = [{
    Lets a test file that compares its results with `check` ops run compiled:
    every check op becomes a check of each size and a loop over the entries with
    a `mesh.assert` in it. Floats are compared by their bits where the op says
    so, and NaN by its bits too, so that no fast-math assumption can remove the
    comparison.

    Afterwards there is no op of the `check` dialect. The message of a failed
    check names the first index and the shape; the values themselves are in it
    only for integers (the interpreter prints all).

    Runs on any op that holds `check` ops, before bufferisation.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mesh::MeshDialect"
  ];
}

#endif // MESH_DIALECT_CHECK_TRANSFORMS_PASSES_TD
