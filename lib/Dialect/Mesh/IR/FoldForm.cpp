//===- FoldForm.cpp - how a fold uses its accumulators --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/FoldForm.h"

#include "mesh/Dialect/Mesh/IR/ElementMap.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mesh;

bool mesh::dependsOnArguments(Value value, Block &block, unsigned first,
                              unsigned count) {
  SmallVector<Value> pending = {value};
  DenseSet<Value> seen;
  while (!pending.empty()) {
    Value next = pending.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      unsigned i = argument.getArgNumber();
      if (argument.getOwner() == &block && i >= first && i < first + count)
        return true;
      continue;
    }
    Operation *op = next.getDefiningOp();
    if (!block.getParent()->isAncestor(op->getParentRegion()))
      continue;
    llvm::append_range(pending, op->getOperands());
    op->walk([&](Operation *inner) {
      llvm::append_range(pending, inner->getOperands());
    });
  }
  return false;
}

/// The other operand of `yielded`, a two-operand op of which one operand is
/// `acc`, its only use; `first` says whether it was the first.
static Value getTermBeside(Operation *yielded, BlockArgument acc, bool &first) {
  if (!yielded || yielded->getNumOperands() != 2 || !acc.hasOneUse() ||
      *acc.user_begin() != yielded)
    return {};
  first = yielded->getOperand(1) == acc;
  return yielded->getOperand(first ? 0 : 1);
}

FoldForm mesh::getFoldForm(AggregateOp op, unsigned k) {
  unsigned count = op.getNumAccumulators();
  Block &step = op.getStep().front();
  Operation *last = step.getTerminator()->getOperand(k).getDefiningOp();
  bool termFirst = false;
  Value term = getTermBeside(last, step.getArgument(k), termFirst);
  FoldForm any = {FoldKind::Any, {}};
  if (!term || last->getBlock() != &step ||
      dependsOnArguments(term, step, 0, count))
    return any;
  FoldKind kind;
  // A tie goes to the second operand: the earlier edge wins where the
  // accumulator comes second, and only there.
  if (isa<arith::AddFOp>(last))
    kind = FoldKind::Sum;
  else if (isa<arith::MaximumFOp>(last) && termFirst)
    kind = FoldKind::Max;
  else if (isa<arith::MinimumFOp>(last) && termFirst)
    kind = FoldKind::Min;
  else
    return any;
  if (op.getCombine().empty())
    return {kind, term};

  Block &combine = op.getCombine().front();
  Operation *join = combine.getTerminator()->getOperand(k).getDefiningOp();
  BlockArgument earlier = combine.getArgument(k);
  BlockArgument later = combine.getArgument(count + k);
  if (!join || join->getName() != last->getName() || !earlier.hasOneUse() ||
      !later.hasOneUse())
    return any;
  bool inOrder = join->getOperand(0) == earlier && join->getOperand(1) == later;
  bool swapped = join->getOperand(0) == later && join->getOperand(1) == earlier;
  if (kind == FoldKind::Sum ? !(inOrder || swapped) : !swapped)
    return any;
  return {kind, term};
}

llvm::SmallBitVector mesh::getAccumulatorsOfResults(AggregateOp op) {
  unsigned count = op.getNumAccumulators();
  llvm::SmallBitVector used(count);
  for (unsigned i = 0, e = op.getNumResults(); i < e; ++i) {
    if (!isa<FloatType>(getElementTypeOrSelf(op.getResult(i).getType())))
      continue;
    if (op.getFinish().empty()) {
      used.set(i);
      continue;
    }
    Block &finish = op.getFinish().front();
    Value yielded = finish.getTerminator()->getOperand(i);
    for (unsigned k = 0; k < count; ++k)
      if (dependsOnArguments(yielded, finish, k, 1))
        used.set(k);
  }
  return used;
}

//===----------------------------------------------------------------------===//
// Homogeneity
//===----------------------------------------------------------------------===//

