//===- RegionOpsCanonicalize.h - patterns of the region ops -----*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_IR_REGIONOPSCANONICALIZE_H
#define MESH_LIB_DIALECT_MESH_IR_REGIONOPSCANONICALIZE_H

#include "mlir/IR/PatternMatch.h"

namespace mesh {

/// Weights that are the same for every edge, and accumulators that count edges:
/// neither needs a look at the edges.
void populateConstantFoldPatterns(mlir::RewritePatternSet &patterns);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_IR_REGIONOPSCANONICALIZE_H
