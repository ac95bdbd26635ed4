//===- Reverse.cpp - reverse mode for functions ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Differentiate.h"

#include "mesh/AutoDiff/Shapes.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

void mesh::checkShape(ImplicitLocOpBuilder &b, Value like, Value found,
                      const Twine &what) {
  auto type = dyn_cast<RankedTensorType>(like.getType());
  if (!type || type.hasStaticShape())
    return;
  SmallVector<OpFoldResult> sizes = getSourceSizes(b, like);
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    if (!type.isDynamicDim(axis))
      continue;
    Value wanted = getValueOrCreateConstantIndexOp(b, b.getLoc(), sizes[axis]);
    Value got = tensor::DimOp::create(b, found, axis);
    Value same =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, wanted, got);
    AssertOp::create(
        b, same,
        (what + " to have {0} entries on axis " + Twine(axis) + ", but got {1}")
            .str(),
        ValueRange{wanted, got});
  }
}

/// The cotangent of a result may be an argument or be returned twice; both are
/// fine in SSA form.
LogicalResult mesh::buildReverse(func::FuncOp function, ArrayRef<int64_t> wrt,
                                 ArrayRef<int64_t> seeded, bool checkSeeds) {
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
  for (auto [i, target] : llvm::enumerate(targets)) {
    Value seed = block.addArgument(target.getType(), function.getLoc());
    if (checkSeeds)
      checkShape(b, target, seed, "'mesh.vjp' op expects seed " + Twine(i));
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
