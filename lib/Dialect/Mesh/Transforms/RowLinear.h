//===- RowLinear.h - linear maps of rows and what commutes with them ------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor of rows has `numRowAxes` row axes, then axes of features. An op is
// row-linear if it is linear and treats every feature alike; it commutes with
// every linear map of the features.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_ROWLINEAR_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_ROWLINEAR_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mesh {

/// `x w` without bias: rows `[..., k...]` to rows `[..., n...]`.
struct LinearMap {
  mlir::linalg::LinalgOp op;
  mlir::OpOperand *rows;
  mlir::OpOperand *weights;
  unsigned numRowAxes;
  /// Features of a row before and after; dynamic where they are not known.
  int64_t widthIn;
  int64_t widthOut;
};

/// `op` as a linear map of rows of `f32` or `f64`, if it is one.
std::optional<LinearMap> getLinearMap(mlir::Operation *op);

/// The same map of `rows`, which may have other numbers of rows.
mlir::Value applyMap(mlir::OpBuilder &builder, const LinearMap &map,
                     mlir::Value rows);

/// Operands of `op`, rows with `numRowAxes` row axes, in which its one result
/// is row-linear together; none if it is not.
llvm::SmallVector<mlir::OpOperand *> getLinearOperands(mlir::Operation *op,
                                                       unsigned numRowAxes);

/// What row-linear `op` computes from `rows` instead of its linear operands, at
/// the builder's place. The rows may have other features.
mlir::Value cloneRowLinear(mlir::OpBuilder &builder, mlir::Operation *op,
                           unsigned numRowAxes, mlir::ValueRange rows);

/// `value` as a tensor of `type`, by a cast if it is needed.
mlir::Value castTo(mlir::OpBuilder &builder, mlir::Value value,
                   mlir::Type type);

/// The product of the sizes of these axes, dynamic if one of them is.
int64_t getProduct(llvm::ArrayRef<int64_t> sizes);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_ROWLINEAR_H
