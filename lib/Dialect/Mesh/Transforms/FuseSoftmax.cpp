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

namespace {

/// How values of a step depend on the weight row: linearly, each element on the
/// element of the weight at the place that a map gives.
class Linearity {
public:
  explicit Linearity(BlockArgument weight) : weight(weight) {}

  bool depends(Value value);
  /// From the axes of `value` to those of the weight; nothing if it is not
  /// linear or depends on other elements.
  std::optional<AffineMap> getMap(Value value);

private:
  std::optional<AffineMap> getMapOfGeneric(linalg::LinalgOp op,
                                           unsigned result);
  std::optional<AffineMap> getJointMap(ValueRange values);

  BlockArgument weight;
  /// Arguments of the scalar body of a linalg op that is looked at.
  DenseMap<Value, AffineMap> known;
  DenseMap<Value, bool> dependent;
};

int64_t getRank(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : 0;
}

} // namespace

bool Linearity::depends(Value value) {
  if (value == weight || known.contains(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  auto [it, isNew] = dependent.try_emplace(value, false);
  if (!isNew)
    return it->second;
  SetVector<Value> inputs(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), inputs);
  bool result = llvm::any_of(inputs, [&](Value v) { return depends(v); });
  return dependent[value] = result;
}

/// One map for all of `values` that depend on the weight.
std::optional<AffineMap> Linearity::getJointMap(ValueRange values) {
  std::optional<AffineMap> joint;
  for (Value value : values) {
    std::optional<AffineMap> map = getMap(value);
    if (!map || (joint && *joint != *map))
      return std::nullopt;
    joint = map;
  }
  return joint;
}

std::optional<AffineMap> Linearity::getMap(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  MLIRContext *context = value.getContext();
  if (value == weight)
    return AffineMap::getMultiDimIdentityMap(getRank(value), context);
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (isa<arith::MulFOp>(op)) {
    bool first = depends(op->getOperand(0));
    if (first && depends(op->getOperand(1)))
      return std::nullopt;
    return getMap(op->getOperand(first ? 0 : 1));
  }
  if (isa<arith::DivFOp>(op)) {
    if (depends(op->getOperand(1)))
      return std::nullopt;
    return getMap(op->getOperand(0));
  }
  if (isa<arith::NegFOp, tensor::CastOp>(op))
    return getMap(op->getOperand(0));
  // What does not depend on the weight would be scaled with the rest.
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return getJointMap(op->getOperands());
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (depends(select.getCondition()))
      return std::nullopt;
    SmallVector<Value> branches;
    for (Value branch : {select.getTrueValue(), select.getFalseValue()})
      if (!matchPattern(branch, m_AnyZeroFloat()))
        branches.push_back(branch);
    return getJointMap(branches);
  }
  if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    if (!getMap(splat.getInput()))
      return std::nullopt;
    return AffineMap::get(getRank(value), 0, context);
  }
  if (auto generic = dyn_cast<linalg::LinalgOp>(op))
    return getMapOfGeneric(generic, cast<OpResult>(value).getResultNumber());
  return std::nullopt;
}

