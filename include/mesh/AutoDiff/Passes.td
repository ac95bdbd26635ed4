//===- Passes.td - automatic differentiation ------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_PASSES_TD
#define MESH_AUTODIFF_PASSES_TD

include "mlir/Pass/PassBase.td"

def MeshAutodiff : Pass<"mesh-autodiff", "::mlir::ModuleOp"> {
  let summary = "replace derivative ops by functions that compute them";
  let description = [{
    Replaces `mesh.grad`, `mesh.value_and_grad`, `mesh.vjp` and `mesh.jvp` by calls
    of new private functions, and removes `mesh.stop_gradient`. Ops that ask for
    the same derivative (function, arguments, mode) share one.

    A derivative function is made from a copy of its function in which calls are
    inlined and sugar is expanded. Reverse mode appends to each op's block the
    adjoints of its ops (`AdjointOpInterface`), last first, for values that
    depend on a differentiated argument and on which a differentiated result
    depends; nothing is computed for others. Adjoints of mesh ops are mesh ops. A
    loop is reversed by a second loop that computes each iteration again; the
    first one stores the states that this needs, and no others. Forward mode
    follows each op by its tangent. `method = fd` calls the function instead.

    Derivatives of derivatives: functions that contain derivative ops are
    treated first.

    Functions with an adjoint of their own (`mesh.adjoint`) are called, and so is
    their adjoint. `--inline` leaves such functions alone; this pass removes the
    attribute, so that they are inlined afterwards.

    Afterwards: no derivative op, no `mesh.adjoint`. An op without a rule anywhere in the functions
    that would be differentiated is an error at the derivative op, with one note
    for each such op.

    With `fuse`, as in the pipelines, message passing is fused before it is
    differentiated (see `--mesh-fuse`): the adjoints of fused ops are fused, so
    that an attention layer has no edge row in its backward pass either. Where a
    fused op has no derivative, the function is differentiated unfused.

    With `simplify`, as in the pipelines, the function is simplified before that
    (see `--mesh-simplify`), so that its adjoint is that of the cheaper form.
    Arguments that are the same in each iteration of a loop around the derivative
    op count as what a loop does not change.

    Limits: recursion, `scf.while`, buffers and functions of several blocks have
    no derivative. A loop over `T` steps stores up to `T + 1` states.

    Source: Griewank and Walther, "Evaluating Derivatives", 2008.

    Example: test/AutoDiff/autodiff.mlir
  }];
  let options = [
    Option<"fuse", "fuse", "bool", "false",
           "Fuse message passing before it is differentiated.">,
    Option<"simplify", "simplify", "bool", "false",
           "Simplify message passing before it is differentiated.">,
    Option<"checkSeeds", "check-seeds", "bool", "true",
           "Check when the program runs that seeds and tangents have the shapes "
           "of results and arguments.">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mesh::MeshDialect"
  ];
}

#endif // MESH_AUTODIFF_PASSES_TD
