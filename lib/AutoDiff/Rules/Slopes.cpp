//===- Slopes.cpp - derivatives that take few values ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slopes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

namespace {

class Evaluation {
public:
  std::optional<Slopes> of(Value value);

private:
  using Function = llvm::function_ref<APFloat(APFloat, const APFloat &)>;
  std::optional<Slopes> apply(Operation *op, Function function);
  std::optional<Slopes> join(const std::optional<Slopes> &a,
                             const std::optional<Slopes> &b, Function function);
  std::optional<Slopes> select(arith::SelectOp op);

  /// Arguments of the bodies of linalg ops.
  DenseMap<Value, Slopes> known;
};

} // namespace

std::optional<Slopes> Evaluation::join(const std::optional<Slopes> &a,
                                       const std::optional<Slopes> &b,
                                       Function function) {
  if (!a || !b ||
      (a->condition && b->condition && a->condition != b->condition))
    return std::nullopt;
  return Slopes{function(a->yes, b->yes), function(a->no, b->no),
                a->condition ? a->condition : b->condition};
}

std::optional<Slopes> Evaluation::apply(Operation *op, Function function) {
  return join(of(op->getOperand(0)), of(op->getOperand(1)), function);
}

std::optional<Slopes> Evaluation::select(arith::SelectOp op) {
  Value condition = op.getCondition();
  std::optional<Slopes> yes = of(op.getTrueValue());
  std::optional<Slopes> no = of(op.getFalseValue());
  for (const auto &branch : {yes, no})
    if (!branch || (branch->condition && branch->condition != condition))
      return std::nullopt;
  return Slopes{yes->yes, no->no, condition};
}

std::optional<Slopes> Evaluation::of(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  Attribute attribute;
  if (matchPattern(op, m_Constant(&attribute))) {
    auto dense = dyn_cast<DenseElementsAttr>(attribute);
    if (dense && dense.isSplat())
      attribute = dense.getSplatValue<Attribute>();
    auto number = dyn_cast<FloatAttr>(attribute);
    if (!number)
      return std::nullopt;
    return Slopes{number.getValue(), number.getValue(), Value()};
  }
  if (isa<tensor::SplatOp, tensor::CastOp>(op))
    return of(op->getOperand(0));
  if (isa<arith::AddFOp>(op))
    return apply(op, [](APFloat a, const APFloat &b) { return a + b; });
  if (isa<arith::SubFOp>(op))
    return apply(op, [](APFloat a, const APFloat &b) { return a - b; });
  if (isa<arith::MulFOp>(op))
    return apply(op, [](APFloat a, const APFloat &b) { return a * b; });
  if (isa<arith::DivFOp>(op))
    return apply(op, [](APFloat a, const APFloat &b) { return a / b; });
  if (isa<arith::NegFOp>(op)) {
    std::optional<Slopes> operand = of(op->getOperand(0));
    return join(operand, operand,
                [](APFloat a, const APFloat &) { return neg(a); });
  }
  if (auto choice = dyn_cast<arith::SelectOp>(op))
    return select(choice);
  if (auto generic = dyn_cast<linalg::LinalgOp>(op)) {
    unsigned result = cast<OpResult>(value).getResultNumber();
    AffineMap out =
        generic.getMatchingIndexingMap(generic.getDpsInitOperand(result));
    if (generic.getNumParallelLoops() != generic.getNumLoops() ||
        !out.isIdentity())
      return std::nullopt;
    // A condition must be that of the same entry.
    for (OpOperand *operand : generic.getDpsInputOperands()) {
      if (!isa<FloatType>(getElementTypeOrSelf(operand->get().getType())))
        continue;
      if (std::optional<Slopes> slopes = of(operand->get()))
        if (!slopes->condition ||
            generic.getMatchingIndexingMap(operand).isIdentity())
          known.insert({generic.getMatchingBlockArgument(operand), *slopes});
    }
    return of(generic.getBlock()->getTerminator()->getOperand(result));
  }
  return std::nullopt;
}

std::optional<Slopes> mesh::findSlopes(Value value) {
  return Evaluation().of(value);
}
