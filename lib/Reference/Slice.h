//===- Slice.h - strided boxes of a tensor ----------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_REFERENCE_SLICE_H
#define MESH_LIB_REFERENCE_SLICE_H

#include "mesh/Reference/Frame.h"

namespace mesh::reference {

/// Calls `visit(point)` for every point of the box `0 <= point < shape` in
/// row-major order.
void forEachIndex(llvm::ArrayRef<int64_t> shape,
                  llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit);

/// Writes the entries of `source`, in row-major order, to the box of `dest`.
/// Fails `op` where the box leaves `dest` or has another size than `source`.
mlir::LogicalResult insertSlice(mlir::Operation *op, Frame &frame,
                                const Tensor &source,
                                llvm::ArrayRef<int64_t> offsets,
                                llvm::ArrayRef<int64_t> sizes,
                                llvm::ArrayRef<int64_t> strides, Tensor &dest);

} // namespace mesh::reference

#endif // MESH_LIB_REFERENCE_SLICE_H
