//===- LowerAggregate.cpp - aggregate to loops
//----------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An owner's segment is folded by one loop over its edges whose iter_args are
// the accumulators, cut into vectors. Where the accumulators do not fit into
// registers, the vectors are split into panels and the segment is swept once
// for each; where the width of a row is known at run time only, panels are the
// iterations of a loop. Edges are folded in runs (AggregateOp::kRunLength),
// joined in order.
//
//===----------------------------------------------------------------------===//

#include "LowerRegionOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mesh;

/// Owners of one iteration of the parallel loop: few, as degrees differ.
static constexpr int64_t kOwnerBlock = 32;
/// Degree that estimates of work assume.
static constexpr int64_t kAssumedDegree = 16;

/// The attribute that --mesh-prefetch sets.
static constexpr llvm::StringLiteral kPrefetchDistance =
    "mesh.prefetch_distance";

namespace {

/// A vector of an accumulator that a sweep carries.
struct Piece {
  unsigned accumulator;
  Lanes lanes;
};

/// What one sweep over a segment computes.
struct Panel {
  SmallVector<Piece> pieces;  ///< of the accumulators
  SmallVector<Lanes> weights; ///< of the logits, with `stabilize`
  SmallVector<Piece> results; ///< of the results
};

class AggregateLowering {
public:
  AggregateLowering(AggregateOp op, VectorShape shape);
  LogicalResult run();

private:
  void lowerOwner(ValueRange batch, Value owner);
  void sweep(const Panel &panel);
  void prefetch(ValueRange batch, Value position, const Panel &panel);
  void prefetchResults(const Panel &panel);

  SmallVector<Value> initial(const Panel &panel);
  SmallVector<Value> foldRun(const Panel &panel, Value begin, Value end,
                             ValueRange maxima);
  SmallVector<Value> foldEdge(const Panel &panel, Value position,
                              ValueRange carried, ValueRange maxima);
  SmallVector<Value> combineRuns(const Panel &panel, ValueRange first,
                                 ValueRange second);
  SmallVector<Value> findMaxima(const Panel &panel);
  void finish(const Panel &panel, ValueRange carried, ValueRange maxima);

  void bindEdge(RowEvaluator &evaluator, Region &region, unsigned firstArgument,
                unsigned firstInput, unsigned numOthers, unsigned numOwners,
                unsigned numEdges, Value position);
  void bindPieces(RowEvaluator &evaluator, ValueRange arguments,
                  ArrayRef<Piece> pieces, ValueRange values);
  Value findPiece(ArrayRef<Piece> pieces, ValueRange values,
                  unsigned accumulator, const Lanes &lanes, Operation *user);
  Value must(FailureOr<Value> value, Type type);
  Value evaluateYield(RowEvaluator &evaluator, Region &region, unsigned i,
                      const Lanes &lanes);
  void planPanels();

  AggregateOp op;
  VectorShape shape;
  LoopBuilder b;
  SmallVector<RowMemory> inputs, shared, outs;
  SmallVector<Type> accumulators, rows;
  Type logit; ///< null without `stabilize`
  unsigned width;
  SmallVector<Panel, 1> panels; ///< of static width
  bool dynamic = false;         ///< some row has a size known at run time only
  bool elementwise = true;
  LogicalResult status = success();

  // The owner whose segment is being lowered.
  SmallVector<Value> batch;
  Value owner, begin, end;
};

} // namespace

AggregateLowering::AggregateLowering(AggregateOp op, VectorShape shape)
    : op(op), shape(shape), b(op.getLoc(), op),
      accumulators(op.getAccumulatorTypes()) {
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    inputs.emplace_back(b, input, op.isBatched(i) ? op.getDim() : 0);
  for (Value whole : op.getShared())
    shared.push_back(RowMemory::createWhole(b, whole));
  for (auto [i, out] : llvm::enumerate(op.getOuts())) {
    outs.emplace_back(b, out, op.getDim());
    rows.push_back(op.getOutRowType(i));
  }
  if (op.getStabilize())
    logit = op.getYield(op.getScore())->getOperand(0).getType();
  SmallVector<Type> types(accumulators);
  llvm::append_range(types, rows);
  if (logit)
    types.push_back(logit);
  width = getVectorWidth(types);
  for (Region &region : op->getRegions())
    if (!region.empty())
      elementwise &= isElementwiseBody(region.front());
  for (const RowMemory &memory : llvm::concat<RowMemory>(inputs, shared, outs))
    elementwise &= memory.allowsContiguousLanes();
  planPanels();
}

