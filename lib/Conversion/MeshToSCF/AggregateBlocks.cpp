//===- AggregateBlocks.cpp - softmax folds in blocks of edges -------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scores of a block of edges go to a stack buffer, rows of heads one after
// the other. Weights are then computed for full vectors, whatever the number of
// heads, and what has been folded before is rescaled once for each block. Rows
// ahead are fetched in the short loop over the scores.
//
//===----------------------------------------------------------------------===//

#include "AggregateLowering.h"

#include "mesh/Dialect/Mesh/IR/FoldForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value AggregateLowering::fill(const Lanes &lanes, const APFloat &number) {
  TypedAttr attribute = b.getFloatAttr(weightElement, number);
  if (auto type = dyn_cast<VectorType>(lanes.getType(weightElement)))
    attribute = DenseElementsAttr::get(type, Attribute(attribute));
  return arith::ConstantOp::create(b, attribute);
}

Value AggregateLowering::fillInfinity(const Lanes &lanes) {
  return fill(lanes, APFloat::getInf(weightElement.getFloatSemantics(),
                                     /*Negative=*/true));
}

/// With a maximum of -inf every logit is -inf, and -inf + inf is NaN.
Value AggregateLowering::shiftOf(Value maximum, const Lanes &lanes) {
  Value masked = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, maximum,
                                       fillInfinity(lanes));
  Value zero = fill(lanes, APFloat::getZero(weightElement.getFloatSemantics()));
  return arith::SelectOp::create(b, masked, zero, maximum);
}

Value AggregateLowering::exponential(Value logit, Value shift) {
  Value shifted = arith::SubFOp::create(b, logit, shift);
  return math::ExpOp::create(b, shifted);
}

