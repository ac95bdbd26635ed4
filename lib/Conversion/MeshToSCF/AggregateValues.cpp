//===- AggregateValues.cpp - values of aggregate's regions ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AggregateLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

SmallVector<Value> FoldState::flatten() const {
  SmallVector<Value> values(pieces);
  llvm::append_range(values, sums);
  llvm::append_range(values, maxima);
  return values;
}

FoldState FoldState::split(ValueRange values, const Panel &panel) {
  unsigned numPieces = panel.pieces.size(), numSums = panel.weights.size();
  return {SmallVector<Value>(values.take_front(numPieces)),
          SmallVector<Value>(values.slice(numPieces, numSums)),
          SmallVector<Value>(values.drop_front(numPieces + numSums))};
}

/// The value, or any of that type after an error: the op is not erased then and
/// the pass fails.
Value AggregateLowering::must(FailureOr<Value> value, Type type) {
  if (succeeded(value) && *value)
    return *value;
  status = failure();
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

Value AggregateLowering::evaluateYield(RowEvaluator &evaluator, Region &region,
                                       unsigned i, const Lanes &lanes) {
  Value yielded = op.getYield(region)->getOperand(i);
  Type type = lanes.getType(getElementTypeOrSelf(yielded.getType()));
  // A region is evaluated for several folds, but its error is given once.
  if (failed(status))
    return must(failure(), type);
  return must(evaluator.evaluate(yielded, lanes), type);
}

Value AggregateLowering::findPiece(ArrayRef<Piece> pieces, ValueRange values,
                                   unsigned accumulator, const Lanes &lanes) {
  for (auto [piece, value] : llvm::zip(pieces, values))
    if (piece.accumulator == accumulator && piece.lanes == lanes)
      return value;
  // Other lanes: element by element, where each is in some piece.
  if (lanes.getKind() != Lanes::Kind::Static)
    return Value();
  SmallVector<Value> elements;
  for (int64_t position : lanes.getPositions()) {
    Value element;
    for (auto [piece, value] : llvm::zip(pieces, values)) {
      if (piece.accumulator != accumulator ||
          piece.lanes.getKind() != Lanes::Kind::Static)
        continue;
      auto at = llvm::find(piece.lanes.getPositions(), position);
      if (at == piece.lanes.getPositions().end())
        continue;
      int64_t lane = at - piece.lanes.getPositions().begin();
      element = piece.lanes.isScalar()
                    ? value
                    : vector::ExtractOp::create(b, value, lane).getResult();
      break;
    }
    if (!element)
      return Value();
    elements.push_back(element);
  }
  if (lanes.isScalar())
    return elements.front();
  return vector::FromElementsOp::create(
      b, cast<VectorType>(lanes.getType(elements.front().getType())), elements);
}

Value AggregateLowering::rejectPositions(unsigned accumulator, Type type) {
  if (succeeded(status))
    op.emitOpError("reads accumulator ")
        << accumulator << " at other elements than it computes, which is not "
        << "supported for rows of this width";
  status = failure();
  return arith::ConstantOp::create(b, b.getZeroAttr(type));
}

void AggregateLowering::bindPieces(RowEvaluator &evaluator,
                                   ValueRange arguments, ArrayRef<Piece> pieces,
                                   ValueRange values) {
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    SmallVector<Value> known(values);
    evaluator.bind(argument, [this, i = i, argument = argument,
                              pieces = SmallVector<Piece>(pieces),
                              known](const Lanes &lanes) {
      if (Value value = findPiece(pieces, known, i, lanes))
        return value;
      return rejectPositions(
          i, lanes.getType(getElementTypeOrSelf(argument.getType())));
    });
  }
}