/// One panel with everything where that fits, otherwise one for each group of
/// vectors at equal positions, provided all rows have one width.
void AggregateLowering::planPanels() {
  Panel all;
  int64_t bytes = 0;
  llvm::SmallSetVector<int64_t, 4> sizes;
  auto cut = [&](Type type, function_ref<void(const Lanes &)> add) {
    int64_t size = getUnrolledSize(type, elementwise);
    if (ShapedType::isDynamic(size)) {
      dynamic = true;
      return;
    }
    sizes.insert(size);
    for (const Lanes &lanes : cutRow(size, width))
      add(lanes);
  };
  for (auto [i, type] : llvm::enumerate(accumulators)) {
    Type element = getElementTypeOrSelf(type);
    int64_t elementBytes =
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() / 8 : 8;
    cut(type, [&, i = i](const Lanes &lanes) {
      bytes += lanes.getWidth() * std::max<int64_t>(elementBytes, 1);
      all.pieces.push_back({static_cast<unsigned>(i), lanes});
    });
  }
  for (auto [i, type] : llvm::enumerate(rows))
    cut(type, [&, i = i](const Lanes &lanes) {
      all.results.push_back({static_cast<unsigned>(i), lanes});
    });
  if (logit)
    cut(logit, [&](const Lanes &lanes) { all.weights.push_back(lanes); });

  int64_t budget = shape.getAccumulatorBytes();
  if (bytes <= budget || sizes.size() != 1 || dynamic || logit) {
    panels.push_back(all);
    return;
  }
  SmallVector<Lanes> cuts = cutRow(sizes.front(), width);
  int64_t perPanel =
      std::max<int64_t>(1, budget / std::max<int64_t>(1, bytes / cuts.size()));
  for (size_t first = 0; first < cuts.size(); first += perPanel) {
    Panel panel;
    for (const Lanes &lanes : ArrayRef(cuts).slice(
             first, std::min<size_t>(perPanel, cuts.size() - first))) {
      for (unsigned i = 0, e = accumulators.size(); i < e; ++i)
        panel.pieces.push_back({i, lanes});
      for (unsigned i = 0, e = rows.size(); i < e; ++i)
        panel.results.push_back({i, lanes});
    }
    panels.push_back(panel);
  }
}

LogicalResult AggregateLowering::run() {
  SmallVector<Value> batchSizes;
  for (unsigned axis = 0; axis < op.getDim(); ++axis)
    batchSizes.push_back(b.dim(op.getOuts().front(), axis));
  int64_t work = 0;
  for (Type row : rows) {
    int64_t size = getRowSize(row);
    work += ShapedType::isDynamic(size) ? 64 : size;
  }
  Value owners = b.sub(b.dim(op.getOver()[0], 0), b.index(1));
  forBlocks(b, batchSizes, owners, kOwnerBlock, work * kAssumedDegree,
            /*uneven=*/true, [&](ValueRange batch, Value first, Value last) {
              b.loop(first, last, 1,
                     [&](Value owner) { lowerOwner(batch, owner); });
            });
  if (succeeded(status))
    op.erase();
  return status;
}

void AggregateLowering::lowerOwner(ValueRange batch, Value owner) {
  this->batch.assign(batch.begin(), batch.end());
  this->owner = owner;
  begin = loadIndex(b, op.getOver()[0], owner);
  end = loadIndex(b, op.getOver()[0], b.add(owner, b.index(1)));
  if (!dynamic) {
    for (const Panel &panel : panels)
      sweep(panel);
    return;
  }
  // What has a static size is in every sweep, for what may depend on it.
  if (!panels.front().results.empty())
    sweep(panels.front());
  const RowMemory *wide = nullptr;
  for (auto [i, row] : llvm::enumerate(rows))
    if (ShapedType::isDynamic(getUnrolledSize(row, elementwise)))
      wide = &outs[i];
  if (!wide) {
    op.emitOpError("expects a result row of unknown size where an accumulator "
                   "has one");
    status = failure();
    return;
  }
  forDynamicLanes(b, *wide, width, elementwise, [&](ArrayRef<Lanes> pieces) {
    Panel panel = panels.front();
    panel.results.clear();
    auto isDynamic = [&](Type type) {
      return ShapedType::isDynamic(getUnrolledSize(type, elementwise));
    };
    for (const Lanes &lanes : pieces) {
      for (unsigned i = 0, e = accumulators.size(); i < e; ++i)
        if (isDynamic(accumulators[i]))
          panel.pieces.push_back({i, lanes});
      for (unsigned i = 0, e = rows.size(); i < e; ++i)
        if (isDynamic(rows[i]))
          panel.results.push_back({i, lanes});
      if (logit && isDynamic(logit))
        panel.weights.push_back(lanes);
    }
    sweep(panel);
  });
}

