//===- FuseMessagePassing.h - fusion as a function --------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_TRANSFORMS_FUSEMESSAGEPASSING_H
#define MESH_DIALECT_MESH_TRANSFORMS_FUSEMESSAGEPASSING_H

#include "mlir/IR/Operation.h"

namespace mesh {

/// Which fusions are made; see the options of --mesh-fuse.
struct FuseOptions {
  bool producers = true;
  bool softmax = true;
  bool sweeps = true;
  bool nodes = true;
};

/// What --mesh-fuse does, on everything in `root`.
mlir::LogicalResult fuseMessagePassing(mlir::Operation *root,
                                       const FuseOptions &options = {});

} // namespace mesh

#endif // MESH_DIALECT_MESH_TRANSFORMS_FUSEMESSAGEPASSING_H