/// Of the whole segment, for accumulators that cannot be rescaled.
SmallVector<Value> AggregateLowering::findMaxima(const Panel &panel) {
  SmallVector<Value> lowest;
  for (const Lanes &lanes : panel.weights)
    lowest.push_back(fillInfinity(lanes));
  if (lowest.empty())
    return {};
  return b.loop(begin, end, 1, lowest, [&](Value position, ValueRange before) {
    RowEvaluator score(b, op.getLoc());
    bindScore(score, position);
    SmallVector<Value> maxima;
    for (auto [lanes, maximum] : llvm::zip(panel.weights, before)) {
      Value value = evaluateYield(score, op.getScore(), 0, lanes);
      // NaN must reach the weights.
      maxima.push_back(arith::MaximumFOp::create(
          b, b.castFloat(value, weightElement), maximum));
    }
    return maxima;
  });
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

FoldState AggregateLowering::foldBlocks(const Panel &panel, Value begin,
                                        Value end, const FoldState &init) {
  int64_t length = getRowLength(panel);
  // A vector beyond the last row, for what completes the last vector.
  Value buffer = length ? createBuffer(kBlockLength * length + width) : Value();
  auto foldBlock = [&](Value first, ValueRange carried) {
    FoldState state = FoldState::split(carried, panel);
    Value count = b.min(b.sub(end, first), b.index(kBlockLength));
    scores = buffer;
    SmallVector<Value> maxima = scoreBlock(panel, first, count), shifts,
                       factors;
    for (auto [lanes, before, maximum] :
         llvm::zip(panel.weights, state.maxima, maxima)) {
      maximum = arith::MaximumFOp::create(b, maximum, before);
      shifts.push_back(shiftOf(maximum, lanes));
      factors.push_back(exponential(before, shifts.back()));
    }
    SmallVector<Value> sums = weighBlock(panel, count, shifts);
    rescale(panel, state, factors);
    for (auto [sum, more] : llvm::zip(state.sums, sums))
      sum = arith::AddFOp::create(b, sum, more);
    state.maxima = maxima;
    if (state.pieces.empty())
      return state.flatten();
    for (ArrayRef<unsigned> group : groupPieces(panel)) {
      SmallVector<Piece> pieces;
      SmallVector<Value> values;
      for (unsigned i : group) {
        pieces.push_back(panel.pieces[i]);
        values.push_back(state.pieces[i]);
      }
      values =
          b.loop(b.index(0), count, 1, values, [&](Value i, ValueRange before) {
            return addEdge(panel, pieces, b.add(first, i),
                           b.mul(i, b.index(getRowLength(panel))), before);
          });
      for (auto [i, value] : llvm::zip(group, values))
        state.pieces[i] = value;
    }
    return state.flatten();
  };
  if (init.pieces.empty() && init.sums.empty())
    return init;
  return FoldState::split(
      b.loop(begin, end, kBlockLength, init.flatten(), foldBlock), panel);
}

/// Writes the scores of a block to the buffer; returns the largest.
SmallVector<Value> AggregateLowering::scoreBlock(const Panel &panel,
                                                 Value begin, Value count) {
  Value length = b.index(getRowLength(panel));
  SmallVector<Value> lowest;
  for (const Lanes &lanes : panel.weights)
    lowest.push_back(fillInfinity(lanes));
  SmallVector<Value> maxima =
      b.loop(b.index(0), count, 1, lowest, [&](Value i, ValueRange before) {
        Value position = b.add(begin, i);
        prefetch(position, panel);
        RowEvaluator score(b, op.getLoc());
        bindScore(score, position);
        SmallVector<Value> values, maxima;
        for (auto [lanes, maximum] : llvm::zip(panel.weights, before)) {
          values.push_back(b.castFloat(
              evaluateYield(score, op.getScore(), 0, lanes), weightElement));
          // NaN must reach the weights.
          maxima.push_back(
              arith::MaximumFOp::create(b, values.back(), maximum));
        }
        storeWeights(panel, scores, b.mul(i, length), values);
        return maxima;
      });
  // Edges that complete the last vector have no weight.
  if (getRowLength(panel) < width)
    vector::StoreOp::create(
        b, fillInfinity(Lanes::getContiguous(Value(), width, Value())), scores,
        b.mul(count, length));
  return maxima;
}

/// Replaces scores by weights; returns their sums. A vector holds several rows,
/// or a row several vectors.
SmallVector<Value> AggregateLowering::weighBlock(const Panel &panel,
                                                 Value count,
                                                 ValueRange shifts) {
  int64_t length = getRowLength(panel);
  auto type = VectorType::get({static_cast<int64_t>(width)}, weightElement);
  SmallVector<Value> wide(shifts), sums;
  if (length < width) {
    if (length == 1) {
      wide = {vector::BroadcastOp::create(b, type, shifts.front())};
    } else {
      SmallVector<int64_t> repeated;
      for (unsigned i = 0; i < width; ++i)
        repeated.push_back(i % length);
      wide = {vector::ShuffleOp::create(b, shifts.front(), shifts.front(),
                                        repeated)};
    }
  }
  for (unsigned i = 0, e = wide.size(); i < e; ++i)
    sums.push_back(arith::ConstantOp::create(b, b.getZeroAttr(type)));
  Value size = b.mul(count, b.index(length));
  sums = b.loop(b.index(0), size, std::max<int64_t>(length, width), sums,
                [&](Value first, ValueRange before) {
                  SmallVector<Value> after;
                  for (auto [i, shift, sum] : llvm::enumerate(wide, before)) {
                    Value at = b.add(first, b.index(i * width));
                    Value score = vector::LoadOp::create(b, type, scores, at);
                    Value weight = exponential(score, shift);
                    vector::StoreOp::create(b, weight, scores, at);
                    after.push_back(arith::AddFOp::create(b, sum, weight));
                  }
                  return after;
                });
  // Rows that share a vector: halves are added until one is left.
  for (int64_t rest = width; rest > length; rest /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t i = 0; i < rest / 2; ++i) {
      low.push_back(i);
      high.push_back(i + rest / 2);
    }
    Value sum = sums.front();
    sums = {
        arith::AddFOp::create(b, vector::ShuffleOp::create(b, sum, sum, low),
                              vector::ShuffleOp::create(b, sum, sum, high))};
  }
  if (length == 1)
    sums = {vector::ExtractOp::create(b, sums.front(), int64_t(0))};
  return sums;
}

