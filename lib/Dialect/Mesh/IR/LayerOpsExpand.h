//===- LayerOpsExpand.h - what the expansions of sugar share ----*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_IR_LAYEROPSEXPAND_H
#define MESH_LIB_DIALECT_MESH_IR_LAYEROPSEXPAND_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mesh {

/// The type in which values of `elementType` are computed: `f32` for the 16-bit
/// types, else the type itself.
mlir::Type getAccumulatorType(mlir::Type elementType);

/// Scalar conversions between storage and accumulator types; nothing where the
/// types are equal.
mlir::Value extendTo(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                     mlir::Type type);
mlir::Value truncateTo(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                       mlir::Type type);

mlir::Value floatConstant(mlir::ImplicitLocOpBuilder &b, mlir::Type type,
                          double value);

/// `value` as an `index` value.
mlir::Value materialize(mlir::ImplicitLocOpBuilder &b,
                        mlir::OpFoldResult value);

/// Sizes of `value`, static where its type says so, else taken from where they
/// come from: a `tensor.dim` of a value that a later pass replaces would keep
/// the value alive, and few ops on tensors can say their shape then.
llvm::SmallVector<mlir::OpFoldResult>
getOriginalSizes(mlir::ImplicitLocOpBuilder &b, mlir::Value value);

/// A new tensor of `sizes` filled with `value`.
mlir::Value filledTensor(mlir::ImplicitLocOpBuilder &b,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes,
                         mlir::Type elementType, double value);

/// Computes one entry from the entries of the inputs (and, in a reduction, the
/// running value, which comes last).
using EntryBody = llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                                 mlir::ValueRange)>;

/// One `linalg.generic` with parallel loops over `sizes` and a new result of
/// these sizes. `maps` has one map for each input.
mlir::Value mapEntries(mlir::ImplicitLocOpBuilder &b,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes,
                       mlir::Type elementType, mlir::ValueRange inputs,
                       llvm::ArrayRef<mlir::AffineMap> maps, EntryBody body);

/// One `linalg.generic` over `rank` loops that folds its last loop into `init`,
/// which has the other loops as axes. `maps` has one map for each input.
mlir::Value foldLastAxis(mlir::ImplicitLocOpBuilder &b, unsigned rank,
                         mlir::Value init, mlir::ValueRange inputs,
                         llvm::ArrayRef<mlir::AffineMap> maps, EntryBody body);

/// Emits a `mesh.assert` that `got` equals `expected`, unless both are static.
/// In `message`, `{0}` is what is expected and `{1}` what there is.
void checkSizes(mlir::ImplicitLocOpBuilder &b, mlir::OpFoldResult expected,
                mlir::OpFoldResult got, const llvm::Twine &message);

/// `value` as the result type that `op` declares; sizes that only the declared
/// type knows are checked.
mlir::Value asDeclared(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op,
                       mlir::Value value);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_IR_LAYEROPSEXPAND_H
