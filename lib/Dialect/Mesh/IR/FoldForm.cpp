//===- FoldForm.cpp - how a fold uses its accumulators --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/FoldForm.h"

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

/// The power of `c` with which a value grows when accumulators and sum are
/// multiplied by `c`: 0 for what stays, `kZero` for the number 0, which has any
/// power, and nothing for what has none.
class Degrees {
public:
  std::optional<int> of(Value value);
  void set(Value value, int degree) { known[value] = degree; }

private:
  static constexpr int kZero = 1 << 20;
  std::optional<int> compute(Operation *op);
  /// One degree for all: zeros have it too.
  std::optional<int> join(ValueRange values);

  DenseMap<Value, std::optional<int>> known;
};

} // namespace

std::optional<int> Degrees::join(ValueRange values) {
  int joint = kZero;
  for (Value value : values) {
    std::optional<int> degree = of(value);
    if (!degree)
      return std::nullopt;
    if (*degree == kZero)
      continue;
    if (joint != kZero && joint != *degree)
      return std::nullopt;
    joint = *degree;
  }
  return joint;
}

std::optional<int> Degrees::of(Value value) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  std::optional<int> degree = op ? compute(op) : 0;
  return known[value] = degree;
}

std::optional<int> Degrees::compute(Operation *op) {
  if (matchPattern(op, m_AnyZeroFloat()))
    return kZero;
  if (op->getNumOperands() == 0 && op->getNumRegions() == 0)
    return 0;
  if (isa<arith::AddFOp, arith::SubFOp, arith::NegFOp, arith::MaximumFOp,
          arith::MinimumFOp, arith::ExtFOp, arith::TruncFOp, tensor::SplatOp,
          tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return join(op->getOperands().take_front(
        isa<arith::AddFOp, arith::SubFOp, arith::MaximumFOp, arith::MinimumFOp>(
            op)
            ? 2
            : 1));
  if (isa<arith::MulFOp, arith::DivFOp>(op)) {
    std::optional<int> a = of(op->getOperand(0)), b = of(op->getOperand(1));
    if (!a || !b || *b == kZero)
      return std::nullopt;
    if (*a == kZero)
      return kZero;
    return isa<arith::MulFOp>(op) ? *a + *b : *a - *b;
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (of(select.getCondition()) != 0)
      return std::nullopt;
    return join({select.getTrueValue(), select.getFalseValue()});
  }
  // The order of two values of one degree does not change (c > 0).
  if (isa<arith::CmpFOp>(op))
    return join(op->getOperands()) ? std::optional<int>(0) : std::nullopt;
  if (auto generic = dyn_cast<linalg::LinalgOp>(op)) {
    // A sum of terms has their degree, a product of them has another one.
    if (generic.getNumReductionLoops() != 0)
      for (Value yielded : generic.getBlock()->getTerminator()->getOperands())
        if (!isa_and_nonnull<arith::AddFOp>(yielded.getDefiningOp()))
          return std::nullopt;
    for (OpOperand &operand : op->getOpOperands()) {
      std::optional<int> degree = of(operand.get());
      if (!degree)
        return std::nullopt;
      // What an init holds matters only where the body reads it.
      if (isa_and_nonnull<tensor::EmptyOp>(operand.get().getDefiningOp()))
        continue;
      known[generic.getMatchingBlockArgument(&operand)] = *degree;
    }
    return join(generic.getBlock()->getTerminator()->getOperands());
  }
  // Any function of values that stay.
  std::optional<int> all = join(op->getOperands());
  if (op->getNumRegions() != 0 || !all || (*all != 0 && *all != kZero))
    return std::nullopt;
  return 0;
}

bool mesh::isFreeOfMaximum(AggregateOp op) {
  unsigned count = op.getNumAccumulators();
  if (op.getFinish().empty())
    return false;
  Block &finish = op.getFinish().front();
  if (!finish.getArgument(count).use_empty())
    return false;
  Degrees degrees;
  for (unsigned k = 0; k < count; ++k)
    degrees.set(finish.getArgument(k), 1);
  degrees.set(finish.getArgument(count + 1), 1);
  for (Value yielded : finish.getTerminator()->getOperands())
    if (degrees.of(yielded) != 0)
      return false;
  return true;
}
