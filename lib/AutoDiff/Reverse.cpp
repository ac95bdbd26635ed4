//===- Reverse.cpp - reverse mode for functions ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Differentiate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mesh;

Simplifier::Simplifier(MLIRContext *context) {
  RewritePatternSet set(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(set);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(set, context);
  patterns = std::move(set);
}

void Simplifier::run(func::FuncOp function) const {
  auto canonicalize = [&] {
    // Not converging is no error: what is left is right, only longer.
    (void)applyPatternsGreedily(function, patterns);
    IRRewriter rewriter(function.getContext());
    DominanceInfo dominance(function);
    eliminateCommonSubExpressions(rewriter, dominance, function);
  };
  canonicalize();
  eraseDeadCode(function.getBody());
  canonicalize();
}

/// The cotangent of a result may be an argument or be returned twice; both are
/// fine in SSA form.
LogicalResult mesh::buildReverse(func::FuncOp function, ArrayRef<int64_t> wrt,
                                 ArrayRef<int64_t> seeded) {
  Block &block = function.getBody().front();
  Operation *terminator = block.getTerminator();
  SmallVector<Value> sources, targets;
  for (int64_t position : wrt)
    sources.push_back(block.getArgument(position));
  for (int64_t position : seeded)
    targets.push_back(terminator->getOperand(position));

  AutoDiffContext context;
  context.active = findActive(block, sources, targets);
  SmallVector<Operation *> ops = getOps(block);
  ImplicitLocOpBuilder b(function.getLoc(), terminator);
  AdjointState state(b, context);
  for (Value target : targets) {
    Value seed = block.addArgument(target.getType(), function.getLoc());
    state.add(target, seed);
  }
  buildAdjoints(ops, state);

  SmallVector<Value> results(terminator->getOperands());
  for (Value source : sources)
    results.push_back(state.getCotangentOrZero(source));
  terminator->setOperands(results);
  function.setType(FunctionType::get(function.getContext(),
                                     block.getArgumentTypes(),
                                     ValueRange(results).getTypes()));
  return success(!context.failed);
}
