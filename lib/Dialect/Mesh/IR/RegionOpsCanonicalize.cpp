//===- RegionOpsCanonicalize.cpp - what region ops need not do ------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionOpsCanonicalize.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mesh;

/// Adds the arguments of `block` among its first `bits.size()` that the ops
/// behind `values` reach. Whether any is new.
static bool addReached(Block &block, ValueRange values,
                       llvm::SmallBitVector &bits) {
  bool changed = false;
  SmallVector<Value> pending(values);
  DenseSet<Value> seen;
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      unsigned i = argument.getArgNumber();
      if (argument.getOwner() != &block || i >= bits.size() || bits.test(i))
        continue;
      bits.set(i);
      changed = true;
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (block.getParent()->isAncestor(op->getParentRegion()))
      op->walk([&](Operation *inner) {
        llvm::append_range(pending, inner->getOperands());
      });
  }
  return changed;
}

static SmallVector<Value> pick(ValueRange values,
                               const llvm::SmallBitVector &bits) {
  SmallVector<Value> picked;
  for (unsigned i : bits.set_bits())
    picked.push_back(values[i]);
  return picked;
}

/// Erases arguments `first + i` of `block` where bit `i` is not set; nothing
/// uses them any more.
static void keepArguments(Block &block, unsigned first,
                          const llvm::SmallBitVector &bits) {
  for (int i = int(bits.size()) - 1; i >= 0; --i)
    if (!bits.test(i))
      block.eraseArgument(first + i);
}

/// Erases the ops of `block` that nothing needs.
static void eraseDeadOps(RewriterBase &rewriter, Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      rewriter.eraseOp(&op);
}

static void keepYields(RewriterBase &rewriter, Region &region,
                       const llvm::SmallBitVector &bits) {
  Operation *yield = region.front().getTerminator();
  yield->setOperands(pick(yield->getOperands(), bits));
  eraseDeadOps(rewriter, region.front());
}

namespace {

/// Results without uses, and accumulators that no result needs.
struct DropUnusedResults : public OpRewritePattern<AggregateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AggregateOp op,
                                PatternRewriter &rewriter) const override {
    unsigned numResults = op.getNumResults();
    unsigned numAccs = op.getNumAccumulators();
    if (numResults == 0)
      return failure();
    llvm::SmallBitVector results(numResults), accs(numAccs);
    for (unsigned i = 0; i < numResults; ++i)
      if (!op.getResult(i).use_empty())
        results.set(i);
    if (results.none()) // Dead: erased as a whole.
      return failure();
    if (op.getFinish().empty())
      accs = results;
    else
      addReached(op.getFinish().front(),
                 pick(op.getYield(op.getFinish())->getOperands(), results),
                 accs);
    for (bool changed = true; changed;) {
      changed = false;
      for (Region *region : {&op.getStep(), &op.getRescale()})
        if (!region->empty())
          changed |=
              addReached(region->front(),
                         pick(op.getYield(*region)->getOperands(), accs), accs);
      if (op.getCombine().empty())
        continue;
      // Of both runs.
      llvm::SmallBitVector both(2 * numAccs);
      for (unsigned i : accs.set_bits()) {
        both.set(i);
        both.set(numAccs + i);
      }
      addReached(op.getCombine().front(),
                 pick(op.getYield(op.getCombine())->getOperands(), accs), both);
      for (unsigned i : both.set_bits())
        if (!accs.test(i % numAccs)) {
          accs.set(i % numAccs);
          changed = true;
        }
    }
    if (results.all() && accs.all())
      return failure();

    SmallVector<Value> operands(
        op->getOperands().drop_back(op.getOuts().size()));
    SmallVector<Value> outs = pick(op.getOuts(), results);
    llvm::append_range(operands, outs);
    OperationState state(op.getLoc(), op->getName(), operands,
                         ValueRange(outs).getTypes(),
                         op->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    auto smaller = cast<AggregateOp>(rewriter.create(state));
    smaller.getProperties().operandSegmentSizes.back() = outs.size();
    for (auto [from, to] : llvm::zip(op->getRegions(), smaller->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.begin());

    if (!smaller.getFinish().empty()) {
      keepYields(rewriter, smaller.getFinish(), results);
      keepArguments(smaller.getFinish().front(), 0, accs);
    }
    for (Region *region : {&smaller.getInit(), &smaller.getStep(),
                           &smaller.getRescale(), &smaller.getCombine()}) {
      if (region->empty())
        continue;
      keepYields(rewriter, *region, accs);
      Block &block = region->front();
      if (region == &smaller.getInit())
        continue;
      if (region == &smaller.getCombine())
        keepArguments(block, numAccs, accs);
      keepArguments(block, 0, accs);
    }
    for (auto [k, i] : llvm::enumerate(results.set_bits()))
      rewriter.replaceAllUsesWith(op.getResult(i), smaller.getResult(k));
    rewriter.eraseOp(op);
    return success();
  }
};

/// Weights that nothing uses, with their scores.
struct DropUnusedScore : public OpRewritePattern<AggregateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AggregateOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getScore().empty())
      return failure();
    unsigned numAccs = op.getNumAccumulators();
    unsigned numWeights = op.getYield(op.getScore())->getNumOperands();
    Block &step = op.getStep().front();
    auto isUnused = [](BlockArgument argument) { return argument.use_empty(); };
    if (!llvm::all_of(step.getArguments().slice(numAccs, numWeights), isUnused))
      return failure();
    Block *finish = op.getFinish().empty() ? nullptr : &op.getFinish().front();
    if (op.getStabilize() && finish &&
        !llvm::all_of(finish->getArguments().slice(numAccs, 2), isUnused))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      step.eraseArguments(numAccs, numWeights);
      if (op.getStabilize() && finish)
        finish->eraseArguments(numAccs, 2);
      EdgeRegion score(op, /*score=*/true);
      rewriter.eraseOp(op.getScore().front().getTerminator());
      for (Operation &inner :
           llvm::make_early_inc_range(llvm::reverse(op.getScore().front())))
        rewriter.eraseOp(&inner);
      for (RowsOf rows : {RowsOf::Other, RowsOf::Owner, RowsOf::Edge})
        while (!score.getGroup(rows).empty())
          score.eraseInput(rows, 0);
      rewriter.eraseBlock(&op.getScore().front());
      op.removeStabilizeAttr();
      if (!op.getRescale().empty())
        rewriter.eraseBlock(&op.getRescale().front());
    });
    return success();
  }
};