namespace {

/// How a value grows when accumulators and sum of each weight are multiplied by
/// a number `c` of their own: by a power of the `c` at the place that a map
/// gives, from the axes of the value to those of the weight. A power of 0 is
/// what stays, `kZero` the number 0, which grows in any way.
struct Growth {
  int degree = 0;
  AffineMap map;
  /// It is zero where all weights are, and only there.
  bool isSum = false;

  bool hasMap() const { return degree != 0 && degree != kZero; }
  static constexpr int kZero = 1 << 20;
};

/// Finds the growth of values; nothing for what has none.
class Growths {
public:
  std::optional<Growth> of(Value value);
  void set(Value value, Growth growth) { known[value] = growth; }

private:
  std::optional<Growth> compute(OpResult result);
  std::optional<Growth> computeLinalg(linalg::LinalgOp op, unsigned result);
  /// One growth for all: zeros have it too.
  std::optional<Growth> join(ValueRange values);
  /// What `op` selects where the sum of weights is not 0, if that is what it
  /// asks. Where it is 0 everything stays, as all weights are 0.
  Value getValueWithWeights(arith::SelectOp op);

  DenseMap<Value, std::optional<Growth>> known;
};

} // namespace

std::optional<Growth> Growths::join(ValueRange values) {
  Growth joint{Growth::kZero, {}, false};
  for (Value value : values) {
    std::optional<Growth> growth = of(value);
    if (!growth)
      return std::nullopt;
    if (growth->degree == Growth::kZero)
      continue;
    if (joint.degree != Growth::kZero &&
        (joint.degree != growth->degree ||
         (joint.hasMap() && joint.map != growth->map)))
      return std::nullopt;
    joint = *growth;
  }
  joint.isSum = false;
  return joint;
}

Value Growths::getValueWithWeights(arith::SelectOp op) {
  auto compare = op.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare || !matchPattern(compare.getRhs(), m_AnyZeroFloat()))
    return {};
  std::optional<Growth> growth = of(compare.getLhs());
  if (!growth || !growth->isSum)
    return {};
  switch (compare.getPredicate()) {
  case arith::CmpFPredicate::OEQ:
    return op.getFalseValue();
  case arith::CmpFPredicate::UNE:
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::UGT:
    return op.getTrueValue();
  default:
    return {};
  }
}

std::optional<Growth> Growths::of(Value value) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  auto result = dyn_cast<OpResult>(value);
  std::optional<Growth> growth = result ? compute(result) : Growth();
  return known[value] = growth;
}

std::optional<Growth> Growths::computeLinalg(linalg::LinalgOp op,
                                             unsigned result) {
  Operation *yield = op.getBlock()->getTerminator();
  Value yielded = yield->getOperand(result);
  // A sum of terms grows as they do, a product of them in another way.
  if (op.getNumReductionLoops() != 0 &&
      !isa_and_nonnull<arith::AddFOp>(yielded.getDefiningOp()))
    return std::nullopt;
  for (OpOperand &operand : op->getOpOperands()) {
    // What an init holds matters only where the body reads it.
    if (!op.payloadUsesValueFromOperand(&operand))
      continue;
    std::optional<Growth> growth = of(operand.get());
    if (!growth)
      return std::nullopt;
    if (growth->hasMap()) {
      std::optional<AffineMap> map = getMapOfLoops(op, operand, growth->map);
      if (!map)
        return std::nullopt;
      growth->map = *map;
    }
    known[op.getMatchingBlockArgument(&operand)] = growth;
  }
  std::optional<Growth> growth = of(yielded);
  if (!growth || !growth->hasMap())
    return growth;
  // From loops to the axes of the result; a sum over weights has no growth.
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(result));
  if (!out.isProjectedPermutation())
    return std::nullopt;
  SmallVector<AffineExpr> places;
  for (AffineExpr expr : growth->map.getResults()) {
    std::optional<unsigned> axis = out.getResultPosition(expr);
    if (!axis)
      return std::nullopt;
    places.push_back(getAffineDimExpr(*axis, op.getContext()));
  }
  growth->map = AffineMap::get(out.getNumResults(), 0, places, op.getContext());
  return growth;
}

