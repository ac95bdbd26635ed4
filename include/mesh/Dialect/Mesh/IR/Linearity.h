//===- Linearity.h - how values depend on a weight --------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_IR_LINEARITY_H
#define MESH_DIALECT_MESH_IR_LINEARITY_H

#include "mlir/IR/Operation.h"

#include "llvm/ADT/DenseMap.h"

namespace mesh {

/// How a value depends on chosen ones.
enum class Dependence {
  Zero,     // the number 0, which is linear in anything
  Constant, // not at all
  Linear,   // multiplied by c where they are
  Other
};

/// Finds how values of a region depend on a weight: by the ops that are known
/// to be linear; everything else is `Other`.
class LinearityAnalysis {
public:
  /// The weight.
  explicit LinearityAnalysis(mlir::Value weight) {
    known[weight] = Dependence::Linear;
  }
  Dependence of(mlir::Value value);
  /// How a value is to be taken.
  void set(mlir::Value value, Dependence dependence) {
    known[value] = dependence;
  }

private:
  Dependence compute(mlir::Operation *op, unsigned result);
  Dependence computeLinalg(mlir::Operation *op, unsigned result);
  Dependence sum(mlir::ValueRange values);

  llvm::DenseMap<mlir::Value, Dependence> known;
};

} // namespace mesh

#endif // MESH_DIALECT_MESH_IR_LINEARITY_H
