//===- Passes.td - passes on the mesh dialect -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_TRANSFORMS_PASSES_TD
#define MESH_DIALECT_MESH_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def MeshExpand : Pass<"mesh-expand"> {
  let summary = "replace sugar by linalg, arith, math and core mesh ops";
  let description = [{
    Replaces every op of `ExpandableOpInterface` (`mesh.linear`, `mesh.relu`,
    `mesh.cross_entropy`, `mesh.take`, ...) by what it stands for, so that no
    later pass needs to know it. A pointwise op becomes one `linalg.generic`
    with identity maps, `mesh.linear` a `linalg.matmul`, and a bias one generic
    after it.

    What the op's page calls a run-time constraint becomes a `mesh.assert`,
    unless both sides are static.

    Afterwards: no sugar. `f16` and `bf16` are computed in `f32` and rounded
    once for each result.

    Limits: `tosa` is not touched (`tosa-to-linalg` first). `mesh.uniform` and
    `mesh.dropout` compute four random words for each entry and use one.

    Example: test/Dialect/Mesh/Transforms/expand-pointwise.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MeshInsertChecks : Pass<"mesh-insert-checks"> {
  let summary = "check that rows agree with the counts of graphs";
  let description = [{
    An op on a graph reads as many rows as the graph has nodes or edges. This
    pass states every such constraint (`SizedOpInterface`, and static row counts
    that results declare) as a comparison and a `mesh.assert`, once and before
    fusion moves rows around.

    A constraint that follows from how a tensor was made is dropped: sizes are
    traced through casts, slices, reshapes, destination-style, elementwise and
    linalg ops down to the graph's own counts, and through checks that came
    before. A constraint between two arguments of a function is checked at its
    entry, others where the op stands.

    Afterwards: the ops on graphs cannot read out of bounds and may be moved
    freely.

    Limits: sizes of loop-carried tensors and results of calls are not traced,
    they are compared each time. A check that is hoisted to the entry also fails
    for an op that the call would not have reached.

    Example: test/Dialect/Mesh/Transforms/insert-checks.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def MeshLowerGraph : Pass<"mesh-lower-graph", "::mlir::ModuleOp"> {
  let summary = "replace graphs by their component tensors";
  let description = [{
    Replaces every value of type `!mesh.graph` by the eight index tensors that
    the type's page lists: in function signatures, calls, `scf` loops and
    conditionals, branches and selects. `mesh.graph` becomes run-time checks and
    two `mesh.coo_to_csr`; counts become `tensor.dim`; `mesh.transpose` a
    permutation of the components. `mesh.aggregate` and `mesh.map_edges` take
    the components they read.

    Each component of a graph argument or result keeps the attributes of the
    graph, `mesh.name` among them, and gets `mesh.component` ("source",
    "target", "in_ptr", "in_col", "in_edge", "out_ptr", "out_col" or
    "out_edge"). Attributes of other arguments stay with them.

    Afterwards: no `!mesh.graph`. Everything that can be wrong with indices has
    been checked before the first op that relies on it.

    Limits: `mesh.gather` and the segment ops are fused by `--mesh-fuse` first;
    a graph in `scf.execute_region`, an indirect call or an op of another
    dialect is an error.

    Example: test/Dialect/Mesh/Transforms/lower-graph-functions.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // MESH_DIALECT_MESH_TRANSFORMS_PASSES_TD
