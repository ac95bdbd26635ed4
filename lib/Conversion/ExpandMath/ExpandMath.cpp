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
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
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

/// Upstream's expansion takes the bounds for each other.
struct ExpandClamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value above = arith::MaximumFOp::create(rewriter, loc, op.getValue(),
                                            op.getMin(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, above, op.getMax(),
                                                   op.getFastmath());
    return success();
  }
};

/// A splat of `number`, or a number, in the float type of `type`.
Value buildNumber(OpBuilder &b, Location loc, Type type, APFloat number) {
  TypedAttr attribute = b.getFloatAttr(getElementTypeOrSelf(type), number);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attribute = DenseElementsAttr::get(shaped, attribute);
  return arith::ConstantOp::create(b, loc, attribute);
}

/// Infinite, and neither that nor subnormal nor zero: LLVM has no such op on
/// vectors. Comparisons are those of the op's own type: what is subnormal in it
/// may be normal in a wider one.
template <typename Op> struct ExpandTest : OpRewritePattern<Op> {
  ExpandTest(MLIRContext *context)
      : OpRewritePattern<Op>(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value x = op.getOperand();
    auto element = cast<FloatType>(getElementTypeOrSelf(x.getType()));
    const llvm::fltSemantics &semantics = element.getFloatSemantics();
    Value size = math::AbsFOp::create(rewriter, loc, x);
    Value infinity =
        buildNumber(rewriter, loc, x.getType(), APFloat::getInf(semantics));
    if (isa<math::IsInfOp>(op)) {
      rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, arith::CmpFPredicate::OEQ,
                                                 size, infinity);
      return success();
    }
    Value smallest = buildNumber(rewriter, loc, x.getType(),
                                 APFloat::getSmallestNormalized(semantics));
    Value isLarge = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OGE, size, smallest);
    Value isFinite = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OLT, size, infinity);
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isLarge, isFinite);
    return success();
  }
};

bool isNarrow(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16();
}

Type widen(Type type) {
  Type wide = Float32Type::get(type.getContext());
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(wide);
  return wide;
}

/// Computes what has operands or results of f16 or bf16 in f32. Processors, and
/// the functions that LLVM calls instead, differ in what they can do.
struct WidenArithmetic : RewritePattern {
  WidenArithmetic(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    bool isElementwise =
        isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
        OpTrait::hasElementwiseMappableTraits(op);
    if (!isElementwise ||
        isa<arith::ExtFOp, arith::TruncFOp, arith::BitcastOp, arith::SelectOp>(
            op))
      return rewriter.notifyMatchFailure(op, "only moves numbers");
    if (llvm::none_of(op->getOperandTypes(), isNarrow) &&
        llvm::none_of(op->getResultTypes(), isNarrow))
      return rewriter.notifyMatchFailure(op, "has no narrow numbers");
    Location loc = op->getLoc();
    IRMapping wide;
    for (Value operand : op->getOperands())
      if (isNarrow(operand.getType()))
        wide.map(operand, arith::ExtFOp::create(
                              rewriter, loc, widen(operand.getType()), operand)
                              .getResult());
    Operation *copy = rewriter.clone(*op, wide);
    SmallVector<Value> results;
    rewriter.setInsertionPointAfter(copy);
    for (OpResult result : copy->getResults()) {
      Type type = result.getType();
      results.push_back(result);
      if (!isNarrow(type))
        continue;
      result.setType(widen(type));
      results.back() = arith::TruncFOp::create(rewriter, loc, type, result);
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Conversions between f64 and narrow types go by way of f32.
template <typename Op> struct SplitConversion : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), to = op.getType();
    bool isSplit = (isNarrow(from) && getElementTypeOrSelf(to).isF64()) ||
                   (isNarrow(to) && getElementTypeOrSelf(from).isF64());
    if (!isSplit)
      return rewriter.notifyMatchFailure(op, "is a conversion to or from f32");
    Value half = Op::create(rewriter, op.getLoc(), widen(from), op.getIn());
    rewriter.replaceOpWithNewOp<Op>(op, to, half);
    return success();
  }
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
  patterns.add<ExpandClamp, ExpandTest<math::IsInfOp>,
               ExpandTest<math::IsNormalOp>>(&getContext());
  patterns.add<WidenArithmetic, SplitConversion<arith::ExtFOp>,
               SplitConversion<arith::TruncFOp>>(&getContext());
  // Folding would compute constants by the host's library.
  GreedyRewriteConfig config;
  config.enableFolding(false);
  config.enableConstantCSE(false);
  if (failed(
          applyPatternsGreedily(getOperation(), std::move(patterns), config)))
    signalPassFailure();
}
