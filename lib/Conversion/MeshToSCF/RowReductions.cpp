//===- RowReductions.cpp - reductions over axes of a row ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum over the last axes of a row (a dot product for each head) is taken on
// vectors along the row: a chain of scalars would wait for every addition. Its
// order is a tree that the number of terms and the element type fix. Other
// reductions are in order, their results in the lanes.
//
//===----------------------------------------------------------------------===//

#include "RowEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// Longer reductions would only bloat the code.
static constexpr int64_t kMaxUnrolledTerms = 1024;
/// Sums of fewer terms are in order.
static constexpr int64_t kLeastTreeTerms = 8;

/// Whether the body is `accumulator + term` and the terms of a sum lie side by
/// side in all inputs that have them.
static bool isSumAlongRow(linalg::LinalgOp op, ArrayRef<unsigned> reductions) {
  Block &body = op->getRegion(0).front();
  BlockArgument accumulator = body.getArguments().back();
  auto add = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || add->getBlock() != &body || !accumulator.hasOneUse() ||
      *accumulator.user_begin() != add)
    return false;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    bool isReduced = llvm::any_of(
        reductions, [&](unsigned loop) { return map.isFunctionOfDim(loop); });
    if (isReduced &&
        cast<AffineDimExpr>(map.getResults().back()).getPosition() !=
            reductions.back())
      return false;
  }
  return true;
}

FailureOr<SmallVector<Value>>
RowEvaluator::evaluateInputs(linalg::LinalgOp op,
                             ArrayRef<SmallVector<int64_t>> points,
                             unsigned active) {
  SmallVector<Value> values;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Type element = getElementTypeOrSelf(operand->get().getType());
    AffineMap map = op.getMatchingIndexingMap(operand);
    SmallVector<int64_t> positions(points.size(), 0);
    Lanes wanted = Lanes::getScalar();
    if (!op.isScalar(operand)) {
      auto shape = cast<ShapedType>(operand->get().getType()).getShape();
      for (auto [position, point] : llvm::zip(positions, points))
        position = linearize(map, point, shape);
      wanted = Lanes::getStatic(positions, active);
    }
    FailureOr<Value> value = evaluate(operand->get(), wanted);
    if (failed(value))
      return failure();
    Lanes lanes = Lanes::getStatic(positions, active);
    values.push_back(value->getType() == lanes.getType(element)
                         ? *value
                         : broadcast(*value, lanes));
  }
  return values;
}

FailureOr<Value>
RowEvaluator::computeTerm(linalg::LinalgOp op,
                          ArrayRef<SmallVector<int64_t>> points,
                          Value accumulator, const Lanes &lanes) {
  FailureOr<SmallVector<Value>> arguments =
      evaluateInputs(op, points, lanes.getActive());
  if (failed(arguments))
    return failure();
  arguments->push_back(accumulator);
  auto coordinate = [&](int64_t loop) {
    return getCoordinate(points, loop, lanes.isScalar());
  };
  return computeBody(op, /*result=*/0, *arguments, coordinate, lanes);
}

/// Adds the upper half of each vector to the lower one until one element is
/// left, two vectors at a time where there are several. Lane `i` of the result
/// is the sum of row `order[i]`.
Value RowEvaluator::sumLanes(SmallVector<Value> rows, ArrayRef<int64_t> order,
                             const Lanes &lanes) {
  int64_t rest = cast<VectorType>(rows.front().getType()).getNumElements();
  int64_t perVector = 1; // rows in a vector, `rest` elements of each
  for (; rest > 1; rest /= 2) {
    SmallVector<Value> halved;
    for (size_t i = 0; i < rows.size(); i += 2) {
      Value other = i + 1 < rows.size() ? rows[i + 1] : rows[i];
      int64_t groups = rows.size() > 1 ? 2 * perVector : perVector;
      SmallVector<int64_t> low, high;
      for (int64_t group = 0; group < groups; ++group)
        for (int64_t k = 0; k < rest / 2; ++k) {
          low.push_back(group * rest + k);
          high.push_back(group * rest + rest / 2 + k);
        }
      auto pick = [&](ArrayRef<int64_t> mask) -> Value {
        return vector::ShuffleOp::create(builder, loc, rows[i], other, mask);
      };
      halved.push_back(
          arith::AddFOp::create(builder, loc, pick(low), pick(high)));
    }
    if (rows.size() > 1)
      perVector *= 2;
    rows = halved;
  }
  if (!lanes.isScalar() && rows.size() <= 2) {
    Value other = rows.back();
    return vector::ShuffleOp::create(builder, loc, rows.front(), other, order);
  }
  SmallVector<Value> elements;
  for (int64_t row : order)
    elements.push_back(vector::ExtractOp::create(
        builder, loc, rows[row / perVector], row % perVector));
  if (lanes.isScalar())
    return elements.front();
  return vector::FromElementsOp::create(
      builder, loc, cast<VectorType>(lanes.getType(elements.front().getType())),
      elements);
}

