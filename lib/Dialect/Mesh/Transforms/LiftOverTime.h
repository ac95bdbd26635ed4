//===- LiftOverTime.h - ops of a loop body for all steps at once *- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor of a loop body is lifted if it is a slice, at axis `axis`, of a
// tensor of all steps. Steps are in the order of the loop or, if `reversed`, in
// the opposite one.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_LIFTOVERTIME_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_LIFTOVERTIME_H

#include "mlir/IR/Builders.h"

#include "llvm/ADT/DenseMap.h"

namespace mesh {

/// Where a lifted tensor has its steps.
struct StepAxis {
  unsigned axis = 0;
  bool reversed = false;
};

/// What is known of the lifted tensors of a loop body.
using StepAxes = llvm::DenseMap<mlir::Value, StepAxis>;

/// The tensors that `op` reads, and its scalars: all operands but a destination
/// which is written only, or filled with a number, and can be made again.
llvm::SmallVector<mlir::Value> getReadOperands(mlir::Operation *op);

/// The axis of steps in the result of `op`, whose operands are lifted or fixed;
/// none if `liftOp` cannot compute it for all steps.
std::optional<StepAxis> getLiftedAxis(mlir::Operation *op,
                                      const StepAxes &axes);

/// Computes `op` for all steps: operands that it reads in `lifted` have a
/// tensor of all steps there, the others are fixed. `numSteps` is an index.
mlir::Value liftOp(mlir::OpBuilder &builder, mlir::Operation *op,
                   const StepAxes &axes, StepAxis axis,
                   const llvm::DenseMap<mlir::Value, mlir::Value> &lifted,
                   mlir::OpFoldResult numSteps);

/// `type` with an axis of steps.
mlir::Type getLiftedType(mlir::Type type, StepAxis axis,
                         mlir::OpFoldResult numSteps);

/// Whether `op` works entry by entry, so that its result is as large as an
/// operand.
bool isEntrywise(mlir::Operation *op);

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_LIFTOVERTIME_H
