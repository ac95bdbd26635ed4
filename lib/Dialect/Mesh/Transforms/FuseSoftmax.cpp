//===- FuseSoftmax.cpp - weights of a softmax in the fold that uses them --===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sum_e softmax(l)_e v_e = (sum_e exp(l_e - m) v_e) / (sum_e exp(l_e - m)): one
// fold that owns maximum, sum and weights, in place of one that finds them and
// another one that uses them. It needs each term to be linear in the weights.
//
//===----------------------------------------------------------------------===//

#include "Fuse.h"

#include "mesh/Dialect/Mesh/IR/ElementMap.h"
#include "mesh/Dialect/Mesh/IR/FoldForm.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

/// Whether a sweep that computes some entries of an accumulator has the weights
/// of these entries: weights at other places need rows of known sizes.
static bool hasWeightsAtHand(Type accumulator, Type weight, AffineMap map) {
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || tensor.hasStaticShape();
  };
  if (!isa<RankedTensorType>(weight) ||
      (map.isIdentity() && accumulator == weight))
    return true;
  return isStatic(accumulator) && isStatic(weight);
}

/// `acc / s`, and 0 where `s` is exactly 0: where every score is -inf.
static Value divideBySum(OpBuilder &b, Location loc, Value acc, Value s,
                         AffineMap map) {
  return combineRows(
      b, loc, acc, s, map, [&](OpBuilder &body, Value a, Value sum) -> Value {
        Value zero =
            arith::ConstantOp::create(body, loc, body.getZeroAttr(a.getType()));
        Value masked = arith::CmpFOp::create(
            body, loc, arith::CmpFPredicate::OEQ, sum, zero);
        // Nor must the derivative divide by 0.
        Value one = arith::ConstantOp::create(
            body, loc, body.getFloatAttr(a.getType(), 1.0));
        Value divisor = arith::SelectOp::create(body, loc, masked, one, sum);
        Value quotient = arith::DivFOp::create(body, loc, a, divisor);
        return arith::SelectOp::create(body, loc, masked, zero, quotient);
      });
}

