//===- ChunkedReduction.h - reductions along rows in fixed chunks  -*- C++
//-*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_LINALGTOLOOPS_CHUNKEDREDUCTION_H
#define MESH_LIB_CONVERSION_LINALGTOLOOPS_CHUNKEDREDUCTION_H

#include "Nest.h"

namespace mesh {

/// The reduction along the leading axis of the largest operand: often long,
/// with few results, so threads share it.
std::optional<unsigned> getChunkedLoop(mlir::linalg::LinalgOp op);

/// Cuts `loop` into chunks that run in parallel, then combines their results in
/// order. Calls `buildWhole` for the case that there are many results.
void buildChunkedReduction(LoopBuilder &b, mlir::linalg::LinalgOp op,
                           unsigned loop, const NestPlan &plan,
                           const Combiner &combiner,
                           llvm::ArrayRef<OperandView> views,
                           mlir::ValueRange sizes,
                           llvm::function_ref<void()> buildWhole);

} // namespace mesh

#endif // MESH_LIB_CONVERSION_LINALGTOLOOPS_CHUNKEDREDUCTION_H
