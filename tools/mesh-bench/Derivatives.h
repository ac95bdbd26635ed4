//===- Derivatives.h - what gradients of layers cost ------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TOOLS_MESHBENCH_DERIVATIVES_H
#define MESH_TOOLS_MESHBENCH_DERIVATIVES_H

#include "mlir/IR/MLIRContext.h"

namespace mesh::bench {

/// Prints, for GCN and GraphSAGE layers from `features` to `hidden`, the time
/// of the forward pass, that of values and gradients with respect to `x` and
/// all weights, and the ratio of the difference to the forward pass.
void benchDerivatives(mlir::MLIRContext &context, int64_t nodes, int64_t edges,
                      int64_t features, int64_t hidden, int repetitions);

} // namespace mesh::bench

#endif // MESH_TOOLS_MESHBENCH_DERIVATIVES_H