namespace {

struct SoftmaxIntoFold : public OpRewritePattern<AggregateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AggregateOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.isOverGraph() || !op.getScore().empty())
      return failure();
    EdgeRegion step(op, /*score=*/false);
    for (unsigned i = 0, e = op.getEdges().size(); i < e; ++i) {
      auto softmax = op.getEdges()[i].getDefiningOp<SegmentSoftmaxOp>();
      if (!softmax || softmax.getGraph() != step.getGraph() ||
          softmax.getEndpoint() != op.getEndpoint() ||
          softmax.getDim() != op.getDim() ||
          (op.getDim() != 0 && !step.isBatched(RowsOf::Edge, i)) ||
          getElementTypeOrSelf(softmax.getType()).getIntOrFloatBitWidth() < 32)
        continue;
      SmallVector<std::optional<AffineMap>> maps;
      if (failed(findMaps(op, step.getArgument(RowsOf::Edge, i), maps)))
        continue;
      rewriter.modifyOpInPlace(op, [&] {
        takeSoftmax(rewriter, op, i, softmax.getMessages(), maps);
        noteFusion(op, "mesh.segment_softmax", softmax.getLoc());
      });
      return success();
    }
    return failure();
  }

  /// For each accumulator how it depends on the weights; nothing if it does
  /// not. Fails where it does in another way.
  static LogicalResult
  findMaps(AggregateOp op, BlockArgument weight,
           SmallVectorImpl<std::optional<AffineMap>> &maps) {
    ElementMaps linearity(weight, ElementMaps::Form::Linear);
    bool any = false;
    for (unsigned k = 0, e = op.getNumAccumulators(); k < e; ++k) {
      FoldForm form = getFoldForm(op, k);
      if (form.kind == FoldKind::Any)
        return failure();
      maps.push_back(std::nullopt);
      if (!linearity.depends(form.term))
        continue;
      maps.back() = linearity.getMap(form.term);
      if (form.kind != FoldKind::Sum || !maps.back() ||
          getElementTypeOrSelf(form.term) != getElementTypeOrSelf(weight) ||
          !hasWeightsAtHand(op.getAccumulatorTypes()[k], weight.getType(),
                            *maps.back()))
        return failure();
      any = true;
    }
    return success(any);
  }

  static void takeSoftmax(PatternRewriter &rewriter, AggregateOp op,
                          unsigned edge, Value logits,
                          ArrayRef<std::optional<AffineMap>> maps) {
    Location loc = op.getLoc();
    unsigned numAccs = op.getNumAccumulators();
    EdgeRegion step(op, /*score=*/false);
    BlockArgument alpha = step.getArgument(RowsOf::Edge, edge);
    Type weightType = alpha.getType();
    SmallVector<Type> shared;
    for (unsigned i = 0, e = op.getShared().size(); i < e; ++i)
      shared.push_back(op.getSharedType(i));
    auto locations = [&](size_t count) {
      return SmallVector<Location>(count, loc);
    };
    OpBuilder::InsertionGuard guard(rewriter);

    SmallVector<Type> types(shared);
    types.push_back(rewriter.getIndexType());
    rewriter.createBlock(&op.getScore(), {}, types, locations(types.size()));
    EdgeRegion score(op, /*score=*/true);
    BlockArgument logit = score.addInput(RowsOf::Edge, logits, true);
    YieldOp::create(rewriter, loc, ValueRange(logit));
    makeFinish(rewriter, op);
    op.setStabilizeAttr(
        StabilizeAttr::get(op.getContext(), Stabilize::Softmax));

    Block &stepBlock = op.getStep().front();
    BlockArgument weight = stepBlock.insertArgument(numAccs, weightType, loc);
    alpha.replaceAllUsesWith(weight);
    step.eraseInput(RowsOf::Edge, edge);

    SmallVector<Type> accumulators(op.getAccumulatorTypes());
    // By default every accumulator is multiplied, over its trailing axes.
    bool isDefault = true;
    for (const std::optional<AffineMap> &map : maps)
      isDefault &= map && *map == AffineMap::getMultiDimIdentityMap(
                                      map->getNumDims(), op.getContext())
                                      .getMajorSubMap(map->getNumResults());
    if (!isDefault) {
      SmallVector<Type> arguments(accumulators);
      arguments.push_back(weightType);
      Block *rescale = rewriter.createBlock(&op.getRescale(), {}, arguments,
                                            locations(arguments.size()));
      SmallVector<Value> scaled;
      for (unsigned k = 0; k < numAccs; ++k)
        scaled.push_back(maps[k]
                             ? scaleRow(rewriter, loc, rescale->getArgument(k),
                                        rescale->getArgument(numAccs), *maps[k])
                             : Value(rescale->getArgument(k)));
      YieldOp::create(rewriter, loc, scaled);
    }

    Block &finish = op.getFinish().front();
    finish.insertArgument(numAccs, weightType, loc);
    Value sum = finish.insertArgument(numAccs + 1, weightType, loc);
    rewriter.setInsertionPointToStart(&finish);
    for (unsigned k = 0; k < numAccs; ++k) {
      if (!maps[k])
        continue;
      BlockArgument acc = finish.getArgument(k);
      SmallVector<OpOperand *> uses =
          llvm::to_vector(llvm::make_pointer_range(acc.getUses()));
      Value mean = divideBySum(rewriter, loc, acc, sum, *maps[k]);
      for (OpOperand *use : uses)
        use->set(mean);
    }
  }
};

} // namespace

void mesh::populateFuseSoftmaxPatterns(RewritePatternSet &patterns) {
  patterns.add<SoftmaxIntoFold>(patterns.getContext());
}
