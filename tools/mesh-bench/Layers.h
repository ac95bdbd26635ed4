//===- Layers.h - what layers and their gradients cost ----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TOOLS_MESHBENCH_LAYERS_H
#define MESH_TOOLS_MESHBENCH_LAYERS_H

#include "mlir/IR/MLIRContext.h"

#include <cstdint>

namespace mesh::bench {

/// For the message passing of a GAT layer (8 heads of 16 channels) and of a
/// GINE layer (128 channels, 8 edge features), prints their times against
/// reading the gathered rows, the times of their gradients against their
/// forward passes, and the peak memory of both beyond arguments.
void benchLayers(mlir::MLIRContext &context, int64_t nodes, int64_t edges,
                 int threads, int repetitions);

} // namespace mesh::bench

#endif // MESH_TOOLS_MESHBENCH_LAYERS_H