/// The step of one edge of a block with its weights at `row` in the buffer.
SmallVector<Value> AggregateLowering::addEdge(const Panel &panel,
                                              ArrayRef<Piece> pieces,
                                              Value position, Value row,
                                              ValueRange before) {
  RowEvaluator score(b, op.getLoc()), step(b, op.getLoc());
  bindScore(score, position);
  Block &block = op.getStep().front();
  bindPieces(step, block.getArguments().take_front(accumulators.size()), pieces,
             before);
  bindStep(step, score, position, [&](const Lanes &lanes) -> Value {
    Type element = getElementTypeOrSelf(logit);
    if (Value weight = loadWeights(panel, scores, row, lanes))
      return b.castFloat(weight, element);
    return rejectPositions(0, lanes.getType(element));
  });
  SmallVector<Value> after;
  for (const Piece &piece : pieces)
    after.push_back(
        evaluateYield(step, op.getStep(), piece.accumulator, piece.lanes));
  return after;
}

/// A block is gone through once for each group, whose vectors stay in registers
/// meanwhile. Groups are of one size; what reads the same part of a row stands
/// together. Accumulators that need each other are one group.
SmallVector<SmallVector<unsigned>>
AggregateLowering::groupPieces(const Panel &panel) {
  unsigned count = panel.pieces.size();
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq(count));
  bool isOne = false;
  for (unsigned k = 0, e = accumulators.size(); k < e; ++k)
    isOne |= getFoldForm(op, k).kind == FoldKind::Any;
  for (const Piece &piece : panel.pieces)
    isOne |= piece.lanes.getKind() != Lanes::Kind::Static;
  if (isOne)
    return {order};

  auto bytesOf = [&](unsigned i) {
    const Piece &piece = panel.pieces[i];
    Type element = getElementTypeOrSelf(accumulators[piece.accumulator]);
    unsigned bits =
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
    return std::max<int64_t>(bits, 8) / 8 * piece.lanes.getWidth();
  };
  // By the share of the row that comes before.
  auto placeOf = [&](unsigned i) {
    const Piece &piece = panel.pieces[i];
    return double(piece.lanes.getPositions().front()) /
           getRowSize(accumulators[piece.accumulator]);
  };
  llvm::sort(order, [&](unsigned i, unsigned j) {
    return std::make_pair(placeOf(i), i) < std::make_pair(placeOf(j), j);
  });
  int64_t bytes = 0;
  for (unsigned i : order)
    bytes += bytesOf(i);
  int64_t numGroups = llvm::divideCeil(bytes, shape.getGroupBytes());
  SmallVector<SmallVector<unsigned>> groups(1);
  int64_t before = 0;
  for (unsigned i : order) {
    if (before * numGroups >= bytes * int64_t(groups.size()))
      groups.emplace_back();
    groups.back().push_back(i);
    before += bytesOf(i);
  }
  return groups;
}

/// Multiplies what depends on weights by a factor for each of them.
void AggregateLowering::rescale(const Panel &panel, FoldState &state,
                                ValueRange factors) {
  for (auto [sum, factor] : llvm::zip(state.sums, factors))
    sum = arith::MulFOp::create(b, sum, factor);
  if (state.pieces.empty() || factors.empty())
    return;
  Value buffer = createBuffer(getRowLength(panel));
  storeWeights(panel, buffer, b.index(0), factors);
  auto load = [&](const Lanes &lanes, Type element) -> Value {
    if (Value factor = loadWeights(panel, buffer, b.index(0), lanes))
      return b.castFloat(factor, element);
    return rejectPositions(0, lanes.getType(element));
  };
  SmallVector<Value> rescaled;
  if (!op.getRescale().empty()) {
    Block &block = op.getRescale().front();
    RowEvaluator evaluator(b, op.getLoc());
    bindPieces(evaluator, block.getArguments().drop_back(), panel.pieces,
               state.pieces);
    evaluator.bind(block.getArguments().back(), [&](const Lanes &lanes) {
      return load(lanes, getElementTypeOrSelf(logit));
    });
    for (const Piece &piece : panel.pieces)
      rescaled.push_back(evaluateYield(evaluator, op.getRescale(),
                                       piece.accumulator, piece.lanes));
    state.pieces = rescaled;
    return;
  }
  FailureOr<PieceWeights> weights = findPieceWeights(panel);
  if (failed(weights)) // An error was given.
    return;
  for (auto [piece, value, lanes] :
       llvm::zip(panel.pieces, state.pieces, *weights)) {
    if (!lanes)
      continue;
    Type type = value.getType();
    Value factor = load(*lanes, getElementTypeOrSelf(type));
    if (factor.getType() != type)
      factor = vector::BroadcastOp::create(b, type, factor);
    value = arith::MulFOp::create(b, value, factor);
  }
}
