//===- Shapes.h - shape inference shared by the ops ------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_IR_SHAPES_H
#define MESH_LIB_DIALECT_MESH_IR_SHAPES_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

namespace mesh {

/// `type` with axis `dim` made dynamic (and another element type, if given).
/// Null when `dim` is out of range, which the verifier reports.
mlir::RankedTensorType withDynamicAxis(mlir::Type type, int64_t dim,
                                       mlir::Type elementType = {});

/// A one-dimensional tensor of unknown length with the graph's index type.
mlir::RankedTensorType getIndexTensorType(mlir::Type graphType);

/// Sizes of `value`, static where the type says so.
llvm::SmallVector<mlir::OpFoldResult>
getSizes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

/// As `getSizes`, with axis `dim` replaced by `size`.
llvm::SmallVector<mlir::OpFoldResult>
getSizesWithAxis(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::Value value, int64_t dim, mlir::OpFoldResult size);

/// The number of nodes of `graph` at `endpoint`, or of its edges.
mlir::Value getNodeCount(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value graph, Endpoint endpoint);
mlir::Value getEdgeCount(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value graph);

/// `emitOpError` unless `dim` is an axis of `type`.
mlir::LogicalResult verifyDim(mlir::Operation *op, llvm::StringRef name,
                              mlir::Type type, int64_t dim);

/// The name of the constraint's count for an endpoint.
inline SizeConstraint::Count getCount(Endpoint endpoint) {
  return endpoint == Endpoint::Source ? SizeConstraint::Count::Sources
                                      : SizeConstraint::Count::Targets;
}

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_IR_SHAPES_H
