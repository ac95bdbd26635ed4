//===- RuntimeOps.cpp - ops that lowering introduces
//----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// AssertOp
//===----------------------------------------------------------------------===//

LogicalResult AssertOp::verify() {
  // assert_c1
  StringRef rest = getMessage();
  while (true) {
    size_t open = rest.find('{');
    if (open == StringRef::npos)
      return success();
    rest = rest.drop_front(open + 1);
    StringRef digits = rest.take_while([](char c) { return llvm::isDigit(c); });
    if (digits.empty() || !rest.drop_front(digits.size()).starts_with("}"))
      continue;
    unsigned position;
    if (digits.getAsInteger(10, position) || position >= getValues().size())
      return emitOpError("expects placeholder {")
             << digits << "} to name one of " << getValues().size()
             << " values";
  }
}

namespace {

/// A check that holds checks nothing.
struct DropProvenAssert : public OpRewritePattern<AssertOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AssertOp op,
                                PatternRewriter &rewriter) const override {
    if (!matchPattern(op.getCondition(), m_One()))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

/// graph_components(make_graph(c...)) is c....
struct ComponentsOfMadeGraph : public OpRewritePattern<GraphComponentsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GraphComponentsOp op,
                                PatternRewriter &rewriter) const override {
    auto made = op.getGraph().getDefiningOp<MakeGraphOp>();
    if (!made || made.getComponents().getTypes() != op.getResultTypes())
      return failure();
    rewriter.replaceOp(op, made.getComponents());
    return success();
  }
};

} // namespace

void AssertOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<DropProvenAssert>(context);
}

//===----------------------------------------------------------------------===//
// COOToCSROp
//===----------------------------------------------------------------------===//

LogicalResult COOToCSROp::verify() {
  if (getInputs().size() != 2 || getOuts().size() != 3)
    return emitOpError("expects 2 inputs and 3 outs, but got ")
           << getInputs().size() << " and " << getOuts().size();
  // coo_to_csr_c1
  Type expected = getElementTypeOrSelf(getInputs()[0].getType());
  if (!expected.isSignlessInteger(32) && !expected.isSignlessInteger(64))
    return emitOpError("expects elements of type 'i32' or 'i64', but got ")
           << expected;
  for (Value operand : getOperands()) {
    auto type = cast<ShapedType>(operand.getType());
    if (type.getElementType() != expected || !type.hasRank() ||
        type.getRank() != 1)
      return emitOpError("expects operands of rank 1 with elements of type ")
             << expected << ", but got " << type;
  }
  return success();
}

void COOToCSROp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : getInputsMutable())
    if (isa<BaseMemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  for (OpOperand &operand : getOutsMutable())
    if (isa<BaseMemRefType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
}

//===----------------------------------------------------------------------===//
// MakeGraphOp, GraphComponentsOp
//===----------------------------------------------------------------------===//

static LogicalResult verifyComponents(Operation *op, Type graph,
                                      TypeRange components) {
  if (components.size() != kNumGraphComponents)
    return op->emitOpError("expects ")
           << unsigned(kNumGraphComponents) << " components, but got "
           << components.size();
  Type expected = cast<mesh::GraphType>(graph).getIndexType();
  for (Type component : components)
    if (getElementTypeOrSelf(component) != expected)
      return op->emitOpError("expects components with elements of type ")
             << expected << ", but got " << component;
  return success();
}

LogicalResult MakeGraphOp::verify() {
  return verifyComponents(*this, getType(), getComponents().getTypes());
}

LogicalResult GraphComponentsOp::verify() {
  return verifyComponents(*this, getGraph().getType(), getResultTypes());
}

void GraphComponentsOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns.add<ComponentsOfMadeGraph>(context);
}
