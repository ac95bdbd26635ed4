//===- Shapes.h - where the sizes of tensors come from ----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_SHAPES_H
#define MESH_AUTODIFF_SHAPES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

#include "llvm/ADT/DenseMap.h"

namespace mesh {

/// The sizes of a tensor. They are followed through the ops that made it to
/// values that exist anyway, since a `tensor.dim` of an intermediate value
/// would keep it from being dropped. `shapes` has values that stand in for
/// others.
llvm::SmallVector<mlir::OpFoldResult>
getSourceSizes(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
               const llvm::DenseMap<mlir::Value, mlir::Value> &shapes =
                   llvm::DenseMap<mlir::Value, mlir::Value>());

} // namespace mesh

#endif // MESH_AUTODIFF_SHAPES_H