std::optional<Growth> Growths::compute(OpResult result) {
  Operation *op = result.getOwner();
  if (matchPattern(op, m_AnyZeroFloat()))
    return Growth{Growth::kZero, {}, false};
  if (op->getNumOperands() == 0 && op->getNumRegions() == 0)
    return Growth();
  if (isa<arith::AddFOp, arith::SubFOp, arith::MaximumFOp, arith::MinimumFOp>(
          op))
    return join(op->getOperands().take_front(2));
  if (isa<arith::NegFOp, arith::TruncFOp>(op))
    return join(op->getOperand(0));
  if (isa<arith::ExtFOp, tensor::CastOp>(op))
    return of(op->getOperand(0));
  if (isa<tensor::SplatOp>(op)) {
    std::optional<Growth> growth = of(op->getOperand(0));
    if (growth && growth->hasMap())
      growth->map =
          AffineMap::get(cast<RankedTensorType>(result.getType()).getRank(), 0,
                         growth->map.getResults(), op->getContext());
    return growth;
  }
  if (isa<arith::MulFOp, arith::DivFOp>(op)) {
    std::optional<Growth> a = of(op->getOperand(0)), b = of(op->getOperand(1));
    if (!a || !b || b->degree == Growth::kZero)
      return std::nullopt;
    if (a->degree == Growth::kZero)
      return a;
    if (a->hasMap() && b->hasMap() && a->map != b->map)
      return std::nullopt;
    int degree =
        isa<arith::MulFOp>(op) ? a->degree + b->degree : a->degree - b->degree;
    return Growth{degree, a->hasMap() ? a->map : b->map, false};
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (Value otherwise = getValueWithWeights(select))
      return of(otherwise);
    std::optional<Growth> condition = of(select.getCondition());
    if (!condition || condition->degree != 0)
      return std::nullopt;
    return join({select.getTrueValue(), select.getFalseValue()});
  }
  // The order of two values that grow alike does not change (c > 0).
  if (isa<arith::CmpFOp>(op))
    return join(op->getOperands()) ? std::optional<Growth>(Growth())
                                   : std::nullopt;
  if (auto generic = dyn_cast<linalg::LinalgOp>(op))
    return computeLinalg(generic, result.getResultNumber());
  // Any function of values that stay.
  std::optional<Growth> all = join(op->getOperands());
  if (op->getNumRegions() != 0 || !all || all->hasMap())
    return std::nullopt;
  return Growth();
}

bool mesh::isFreeOfMaximum(AggregateOp op) {
  unsigned count = op.getNumAccumulators();
  if (op.getFinish().empty())
    return false;
  Block &finish = op.getFinish().front(), &step = op.getStep().front();
  if (!finish.getArgument(count).use_empty())
    return false;
  Growths growths;
  bool isOneWeight =
      !isa<RankedTensorType>(finish.getArgument(count + 1).getType());
  for (unsigned k = 0; k < count; ++k) {
    if (!dependsOnArguments(step.getTerminator()->getOperand(k), step, count,
                            1))
      continue;
    Value acc = finish.getArgument(k);
    auto type = dyn_cast<RankedTensorType>(acc.getType());
    std::optional<AffineMap> weights =
        isOneWeight
            ? AffineMap::get(type ? type.getRank() : 0, 0, op.getContext())
            : getWeightMap(op, k);
    if (!weights)
      return false;
    growths.set(acc, {1, *weights, false});
  }
  Value sum = finish.getArgument(count + 1);
  auto type = dyn_cast<RankedTensorType>(sum.getType());
  growths.set(sum, {1,
                    AffineMap::getMultiDimIdentityMap(type ? type.getRank() : 0,
                                                      op.getContext()),
                    /*isSum=*/true});
  for (Value yielded : finish.getTerminator()->getOperands()) {
    std::optional<Growth> growth = growths.of(yielded);
    if (!growth || growth->hasMap())
      return false;
  }
  return true;
}