void AggregateLowering::sweep(const Panel &panel) {
  prefetchResults(panel);
  SmallVector<Value> maxima = findMaxima(panel);
  Value runLength = b.index(AggregateOp::kRunLength);
  Value firstEnd = b.min(b.add(begin, runLength), end);
  SmallVector<Value> first = foldRun(panel, begin, firstEnd, maxima);
  SmallVector<Value> total;
  if (first.empty()) {
    total = first;
  } else {
    // Rarely entered: only segments longer than a run.
    total = b.loop(firstEnd, end, AggregateOp::kRunLength, first,
                   [&](Value runBegin, ValueRange before) {
                     Value runEnd = b.min(b.add(runBegin, runLength), end);
                     SmallVector<Value> run =
                         foldRun(panel, runBegin, runEnd, maxima);
                     return combineRuns(panel, before, run);
                   });
  }
  finish(panel, total, maxima);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

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
                                   unsigned accumulator, const Lanes &lanes,
                                   Operation *user) {
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

void AggregateLowering::bindPieces(RowEvaluator &evaluator,
                                   ValueRange arguments, ArrayRef<Piece> pieces,
                                   ValueRange values) {
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    SmallVector<Value> known(values);
    evaluator.bind(argument, [this, i = i, argument = argument,
                              pieces = SmallVector<Piece>(pieces),
                              known](const Lanes &lanes) {
      Value value = findPiece(pieces, known, i, lanes, op);
      if (!value) {
        if (succeeded(status))
          op.emitOpError("reads accumulator ")
              << i << " at other elements than it computes, which is not "
              << "supported for rows of this width";
        status = failure();
        value = arith::ConstantOp::create(
            b, b.getZeroAttr(
                   lanes.getType(getElementTypeOrSelf(argument.getType()))));
      }
      return value;
    });
  }
}

