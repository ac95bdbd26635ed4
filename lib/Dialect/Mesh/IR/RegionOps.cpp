//===- RegionOps.cpp - fused message passing: verifiers and queries
//-------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mesh/Dialect/Mesh/IR/Linearity.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Row types
//===----------------------------------------------------------------------===//

/// `type` without its `batch` leading axes and the node or edge axis after
/// them.
static Type getRowTypeOf(Type type, int64_t batch) {
  auto shaped = cast<ShapedType>(type);
  if (shaped.getRank() <= batch + 1)
    return shaped.getElementType();
  return RankedTensorType::get(shaped.getShape().drop_front(batch + 1),
                               shaped.getElementType());
}

OperandRange AggregateOp::getInputs() {
  unsigned first = getOver().size();
  return getOperands().slice(first, getNumOperands() - first -
                                        getShared().size() - getOuts().size());
}

OperandRange MapEdgesOp::getInputs() {
  unsigned first = getOver().size();
  return getOperands().slice(first, getNumOperands() - first -
                                        getShared().size() - getOuts().size());
}

OperandRange ReduceEdgesOp::getInputs() {
  unsigned first = getOver().size();
  return getOperands().slice(first, getNumOperands() - first -
                                        getShared().size() - getOuts().size());
}

Type AggregateOp::getRowType(unsigned i) {
  return getRowTypeOf(getInputs()[i].getType(), isBatched(i) ? getDim() : 0);
}
Type AggregateOp::getOutRowType(unsigned i) {
  return getRowTypeOf(getOuts()[i].getType(), getDim());
}
Type MapEdgesOp::getRowType(unsigned i) {
  return getRowTypeOf(getInputs()[i].getType(), isBatched(i) ? getDim() : 0);
}
Type MapEdgesOp::getOutRowType(unsigned i) {
  return getRowTypeOf(getOuts()[i].getType(), getDim());
}

/// A tensor, or a scalar where it has no axis.
static Type getWholeType(Type type) {
  auto shaped = cast<ShapedType>(type);
  if (shaped.getRank() == 0)
    return shaped.getElementType();
  return RankedTensorType::get(shaped.getShape(), shaped.getElementType());
}
Type AggregateOp::getSharedType(unsigned i) {
  return getWholeType(getShared()[i].getType());
}
Type MapEdgesOp::getSharedType(unsigned i) {
  return getWholeType(getShared()[i].getType());
}

Type ReduceEdgesOp::getRowType(unsigned i) {
  return getRowTypeOf(getInputs()[i].getType(), isBatched(i) ? getDim() : 0);
}
Type ReduceEdgesOp::getOutRowType(unsigned i) {
  return getWholeType(getOuts()[i].getType());
}
Type ReduceEdgesOp::getSharedType(unsigned i) {
  return getWholeType(getShared()[i].getType());
}

unsigned AggregateOp::getNumAccumulators() {
  return getYield(getInit())->getNumOperands();
}

TypeRange AggregateOp::getAccumulatorTypes() {
  return getYield(getInit())->getOperandTypes();
}

/// Whether `value` is used by `op` alone, once.
static bool isOnlyUsedBy(Value value, Operation *op) {
  return value.hasOneUse() && *value.user_begin() == op;
}

