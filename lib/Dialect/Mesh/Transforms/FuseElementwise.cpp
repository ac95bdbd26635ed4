//===- FuseElementwise.cpp - elementwise ops on edge rows as map_edges
//----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeMaps.h"
#include "Fuse.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

namespace {

/// arith and math ops on tensors.
struct ConvertElementwise : public RewritePattern {
  ConvertElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!OpTrait::hasElementwiseMappableTraits(op) ||
        op->getNumResults() == 0 || op->getNumRegions() != 0)
      return failure();
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type)
      return failure();
    // A choice between two whole tensors, whose sizes may differ.
    auto select = dyn_cast<arith::SelectOp>(op);
    if (select && !isa<ShapedType>(select.getCondition().getType()))
      return failure();
    std::optional<EdgeRows> rows = findEdgeRows(op);
    if (!rows || type.getRank() <= rows->dim)
      return failure();

    SmallVector<RowOperand> operands;
    Value like;
    for (Value operand : op->getOperands()) {
      if (!isa<RankedTensorType>(operand.getType())) {
        operands.push_back({operand, RowOperand::Scalar});
      } else if (operand.getDefiningOp<tensor::SplatOp>()) {
        operands.push_back({operand, RowOperand::Splat});
      } else {
        operands.push_back({operand, RowOperand::Batched});
        like = operand;
      }
    }
    if (!like)
      return failure();

    Location loc = op->getLoc();
    SmallVector<Value> outs;
    for (Value result : op->getResults()) {
      auto resultType = cast<RankedTensorType>(result.getType());
      outs.push_back(tensor::EmptyOp::create(
          rewriter, loc, resultType, getRowSizes(rewriter, loc, like, 0)));
    }
    SmallVector<Value> sizes = getRowSizes(rewriter, loc, like, rows->dim + 1);
    auto map = createEdgeMap<MapEdgesOp>(
        rewriter, op, *rows, operands, outs,
        [&](MapEdgesOp created, ArrayRef<Value> inner) {
          IRMapping mapping;
          for (auto [operand, value, original] :
               llvm::zip(operands, inner, op->getOperands())) {
            if (operand.kind != RowOperand::Splat) {
              mapping.map(original, value);
              continue;
            }
            auto splat = original.getDefiningOp<tensor::SplatOp>();
            Type row = dropAxes(splat.getType(), rows->dim + 1);
            mapping.map(original, createRowSplat(rewriter, loc, row,
                                                 splat.getInput(), sizes));
          }
          Operation *clone = rewriter.clone(*op, mapping);
          for (auto [i, result] : llvm::enumerate(clone->getResults()))
            result.setType(created.getOutRowType(i));
          return SmallVector<Value>(clone->getResults());
        });
    rewriter.replaceOp(op, map.getResults());
    return success();
  }
};

} // namespace

void mesh::populateElementwiseToRegionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertElementwise>(patterns.getContext());
}
