//===- Linearity.cpp - how values depend on a weight ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/Linearity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

Dependence LinearityAnalysis::of(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  auto result = dyn_cast<OpResult>(value);
  Dependence found = result
                         ? compute(result.getOwner(), result.getResultNumber())
                         : Dependence::Constant;
  return known[value] = found;
}

/// Of a sum, or of parts put together.
Dependence LinearityAnalysis::sum(ValueRange values) {
  Dependence total = Dependence::Zero;
  for (Value value : values) {
    Dependence next = of(value);
    if (next == Dependence::Zero)
      continue;
    if (total != Dependence::Zero && total != next)
      return Dependence::Other;
    total = next;
  }
  return total;
}

static Dependence multiply(Dependence a, Dependence b) {
  if (a == Dependence::Other || b == Dependence::Other ||
      (a == Dependence::Linear && b == Dependence::Linear))
    return Dependence::Other;
  if (a == Dependence::Zero || b == Dependence::Zero)
    return Dependence::Zero;
  return a == Dependence::Linear ? a : b;
}

Dependence LinearityAnalysis::computeLinalg(Operation *operation,
                                            unsigned result) {
  auto op = cast<linalg::LinalgOp>(operation);
  for (OpOperand &operand : op->getOpOperands())
    known[op.getMatchingBlockArgument(&operand)] = of(operand.get());
  Dependence found = of(op.getBlock()->getTerminator()->getOperand(result));
  if (op.getNumReductionLoops() == 0)
    return found;
  // A reduction by addition: the sum so far is what a term is.
  OpOperand *init = op.getDpsInitOperand(result);
  Operation *last =
      op.getBlock()->getTerminator()->getOperand(result).getDefiningOp();
  BlockArgument before = op.getMatchingBlockArgument(init);
  bool isSum = isa_and_nonnull<arith::AddFOp>(last) && before.hasOneUse() &&
               *before.user_begin() == last;
  if (!isSum && found == Dependence::Linear)
    return Dependence::Other;
  return found;
}

Dependence LinearityAnalysis::compute(Operation *op, unsigned result) {
  if (matchPattern(op, m_AnyZeroFloat()) || isa<tensor::EmptyOp>(op))
    return Dependence::Zero;
  if (isa<linalg::LinalgOp>(op))
    return computeLinalg(op, result);
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return sum(op->getOperands());
  if (isa<arith::MulFOp>(op))
    return multiply(of(op->getOperand(0)), of(op->getOperand(1)));
  if (isa<arith::DivFOp>(op)) {
    Dependence by = of(op->getOperand(1));
    return by == Dependence::Constant ? of(op->getOperand(0))
                                      : Dependence::Other;
  }
  if (isa<math::FmaOp>(op)) {
    Dependence product = multiply(of(op->getOperand(0)), of(op->getOperand(1)));
    Dependence added = of(op->getOperand(2));
    if (product == Dependence::Zero || added == product)
      return added;
    return added == Dependence::Zero ? product : Dependence::Other;
  }
  if (isa<arith::NegFOp, arith::ExtFOp, arith::TruncFOp, tensor::SplatOp,
          tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
          tensor::ExtractOp, tensor::ExtractSliceOp>(op))
    return sum(op->getOperand(0));
  if (isa<tensor::InsertOp, tensor::InsertSliceOp>(op))
    return sum(op->getOperands().take_front(2));
  if (isa<tensor::ConcatOp, tensor::FromElementsOp>(op))
    return sum(op->getOperands());
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (of(select.getCondition()) != Dependence::Constant)
      return Dependence::Other;
    return sum({select.getTrueValue(), select.getFalseValue()});
  }
  // Anything of what does not depend on the weight.
  SetVector<Value> inputs(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), inputs);
  for (Value input : inputs) {
    Dependence found = of(input);
    if (found != Dependence::Constant && found != Dependence::Zero)
      return Dependence::Other;
  }
  return Dependence::Constant;
}
