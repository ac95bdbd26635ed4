//===- EdgeMaps.h - ops on edge rows as map_edges ---------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_EDGEMAPS_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_EDGEMAPS_H

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

namespace mesh {

/// The graph whose edges the rows of an op belong to, and their axis.
struct EdgeRows {
  mlir::Value graph;
  int64_t dim;
  /// The operand that says so; null where a reader of a result does.
  mlir::OpOperand *operand = nullptr;
};

/// Looks at the producers and readers of `op` for an op that fixes what its
/// rows are, with a graph that is available there.
std::optional<EdgeRows> findEdgeRows(mlir::Operation *op);

/// One operand of an op on edge rows, seen from a single edge.
struct RowOperand {
  mlir::Value value;
  enum Kind {
    Batched,   ///< edge rows with the batch axes
    Unbatched, ///< edge rows without them
    Scalar,    ///< a number
    Splat,     ///< a tensor of one number
    Shared     ///< read whole by every edge
  } kind;
};

/// Creates the map_edges or reduce_edges that computes results of the types of
/// `outs` for `op` from `operands`, and calls `fill` with what each edge sees
/// of them, in order: arguments, or numbers and splats themselves.
template <typename OpTy>
OpTy createEdgeMap(mlir::PatternRewriter &rewriter, mlir::Operation *op,
                   EdgeRows rows, llvm::ArrayRef<RowOperand> operands,
                   mlir::ValueRange outs,
                   llvm::function_ref<llvm::SmallVector<mlir::Value>(
                       OpTy, llvm::ArrayRef<mlir::Value>)>
                       fill);

/// Whether a region of `op` uses a tensor from outside that would have to be an
/// operand of a region op.
bool capturesTensor(mlir::Operation *op);

/// `type` without its first `count` axes: the element type if none is left.
mlir::Type dropAxes(mlir::RankedTensorType type, int64_t count);

/// The sizes of the dynamic axes of `like` from `skip` on.
llvm::SmallVector<mlir::Value> getRowSizes(mlir::OpBuilder &builder,
                                           mlir::Location loc, mlir::Value like,
                                           int64_t skip);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_EDGEMAPS_H
