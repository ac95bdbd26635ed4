//===- Attention.h - what attention layers cost -----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TOOLS_MESHBENCH_ATTENTION_H
#define MESH_TOOLS_MESHBENCH_ATTENTION_H

#include "mlir/IR/MLIRContext.h"

#include <cstdint>

namespace mesh::bench {

/// Prints times of the attention of a GAT layer with 8 heads of 16 channels
/// against reading the rows, of its gradients against its forward pass, and the
/// peak memory of both.
void benchAttention(mlir::MLIRContext &context, int64_t nodes, int64_t edges,
                    int threads, int repetitions);

} // namespace mesh::bench

#endif // MESH_TOOLS_MESHBENCH_ATTENTION_H
