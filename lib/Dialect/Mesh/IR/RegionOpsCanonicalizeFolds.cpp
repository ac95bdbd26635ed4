//===- RegionOpsCanonicalizeFolds.cpp - folds of constants ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionOpsCanonicalize.h"

#include "mesh/Dialect/Mesh/IR/FoldForm.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// The number that every entry of a constant is.
static std::optional<APFloat> getNumber(Value value) {
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return std::nullopt;
  if (auto dense = dyn_cast<DenseElementsAttr>(attr);
      dense && dense.isSplat() && isa<FloatType>(dense.getElementType()))
    return dense.getSplatValue<APFloat>();
  if (auto number = dyn_cast<FloatAttr>(attr))
    return number.getValue();
  return std::nullopt;
}

static bool hasKnownSizes(Type row) {
  auto tensor = dyn_cast<RankedTensorType>(row);
  return !tensor || tensor.hasStaticShape();
}

/// The degree as a row of floats. Counts up to 2^24 are exact in f32.
static Value createDegree(OpBuilder &builder, Location loc, Value degree,
                          Type row) {
  Type element = getElementTypeOrSelf(row);
  unsigned bits = element.getIntOrFloatBitWidth();
  Type wide = bits < 32 ? Type(builder.getF32Type()) : element;
  Value count =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), degree);
  count = arith::SIToFPOp::create(builder, loc, wide, count);
  if (bits < 32)
    count = arith::TruncFOp::create(builder, loc, element, count);
  return createRowSplat(builder, loc, row, count);
}

namespace {

/// Flags, and weights without `stabilize`, that no edge changes are used as
/// they are. With `stabilize`, equal finite logits give every edge the
/// weight 1.
struct FoldConstantWeights : public OpRewritePattern<AggregateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AggregateOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getScore().empty())
      return failure();
    Operation *yield = op.getYield(op.getScore());
    Block &step = op.getStep().front();
    unsigned numAccs = op.getNumAccumulators();
    bool changed = false;
    for (auto [i, value] : llvm::enumerate(yield->getOperands())) {
      BlockArgument seen = step.getArgument(numAccs + i);
      if (i == 0 && op.getStabilize()) {
        changed |= succeeded(foldLogit(op, value, seen, rewriter));
        continue;
      }
      if (seen.use_empty())
        continue;
      bool isOutside = !op.getScore().isAncestor(value.getParentRegion());
      Operation *def = value.getDefiningOp();
      if (!isOutside && !matchPattern(value, m_Constant()))
        continue;
      rewriter.setInsertionPointToStart(&step);
      Value same = isOutside ? value : rewriter.clone(*def)->getResult(0);
      rewriter.modifyOpInPlace(op, [&] { seen.replaceAllUsesWith(same); });
      changed = true;
    }
    return success(changed);
  }

  static LogicalResult foldLogit(AggregateOp op, Value logit,
                                 BlockArgument weight,
                                 PatternRewriter &rewriter) {
    std::optional<APFloat> number = getNumber(logit);
    Type row = logit.getType();
    if (!number || !number->isFinite() || !hasKnownSizes(row))
      return failure();
    Location loc = op.getLoc();
    unsigned numAccs = op.getNumAccumulators();
    Block *finish = op.getFinish().empty() ? nullptr : &op.getFinish().front();
    BlockArgument maximum, sum;
    if (finish) {
      maximum = finish->getArgument(numAccs);
      sum = finish->getArgument(numAccs + 1);
    }
    if (weight.use_empty() &&
        (!finish || (maximum.use_empty() && sum.use_empty())))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      rewriter.setInsertionPointToStart(&op.getStep().front());
      weight.replaceAllUsesWith(createRowConstant(rewriter, loc, row, 1.0));
      if (!finish)
        return;
      rewriter.setInsertionPointToStart(finish);
      Value degree = finish->getArguments().back();
      sum.replaceAllUsesWith(createDegree(rewriter, loc, degree, row));
      // Without edges the maximum is -inf.
      Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
      Value isEmpty = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::eq, degree, zero);
      auto element = cast<FloatType>(getElementTypeOrSelf(row));
      auto scalar = [&](const APFloat &value) -> Value {
        return arith::ConstantOp::create(rewriter, loc,
                                         FloatAttr::get(element, value));
      };
      Value chosen = arith::SelectOp::create(
          rewriter, loc, isEmpty,
          scalar(APFloat::getInf(element.getFloatSemantics(),
                                 /*Negative=*/true)),
          scalar(*number));
      maximum.replaceAllUsesWith(createRowSplat(rewriter, loc, row, chosen));
    });
    return success();
  }
};

/// `acc + 1` from 0 is the degree. Narrow floats do not count so far.
struct CountByDegree : public OpRewritePattern<AggregateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AggregateOp op,
                                PatternRewriter &rewriter) const override {
    // What a rescale of its own does to the count is not known.
    if (op.getNumResults() == 0 || !op.getRescale().empty())
      return failure();
    for (unsigned k = 0, e = op.getNumAccumulators(); k < e; ++k) {
      FoldForm form = getFoldForm(op, k);
      if (form.kind != FoldKind::Sum || !isCount(op, k, form.term))
        continue;
      bool isUsed = op.getFinish().empty()
                        ? !op.getResult(k).use_empty()
                        : !op.getFinish().front().getArgument(k).use_empty();
      if (!isUsed)
        continue;
      rewriter.modifyOpInPlace(op, [&] {
        makeFinish(rewriter, op);
        Block &finish = op.getFinish().front();
        rewriter.setInsertionPointToStart(&finish);
        BlockArgument count = finish.getArgument(k);
        count.replaceAllUsesWith(createDegree(rewriter, op.getLoc(),
                                              finish.getArguments().back(),
                                              count.getType()));
      });
      return success();
    }
    return failure();
  }

  static bool isCount(AggregateOp op, unsigned k, Value term) {
    Value init = op.getYield(op.getInit())->getOperand(k);
    std::optional<APFloat> from = getNumber(init), by = getNumber(term);
    Type element = getElementTypeOrSelf(init.getType());
    return from && by && from->isPosZero() && by->isExactlyValue(1.0) &&
           element.getIntOrFloatBitWidth() >= 32 &&
           hasKnownSizes(init.getType());
  }
};

} // namespace

void mesh::populateConstantFoldPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldConstantWeights, CountByDegree>(patterns.getContext());
}
