//===- AggregateHubs.cpp - long segments in pieces of work ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hub is an owner whose segment is longer than a run. Its runs are folded in
// parallel, before everything else, into slots of scratch memory, and joined in
// order at the end: the same fold as one thread would do.
//
//===----------------------------------------------------------------------===//

#include "AggregateLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// Runs of a hub that estimates of work assume.
static constexpr int64_t kAssumedRuns = 8;

/// Whether the state of a fold has a place in memory.
bool AggregateLowering::canCutSegments() {
  if (isMap || (logit && !inBlocks))
    return false;
  auto edges = cast<MemRefType>(op.getOver()[1].getType());
  if (edges.hasStaticShape() &&
      edges.getNumElements() <= AggregateOp::kRunLength)
    return false;
  SmallVector<Type> types(accumulators);
  if (logit)
    types.push_back(logit);
  // Sizes known at run time only are those of the result that is as wide.
  for (Type type : types) {
    if (!isDynamicRow(type))
      continue;
    auto shaped = cast<ShapedType>(type);
    if (shaped.getElementType().isInteger(1) ||
        static_cast<size_t>(shaped.getRank()) !=
            wideResult->getTrailingSizes().size())
      return false;
  }
  return true;
}

/// The owner of the edge at `position`: the last whose segment begins there or
/// before.
static Value findOwner(LoopBuilder &b, Value pointers, Value position) {
  Value owners = b.sub(b.dim(pointers, 0), b.index(1));
  SmallVector<Value> range = {b.index(0), owners};
  Type index = b.getIndexType();
  auto search = scf::WhileOp::create(
      b, TypeRange{index, index}, range,
      [&](OpBuilder &nested, Location loc, ValueRange bounds) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPoint(nested.getInsertionBlock(),
                            nested.getInsertionPoint());
        Value isWide = b.isLess(b.index(1), b.sub(bounds[1], bounds[0]));
        scf::ConditionOp::create(b, isWide, bounds);
      },
      [&](OpBuilder &nested, Location loc, ValueRange bounds) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPoint(nested.getInsertionBlock(),
                            nested.getInsertionPoint());
        Value middle = b.add(bounds[0], bounds[1]);
        middle = arith::ShRUIOp::create(b, middle, b.index(1));
        Value isAfter = b.isLess(position, loadIndex(b, pointers, middle));
        Value low = arith::SelectOp::create(b, isAfter, bounds[0], middle);
        Value high = arith::SelectOp::create(b, isAfter, middle, bounds[1]);
        scf::YieldOp::create(b, ValueRange{low, high});
      });
  return search.getResult(0);
}

/// Lists hubs and their runs. A segment longer than a run holds an edge whose
/// position is a multiple of the run's length, so few edges are looked at.
void AggregateLowering::findHubs() {
  Value pointers = op.getOver()[0];
  constexpr int64_t run = AggregateOp::kRunLength;
  Value owners = b.sub(b.dim(pointers, 0), b.index(1));
  Value firstEdge = loadIndex(b, pointers, b.index(0));
  Value edges = b.sub(loadIndex(b, pointers, owners), firstEdge);
  Value probes = b.ceilDiv(edges, run);
  auto pairs = MemRefType::get({ShapedType::kDynamic, 2}, b.getIndexType());
  hubs = memref::AllocOp::create(b, pairs, probes);
  slots = memref::AllocOp::create(b, pairs, b.add(probes, probes));
  Value none = b.index(0), owned = b.index(1);
  auto store = [&](Value list, Value at, Value first, Value second) {
    memref::StoreOp::create(b, first, list, ValueRange{at, none});
    memref::StoreOp::create(b, second, list, ValueRange{at, owned});
  };
  // The counts of hubs and runs, and the last owner that was found.
  SmallVector<Value> counts = b.loop(
      b.index(1), probes, 1, {none, none, b.index(-1)},
      [&](Value probe, ValueRange before) -> SmallVector<Value> {
        Value position = b.add(firstEdge, b.mul(probe, b.index(run)));
        Value owner = findOwner(b, pointers, position);
        Value begin = loadIndex(b, pointers, owner);
        Value end = loadIndex(b, pointers, b.add(owner, b.index(1)));
        Value isNew = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, owner,
                                            before[2]);
        Value isHub = b.isLess(b.index(run), b.sub(end, begin));
        Value isListed = arith::AndIOp::create(b, isNew, isHub);
        auto list = scf::IfOp::create(b, TypeRange(ValueRange(before)),
                                      isListed, /*withElse=*/true);
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToStart(list.thenBlock());
        store(hubs, before[0], owner, before[1]);
        Value runs = b.ceilDiv(b.sub(end, begin), run);
        b.loop(b.index(0), runs, 1, [&](Value i) {
          store(slots, b.add(before[1], i), owner,
                b.add(begin, b.mul(i, b.index(run))));
        });
        scf::YieldOp::create(b, ValueRange{b.add(before[0], b.index(1)),
                                           b.add(before[1], runs), owner});
        b.setInsertionPointToStart(list.elseBlock());
        scf::YieldOp::create(b, before);
        return SmallVector<Value>(list.getResults());
      });
  numHubs = counts[0];
  numSlots = counts[1];
}

