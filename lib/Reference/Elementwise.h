//===- Elementwise.h - ops that act entry by entry --------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_REFERENCE_ELEMENTWISE_H
#define MESH_LIB_REFERENCE_ELEMENTWISE_H

#include "mesh/Reference/Registry.h"

#include "mlir/IR/TypeUtilities.h"

namespace mesh::reference {

/// A scalar function of one number for each operand; writes one number for each
/// result. On failure it has called `Frame::fail`.
using EntryFunction = llvm::function_ref<mlir::LogicalResult(
    llvm::ArrayRef<Number> operands, llvm::MutableArrayRef<Number> results)>;

/// Applies `function` to the entries of the operands of `op`, which are scalars
/// or tensors of one shape (a scalar among tensors is read for every entry),
/// and rounds or wraps the results to their types.
mlir::LogicalResult mapEntries(mlir::Operation *op, Frame &frame,
                               EntryFunction function);

/// Registers `Op` by a function from the numbers of the operands to the one of
/// the result: Number(ArrayRef<Number>, Op).
template <class Op, class Function>
void addEntrywise(Registry &registry, Function function) {
  registry.add<Op>([function](Op op, Frame &frame) {
    return mapEntries(op, frame, [&](auto operands, auto results) {
      results[0] = function(operands, op);
      return mlir::success();
    });
  });
}

/// Registers `Op` by a function of doubles.
template <class Op> void addFloat(Registry &registry, double (*f)(double)) {
  addEntrywise<Op>(registry, [f](llvm::ArrayRef<Number> x, Op) {
    return ofDouble(f(x[0].f));
  });
}
template <class Op>
void addFloat(Registry &registry, double (*f)(double, double)) {
  addEntrywise<Op>(registry, [f](llvm::ArrayRef<Number> x, Op) {
    return ofDouble(f(x[0].f, x[1].f));
  });
}

/// The element type of operand 0, for ops whose operands are alike.
inline mlir::Type operandElement(mlir::Operation *op) {
  return mlir::getElementTypeOrSelf(op->getOperand(0).getType());
}

/// Part of `registerArithHandlers`.
void registerArithCastHandlers(Registry &registry);

/// Largest and smallest of two as IEEE 754-2019 has them: NaN if either is, and
/// -0 is below +0.
double maximum(double a, double b);
double minimum(double a, double b);

} // namespace mesh::reference

#endif // MESH_LIB_REFERENCE_ELEMENTWISE_H
