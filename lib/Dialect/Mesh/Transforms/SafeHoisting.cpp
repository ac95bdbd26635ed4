//===- SafeHoisting.cpp - whether ops may leave loops ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SafeHoisting.h"

#include "SizeChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mesh;

/// The comparison of a check that two sizes are equal.
static arith::CmpIOp getEquality(AssertOp check) {
  auto equality = check.getCondition().getDefiningOp<arith::CmpIOp>();
  if (equality && equality.getPredicate() == arith::CmpIPredicate::eq &&
      equality.getLhs().getType().isIndex())
    return equality;
  return {};
}

/// Whether `--mesh-insert-checks` would compare these sizes at the entry.
static bool areComparedAtEntry(Operation *op, ArrayRef<Size> lhs,
                               ArrayRef<Size> rhs) {
  Size left = chooseSize(op, lhs), right = chooseSize(op, rhs);
  return isKnownAtEntry(op, left) && isKnownAtEntry(op, right) &&
         (left.kind != Size::Kind::Constant ||
          right.kind != Size::Kind::Constant);
}

/// The loop around all loops that `op` is in. Null if `op` is in none, or in
/// something else that may not run: a condition.
static Operation *getOutermostLoop(Operation *op) {
  while (isa<LoopLikeOpInterface>(op->getParentOp()))
    op = op->getParentOp();
  return isa<FunctionOpInterface>(op->getParentOp()) &&
                 isa<LoopLikeOpInterface>(op)
             ? op
             : nullptr;
}

/// A check in a loop of sizes that are known at the entry: the loop is no
/// reason to ask again.
void SafeHoisting::hoistCheck(AssertOp check) {
  arith::CmpIOp equality = getEquality(check);
  Operation *outermost = getOutermostLoop(check);
  if (!equality || !outermost)
    return;
  SmallVector<Size> lhs = getEqualSizes(Size::of(equality.getLhs()));
  SmallVector<Size> rhs = getEqualSizes(Size::of(equality.getRhs()));
  if (!areComparedAtEntry(check, lhs, rhs) ||
      !llvm::all_of(check.getValues(), [&](Value value) {
        return value == equality.getLhs() || value == equality.getRhs();
      }))
    return;
  Size left = chooseSize(check, lhs), right = chooseSize(check, rhs);
  for (auto &[someLeft, someRight, made] : hoisted)
    if (someLeft == left && someRight == right &&
        dominance.properlyDominates(made, outermost)) {
      check.erase();
      return;
    }
  ImplicitLocOpBuilder b(check.getLoc(), outermost);
  Value first = buildSize(b, left), second = buildSize(b, right);
  Value equal =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, first, second);
  SmallVector<Value> values;
  for (Value value : check.getValues())
    values.push_back(value == equality.getLhs() ? first : second);
  auto made = AssertOp::create(b, equal, check.getMessage(), values);
  hoisted.push_back({left, right, made});
  check.erase();
}

SafeHoisting::SafeHoisting(Operation *root) {
  SmallVector<AssertOp> found;
  root->walk([&](AssertOp check) { found.push_back(check); });
  for (AssertOp check : found)
    hoistCheck(check);
  root->walk([&](AssertOp check) {
    if (getEquality(check))
      checks.push_back(check);
  });
}

bool SafeHoisting::areEqual(Operation *loop, const Size &lhs, const Size &rhs) {
  SmallVector<Size> left = getEqualSizes(lhs), right = getEqualSizes(rhs);
  auto shareOne = [](ArrayRef<Size> some, ArrayRef<Size> others) {
    return llvm::any_of(some, [&](const Size &size) {
      return llvm::is_contained(others, size);
    });
  };
  if (shareOne(left, right))
    return true;
  return llvm::any_of(checks, [&](AssertOp check) {
    if (!dominance.properlyDominates(check, loop))
      return false;
    arith::CmpIOp equality = getEquality(check);
    SmallVector<Size> a = getEqualSizes(Size::of(equality.getLhs()));
    SmallVector<Size> b = getEqualSizes(Size::of(equality.getRhs()));
    return (shareOne(left, a) && shareOne(right, b)) ||
           (shareOne(left, b) && shareOne(right, a));
  });
}

bool SafeHoisting::mayRunBefore(Operation *loop, Operation *op) {
  if (!isMemoryEffectFree(op) || !isSpeculatable(op))
    return false;
  for (const SizeCheck &check : getSizeChecks(op))
    if (!areEqual(loop, check.rows, check.count) &&
        !areComparedAtEntry(op, getEqualSizes(check.rows),
                            getEqualSizes(check.count)))
      return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    // The first size found for each loop, with which others are compared.
    SmallVector<std::optional<Size>> sizes(structured.getNumLoops());
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      AffineMap map = structured.getMatchingIndexingMap(&operand);
      for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
        auto dim = dyn_cast<AffineDimExpr>(expr);
        if (!dim)
          return false;
        Size size = Size::axis(operand.get(), axis);
        std::optional<Size> &first = sizes[dim.getPosition()];
        if (!first)
          first = size;
        else if (!areEqual(loop, *first, size))
          return false;
      }
    }
    return true;
  }
  if (!OpTrait::hasElementwiseMappableTraits(op))
    return true;
  // Shapes of these are compared when they become linalg ops.
  Value first;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      continue;
    for (int64_t axis = 0; first && axis < type.getRank(); ++axis) {
      Size lhs = Size::axis(first, axis), rhs = Size::axis(operand, axis);
      if (!areEqual(loop, lhs, rhs) &&
          !areComparedAtEntry(op, getEqualSizes(lhs), getEqualSizes(rhs)))
        return false;
    }
    if (!first)
      first = operand;
  }
  return true;
}
