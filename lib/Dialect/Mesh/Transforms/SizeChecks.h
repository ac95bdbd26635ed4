//===- SizeChecks.h - what ops on graphs require of sizes -------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_SIZECHECKS_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_SIZECHECKS_H

#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mesh {

/// Two sizes that must be equal when an op runs.
struct SizeCheck {
  Size rows;
  Size count;
  /// `{0}` is the count, `{1}` the rows.
  std::string message;
};

/// What `op` requires, in the order in which it is reported.
llvm::SmallVector<SizeCheck> getSizeChecks(mlir::Operation *op);

/// Whether a size can be computed at the entry of the function around `op`.
bool isKnownAtEntry(mlir::Operation *op, const Size &size);

/// The size to compute a check from: a number, else one that is known at the
/// entry, so that the check can go there, else the size as it was given.
Size chooseSize(mlir::Operation *op, llvm::ArrayRef<Size> sizes);

/// Computes a size.
mlir::Value buildSize(mlir::ImplicitLocOpBuilder &b, const Size &size);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_SIZECHECKS_H
