//===- LowerAggregate.cpp - aggregate to loops ----------------------------===//
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

#include "AggregateLowering.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mesh;

/// Owners of one iteration of the parallel loop: few, as degrees differ.
static constexpr int64_t kOwnerBlock = 32;
/// The same where no edges are folded.
static constexpr int64_t kMapBlock = 256;
/// Degree that estimates of work assume.
static constexpr int64_t kAssumedDegree = 16;

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
    int64_t size = getRowSize(rows.back());
    work += ShapedType::isDynamic(size) ? 64 : size;
  }
  for (unsigned axis = 0; axis < op.getDim(); ++axis)
    batchSizes.push_back(b.dim(op.getOuts().front(), axis));
  SmallVector<Type> types(accumulators);
  llvm::append_range(types, rows);
  if (op.getStabilize()) {
    logit = op.getYield(op.getScore())->getOperand(0).getType();
    types.push_back(logit);
    auto element = cast<FloatType>(getElementTypeOrSelf(logit));
    weightElement = element.getWidth() < 32 ? b.getF32Type() : element;
  }
  isMap = accumulators.empty() && !logit;
  width = getVectorWidth(types);
  for (Region &region : op->getRegions())
    if (!region.empty())
      elementwise &= isElementwiseBody(region.front());
  for (const RowMemory &memory : llvm::concat<RowMemory>(inputs, shared, outs))
    elementwise &= memory.allowsContiguousLanes();
  planPanels();
}

bool AggregateLowering::isDynamicRow(Type row) {
  return ShapedType::isDynamic(getUnrolledSize(row, elementwise));
}

/// The order in which the vectors of a row are computed decides in which order
/// its cache lines are read. Lines that ascend make the processor fetch more
/// lines behind the row, which nobody reads; plain sums gain from them.
static void scatterLines(SmallVector<Piece> &pieces) {
  static constexpr unsigned order[] = {0, 7, 3, 6, 5, 2, 4, 1};
  constexpr size_t group = std::size(order);
  for (size_t first = 0; first + group <= pieces.size();) {
    ArrayRef<Piece> before = ArrayRef(pieces).slice(first, group);
    if (llvm::any_of(before, [&](const Piece &piece) {
          return piece.accumulator != before.front().accumulator;
        })) {
      ++first;
      continue;
    }
    SmallVector<Piece> after;
    for (unsigned i : order)
      after.push_back(before[i]);
    llvm::copy(after, pieces.begin() + first);
    first += group;
  }
}

/// One panel with everything where that fits, otherwise one for each group of
/// vectors at equal positions, provided all rows have one width.
void AggregateLowering::planPanels() {
  Panel all;
  int64_t bytes = 0;
  llvm::SmallSetVector<int64_t, 4> sizes;
  auto cut = [&](Type type, function_ref<void(const Lanes &)> add) {
    if (isDynamicRow(type)) {
      dynamic = true;
      return;
    }
    int64_t size = getRowSize(type);
    sizes.insert(size);
    for (const Lanes &lanes : cutRow(size, width))
      add(lanes);
  };
  auto count = [&](const Lanes &lanes, Type type) {
    Type element = getElementTypeOrSelf(type);
    int64_t elementBytes =
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() / 8 : 8;
    bytes += lanes.getWidth() * std::max<int64_t>(elementBytes, 1);
  };
  for (auto [i, type] : llvm::enumerate(accumulators))
    cut(type, [&, i = i, type = type](const Lanes &lanes) {
      count(lanes, type);
      all.pieces.push_back({static_cast<unsigned>(i), lanes});
    });
  for (auto [i, type] : llvm::enumerate(rows))
    cut(type, [&, i = i](const Lanes &lanes) {
      all.results.push_back({static_cast<unsigned>(i), lanes});
    });
  if (logit)
    cut(logit, [&](const Lanes &lanes) { all.weights.push_back(lanes); });

  int64_t budget = shape.getAccumulatorBytes();
  if (bytes <= budget || sizes.size() != 1 || dynamic ||
      (logit && !elementwise)) {
    if (logit)
      scatterLines(all.pieces);
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
      if (logit)
        panel.weights.push_back(lanes);
    }
    panels.push_back(panel);
  }
}