void AggregateLowering::createScratch() {
  auto create = [&](Type row, Type element) {
    SmallVector<int64_t> shape(op.getDim() + 1, ShapedType::kDynamic);
    SmallVector<Value> sizes(batchSizes);
    sizes.push_back(numSlots);
    if (auto shaped = dyn_cast<ShapedType>(row)) {
      llvm::append_range(shape, shaped.getShape());
      for (int64_t axis = 0; axis < shaped.getRank(); ++axis)
        if (shaped.isDynamicDim(axis))
          sizes.push_back(wideResult->getTrailingSizes()[axis]);
    }
    Value buffer =
        memref::AllocOp::create(b, MemRefType::get(shape, element), sizes);
    scratchBuffers.push_back(buffer);
    scratch.emplace_back(b, buffer, op.getDim());
  };
  for (Type accumulator : accumulators)
    create(accumulator, getElementTypeOrSelf(accumulator));
  if (logit) {
    create(logit, weightElement); // sums
    create(logit, weightElement); // maxima
  }
}

void AggregateLowering::storeState(const Panel &panel, const FoldState &state,
                                   Value slot) {
  for (auto [piece, value] : llvm::zip_equal(panel.pieces, state.pieces))
    scratch[piece.accumulator].getRow(batch, slot).store(b, piece.lanes, value);
  RowMemory *sums = scratch.data() + accumulators.size();
  for (auto [lanes, sum, maximum] :
       llvm::zip_equal(panel.weights, state.sums, state.maxima)) {
    sums[0].getRow(batch, slot).store(b, lanes, sum);
    sums[1].getRow(batch, slot).store(b, lanes, maximum);
  }
}

FoldState AggregateLowering::loadState(const Panel &panel, Value slot) {
  FoldState state;
  for (const Piece &piece : panel.pieces)
    state.pieces.push_back(
        scratch[piece.accumulator].getRow(batch, slot).load(b, piece.lanes));
  RowMemory *sums = scratch.data() + accumulators.size();
  for (const Lanes &lanes : panel.weights) {
    state.sums.push_back(sums[0].getRow(batch, slot).load(b, lanes));
    state.maxima.push_back(sums[1].getRow(batch, slot).load(b, lanes));
  }
  return state;
}

void AggregateLowering::foldHubRuns() {
  forBlocks(
      b, batchSizes, numSlots, 1, work * AggregateOp::kRunLength,
      /*uneven=*/true, [&](ValueRange indices, Value slot, Value) {
        batch.assign(indices.begin(), indices.end());
        owner = memref::LoadOp::create(b, slots, ValueRange{slot, b.index(0)});
        begin = memref::LoadOp::create(b, slots, ValueRange{slot, b.index(1)});
        end = loadIndex(b, op.getOver()[0], b.add(owner, b.index(1)));
        end = b.min(end, b.add(begin, b.index(AggregateOp::kRunLength)));
        forEachPanel([&](const Panel &panel) {
          storeState(panel, foldRun(panel, begin, end, initial(panel)), slot);
        });
      });
}

void AggregateLowering::finishHubs() {
  forBlocks(b, batchSizes, numHubs, 1, work * kAssumedRuns, /*uneven=*/true,
            [&](ValueRange indices, Value hub, Value) {
              batch.assign(indices.begin(), indices.end());
              owner =
                  memref::LoadOp::create(b, hubs, ValueRange{hub, b.index(0)});
              Value first =
                  memref::LoadOp::create(b, hubs, ValueRange{hub, b.index(1)});
              begin = loadIndex(b, op.getOver()[0], owner);
              end = loadIndex(b, op.getOver()[0], b.add(owner, b.index(1)));
              Value runs =
                  b.ceilDiv(b.sub(end, begin), AggregateOp::kRunLength);
              forEachPanel([&](const Panel &panel) {
                FoldState state = loadState(panel, first);
                if (state.pieces.empty() && state.sums.empty())
                  return finish(panel, state);
                SmallVector<Value> total = b.loop(
                    b.add(first, b.index(1)), b.add(first, runs), 1,
                    state.flatten(), [&](Value slot, ValueRange before) {
                      return combineRuns(panel, FoldState::split(before, panel),
                                         loadState(panel, slot))
                          .flatten();
                    });
                finish(panel, FoldState::split(total, panel));
              });
            });
  for (Value buffer : scratchBuffers)
    memref::DeallocOp::create(b, buffer);
  memref::DeallocOp::create(b, slots);
  memref::DeallocOp::create(b, hubs);
}
