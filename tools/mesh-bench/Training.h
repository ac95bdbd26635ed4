//===- Training.h - what a training step spends outside of kernels -*- C++
//-*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TOOLS_MESHBENCH_TRAINING_H
#define MESH_TOOLS_MESHBENCH_TRAINING_H

#include "mlir/IR/MLIRContext.h"

namespace mesh::bench {

/// Calls `@train` of a program with the signature of those in examples/train on
/// Cora, or on random data of its size where MESH_DATA_DIR has none. Prints the
/// time of a step and what part of it is not spent in kernels (Spans.h).
void benchTraining(mlir::MLIRContext &context, llvm::StringRef path,
                   int repetitions);

} // namespace mesh::bench

#endif // MESH_TOOLS_MESHBENCH_TRAINING_H
