//===- CountWork.cpp - floating-point work of regions ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountWork.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mesh;
using namespace mesh::explain;

Work explain::operator+(const Work &a, const Work &b) {
  return {a.operations + b.operations, a.functions + b.functions};
}

Work explain::operator*(const Work &work, const Formula &times) {
  return {work.operations * times, work.functions * times};
}

/// Of one element of the result of an elementwise op.
static Work countScalar(Operation *op) {
  Work work;
  if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
          arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp, arith::NegFOp, arith::RemFOp, math::AbsFOp>(op))
    work.operations = Formula::number(1);
  else if (isa<math::FmaOp>(op))
    work.operations = Formula::number(2);
  else if (op->getDialect() && isa<math::MathDialect>(op->getDialect()) &&
           isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
    work.functions = Formula::number(1);
  return work;
}

std::optional<Formula> explain::getTripCount(Operation *op, Sizes &sizes) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop)
    return std::nullopt;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step < 1)
    return std::nullopt;
  Formula length = sizes.getIndex(loop.getUpperBound()) -
                   sizes.getIndex(loop.getLowerBound());
  if (*step == 1)
    return length;
  std::optional<double> number = length.getNumber();
  if (!number)
    return std::nullopt;
  return Formula::number(std::ceil(*number / static_cast<double>(*step)));
}

Work explain::countLinalg(linalg::LinalgOp op, Sizes &sizes) {
  Formula points = Formula::number(1);
  SmallVector<bool> seen(op.getNumLoops(), false);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<ShapedType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop || seen[loop.getPosition()])
        continue;
      seen[loop.getPosition()] = true;
      points *= sizes.getAxis(operand.get(), axis);
    }
  }
  return countRegion(op->getRegion(0), sizes) * points;
}

Work explain::countRegion(Region &region, Sizes &sizes) {
  Work sum;
  for (Block &block : region)
    for (Operation &op : block) {
      if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
        sum = sum + countLinalg(linalgOp, sizes);
      } else if (OpTrait::hasElementwiseMappableTraits(&op) &&
                 op.getNumResults() == 1) {
        Value result = op.getResult(0);
        sum = sum + countScalar(&op) * (isa<ShapedType>(result.getType())
                                            ? sizes.getEntries(result)
                                            : Formula::number(1));
      } else {
        Work inside;
        for (Region &inner : op.getRegions())
          inside = inside + countRegion(inner, sizes);
        if (std::optional<Formula> times = getTripCount(&op, sizes))
          inside = inside * *times;
        sum = sum + inside;
      }
    }
  return sum;
}
