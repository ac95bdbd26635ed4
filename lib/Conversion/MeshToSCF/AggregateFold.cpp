//===- AggregateFold.cpp - aggregate's edges, one by one ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AggregateLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// What regions read
//===----------------------------------------------------------------------===//

void AggregateLowering::bindEdge(RowEvaluator &evaluator, Region &region,
                                 unsigned firstArgument, unsigned firstInput,
                                 unsigned numOthers, unsigned numOwners,
                                 unsigned numEdges, Value position) {
  Block &block = region.front();
  BlockArgument ordinal = block.getArguments().back();
  unsigned firstEdge = numOthers + numOwners;
  unsigned firstSorted = &region == &op.getScore() ? op.getEdges().size() : 0;
  auto isSorted = [&](unsigned i) { return op.isSorted(firstSorted + i); };
  bool readsOrdinal = !ordinal.use_empty();
  for (unsigned i = 0; i < numEdges; ++i)
    readsOrdinal |= !isSorted(i);
  Value other, edge;
  if (numOthers)
    other = loadIndex(b, op.getOver()[1], position);
  if (readsOrdinal)
    edge = loadIndex(b, op.getOver()[2], position);
  for (unsigned i = 0, e = firstEdge + numEdges; i < e; ++i) {
    Value row = i < numOthers             ? other
                : i < firstEdge           ? owner
                : isSorted(i - firstEdge) ? position
                                          : edge;
    bindRows(evaluator, b, block.getArgument(firstArgument + i),
             &inputs[firstInput + i], batch, row);
  }
  bindShared(evaluator, b,
             block.getArguments().slice(firstArgument + numOthers + numOwners +
                                            numEdges,
                                        shared.size()),
             shared);
  evaluator.bind(ordinal, [edge](const Lanes &) { return edge; });
}

/// What `score` gives: the weight and the flags.
unsigned AggregateLowering::countFlags() {
  return op.getScore().empty() ? 0
                               : op.getYield(op.getScore())->getNumOperands();
}

void AggregateLowering::bindScore(RowEvaluator &evaluator, Value position) {
  bindEdge(evaluator, op.getScore(), 0,
           op.getSources().size() + op.getOwners().size() +
               op.getEdges().size(),
           op.getScoreSources().size(), op.getScoreOwners().size(),
           op.getScoreEdges().size(), position);
}

/// Binds all arguments but the accumulators. `score` is bound to the edge.
void AggregateLowering::bindStep(RowEvaluator &evaluator, RowEvaluator &score,
                                 Value position, RowEvaluator::Leaf weight) {
  Block &block = op.getStep().front();
  unsigned numAccs = accumulators.size(), numFlags = countFlags();
  if (numFlags)
    evaluator.bind(block.getArgument(numAccs), std::move(weight));
  for (unsigned i = 1; i < numFlags; ++i)
    evaluator.bind(block.getArgument(numAccs + i),
                   [this, &score, i](const Lanes &lanes) {
                     return evaluateYield(score, op.getScore(), i, lanes);
                   });
  bindEdge(evaluator, op.getStep(), numAccs + numFlags, 0,
           op.getSources().size(), op.getOwners().size(), op.getEdges().size(),
           position);
}

//===----------------------------------------------------------------------===//
// Prefetch
//===----------------------------------------------------------------------===//

/// The part of a row that the panel reads: all of it where the panel is the
/// only one.
void AggregateLowering::prefetchRow(unsigned input, Value row,
                                    const Panel &panel) {
  Type type = op.getRowType(input);
  int64_t size = getRowSize(type);
  SmallVector<Lanes> lanes;
  if (panels.size() == 1 && !isDynamicRow(type)) {
    lanes = cutRow(size, width);
  } else {
    for (const Piece &piece : panel.pieces)
      if (piece.lanes.getKind() == Lanes::Kind::Contiguous ||
          llvm::all_of(piece.lanes.getPositions(),
                       [&](int64_t p) { return p < size; }))
        lanes.push_back(piece.lanes);
  }
  inputs[input].getRow(batch, row).prefetch(b, lanes, /*isWrite=*/false);
}

void AggregateLowering::prefetch(Value position, const Panel &panel) {
  auto distance = op->getAttrOfType<IntegerAttr>(kPrefetchDistance);
  unsigned numSources = op.getSources().size();
  unsigned numScoreSources = op.getScoreSources().size();
  if (!distance || numSources + numScoreSources == 0)
    return;
  // The position runs past the segment into the next ones, which are swept
  // soon, and stops at the last edge: there is one, as this one exists.
  Value last = b.sub(b.dim(op.getOver()[1], 0), b.index(1));
  Value ahead = b.min(b.add(position, b.index(distance.getInt())), last);
  Value other = loadIndex(b, op.getOver()[1], ahead);
  for (unsigned i = 0; i < numSources; ++i)
    prefetchRow(i, other, panel);
  unsigned firstScore =
      numSources + op.getOwners().size() + op.getEdges().size();
  for (unsigned i = 0; i < numScoreSources; ++i)
    if (!llvm::is_contained(op.getSources(), op.getScoreSources()[i]))
      prefetchRow(firstScore + i, other, panel);
}

