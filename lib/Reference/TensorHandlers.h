//===- TensorHandlers.h - parts of the tensor handlers ----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_REFERENCE_TENSORHANDLERS_H
#define MESH_LIB_REFERENCE_TENSORHANDLERS_H

#include "mesh/Reference/Registry.h"

namespace mesh::reference {

/// Runs a region that computes one entry from its index, and stores it as entry
/// `i` of `result`.
mlir::LogicalResult runBody(mlir::Region &region, llvm::ArrayRef<int64_t> point,
                            Frame &frame, Tensor &result, int64_t i);

/// Parts of `registerTensorHandlers`.
void registerTensorShapeHandlers(Registry &registry);
void registerTensorSliceHandlers(Registry &registry);

} // namespace mesh::reference

#endif // MESH_LIB_REFERENCE_TENSORHANDLERS_H
