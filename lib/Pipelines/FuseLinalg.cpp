//===- FuseLinalg.cpp - fusion of elementwise ops -------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Pipelines/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mesh {
#define GEN_PASS_DEF_MESHFUSELINALG
#include "mesh/Pipelines/Passes.h.inc"
} // namespace mesh

using namespace mlir;

/// Whether every entry of an operand is read for many entries of the result.
static bool isMatrixProduct(Operation *op) {
  auto consumer = dyn_cast<linalg::LinalgOp>(op);
  if (!consumer || !linalg::isaContractionOpInterface(consumer))
    return false;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(consumer);
  return succeeded(dims) && !dims->m.empty() && !dims->n.empty() &&
         !dims->k.empty();
}

/// Whether `op` only converts floats to wider ones.
static bool isExtension(Operation *op) {
  auto producer = dyn_cast<linalg::GenericOp>(op);
  return producer && llvm::all_of(producer.getBody()->without_terminator(),
                                  llvm::IsaPred<arith::ExtFOp>);
}

static bool isWorthFusing(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  if (!producer || !producer->hasOneUse())
    return false;
  return !isMatrixProduct(operand->getOwner()) || isExtension(producer);
}

namespace {
class FuseLinalg : public mesh::impl::MeshFuseLinalgBase<FuseLinalg> {
  void runOnOperation() override;
};
} // namespace

void FuseLinalg::runOnOperation() {
  MLIRContext *context = &getContext();
  RewritePatternSet patterns(context);
  linalg::populateElementwiseOpsFusionPatterns(patterns, isWorthFusing);
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, isWorthFusing);
  linalg::populateConstantFoldLinalgOperations(patterns, isWorthFusing);
  // What fusion leaves behind.
  affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
  linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
  context->getLoadedDialect<linalg::LinalgDialect>()
      ->getCanonicalizationPatterns(patterns);
  // From producers to consumers: fewer rounds.
  (void)applyPatternsGreedily(
      getOperation(), std::move(patterns),
      GreedyRewriteConfig().setUseTopDownTraversal(true));
}
