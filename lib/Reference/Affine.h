//===- Affine.h - affine expressions of integers ----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_REFERENCE_AFFINE_H
#define MESH_LIB_REFERENCE_AFFINE_H

#include "mlir/IR/AffineExpr.h"

#include <optional>

namespace mesh::reference {

/// The value of `expression`, or nothing for a division by something that is
/// not positive.
std::optional<int64_t> evaluate(mlir::AffineExpr expression,
                                llvm::ArrayRef<int64_t> dims,
                                llvm::ArrayRef<int64_t> symbols);

} // namespace mesh::reference

#endif // MESH_LIB_REFERENCE_AFFINE_H
