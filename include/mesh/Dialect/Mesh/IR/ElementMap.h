//===- ElementMap.h - which element of a row others depend on ---*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_ELEMENTMAP_H
#define MESH_DIALECT_MESH_IR_ELEMENTMAP_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mesh {

/// How values of a region depend on one of its arguments, a row: each element
/// on the element of the row at the place that a map gives.
class ElementMaps {
public:
  enum class Form {
    Linear, ///< Multiplied by what does not depend on the row.
    Any     ///< Any function of the element.
  };
  ElementMaps(mlir::BlockArgument row, Form form) : row(row), form(form) {}

  bool depends(mlir::Value value);
  /// From the axes of `value`, which depends on the row, to those of the row;
  /// nothing if elements depend on others, or not in the form asked for. What
  /// is not linear has no map either if a linear part is added to it.
  std::optional<mlir::AffineMap> getMap(mlir::Value value);

private:
  std::optional<mlir::AffineMap> getMapOfGeneric(mlir::linalg::LinalgOp op,
                                                 unsigned result);
  std::optional<mlir::AffineMap> getJointMap(mlir::ValueRange values);

  mlir::BlockArgument row;
  Form form;
  /// Arguments of the scalar body of a linalg op that is looked at.
  llvm::DenseMap<mlir::Value, mlir::AffineMap> known;
  llvm::DenseMap<mlir::Value, bool> dependent;
};

/// `map`, from the axes of an operand of `op`, as a map from the loops of `op`;
/// nothing where the operand is not read entry by entry.
std::optional<mlir::AffineMap> getMapOfLoops(mlir::linalg::LinalgOp op,
                                             mlir::OpOperand &operand,
                                             mlir::AffineMap map);

/// The weights of accumulator `k` of a fold with scores: from its axes to those
/// of the weight that each element is linear in. Nothing where an element is
/// linear in several weights or in none, or where that is not known.
std::optional<mlir::AffineMap> getWeightMap(AggregateOp op, unsigned k);

} // namespace mesh

#endif // MESH_DIALECT_MESH_IR_ELEMENTMAP_H