void AggregateLowering::bindEdge(RowEvaluator &evaluator, Region &region,
                                 unsigned firstArgument, unsigned firstInput,
                                 unsigned numOthers, unsigned numOwners,
                                 unsigned numEdges, Value position) {
  Block &block = region.front();
  BlockArgument ordinal = block.getArguments().back();
  Value other, edge;
  if (numOthers)
    other = loadIndex(b, op.getOver()[1], position);
  if (numEdges || !ordinal.use_empty())
    edge = loadIndex(b, op.getOver()[2], position);
  for (unsigned i = 0, e = numOthers + numOwners + numEdges; i < e; ++i) {
    Value row = i < numOthers               ? other
                : i < numOthers + numOwners ? owner
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

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

SmallVector<Value> AggregateLowering::initial(const Panel &panel) {
  RowEvaluator evaluator(b, op.getLoc());
  SmallVector<Value> values;
  for (const Piece &piece : panel.pieces)
    values.push_back(
        evaluateYield(evaluator, op.getInit(), piece.accumulator, piece.lanes));
  for (const Lanes &lanes : panel.weights)
    values.push_back(arith::ConstantOp::create(
        b, b.getZeroAttr(lanes.getType(getElementTypeOrSelf(logit)))));
  return values;
}

SmallVector<Value> AggregateLowering::findMaxima(const Panel &panel) {
  if (panel.weights.empty())
    return {};
  Type element = getElementTypeOrSelf(logit);
  SmallVector<Value> lowest;
  for (const Lanes &lanes : panel.weights) {
    TypedAttr infinity = b.getFloatAttr(
        element,
        APFloat::getInf(cast<FloatType>(element).getFloatSemantics(), true));
    if (!lanes.isScalar())
      infinity = DenseElementsAttr::get(
          cast<VectorType>(lanes.getType(element)), Attribute(infinity));
    lowest.push_back(arith::ConstantOp::create(b, infinity));
  }
  return b.loop(begin, end, 1, lowest, [&](Value position, ValueRange before) {
    RowEvaluator score(b, op.getLoc());
    unsigned firstInput =
        op.getSources().size() + op.getOwners().size() + op.getEdges().size();
    bindEdge(score, op.getScore(), 0, firstInput, op.getScoreSources().size(),
             op.getScoreOwners().size(), op.getScoreEdges().size(), position);
    SmallVector<Value> maxima;
    for (auto [lanes, maximum] : llvm::zip(panel.weights, before)) {
      Value value = evaluateYield(score, op.getScore(), 0, lanes);
      // NaN must reach the weights.
      maxima.push_back(arith::MaximumFOp::create(b, value, maximum));
    }
    return maxima;
  });
}

SmallVector<Value> AggregateLowering::foldRun(const Panel &panel, Value begin,
                                              Value end, ValueRange maxima) {
  SmallVector<Value> init = initial(panel);
  if (init.empty())
    return {};
  return b.loop(begin, end, 1, init, [&](Value position, ValueRange carried) {
    return foldEdge(panel, position, carried, maxima);
  });
}

void AggregateLowering::prefetch(ValueRange batch, Value position,
                                 const Panel &panel) {
  auto distance = op->getAttrOfType<IntegerAttr>(kPrefetchDistance);
  if (!distance || op.getSources().empty())
    return;
  // The position runs past the segment into the next ones, which are swept
  // soon, and stops at the last edge: there is one, as this one exists.
  Value last = b.sub(b.dim(op.getOver()[1], 0), b.index(1));
  Value ahead = b.min(b.add(position, b.index(distance.getInt())), last);
  Value other = loadIndex(b, op.getOver()[1], ahead);
  for (unsigned i = 0, e = op.getSources().size(); i < e; ++i) {
    SmallVector<Lanes> lanes;
    int64_t size = getRowSize(op.getRowType(i));
    for (const Piece &piece : panel.pieces)
      if (piece.lanes.getKind() == Lanes::Kind::Contiguous ||
          llvm::all_of(piece.lanes.getPositions(),
                       [&](int64_t p) { return p < size; }))
        lanes.push_back(piece.lanes);
    inputs[i].getRow(batch, other).prefetch(b, lanes, /*isWrite=*/false);
  }
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

SmallVector<Value> AggregateLowering::foldEdge(const Panel &panel,
                                               Value position,
                                               ValueRange carried,
                                               ValueRange maxima) {
  prefetch(batch, position, panel);
  Block &stepBlock = op.getStep().front();
  unsigned numAccs = accumulators.size();
  unsigned numSteps =
      op.getSources().size() + op.getOwners().size() + op.getEdges().size();
  unsigned numWeights =
      op.getScore().empty() ? 0 : op.getYield(op.getScore())->getNumOperands();

  RowEvaluator score(b, op.getLoc());
  if (numWeights)
    bindEdge(score, op.getScore(), 0, numSteps, op.getScoreSources().size(),
             op.getScoreOwners().size(), op.getScoreEdges().size(), position);
  SmallVector<Piece> maximumPieces;
  for (const Lanes &lanes : panel.weights)
    maximumPieces.push_back({0, lanes});
  auto getWeight = [&](const Lanes &lanes) -> Value {
    Value value = evaluateYield(score, op.getScore(), 0, lanes);
    if (!logit)
      return value;
    Value maximum = findPiece(maximumPieces, maxima, 0, lanes, op);
    if (!maximum) {
      if (succeeded(status))
        op.emitOpError("reads weights at other elements than it computes, "
                       "which is not supported for rows of this width");
      status = failure();
      return Value();
    }
    Value shifted = arith::SubFOp::create(b, value, maximum);
    Value weight = math::ExpOp::create(b, shifted);
    // While the maximum is -inf, every score is: exp(-inf + inf) is NaN.
    Type element = getElementTypeOrSelf(logit);
    auto filled = [&](const APFloat &constant) -> Value {
      TypedAttr attr = b.getFloatAttr(element, constant);
      if (auto type = dyn_cast<VectorType>(value.getType()))
        attr = DenseElementsAttr::get(type, Attribute(attr));
      return arith::ConstantOp::create(b, attr);
    };
    const auto &semantics = cast<FloatType>(element).getFloatSemantics();
    Value masked = arith::CmpFOp::create(
        b, arith::CmpFPredicate::OEQ, maximum,
        filled(APFloat::getInf(semantics, /*Negative=*/true)));
    return arith::SelectOp::create(b, masked,
                                   filled(APFloat::getZero(semantics)), weight);
  };

  RowEvaluator step(b, op.getLoc());
  bindPieces(step, stepBlock.getArguments().take_front(numAccs), panel.pieces,
             carried.take_front(panel.pieces.size()));
  for (unsigned i = 0; i < numWeights; ++i)
    step.bind(stepBlock.getArgument(numAccs + i),
              [&, i](const Lanes &lanes) -> Value {
                if (i != 0)
                  return evaluateYield(score, op.getScore(), i, lanes);
                Value weight = getWeight(lanes);
                return must(weight,
                            lanes.getType(getElementTypeOrSelf(
                                stepBlock.getArgument(numAccs).getType())));
              });
  bindEdge(step, op.getStep(), numAccs + numWeights, 0, op.getSources().size(),
           op.getOwners().size(), op.getEdges().size(), position);

  SmallVector<Value> next;
  for (const Piece &piece : panel.pieces)
    next.push_back(
        evaluateYield(step, op.getStep(), piece.accumulator, piece.lanes));
  for (auto [lanes, sum] :
       llvm::zip(panel.weights, carried.drop_front(panel.pieces.size()))) {
    Value weight = must(getWeight(lanes), sum.getType());
    next.push_back(arith::AddFOp::create(b, sum, weight));
  }
  return next;
}

SmallVector<Value> AggregateLowering::combineRuns(const Panel &panel,
                                                  ValueRange first,
                                                  ValueRange second) {
  unsigned numPieces = panel.pieces.size(), numAccs = accumulators.size();
  RowEvaluator evaluator(b, op.getLoc());
  bool sum = op.getCombine().empty();
  if (!sum) {
    Block &block = op.getCombine().front();
    bindPieces(evaluator, block.getArguments().take_front(numAccs),
               panel.pieces, first.take_front(numPieces));
    bindPieces(evaluator, block.getArguments().drop_front(numAccs),
               panel.pieces, second.take_front(numPieces));
  }
  SmallVector<Value> result;
  for (auto [i, piece] : llvm::enumerate(panel.pieces))
    result.push_back(
        sum ? arith::AddFOp::create(b, first[i], second[i]).getResult()
            : evaluateYield(evaluator, op.getCombine(), piece.accumulator,
                            piece.lanes));
  // The maximum is that of the whole segment, so sums of weights just add up.
  for (unsigned i = numPieces, e = first.size(); i < e; ++i)
    result.push_back(arith::AddFOp::create(b, first[i], second[i]));
  return result;
}

void AggregateLowering::finish(const Panel &panel, ValueRange carried,
                               ValueRange maxima) {
  RowEvaluator evaluator(b, op.getLoc());
  unsigned numPieces = panel.pieces.size(), numAccs = accumulators.size();
  auto store = [&](const Piece &piece, Value value) {
    outs[piece.accumulator].getRow(batch, owner).store(b, piece.lanes, value);
  };
  if (op.getFinish().empty()) {
    for (const Piece &piece : panel.results) {
      Value value =
          findPiece(panel.pieces, carried, piece.accumulator, piece.lanes, op);
      store(piece, must(value, piece.lanes.getType(getElementTypeOrSelf(
                                   rows[piece.accumulator]))));
    }
    return;
  }
  Block &block = op.getFinish().front();
  bindPieces(evaluator, block.getArguments().take_front(numAccs), panel.pieces,
             carried.take_front(numPieces));
  unsigned next = numAccs;
  if (logit) {
    SmallVector<Piece> pieces;
    for (const Lanes &lanes : panel.weights)
      pieces.push_back({0, lanes});
    bindPieces(evaluator, block.getArgument(next++), pieces, maxima);
    bindPieces(evaluator, block.getArgument(next++), pieces,
               carried.drop_front(numPieces));
  }
  for (unsigned i = 0, e = op.getOwners().size(); i < e; ++i)
    bindRows(evaluator, b, block.getArgument(next++),
             &inputs[op.getSources().size() + i], batch, owner);
  bindShared(evaluator, b, block.getArguments().slice(next, shared.size()),
             shared);
  Value degree = b.sub(end, begin);
  evaluator.bind(block.getArguments().back(),
                 [degree](const Lanes &) { return degree; });
  for (const Piece &piece : panel.results)
    store(piece, evaluateYield(evaluator, op.getFinish(), piece.accumulator,
                               piece.lanes));
}

LogicalResult mesh::lowerAggregate(AggregateOp op, VectorShape shape) {
  return AggregateLowering(op, shape).run();
}
