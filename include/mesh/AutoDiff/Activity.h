//===- Activity.h - which values have derivatives ---------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_ACTIVITY_H
#define MESH_AUTODIFF_ACTIVITY_H

#include "mesh/AutoDiff/AdjointState.h"

#include "mlir/IR/Diagnostics.h"

namespace mesh {

/// The values of `block` (nested loops and conditionals included, bodies of
/// other ops not) that depend on `sources` and on which `targets` depend.
llvm::DenseSet<mlir::Value> findActive(mlir::Block &block,
                                       mlir::ValueRange sources,
                                       mlir::ValueRange targets);

/// An op that cannot be differentiated although values need it.
struct MissingRule {
  mlir::Operation *op;
  /// Why, or empty: there is no rule for ops of its kind.
  std::string reason;
};

/// Every such op of a block, in order; see `findActive`.
llvm::SmallVector<MissingRule> findMissingRules(mlir::Block &block,
                                                mlir::ValueRange sources,
                                                mlir::ValueRange targets);

} // namespace mesh

#endif // MESH_AUTODIFF_ACTIVITY_H