bool AggregateOp::isSumFold() {
  Block &body = getStep().front();
  Operation *yield = body.getTerminator();
  for (unsigned i = 0, e = getNumAccumulators(); i < e; ++i) {
    auto add = yield->getOperand(i).getDefiningOp<arith::AddFOp>();
    BlockArgument acc = body.getArgument(i);
    if (!add || !isOnlyUsedBy(acc, add) ||
        (add.getLhs() == acc) == (add.getRhs() == acc))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Effects, shapes, size constraints
//===----------------------------------------------------------------------===//

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// On buffers: inputs are read, `outs` are written. On tensors there is none.
template <typename OpTy>
static void getRegionOpEffects(OpTy op, Effects &effects) {
  unsigned firstOut = op->getNumOperands() - op.getOuts().size();
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    if (operand.getOperandNumber() < firstOut)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    else
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

void AggregateOp::getEffects(Effects &effects) {
  getRegionOpEffects(*this, effects);
}
void MapEdgesOp::getEffects(Effects &effects) {
  getRegionOpEffects(*this, effects);
}
void ReduceEdgesOp::getEffects(Effects &effects) {
  getRegionOpEffects(*this, effects);
}

static SmallVector<Region *> getNonEmptyRegions(Operation *op) {
  SmallVector<Region *> regions;
  for (Region &region : op->getRegions())
    if (!region.empty())
      regions.push_back(&region);
  return regions;
}

SmallVector<Region *> AggregateOp::getLoopRegions() {
  return getNonEmptyRegions(*this);
}
SmallVector<Region *> MapEdgesOp::getLoopRegions() {
  return getNonEmptyRegions(*this);
}
SmallVector<Region *> ReduceEdgesOp::getLoopRegions() {
  return getNonEmptyRegions(*this);
}

template <typename OpTy>
static LogicalResult reifyOuts(OpTy op, OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &dims) {
  for (Value out : op.getOuts())
    dims.push_back(getSizes(builder, op.getLoc(), out));
  return success();
}

LogicalResult
AggregateOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &dims) {
  return reifyOuts(*this, builder, dims);
}
LogicalResult MapEdgesOp::reifyResultShapes(OpBuilder &builder,
                                            ReifiedRankedShapedTypeDims &dims) {
  return reifyOuts(*this, builder, dims);
}
LogicalResult
ReduceEdgesOp::reifyResultShapes(OpBuilder &builder,
                                 ReifiedRankedShapedTypeDims &dims) {
  return reifyOuts(*this, builder, dims);
}

namespace {
/// A group of operands whose rows belong to one kind of thing.
struct Group {
  MutableOperandRange operands;
  SizeConstraint::Count count;
  StringRef name;
};
} // namespace

template <typename OpTy>
static SmallVector<SizeConstraint> getGroupConstraints(OpTy op,
                                                       ArrayRef<Group> groups) {
  SmallVector<SizeConstraint> constraints;
  if (!op.isOverGraph())
    return constraints;
  unsigned firstInput = op.getOver().size();
  unsigned numInputs = op.getInputs().size();
  for (const Group &group : groups) {
    for (OpOperand &operand : MutableOperandRange(group.operands)) {
      unsigned input = operand.getOperandNumber() - firstInput;
      bool batched = input >= numInputs || op.isBatched(input);
      constraints.push_back(
          {&operand, batched ? static_cast<int64_t>(op.getDim()) : 0,
           op.getOver().front(), group.count, group.name.str()});
    }
  }
  return constraints;
}

SmallVector<SizeConstraint> AggregateOp::getSizeConstraints() {
  auto owner = getCount(getEndpoint());
  auto other = getCount(opposite(getEndpoint()));
  auto edges = SizeConstraint::Count::Edges;
  return getGroupConstraints(*this,
                             {{getSourcesMutable(), other, "source"},
                              {getOwnersMutable(), owner, "owner"},
                              {getEdgesMutable(), edges, "edge"},
                              {getScoreSourcesMutable(), other, "score_source"},
                              {getScoreOwnersMutable(), owner, "score_owner"},
                              {getScoreEdgesMutable(), edges, "score_edge"},
                              {getOutsMutable(), owner, "outs"}});
}

SmallVector<SizeConstraint> MapEdgesOp::getSizeConstraints() {
  auto edges = SizeConstraint::Count::Edges;
  return getGroupConstraints(
      *this, {{getSourcesMutable(), SizeConstraint::Count::Sources, "source"},
              {getTargetsMutable(), SizeConstraint::Count::Targets, "target"},
              {getEdgesMutable(), edges, "edge"},
              {getOutsMutable(), edges, "outs"}});
}

SmallVector<SizeConstraint> ReduceEdgesOp::getSizeConstraints() {
  auto edges = SizeConstraint::Count::Edges;
  return getGroupConstraints(
      *this, {{getSourcesMutable(), SizeConstraint::Count::Sources, "source"},
              {getTargetsMutable(), SizeConstraint::Count::Targets, "target"},
              {getEdgesMutable(), edges, "edge"}});
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// (*_c1), (*_c3) and the ranks that row types rely on. Runs before the regions
/// are verified.
template <typename OpTy>
static LogicalResult verifyOperands(OpTy op, unsigned numOver) {
  OperandRange over = op.getOver();
  bool isGraph =
      over.size() == 1 && isa<mesh::GraphType>(over.front().getType());
  if (!isGraph) {
    if (over.size() != numOver)
      return op.emitOpError("expects 'over' to be one graph or ")
             << numOver << " index tensors, but got " << over.size()
             << " operands";
    Type element = getElementTypeOrSelf(over.front().getType());
    for (Value value : over) {
      auto shaped = dyn_cast<ShapedType>(value.getType());
      if (!shaped || !shaped.hasRank() || shaped.getRank() != 1 ||
          shaped.getElementType() != element ||
          !(element.isSignlessInteger(32) || element.isSignlessInteger(64)))
        return op.emitOpError("expects 'over' to hold index tensors of rank 1 "
                              "and of one type, but got ")
               << value.getType();
    }
  }
  if (op.getOuts().empty())
    return op.emitOpError("expects at least one of 'outs'");
  if (op.getBatched() && op.getBatched()->size() != op.getInputs().size())
    return op.emitOpError("expects 'batched' to have ")
           << op.getInputs().size() << " entries, one for each input, but got "
           << op.getBatched()->size();

  // Results of a sum over all edges have no node or edge axis.
  constexpr bool isWhole = std::is_same_v<OpTy, ReduceEdgesOp>;
  int64_t dim = op.getDim();
  auto verifyRank = [&](Value value, int64_t batch) -> LogicalResult {
    auto shaped = cast<ShapedType>(value.getType());
    if (!shaped.hasRank() || shaped.getRank() <= batch)
      return op.emitOpError("expects operands of rank above ")
             << batch << ", but got " << value.getType();
    return success();
  };
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    if (failed(verifyRank(input, op.isBatched(i) ? dim : 0)))
      return failure();
  for (Value out : op.getOuts())
    if (failed(verifyRank(out, isWhole ? -1 : dim)))
      return failure();
  for (Value shared : op.getShared())
    if (failed(verifyRank(shared, -1)))
      return failure();

  bool onTensors = isa<TensorType>(op.getOuts().front().getType());
  for (Value out : op.getOuts())
    if (isa<TensorType>(out.getType()) != onTensors)
      return op.emitOpError("expects 'outs' to be all tensors or all buffers");
  TypeRange expected = onTensors ? TypeRange(op.getOuts()) : TypeRange();
  if (op.getResultTypes() != expected)
    return op.emitOpError("expects a result for each of 'outs' that is a "
                          "tensor, of its type");
  return success();
}

/// (*_c2): the arguments of `region`, then the types it yields.
static LogicalResult verifyRegion(Operation *op, Region &region, StringRef name,
                                  TypeRange arguments,
                                  std::optional<TypeRange> yields) {
  Block &block = region.front();
  if (block.getNumArguments() != arguments.size())
    return op->emitOpError("expects '")
           << name << "' to have " << arguments.size() << " arguments, but got "
           << block.getNumArguments();
  for (auto [i, pair] :
       llvm::enumerate(llvm::zip(arguments, block.getArgumentTypes())))
    if (std::get<0>(pair) != std::get<1>(pair))
      return op->emitOpError("expects argument ")
             << i << " of '" << name << "' to be " << std::get<0>(pair)
             << ", but got " << std::get<1>(pair);
  Operation *yield = block.empty() ? nullptr : &block.back();
  if (!isa_and_nonnull<YieldOp>(yield))
    return op->emitOpError("expects '") << name << "' to end in 'mesh.yield'";
  if (!yields)
    return success();
  if (yield->getNumOperands() != yields->size()) {
    InFlightDiagnostic diag = op->emitOpError("expects '")
                              << name << "' to yield " << yields->size()
                              << " values, but got " << yield->getNumOperands();
    diag.attachNote(yield->getLoc()) << "yielded here";
    return diag;
  }
  for (auto [i, pair] :
       llvm::enumerate(llvm::zip(*yields, yield->getOperandTypes())))
    if (std::get<0>(pair) != std::get<1>(pair)) {
      InFlightDiagnostic diag = op->emitOpError("expects '")
                                << name << "' to yield " << std::get<0>(pair)
                                << " at " << i << ", but got "
                                << std::get<1>(pair);
      diag.attachNote(yield->getLoc()) << "yielded here";
      return diag;
    }
  return success();
}

/// Tensors that regions use are operands, or made of scalars: passes that
/// change the memory of tensors see operands only.
static LogicalResult verifyCaptures(Operation *op) {
  SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  for (Value capture : captures) {
    if (!isa<TensorType>(capture.getType()) || isMadeOfScalars(capture))
      continue;
    InFlightDiagnostic diag =
        op->emitOpError("expects tensors that regions use to be operands "
                        "('shared' for what every edge reads whole), but a "
                        "region uses one of type ")
        << capture.getType();
    diag.attachNote(capture.getLoc()) << "this tensor";
    return diag;
  }
  return success();
}

/// (*_c5): nothing in a region but computation on values.
static LogicalResult verifyNoEffects(Operation *op) {
  Operation *culprit = nullptr;
  op->walk([&](Operation *inner) {
    if (inner == op || isMemoryEffectFree(inner) || isa<YieldOp>(inner))
      return WalkResult::advance();
    culprit = inner;
    return WalkResult::interrupt();
  });
  if (!culprit)
    return verifyCaptures(op);
  InFlightDiagnostic diag =
      op->emitOpError("expects regions without side effects, but got '")
      << culprit->getName() << "'";
  diag.attachNote(culprit->getLoc()) << "this op";
  return diag;
}

/// Types of the rows of inputs [first, first + count).
template <typename OpTy>
static void appendRows(OpTy op, unsigned first, unsigned count,
                       SmallVectorImpl<Type> &types) {
  for (unsigned i = first; i < first + count; ++i)
    types.push_back(op.getRowType(i));
}

template <typename OpTy>
static void appendShared(OpTy op, SmallVectorImpl<Type> &types) {
  for (unsigned i = 0, e = op.getShared().size(); i < e; ++i)
    types.push_back(op.getSharedType(i));
}

/// (aggregate_c7): while a segment is folded, its weights are relative to the
/// maximum so far, and accumulators are multiplied when that changes.
static LogicalResult verifyLinear(AggregateOp op) {
  Block &step = op.getStep().front();
  unsigned count = op.getNumAccumulators();
  for (unsigned k = 0; k < count; ++k) {
    // An accumulator is multiplied as the weights are.
    LinearityAnalysis analysis(step.getArgument(count));
    for (unsigned i = 0; i < count; ++i)
      analysis.set(step.getArgument(i),
                   i == k ? Dependence::Linear : Dependence::Constant);
    Value next = step.getTerminator()->getOperand(k);
    LinearityAnalysis alone(step.getArgument(count));
    // What does not depend on the weight is left as it is.
    if (alone.of(next) == Dependence::Constant ||
        analysis.of(next) == Dependence::Linear)
      continue;
    InFlightDiagnostic diag =
        op.emitOpError("expects 'step' to be linear in the weight, but "
                       "accumulator ")
        << k << " is not provably 'acc + w * term'";
    diag.attachNote(step.getTerminator()->getLoc()) << "yielded here";
    return diag;
  }
  return success();
}

/// (aggregate_c8), (map_edges_c6)
template <typename OpTy>
static LogicalResult verifySorted(OpTy op, size_t count, StringRef of) {
  if (!op.getSorted() || op.getSorted()->size() == count)
    return success();
  return op.emitOpError("expects 'sorted' to have ")
         << count << " entries, one for each of " << of << ", but got "
         << op.getSorted()->size();
}

LogicalResult AggregateOp::verify() {
  if (failed(verifyOperands(*this, 3)))
    return failure();
  return verifySorted(*this, getEdges().size() + getScoreEdges().size(),
                      "'edge' and 'score_edge'");
}

LogicalResult AggregateOp::verifyRegions() {
  Type index = IndexType::get(getContext());
  // init() -> acc...
  if (failed(verifyRegion(*this, getInit(), "init", {}, std::nullopt)))
    return failure();
  SmallVector<Type> accs(getAccumulatorTypes());

  unsigned numStep =
      getSources().size() + getOwners().size() + getEdges().size();
  unsigned numScore = getScoreSources().size() + getScoreOwners().size() +
                      getScoreEdges().size();
  SmallVector<Type> weights;
  if (!getScore().empty()) {
    SmallVector<Type> arguments;
    appendRows(*this, numStep, numScore, arguments);
    appendShared(*this, arguments);
    arguments.push_back(index);
    if (failed(
            verifyRegion(*this, getScore(), "score", arguments, std::nullopt)))
      return failure();
    llvm::append_range(weights, getYield(getScore())->getOperandTypes());
    if (weights.empty())
      return emitOpError("expects 'score' to yield a logit");
  } else if (numScore != 0) {
    return emitOpError("expects a 'score' region for its ")
           << numScore << " score operands";
  } else if (getStabilize()) {
    return emitOpError("expects a 'score' region with 'stabilize'");
  }

  SmallVector<Type> arguments(accs);
  llvm::append_range(arguments, weights);
  appendRows(*this, 0, numStep, arguments);
  appendShared(*this, arguments);
  arguments.push_back(index);
  if (failed(verifyRegion(*this, getStep(), "step", arguments, accs)))
    return failure();

  if (getStabilize() && failed(verifyLinear(*this)))
    return failure();
  if (!getRescale().empty()) {
    if (!getStabilize())
      return emitOpError("expects 'stabilize' with a 'rescale' region");
    arguments = accs;
    arguments.push_back(weights.front());
    if (failed(verifyRegion(*this, getRescale(), "rescale", arguments, accs)))
      return failure();
  }
  if (!getCombine().empty()) {
    arguments = accs;
    llvm::append_range(arguments, accs);
    if (failed(verifyRegion(*this, getCombine(), "combine", arguments, accs)))
      return failure();
  } else if (!isSumFold()) {
    // aggregate_c4
    return emitOpError("expects a 'combine' region: an accumulator of 'step' "
                       "is not provably 'acc + term'");
  }

  SmallVector<Type> rows;
  for (unsigned i = 0, e = getOuts().size(); i < e; ++i)
    rows.push_back(getOutRowType(i));
  if (!getFinish().empty()) {
    arguments = accs;
    if (getStabilize())
      arguments.append(2, weights.front());
    appendRows(*this, getSources().size(), getOwners().size(), arguments);
    appendShared(*this, arguments);
    arguments.push_back(index);
    if (failed(verifyRegion(*this, getFinish(), "finish", arguments, rows)))
      return failure();
  } else if (accs != rows) {
    return emitOpError(
        "expects a 'finish' region, or accumulators of the types "
        "of the result rows");
  }
  return verifyNoEffects(*this);
}

LogicalResult MapEdgesOp::verify() {
  if (failed(verifyOperands(*this, getSweep() ? 3 : 2)))
    return failure();
  if (getSorted() && !getSweep())
    return emitOpError("expects 'sweep' with 'sorted'");
  return verifySorted(*this, getEdges().size() + getOuts().size(),
                      "'edge' and 'outs'");
}

/// (map_edges_c2), (reduce_edges_c2)
template <typename OpTy> static LogicalResult verifyEdgeBody(OpTy op) {
  SmallVector<Type> arguments, rows;
  appendRows(op, 0, op.getInputs().size(), arguments);
  appendShared(op, arguments);
  arguments.push_back(IndexType::get(op.getContext()));
  for (unsigned i = 0, e = op.getOuts().size(); i < e; ++i)
    rows.push_back(op.getOutRowType(i));
  if (failed(
          verifyRegion(op, op.getBody(), "body", arguments, TypeRange(rows))))
    return failure();
  return verifyNoEffects(op);
}

LogicalResult MapEdgesOp::verifyRegions() { return verifyEdgeBody(*this); }

LogicalResult ReduceEdgesOp::verify() {
  for (Value out : getOuts())
    if (!isa<FloatType>(getElementTypeOrSelf(out.getType())))
      return emitOpError("expects 'outs' of floats, but got ") << out.getType();
  return verifyOperands(*this, 2);
}

LogicalResult ReduceEdgesOp::verifyRegions() { return verifyEdgeBody(*this); }
