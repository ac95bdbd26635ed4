//===- LinearMaps.h - linear maps before and behind aggregates --*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_LINEARMAPS_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_LINEARMAPS_H

#include "Simplify.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mesh {

/// On a map while the pass runs: it was before the aggregate that it reads.
inline constexpr llvm::StringLiteral kMovedBehindAttr = "mesh.moved_behind";

/// Whose rows they are; unknown where no op on a graph has said it.
enum class RowsKind { Unknown, Node, Edge };

/// Makes `kind` that of rows which are added to rows of kind `other`; whether
/// they can be.
bool joinKinds(RowsKind &kind, RowsKind other);

/// The kind of the result of row-linear `op` on rows of `kind`; none if it
/// reads others.
std::optional<RowsKind> getKindOfResult(mlir::Operation *op, RowsKind kind);

/// Whether `value` follows from steady arguments alone.
bool isSteady(mlir::Value value, const SimplifyOptions &options);

/// Whether a loop changes `value` but none of `others`.
bool changesInLoop(mlir::Value value, llvm::ArrayRef<mlir::Value> others);

/// Whether `others` are steady and `value` is not.
bool changesBesides(mlir::Value value, llvm::ArrayRef<mlir::Value> others,
                    const SimplifyOptions &options);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_LINEARMAPS_H