/// The rows that the sweep writes at its end come into the cache meanwhile: a
/// store to a line that is elsewhere has to wait for it.
void AggregateLowering::prefetchResults(const Panel &panel) {
  if (!op->hasAttr(kPrefetchDistance))
    return;
  for (unsigned i = 0, e = rows.size(); i < e; ++i) {
    SmallVector<Lanes> lanes;
    for (const Piece &piece : panel.results)
      if (piece.accumulator == i)
        lanes.push_back(piece.lanes);
    outs[i].getRow(batch, owner).prefetch(b, lanes, /*isWrite=*/true);
  }
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

FoldState AggregateLowering::initial(const Panel &panel) {
  RowEvaluator evaluator(b, op.getLoc());
  FoldState state;
  for (const Piece &piece : panel.pieces)
    state.pieces.push_back(
        evaluateYield(evaluator, op.getInit(), piece.accumulator, piece.lanes));
  for (const Lanes &lanes : panel.weights) {
    state.sums.push_back(arith::ConstantOp::create(
        b, b.getZeroAttr(lanes.getType(weightElement))));
    state.maxima.push_back(fillInfinity(lanes));
  }
  return state;
}

FoldState AggregateLowering::foldRun(const Panel &panel, Value begin, Value end,
                                     FoldState init) {
  if (logit && inBlocks)
    return foldBlocks(panel, begin, end, init);
  if (init.pieces.empty() && init.sums.empty())
    return init;
  SmallVector<Value> folded = b.loop(
      begin, end, 1, init.flatten(), [&](Value position, ValueRange carried) {
        prefetch(position, panel);
        return foldEdge(panel, position, FoldState::split(carried, panel))
            .flatten();
      });
  return FoldState::split(folded, panel);
}

/// With softmax weights, the maximum is that of the whole segment.
FoldState AggregateLowering::foldEdge(const Panel &panel, Value position,
                                      const FoldState &state) {
  RowEvaluator score(b, op.getLoc());
  if (countFlags())
    bindScore(score, position);
  SmallVector<Piece> weightPieces;
  for (const Lanes &lanes : panel.weights)
    weightPieces.push_back({0, lanes});
  // In the element type of sums.
  auto getWeight = [&](const Lanes &lanes) -> Value {
    Value value = evaluateYield(score, op.getScore(), 0, lanes);
    if (!logit)
      return value;
    Value maximum = findPiece(weightPieces, state.maxima, 0, lanes);
    if (!maximum)
      return Value();
    return exponential(b.castFloat(value, weightElement),
                       shiftOf(maximum, lanes));
  };

  RowEvaluator step(b, op.getLoc());
  Block &block = op.getStep().front();
  bindPieces(step, block.getArguments().take_front(accumulators.size()),
             panel.pieces, state.pieces);
  bindStep(step, score, position, [&](const Lanes &lanes) -> Value {
    Type type = op.getYield(op.getScore())->getOperand(0).getType();
    Value weight = getWeight(lanes);
    if (!weight)
      return rejectPositions(0, lanes.getType(getElementTypeOrSelf(type)));
    return logit ? b.castFloat(weight, getElementTypeOrSelf(type)) : weight;
  });

  FoldState next;
  for (const Piece &piece : panel.pieces)
    next.pieces.push_back(
        evaluateYield(step, op.getStep(), piece.accumulator, piece.lanes));
  for (auto [lanes, sum] : llvm::zip(panel.weights, state.sums))
    next.sums.push_back(
        arith::AddFOp::create(b, sum, must(getWeight(lanes), sum.getType())));
  next.maxima = state.maxima;
  return next;
}

/// `first` and `second` may have maxima of their own: then both are rescaled to
/// the larger one.
FoldState AggregateLowering::combineRuns(const Panel &panel, FoldState first,
                                         FoldState second) {
  FoldState result;
  if (inBlocks) {
    SmallVector<Value> factors[2];
    for (auto [lanes, one, two] :
         llvm::zip(panel.weights, first.maxima, second.maxima)) {
      Value maximum = arith::MaximumFOp::create(b, one, two);
      Value shift = shiftOf(maximum, lanes);
      result.maxima.push_back(maximum);
      factors[0].push_back(exponential(one, shift));
      factors[1].push_back(exponential(two, shift));
    }
    rescale(panel, first, factors[0]);
    rescale(panel, second, factors[1]);
  } else {
    result.maxima = first.maxima;
  }
  unsigned numAccs = accumulators.size();
  RowEvaluator evaluator(b, op.getLoc());
  bool isSum = op.getCombine().empty();
  if (!isSum) {
    Block &block = op.getCombine().front();
    bindPieces(evaluator, block.getArguments().take_front(numAccs),
               panel.pieces, first.pieces);
    bindPieces(evaluator, block.getArguments().drop_front(numAccs),
               panel.pieces, second.pieces);
  }
  for (auto [i, piece] : llvm::enumerate(panel.pieces)) {
    if (!isSum)
      result.pieces.push_back(evaluateYield(evaluator, op.getCombine(),
                                            piece.accumulator, piece.lanes));
    else if (isa<FloatType>(getElementTypeOrSelf(first.pieces[i])))
      result.pieces.push_back(
          arith::AddFOp::create(b, first.pieces[i], second.pieces[i]));
    else
      result.pieces.push_back(
          arith::AddIOp::create(b, first.pieces[i], second.pieces[i]));
  }
  for (auto [one, two] : llvm::zip(first.sums, second.sums))
    result.sums.push_back(arith::AddFOp::create(b, one, two));
  return result;
}
