//===- FoldForm.h - how a fold uses its accumulators ------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_FOLDFORM_H
#define MESH_DIALECT_MESH_IR_FOLDFORM_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

namespace mesh {

/// How an accumulator of `mesh.aggregate` depends on the edges.
enum class FoldKind {
  Sum, // acc + term
  Max, // the largest of its initial value and the terms
  Min, // the smallest
  Any  // anything else: each step needs the accumulators before it
};

struct FoldForm {
  FoldKind kind;
  /// What an edge contributes, in the block of `step`; null for `Any`. It
  /// depends on no accumulator.
  mlir::Value term;
};

/// Accumulator `k` of `op`. Folds whose accumulators meet in `combine` in
/// another way than in `step` are `Any`.
FoldForm getFoldForm(AggregateOp op, unsigned k);

/// Whether `value`, of `block` or of a region in it, depends on one of the
/// arguments [first, first + count) of `block`.
bool dependsOnArguments(mlir::Value value, mlir::Block &block, unsigned first,
                        unsigned count);

/// The accumulators on which the results of `op` that are differentiable
/// depend, by way of `finish`.
llvm::SmallBitVector getAccumulatorsOfResults(AggregateOp op);

/// Whether the results of `finish` stay the same when the maximum of the logits
/// is moved and what depends on the weights, accumulators and their sum, is
/// multiplied accordingly, each weight of a row (head) for itself. The maximum
/// then has no derivative: it only shifts the scores.
bool isFreeOfMaximum(AggregateOp op);

} // namespace mesh

#endif // MESH_DIALECT_MESH_IR_FOLDFORM_H