/// The result whose width panels of dynamic width follow.
LogicalResult AggregateLowering::findWideResult() {
  if (!dynamic)
    return success();
  for (auto [i, row] : llvm::enumerate(rows))
    if (isDynamicRow(row))
      wideResult = &outs[i];
  if (wideResult)
    return success();
  return op.emitOpError("expects a result row of unknown size where an "
                        "accumulator has one");
}

LogicalResult AggregateLowering::run() {
  if (failed(findWideResult()))
    return failure();
  inBlocks = logit && hasOneWeightPerElement();
  Value owners = b.sub(b.dim(op.getOver()[0], 0), b.index(1));
  bool cutSegments = canCutSegments();
  if (cutSegments) {
    findHubs();
    createScratch();
    foldHubRuns();
  }
  forBlocks(b, batchSizes, owners, isMap ? kMapBlock : kOwnerBlock,
            isMap ? work : work * kAssumedDegree, /*uneven=*/!isMap,
            [&](ValueRange indices, Value first, Value last) {
              batch.assign(indices.begin(), indices.end());
              b.loop(first, last, 1, [&](Value owner) { lowerOwner(owner); });
            });
  if (cutSegments)
    finishHubs();
  if (succeeded(status))
    op.erase();
  return status;
}

void AggregateLowering::lowerOwner(Value owner) {
  this->owner = owner;
  begin = loadIndex(b, op.getOver()[0], owner);
  end = loadIndex(b, op.getOver()[0], b.add(owner, b.index(1)));
  if (!numHubs)
    return forEachPanel([&](const Panel &panel) { sweep(panel); });
  // Hubs have been folded.
  Value isShort =
      b.isLess(b.sub(end, begin), b.index(AggregateOp::kRunLength + 1));
  b.conditional(isShort, [&] {
    forEachPanel([&](const Panel &panel) { sweepOneRun(panel); });
  });
}

void AggregateLowering::forEachPanel(function_ref<void(const Panel &)> body) {
  if (!dynamic) {
    for (const Panel &panel : panels)
      body(panel);
    return;
  }
  // What has a static size is in every sweep, for what may depend on it.
  if (!panels.front().results.empty())
    body(panels.front());
  forDynamicLanes(b, *wideResult, width, elementwise,
                  [&](ArrayRef<Lanes> pieces) {
                    Panel panel = panels.front();
                    panel.results.clear();
                    for (const Lanes &lanes : pieces) {
                      for (unsigned i = 0, e = accumulators.size(); i < e; ++i)
                        if (isDynamicRow(accumulators[i]))
                          panel.pieces.push_back({i, lanes});
                      for (unsigned i = 0, e = rows.size(); i < e; ++i)
                        if (isDynamicRow(rows[i]))
                          panel.results.push_back({i, lanes});
                      if (logit && isDynamicRow(logit))
                        panel.weights.push_back(lanes);
                    }
                    body(panel);
                  });
}

void AggregateLowering::sweepOneRun(const Panel &panel) {
  prefetchResults(panel);
  finish(panel, foldRun(panel, begin, end, initial(panel)));
}

/// All runs of the segment.
void AggregateLowering::sweep(const Panel &panel) {
  FoldState init = initial(panel);
  if (init.pieces.empty() && init.sums.empty())
    return finish(panel, init);
  prefetchResults(panel);
  if (logit && !inBlocks)
    init.maxima = findMaxima(panel);
  Value runLength = b.index(AggregateOp::kRunLength);
  Value firstEnd = b.min(b.add(begin, runLength), end);
  FoldState first = foldRun(panel, begin, firstEnd, init);
  // Rarely entered: only segments longer than a run.
  SmallVector<Value> total =
      b.loop(firstEnd, end, AggregateOp::kRunLength, first.flatten(),
             [&](Value runBegin, ValueRange before) {
               Value runEnd = b.min(b.add(runBegin, runLength), end);
               return combineRuns(panel, FoldState::split(before, panel),
                                  foldRun(panel, runBegin, runEnd, init))
                   .flatten();
             });
  finish(panel, FoldState::split(total, panel));
}

LogicalResult mesh::lowerAggregate(AggregateOp op, VectorShape shape) {
  return AggregateLowering(op, shape).run();
}