std::optional<AffineMap> Linearity::getMapOfGeneric(linalg::LinalgOp op,
                                                    unsigned result) {
  OpOperand *init = op.getDpsInitOperand(result);
  AffineMap out = op.getMatchingIndexingMap(init);
  if (op.getNumParallelLoops() != op.getNumLoops() || !out.isIdentity())
    return std::nullopt;
  // What the body captures has no place on the loops.
  SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  if (llvm::any_of(captures, [&](Value v) { return depends(v); }))
    return std::nullopt;
  // Elements of the body on loops: a body argument stands for the element of
  // its operand, whose place is the operand's map.
  Linearity inside(weight);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!depends(operand.get()))
      continue;
    AffineMap place = op.getMatchingIndexingMap(&operand);
    std::optional<AffineMap> map = getMap(operand.get());
    if (!map || !place.isProjectedPermutation())
      return std::nullopt;
    AffineMap composed =
        op.isScalar(&operand)
            ? AffineMap::get(op.getNumLoops(), 0, map->getResults(),
                             map->getContext())
            : map->compose(place);
    inside.known[op.getMatchingBlockArgument(&operand)] = composed;
  }
  return inside.getMap(op.getBlock()->getTerminator()->getOperand(result));
}

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
  Type element = getElementTypeOrSelf(acc.getType());
  auto divide = [&](OpBuilder &body, Value a, Value sum) -> Value {
    Value zero =
        arith::ConstantOp::create(body, loc, body.getZeroAttr(element));
    Value masked =
        arith::CmpFOp::create(body, loc, arith::CmpFPredicate::OEQ, sum, zero);
    Value quotient = arith::DivFOp::create(body, loc, a, sum);
    return arith::SelectOp::create(body, loc, masked, zero, quotient);
  };
  auto type = dyn_cast<RankedTensorType>(acc.getType());
  if (!type)
    return divide(b, acc, s);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange(type), s, acc,
      ArrayRef<AffineMap>{map, b.getMultiDimIdentityMap(type.getRank())},
      iterators, [&](OpBuilder &body, Location, ValueRange args) {
        linalg::YieldOp::create(body, loc, divide(body, args[1], args[0]));
      });
  return generic.getResult(0);
}

/// `acc * c`.
static Value multiply(OpBuilder &b, Location loc, Value acc, Value c,
                      AffineMap map) {
  auto type = dyn_cast<RankedTensorType>(acc.getType());
  if (!type)
    return arith::MulFOp::create(b, loc, acc, c);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange(type), c, acc,
      ArrayRef<AffineMap>{map, b.getMultiDimIdentityMap(type.getRank())},
      iterators, [&](OpBuilder &body, Location, ValueRange args) {
        Value product = arith::MulFOp::create(body, loc, args[1], args[0]);
        linalg::YieldOp::create(body, loc, product);
      });
  return generic.getResult(0);
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
    Linearity linearity(weight);
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
                             ? multiply(rewriter, loc, rescale->getArgument(k),
                                        rescale->getArgument(numAccs), *maps[k])
                             : Value(rescale->getArgument(k)));
      YieldOp::create(rewriter, loc, scaled);
    }

    bool hasFinish = !op.getFinish().empty();
    if (!hasFinish) {
      SmallVector<Type> arguments(accumulators);
      for (unsigned i = 0, e = op.getOwners().size(); i < e; ++i)
        arguments.push_back(op.getRowType(op.getSources().size() + i));
      llvm::append_range(arguments, shared);
      arguments.push_back(rewriter.getIndexType());
      Block *finish = rewriter.createBlock(&op.getFinish(), {}, arguments,
                                           locations(arguments.size()));
      YieldOp::create(rewriter, loc,
                      finish->getArguments().take_front(numAccs));
    }
    Block &finish = op.getFinish().front();
    finish.insertArgument(numAccs, weightType, loc);
    Value sum = finish.insertArgument(numAccs + 1, weightType, loc);
    rewriter.setInsertionPointToStart(&finish);
    for (unsigned k = 0; k < numAccs; ++k) {
      if (!maps[k])
        continue;
      BlockArgument acc = finish.getArgument(k);
      Value mean = divideBySum(rewriter, loc, acc, sum, *maps[k]);
      acc.replaceAllUsesExcept(mean, mean.getDefiningOp());
      if (!isa<RankedTensorType>(acc.getType())) {
        // The quotient is below the select that became the mean.
        Operation *select = mean.getDefiningOp();
        select->getOperand(2).getDefiningOp()->setOperand(0, acc);
      }
    }
  }
};

} // namespace

void mesh::populateFuseSoftmaxPatterns(RewritePatternSet &patterns) {
  patterns.add<SoftmaxIntoFold>(patterns.getContext());
}