FailureOr<Value> RowEvaluator::computeReduction(linalg::LinalgOp op,
                                                unsigned result,
                                                const Lanes &lanes) {
  SmallVector<int64_t> loops = op.getStaticLoopRanges();
  if (lanes.getKind() != Lanes::Kind::Static ||
      llvm::any_of(loops, ShapedType::isDynamic))
    return rejectRowOp(op, "a row of unknown shape is reduced");
  if (op.getNumDpsInits() != 1)
    return rejectRowOp(op, "it has several reductions");
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  SmallVector<int64_t> reductionShape;
  int64_t terms = 1;
  for (unsigned loop : reductions) {
    reductionShape.push_back(loops[loop]);
    terms *= loops[loop];
  }
  if (terms > kMaxUnrolledTerms)
    return rejectRowOp(op, "it reduces more than 1024 elements of a row");

  OpOperand *init = op.getDpsInitOperand(result);
  AffineMap outMap = op.getMatchingIndexingMap(init);
  auto initShape = cast<ShapedType>(init->get().getType()).getShape();
  FailureOr<Value> accumulator = evaluate(init->get(), lanes);
  if (failed(accumulator))
    return failure();
  auto pointOf = [&](int64_t position, int64_t term) {
    SmallVector<int64_t> point(loops.size());
    for (auto [expr, c] :
         llvm::zip(outMap.getResults(), delinearize(position, initShape)))
      point[cast<AffineDimExpr>(expr).getPosition()] = c;
    for (auto [loop, c] :
         llvm::zip(reductions, delinearize(term, reductionShape)))
      point[loop] = c;
    return point;
  };

  if (terms < kLeastTreeTerms || !isSumAlongRow(op, reductions)) {
    for (int64_t term = 0; term < terms; ++term) {
      SmallVector<SmallVector<int64_t>> points;
      for (int64_t position : lanes.getPositions())
        points.push_back(pointOf(position, term));
      accumulator = computeTerm(op, points, *accumulator, lanes);
      if (failed(accumulator))
        return failure();
    }
    return accumulator;
  }

  auto element = cast<FloatType>(getElementTypeOrSelf(init->get().getType()));
  int64_t width = 512 / std::max(32u, element.getWidth());
  width = std::min<int64_t>(width, llvm::PowerOf2Ceil(terms));
  auto type = VectorType::get({width}, element);
  // The neutral element of addition, also for zeros.
  Value neutral = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type, APFloat::getZero(element.getFloatSemantics(),
                                                    /*Negative=*/true)));
  SmallVector<int64_t> positions, order;
  for (int64_t position : lanes.getPositions()) {
    auto known = llvm::find(positions, position);
    order.push_back(known - positions.begin());
    if (known == positions.end())
      positions.push_back(position);
  }
  SmallVector<Value> rows;
  for (int64_t position : positions) {
    Value sum;
    for (int64_t first = 0; first < terms; first += width) {
      SmallVector<SmallVector<int64_t>> points;
      SmallVector<bool> isTerm;
      for (int64_t term = first; term < first + width; ++term) {
        points.push_back(pointOf(position, std::min(term, terms - 1)));
        isTerm.push_back(term < terms);
      }
      int64_t active = llvm::count(isTerm, true);
      SmallVector<int64_t> lanePositions;
      for (int64_t i = 0; i < width; ++i)
        lanePositions.push_back(i);
      FailureOr<Value> term = computeTerm(
          op, points, neutral, Lanes::getStatic(lanePositions, active));
      if (failed(term))
        return failure();
      if (active < width) {
        Value mask = arith::ConstantOp::create(
            builder, loc, builder.getBoolVectorAttr(isTerm));
        term = arith::SelectOp::create(builder, loc, mask, *term, neutral)
                   .getResult();
      }
      sum = sum ? arith::AddFOp::create(builder, loc, sum, *term).getResult()
                : *term;
    }
    rows.push_back(sum);
  }
  while (!llvm::isPowerOf2_64(rows.size()))
    rows.push_back(rows.back());
  Value total = sumLanes(rows, order, lanes);
  return arith::AddFOp::create(builder, loc, *accumulator, total).getResult();
}