/// Inputs whose rows no region reads.
template <typename OpTy>
struct DropUnreadInputs : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    for (EdgeRegion region : EdgeRegion::of(op)) {
      for (RowsOf rows :
           {RowsOf::Other, RowsOf::Owner, RowsOf::Edge, RowsOf::Shared}) {
        for (unsigned i = 0, e = region.getGroup(rows).size(); i < e; ++i) {
          if (!region.isUnread(rows, i))
            continue;
          rewriter.modifyOpInPlace(op, [&] { region.eraseInput(rows, i); });
          return success();
        }
      }
    }
    return failure();
  }
};

/// Results of map_edges and reduce_edges without uses.
template <typename OpTy>
struct DropUnusedEdgeResults : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    llvm::SmallBitVector results(op.getNumResults());
    for (unsigned i = 0, e = op.getNumResults(); i < e; ++i)
      if (!op.getResult(i).use_empty())
        results.set(i);
    if (results.none() || results.all())
      return failure();
    SmallVector<Value> outs = pick(op.getOuts(), results);
    auto smaller = OpTy::create(
        rewriter, op.getLoc(), ValueRange(outs).getTypes(), op.getOver(),
        op.getSources(), op.getTargets(), op.getEdges(), op.getShared(), outs,
        op.getDimAttr(), op.getBatchedAttr());
    if constexpr (std::is_same_v<OpTy, MapEdgesOp>) {
      smaller.setSweepAttr(op.getSweepAttr());
      if (op.getSorted()) {
        unsigned numEdges = op.getEdges().size();
        SmallVector<bool> sorted(op.getSorted()->take_front(numEdges));
        for (unsigned i : results.set_bits())
          sorted.push_back(op.isSorted(numEdges + i));
        smaller.setSorted(sorted);
      }
    }
    smaller->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getBody(), smaller.getBody(),
                                smaller.getBody().begin());
    keepYields(rewriter, smaller.getBody(), results);
    for (auto [k, i] : llvm::enumerate(results.set_bits()))
      rewriter.replaceAllUsesWith(op.getResult(i), smaller.getResult(k));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void AggregateOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns
      .add<DropUnusedResults, DropUnusedScore, DropUnreadInputs<AggregateOp>>(
          context);
  populateConstantFoldPatterns(patterns);
}

void MapEdgesOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<DropUnusedEdgeResults<MapEdgesOp>, DropUnreadInputs<MapEdgesOp>>(
      context);
}

void ReduceEdgesOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                MLIRContext *context) {
  patterns.add<DropUnusedEdgeResults<ReduceEdgesOp>,
               DropUnreadInputs<ReduceEdgesOp>>(context);
}
