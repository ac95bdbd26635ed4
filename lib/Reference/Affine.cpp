//===- Affine.cpp - affine expressions of integers ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"

#include "mesh/Reference/Registry.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mesh::reference;
using namespace mlir;

std::optional<int64_t> mesh::reference::evaluate(AffineExpr expression,
                                                 ArrayRef<int64_t> dims,
                                                 ArrayRef<int64_t> symbols) {
  if (auto dim = dyn_cast<AffineDimExpr>(expression))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression)) {
    if (symbol.getPosition() >= symbols.size())
      return std::nullopt;
    return symbols[symbol.getPosition()];
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expression))
    return constant.getValue();
  auto binary = cast<AffineBinaryOpExpr>(expression);
  std::optional<int64_t> a = evaluate(binary.getLHS(), dims, symbols);
  std::optional<int64_t> b = evaluate(binary.getRHS(), dims, symbols);
  if (!a || !b)
    return std::nullopt;
  switch (expression.getKind()) {
  case AffineExprKind::Add:
    return static_cast<int64_t>(static_cast<uint64_t>(*a) + *b);
  case AffineExprKind::Mul:
    return static_cast<int64_t>(static_cast<uint64_t>(*a) * *b);
  default:
    break;
  }
  if (*b <= 0)
    return std::nullopt;
  switch (expression.getKind()) {
  case AffineExprKind::Mod:
    return llvm::mod(*a, *b);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(*a, *b);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(*a, *b);
  default:
    return std::nullopt;
  }
}

/// The values of a map whose operands are the op's: dims, then symbols.
static FailureOr<SmallVector<int64_t>> evaluateMap(Operation *op, AffineMap map,
                                                   Frame &frame) {
  SmallVector<int64_t> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(frame.integer(operand));
  ArrayRef<int64_t> all = operands;
  SmallVector<int64_t> results;
  for (AffineExpr expression : map.getResults()) {
    std::optional<int64_t> result =
        evaluate(expression, all.take_front(map.getNumDims()),
                 all.drop_front(map.getNumDims()));
    if (!result)
      return frame.fail(op, "divides by a number that is not positive");
    results.push_back(*result);
  }
  return results;
}

static LogicalResult runApply(affine::AffineApplyOp op, Frame &frame) {
  auto results = evaluateMap(op, op.getMap(), frame);
  if (failed(results))
    return failure();
  frame.setInteger(op, results->front());
  return success();
}

static LogicalResult runMin(affine::AffineMinOp op, Frame &frame) {
  auto results = evaluateMap(op, op.getMap(), frame);
  if (failed(results))
    return failure();
  frame.setInteger(op, *llvm::min_element(*results));
  return success();
}

static LogicalResult runMax(affine::AffineMaxOp op, Frame &frame) {
  auto results = evaluateMap(op, op.getMap(), frame);
  if (failed(results))
    return failure();
  frame.setInteger(op, *llvm::max_element(*results));
  return success();
}

void mesh::reference::registerAffineHandlers(Registry &registry) {
  registry.add<affine::AffineApplyOp>(runApply);
  registry.add<affine::AffineMinOp>(runMin);
  registry.add<affine::AffineMaxOp>(runMax);
}
