//===- SimplifyMessagePassing.h - simplification as a function --*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_TRANSFORMS_SIMPLIFYMESSAGEPASSING_H
#define MESH_DIALECT_MESH_TRANSFORMS_SIMPLIFYMESSAGEPASSING_H

#include "mlir/IR/Operation.h"

namespace mesh {

/// Which rewrites are made; see the options of --mesh-simplify.
struct SimplifyOptions {
  bool maps = true;
  bool share = true;
  bool invariants = true;
  bool sequences = true;
  /// Arguments that stay the same while the code around runs `root` again and
  /// again: they are to `root` what is outside of a loop to its body.
  llvm::SmallVector<mlir::Value> steady;
};

/// What --mesh-simplify does, on everything in `root`.
void simplifyMessagePassing(mlir::Operation *root,
                            const SimplifyOptions &options = {});

} // namespace mesh

#endif // MESH_DIALECT_MESH_TRANSFORMS_SIMPLIFYMESSAGEPASSING_H
