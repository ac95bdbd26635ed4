//===- Simplify.h - the rewrites of --mesh-simplify -------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_SIMPLIFY_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_SIMPLIFY_H

#include "mesh/Dialect/Mesh/Transforms/SimplifyMessagePassing.h"

#include "mlir/IR/Remarks.h"

namespace mesh {

/// Whether `op` runs over the edges of a graph and sums, or the like.
bool isSweep(mlir::Operation *op);

/// Puts linear maps behind the aggregates of their results, for as long as
/// nobody has compared the costs: maps that were written in different ways can
/// share an aggregate then.
void moveMapsBehind(mlir::Operation *root, const SimplifyOptions &options);

/// Puts linear maps before the aggregates that they read where that is cheaper,
/// and says which maps have moved in the end.
void moveMapsBefore(mlir::Operation *root, const SimplifyOptions &options);

/// Moves sweeps whose operands a loop does not change out of it, and the checks
/// of sizes that could as well be made at the function's entry.
void hoistInvariants(mlir::Operation *root);

/// Computes sweeps over step `t` of a sequence for all steps before the loop.
void hoistSequences(mlir::Operation *root);

/// A remark of this pass.
mlir::remark::RemarkOpts getSimplifyRemark(llvm::StringRef name,
                                           mlir::Operation *op);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_SIMPLIFY_H
