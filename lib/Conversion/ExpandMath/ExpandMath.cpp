//===- ExpandMath.cpp - math functions to polynomials ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Polynomials.h"
#include "mesh/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mesh {
#define GEN_PASS_DEF_MESHEXPANDMATH
#include "mesh/Conversion/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {

template <typename Op> struct ExpandFunction : OpRewritePattern<Op> {
  using Build = Value (*)(ImplicitLocOpBuilder &, Value);

  ExpandFunction(MLIRContext *context, Build build)
      : OpRewritePattern<Op>(context), build(build) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not on f32");
    if (auto vector = dyn_cast<VectorType>(op.getType()))
      if (vector.isScalable())
        return rewriter.notifyMatchFailure(op, "of a scalable vector");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, build(b, op.getOperand()));
    return success();
  }

  Build build;
};

class ExpandMath : public mesh::impl::MeshExpandMathBase<ExpandMath> {
  void runOnOperation() override;
};

} // namespace

void ExpandMath::runOnOperation() {
  RewritePatternSet patterns(&getContext());
  patterns.add<ExpandFunction<math::ExpOp>>(&getContext(), buildExp);
  patterns.add<ExpandFunction<math::LogOp>>(&getContext(), buildLog);
  patterns.add<ExpandFunction<math::TanhOp>>(&getContext(), buildTanh);
  patterns.add<ExpandFunction<math::ErfOp>>(&getContext(), buildErf);
  // Library functions for f16 and bf16 do not exist.
  populateMathF32ExpansionPatterns(patterns,
                                   [](StringRef name) { return true; });
  // Folding would compute constants by the host's library.
  GreedyRewriteConfig config;
  config.enableFolding(false);
  config.enableConstantCSE(false);
  if (failed(
          applyPatternsGreedily(getOperation(), std::move(patterns), config)))
    signalPassFailure();
}
