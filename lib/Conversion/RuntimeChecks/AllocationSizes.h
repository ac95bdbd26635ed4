//===- AllocationSizes.h - sizes that memory can have -----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_RUNTIMECHECKS_ALLOCATIONSIZES_H
#define MESH_LIB_CONVERSION_RUNTIMECHECKS_ALLOCATIONSIZES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mesh {

/// Whether `op` has sizes that make sense: none negative, and a number of bytes
/// that does not overflow. Null if that is certain.
mlir::Value buildSizeCheck(mlir::OpBuilder &builder, mlir::memref::AllocOp op);

/// "{0}x16xf32", with placeholders for the dynamic sizes.
std::string describeShape(mlir::MemRefType type);

} // namespace mesh

#endif // MESH_LIB_CONVERSION_RUNTIMECHECKS_ALLOCATIONSIZES_H
