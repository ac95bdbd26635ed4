//===- Elementwise.cpp - ops that act entry by entry ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mesh::reference;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

double mesh::reference::maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? a : b;
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

double mesh::reference::minimum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? a : b;
  if (a == b)
    return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

/// Rounds or wraps, but for floats that an accumulator holds.
static Number store(mlir::Type type, Number number, bool wide) {
  if (wide && llvm::isa<mlir::FloatType>(type))
    return number;
  return fitTo(type, number);
}

static LogicalResult mapScalars(mlir::Operation *op, Frame &frame, bool wide,
                                EntryFunction function) {
  llvm::SmallVector<Number, 4> operands;
  llvm::SmallVector<Number, 2> results(op->getNumResults());
  for (mlir::Value operand : op->getOperands())
    operands.push_back(frame.number(operand));
  for (mlir::Type type : op->getResultTypes())
    if (!isSupportedElement(type))
      return frame.fail(op, "cannot be interpreted with its result type");
  if (failed(function(operands, results)))
    return failure();
  for (auto [result, number] : llvm::zip_equal(op->getResults(), results))
    frame.setNumber(result, store(result.getType(), number, wide));
  return success();
}

LogicalResult mesh::reference::mapEntries(mlir::Operation *op, Frame &frame,
                                          EntryFunction function) {
  bool wide = frame.isWide(op);
  const Tensor *first = nullptr;
  llvm::SmallVector<Value, 4> operands = frame.getAll(op->getOperands());
  for (const Value &operand : operands) {
    if (!operand.isTensor())
      continue;
    if (first && first->getShape() != operand.getTensor().getShape())
      return frame.fail(op, "expects operands of one shape, but got " +
                                shapeString(first->getShape()) + " and " +
                                shapeString(operand.getTensor().getShape()));
    if (!first)
      first = &operand.getTensor();
  }
  if (!first)
    return mapScalars(op, frame, wide, function);

  llvm::SmallVector<Tensor, 2> outputs;
  for (mlir::Type type : op->getResultTypes()) {
    auto output = frame.makeTensor(op, mlir::getElementTypeOrSelf(type),
                                   first->getShape());
    if (failed(output))
      return failure();
    outputs.push_back(std::move(*output));
  }
  llvm::SmallVector<Number, 4> entries(operands.size());
  llvm::SmallVector<Number, 2> results(outputs.size());
  for (int64_t i = 0; i < first->size(); ++i) {
    for (auto [entry, operand] : llvm::zip_equal(entries, operands))
      entry = operand.isTensor() ? operand.getTensor().get(i)
                                 : operand.getScalar().number;
    if (failed(function(entries, results)))
      return failure();
    for (auto [output, number] : llvm::zip_equal(outputs, results))
      output.set(i, store(output.getElementType(), number, wide));
  }
  for (auto [result, output] : llvm::zip_equal(op->getResults(), outputs))
    frame.set(result, std::move(output));
  return success();
}
