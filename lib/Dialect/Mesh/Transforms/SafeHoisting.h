//===- SafeHoisting.h - whether ops may leave loops -------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_SAFEHOISTING_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_SAFEHOISTING_H

#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"

#include "mlir/IR/Dominance.h"

namespace mesh {

/// A pure op that reads sizes which do not fit together reads out of bounds,
/// and the check that says so may stand in a loop that never runs. This finds
/// ops whose sizes fit wherever the op stands.
class SafeHoisting {
public:
  /// Takes checks of sizes that are known at the entry of a function out of the
  /// loops of `root`.
  explicit SafeHoisting(mlir::Operation *root);

  /// Whether `op` may run before `loop`, in which it is, even if the loop does
  /// not run: without effects, and with sizes that are equal by construction,
  /// by a check before the loop, or by one that belongs to the function's
  /// entry.
  bool mayRunBefore(mlir::Operation *loop, mlir::Operation *op);

  /// Whether two sizes are equal by construction, or by a check before `loop`.
  bool areEqual(mlir::Operation *loop, const Size &lhs, const Size &rhs);

private:
  void hoistCheck(AssertOp check);

  mlir::DominanceInfo dominance;
  /// Checks that two sizes are equal.
  llvm::SmallVector<AssertOp> checks;
  /// Those that were taken out of a loop, with the sizes that they compare.
  llvm::SmallVector<std::tuple<Size, Size, AssertOp>> hoisted;
};

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_SAFEHOISTING_H
