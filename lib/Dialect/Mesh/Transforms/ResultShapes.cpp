//===- ResultShapes.cpp - functions that compute result shapes ------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"
#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mesh {
#define GEN_PASS_DEF_MESHRESULTSHAPES
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

static bool isArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

/// The size as a value that needs as little computation as possible, or null if
/// it only has to do with data.
static Value materialize(const Size &size, OpBuilder &builder, Location loc) {
  switch (size.kind) {
  case Size::Kind::Constant:
    return arith::ConstantIndexOp::create(builder, loc, size.number);
  case Size::Kind::Sources:
  case Size::Kind::Targets:
    if (!isArgument(size.value))
      return Value();
    return NumNodesOp::create(
        builder, loc, size.value,
        size.kind == Size::Kind::Sources ? Endpoint::Source : Endpoint::Target);
  case Size::Kind::Edges:
    if (!isArgument(size.value))
      return Value();
    return NumEdgesOp::create(builder, loc, size.value);
  case Size::Kind::Axis:
    if (!isArgument(size.value))
      return Value();
    return tensor::DimOp::create(builder, loc, size.value, size.number);
  case Size::Kind::Index:
    return size.value.getDefiningOp<tensor::DimOp>() ? Value() : size.value;
  }
  return Value();
}

namespace {

/// Replaces the size of a computed tensor by an equal one of the arguments.
struct DimOfComputed : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<int64_t> axis = op.getConstantIndex();
    if (!axis || isArgument(op.getSource()) ||
        !isa<RankedTensorType>(op.getSource().getType()))
      return failure();
    // Those of arguments cost nothing, an index may hang on computations.
    SmallVector<Size> sizes = getEqualSizes(Size::axis(op.getSource(), *axis));
    for (bool isIndex : {false, true}) {
      for (const Size &size : sizes) {
        if ((size.kind == Size::Kind::Index) != isIndex)
          continue;
        if (Value value = materialize(size, rewriter, op.getLoc())) {
          rewriter.replaceOp(op, value);
          return success();
        }
      }
    }
    return failure();
  }
};

class ResultShapes : public mesh::impl::MeshResultShapesBase<ResultShapes> {
  void runOnOperation() override;
  LogicalResult addShapes(func::FuncOp function);
};

} // namespace

static bool hasOpenSizes(func::FuncOp function) {
  return llvm::any_of(function.getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.hasStaticShape();
  });
}

/// Makes `function` return the open sizes of its results.
static void returnSizes(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  size_t numSizes = 0;
  function.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    SmallVector<Value> sizes;
    for (Value result : op.getOperands()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (!type)
        continue;
      for (int64_t axis = 0; axis < type.getRank(); ++axis)
        if (type.isDynamicDim(axis))
          sizes.push_back(
              tensor::DimOp::create(builder, op.getLoc(), result, axis));
    }
    numSizes = sizes.size();
    op.getOperandsMutable().assign(sizes);
  });
  function.removeResAttrsAttr();
  function.setType(builder.getFunctionType(
      function.getArgumentTypes(),
      SmallVector<Type>(numSizes, builder.getIndexType())));
}

/// Whether an op reads the elements of a tensor, or more of a graph than its
/// counts.
static bool needsData(func::FuncOp function) {
  auto readsData = [](Operation *op) {
    if (isa<tensor::DimOp, NumNodesOp, NumEdgesOp>(op) &&
        isArgument(op->getOperand(0)))
      return false;
    return llvm::any_of(op->getOperandTypes(), [](Type type) {
      return isa<TensorType, mesh::GraphType>(type);
    });
  };
  WalkResult result = function.walk([&](Operation *op) {
    return readsData(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

LogicalResult ResultShapes::addShapes(func::FuncOp function) {
  OpBuilder builder(function);
  builder.setInsertionPointAfter(function);
  auto shapes = cast<func::FuncOp>(builder.clone(*function));
  shapes.setName((function.getName() + kShapesSuffix).str());
  returnSizes(shapes);
  // The function itself is there to fail.
  shapes.walk([](Operation *op) {
    if (isa<RequireOp, AssertOp, cf::AssertOp>(op))
      op->erase();
  });

  RewritePatternSet patterns(&getContext());
  patterns.add<DimOfComputed>(&getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  memref::populateResolveShapedTypeResultDimsPatterns(patterns);
  scf::populateSCFForLoopCanonicalizationPatterns(patterns);
  for (Dialect *dialect : getContext().getLoadedDialects())
    if (isa<tensor::TensorDialect, arith::ArithDialect, MeshDialect>(dialect))
      dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : getContext().getRegisteredOperations())
    if (isa<tensor::TensorDialect, arith::ArithDialect, MeshDialect>(
            &op.getDialect()))
      op.getCanonicalizationPatterns(patterns, &getContext());
  if (failed(applyPatternsGreedily(shapes, std::move(patterns))))
    return function.emitError("the shapes of its results were not simplified "
                              "to an end");
  if (needsData(shapes)) {
    function->setAttr(kShapesNeedDataAttr, builder.getUnitAttr());
    shapes.erase();
  }
  return success();
}

void ResultShapes::runOnOperation() {
  for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
    if (function.isPublic() && !function.isDeclaration() &&
        hasOpenSizes(function) && failed(addShapes(function)))
      return signalPassFailure();
}
