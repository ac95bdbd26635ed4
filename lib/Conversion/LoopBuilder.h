//===- LoopBuilder.h - loops and index arithmetic ------------- -*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_CONVERSION_LOOPBUILDER_H
#define MESH_LIB_CONVERSION_LOOPBUILDER_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mesh {

/// Builds loops and folds index arithmetic on constants as it goes.
class LoopBuilder : public mlir::ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  using Value = mlir::Value;
  using ValueRange = mlir::ValueRange;
  using Values = mlir::SmallVector<Value>;

  Value index(int64_t value);
  Value add(Value lhs, Value rhs);
  Value sub(Value lhs, Value rhs);
  Value mul(Value lhs, Value rhs);
  Value min(Value lhs, Value rhs);
  Value max(Value lhs, Value rhs);
  Value ceilDiv(Value lhs, int64_t rhs);
  /// The largest multiple of `step` up to `value`.
  Value roundDown(Value value, int64_t step);
  Value isLess(Value lhs, Value rhs);
  Value isEqual(Value lhs, Value rhs);
  Value dim(Value memref, int64_t axis);

  /// Casts a floating-point scalar or vector to elements of `type`.
  Value castFloat(Value value, mlir::Type type);

  void loop(Value begin, Value end, int64_t step,
            llvm::function_ref<void(Value)> body);
  Values loop(Value begin, Value end, int64_t step, ValueRange carried,
              llvm::function_ref<Values(Value, ValueRange)> body);

  /// `scf.parallel` whose iterations do `work` (see ParallelWork.h), or
  /// `scf.for` inside another parallel loop.
  void parallel(Value begin, Value end, int64_t step, int64_t work,
                llvm::function_ref<void(Value)> body);

  /// A condition that is known builds only the side that is taken.
  void conditional(Value condition, llvm::function_ref<void()> whenTrue,
                   llvm::function_ref<void()> whenFalse = nullptr);
};

/// Whether `op` is inside a loop whose iterations run in parallel.
bool isInParallelLoop(mlir::Operation *op);

} // namespace mesh

#endif // MESH_LIB_CONVERSION_LOOPBUILDER_H
