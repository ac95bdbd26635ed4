//===- FuseCoreOps.cpp - core ops as region ops
//---------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each core op is one sweep over the edges: a gather is a map_edges that yields
// what it reads, a segment reduction an aggregate of edge rows.
//
//===----------------------------------------------------------------------===//

#include "Fuse.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

namespace {

/// Starts `region` with arguments of `types` and moves the builder there.
Block *startRegion(OpBuilder &builder, Region &region, TypeRange types,
                   Location loc) {
  return builder.createBlock(&region, region.end(), types,
                             SmallVector<Location>(types.size(), loc));
}

/// The type sums are accumulated in.
Type getAccumulatorElement(Type element) {
  if (element.getIntOrFloatBitWidth() >= 32)
    return element;
  return Float32Type::get(element.getContext());
}

/// Rounds a row to the element type it is stored in.
Value roundTo(OpBuilder &builder, Location loc, Value row, Type rowType) {
  if (row.getType() == rowType)
    return row;
  return arith::TruncFOp::create(builder, loc, rowType, row);
}

Value extendTo(OpBuilder &builder, Location loc, Value row, Type rowType) {
  if (row.getType() == rowType)
    return row;
  return arith::ExtFOp::create(builder, loc, rowType, row);
}

/// What the conversions of all segment ops need: the row types, the sizes of
/// dynamic trailing axes, and an empty result.
struct Segment {
  Location loc;
  Value messages, graph;
  EndpointAttr endpoint;
  int64_t dim;
  Type row;                 ///< type of an edge row
  Type accumulator;         ///< the same in the accumulator's element type
  SmallVector<Value> sizes; ///< dynamic trailing axes

  template <typename OpTy>
  Segment(OpBuilder &builder, OpTy op)
      : loc(op.getLoc()), messages(op.getMessages()), graph(op.getGraph()),
        endpoint(op.getEndpointAttr()), dim(op.getDim()) {
    auto type = cast<RankedTensorType>(messages.getType());
    Type element = type.getElementType();
    row = type.getRank() == dim + 1
              ? element
              : RankedTensorType::get(type.getShape().drop_front(dim + 1),
                                      element);
    accumulator = getRowTypeWithElement(row, getAccumulatorElement(element));
    for (int64_t axis = dim + 1; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        sizes.push_back(tensor::DimOp::create(builder, loc, messages, axis));
  }

  /// An uninitialised tensor of `type`, whose dynamic sizes are those of
  /// `messages` but for axis `dim`, which has `count` entries.
  Value createEmpty(OpBuilder &builder, RankedTensorType type,
                    Value count) const {
    SmallVector<Value> dynamic;
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      if (!type.isDynamicDim(axis))
        continue;
      dynamic.push_back(
          axis == dim ? count
                      : tensor::DimOp::create(builder, loc, messages, axis)
                            .getResult());
    }
    return tensor::EmptyOp::create(builder, loc, type, dynamic);
  }

  Value createNodes(OpBuilder &builder, RankedTensorType type) const {
    Value count = NumNodesOp::create(builder, loc, graph, endpoint.getValue());
    return createEmpty(builder, type, count);
  }
  Value createEdges(OpBuilder &builder, RankedTensorType type) const {
    return createEmpty(builder, type, NumEdgesOp::create(builder, loc, graph));
  }

  AggregateOp createAggregate(OpBuilder &builder, ValueRange outs,
                              bool score = false) const {
    ValueRange none;
    return AggregateOp::create(
        builder, loc, outs.getTypes(), graph, none, none,
        score ? none : ValueRange(messages), none, none,
        score ? ValueRange(messages) : none, none, outs, endpoint,
        builder.getI64IntegerAttr(dim),
        score ? StabilizeAttr::get(builder.getContext(), Stabilize::Softmax)
              : StabilizeAttr(),
        DenseBoolArrayAttr());
  }

  Value constant(OpBuilder &builder, Type type, double value) const {
    return createRowConstant(builder, loc, type, value, sizes);
  }
};

/// `degree == 0 ? 0 : row`.
Value zeroIfEmpty(OpBuilder &builder, const Segment &segment, Value degree,
                  Value row) {
  Value zero = arith::ConstantIndexOp::create(builder, segment.loc, 0);
  Value empty = arith::CmpIOp::create(builder, segment.loc,
                                      arith::CmpIPredicate::eq, degree, zero);
  Value zeros = segment.constant(builder, row.getType(), 0.0);
  return arith::SelectOp::create(builder, segment.loc, empty, zeros, row);
}

struct ConvertGather : public OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    int64_t dim = op.getDim();
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<Value> sizes;
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      if (!type.isDynamicDim(axis))
        continue;
      sizes.push_back(
          axis == dim
              ? NumEdgesOp::create(rewriter, loc, op.getGraph()).getResult()
              : tensor::DimOp::create(rewriter, loc, op.getX(), axis)
                    .getResult());
    }
    Value out = tensor::EmptyOp::create(rewriter, loc, type, sizes);
    bool atSource = op.getEndpoint() == Endpoint::Source;
    ValueRange none, x(op->getOperands().take_front());
    auto map = MapEdgesOp::create(
        rewriter, loc, TypeRange(type), op.getGraph(), atSource ? x : none,
        atSource ? none : x, none, none, out, rewriter.getI64IntegerAttr(dim),
        DenseBoolArrayAttr());
    Block *body =
        startRegion(rewriter, map.getBody(),
                    {map.getRowType(0), rewriter.getIndexType()}, loc);
    YieldOp::create(rewriter, loc, body->getArgument(0));
    rewriter.replaceOp(op, map.getResults());
    return success();
  }
};

/// segment_sum and segment_mean.
template <typename OpTy, bool mean>
struct ConvertSum : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Segment segment(rewriter, op);
    Location loc = op.getLoc();
    Value out = segment.createNodes(rewriter, op.getType());
    AggregateOp aggregate = segment.createAggregate(rewriter, out);
    Type acc = segment.accumulator, index = rewriter.getIndexType();

    startRegion(rewriter, aggregate.getInit(), {}, loc);
    YieldOp::create(rewriter, loc, segment.constant(rewriter, acc, 0.0));

    Block *step = startRegion(rewriter, aggregate.getStep(),
                              {acc, segment.row, index}, loc);
    Value row = extendTo(rewriter, loc, step->getArgument(1), acc);
    Value sum = arith::AddFOp::create(rewriter, loc, step->getArgument(0), row);
    YieldOp::create(rewriter, loc, sum);

    if (mean || acc != segment.row) {
      Block *finish =
          startRegion(rewriter, aggregate.getFinish(), {acc, index}, loc);
      Value result = finish->getArgument(0);
      if (mean)
        result =
            divideByDegree(rewriter, segment, result, finish->getArgument(1));
      YieldOp::create(rewriter, loc,
                      roundTo(rewriter, loc, result, segment.row));
    }
    rewriter.replaceOp(op, aggregate.getResults());
    return success();
  }

  static Value divideByDegree(OpBuilder &builder, const Segment &segment,
                              Value sum, Value degree) {
    Location loc = segment.loc;
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value count = arith::MaxSIOp::create(builder, loc, degree, one);
    Value integer =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), count);
    Value divisor = arith::SIToFPOp::create(
        builder, loc, getElementTypeOrSelf(sum.getType()), integer);
    return arith::DivFOp::create(
        builder, loc, sum,
        createRowSplat(builder, loc, sum.getType(), divisor, segment.sizes));
  }
};

/// segment_max and segment_min.
template <typename OpTy, typename CombineOp, bool max>
struct ConvertExtremum : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Segment segment(rewriter, op);
    Location loc = op.getLoc();
    Value out = segment.createNodes(rewriter, op.getType());
    AggregateOp aggregate = segment.createAggregate(rewriter, out);
    Type row = segment.row, index = rewriter.getIndexType();
    double infinity = std::numeric_limits<double>::infinity();

    startRegion(rewriter, aggregate.getInit(), {}, loc);
    YieldOp::create(
        rewriter, loc,
        segment.constant(rewriter, row, max ? -infinity : infinity));

    // The later operand first: a tie then goes to the earlier edge.
    Block *step =
        startRegion(rewriter, aggregate.getStep(), {row, row, index}, loc);
    Value next = CombineOp::create(rewriter, loc, step->getArgument(1),
                                   step->getArgument(0));
    YieldOp::create(rewriter, loc, next);

    Block *combine =
        startRegion(rewriter, aggregate.getCombine(), {row, row}, loc);
    Value both = CombineOp::create(rewriter, loc, combine->getArgument(1),
                                   combine->getArgument(0));
    YieldOp::create(rewriter, loc, both);

    Block *finish =
        startRegion(rewriter, aggregate.getFinish(), {row, index}, loc);
    Value result = zeroIfEmpty(rewriter, segment, finish->getArgument(1),
                               finish->getArgument(0));
    YieldOp::create(rewriter, loc, result);
    rewriter.replaceOp(op, aggregate.getResults());
    return success();
  }
};

struct ConvertArgmax : public OpRewritePattern<SegmentArgmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  /// Whether `value` beats `best`: it is larger or the first NaN, or there is
  /// no best yet.
  static Value beats(OpBuilder &builder, const Segment &segment, Value value,
                     Value best, Value bestOrdinal) {
    Location loc = segment.loc;
    Value larger = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::UGT, value, best);
    Value bestIsNumber = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::ORD, best, best);
    Value none = segment.constant(builder, bestOrdinal.getType(), -1);
    Value first = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        bestOrdinal, none);
    Value wins = arith::AndIOp::create(builder, loc, larger, bestIsNumber);
    return arith::OrIOp::create(builder, loc, wins, first);
  }

  LogicalResult matchAndRewrite(SegmentArgmaxOp op,
                                PatternRewriter &rewriter) const override {
    Segment segment(rewriter, op);
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    Value out = segment.createNodes(rewriter, type);
    AggregateOp aggregate = segment.createAggregate(rewriter, out);
    Type row = segment.row, index = rewriter.getIndexType();
    Type ordinals = getRowTypeWithElement(row, type.getElementType());

    startRegion(rewriter, aggregate.getInit(), {}, loc);
    Value lowest = segment.constant(rewriter, row,
                                    -std::numeric_limits<double>::infinity());
    Value none = segment.constant(rewriter, ordinals, -1);
    YieldOp::create(rewriter, loc, ValueRange{lowest, none});

    Block *step = startRegion(rewriter, aggregate.getStep(),
                              {row, ordinals, row, index}, loc);
    Value ordinal = arith::IndexCastOp::create(
        rewriter, loc, type.getElementType(), step->getArgument(3));
    Value edge =
        createRowSplat(rewriter, loc, ordinals, ordinal, segment.sizes);
    yieldWinner(rewriter, segment, step->getArgument(0), step->getArgument(1),
                step->getArgument(2), edge, Value());

    Block *combine = startRegion(rewriter, aggregate.getCombine(),
                                 {row, ordinals, row, ordinals}, loc);
    Value absent = segment.constant(rewriter, ordinals, -1);
    Value present =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne,
                              combine->getArgument(3), absent);
    yieldWinner(rewriter, segment, combine->getArgument(0),
                combine->getArgument(1), combine->getArgument(2),
                combine->getArgument(3), present);

    Block *finish = startRegion(rewriter, aggregate.getFinish(),
                                {row, ordinals, index}, loc);
    YieldOp::create(rewriter, loc, finish->getArgument(1));
    rewriter.replaceOp(op, aggregate.getResults());
    return success();
  }

  static void yieldWinner(OpBuilder &builder, const Segment &segment,
                          Value best, Value bestOrdinal, Value value,
                          Value ordinal, Value condition) {
    Location loc = segment.loc;
    Value wins = beats(builder, segment, value, best, bestOrdinal);
    if (condition)
      wins = arith::AndIOp::create(builder, loc, wins, condition);
    Value newBest = arith::SelectOp::create(builder, loc, wins, value, best);
    Value newOrdinal =
        arith::SelectOp::create(builder, loc, wins, ordinal, bestOrdinal);
    YieldOp::create(builder, loc, ValueRange{newBest, newOrdinal});
  }
};

/// One sweep for the maximum and the sum at each node, one over the edges for
/// the weights.
struct ConvertSoftmax : public OpRewritePattern<SegmentSoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SegmentSoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    Segment segment(rewriter, op);
    Location loc = op.getLoc();
    Type row = segment.row, acc = segment.accumulator;
    Type index = rewriter.getIndexType();
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[segment.dim] = ShapedType::kDynamic;
    auto statistics = RankedTensorType::get(shape, getElementTypeOrSelf(acc));

    SmallVector<Value> outs = {segment.createNodes(rewriter, statistics),
                               segment.createNodes(rewriter, statistics)};
    AggregateOp aggregate =
        segment.createAggregate(rewriter, outs, /*score=*/true);
    startRegion(rewriter, aggregate.getInit(), {}, loc);
    YieldOp::create(rewriter, loc);
    Block *score =
        startRegion(rewriter, aggregate.getScore(), {row, index}, loc);
    YieldOp::create(rewriter, loc,
                    extendTo(rewriter, loc, score->getArgument(0), acc));
    startRegion(rewriter, aggregate.getStep(), {acc, index}, loc);
    YieldOp::create(rewriter, loc);
    Block *finish =
        startRegion(rewriter, aggregate.getFinish(), {acc, acc, index}, loc);
    YieldOp::create(rewriter, loc, finish->getArguments().take_front(2));

    rewriter.setInsertionPointAfter(aggregate);
    Value out = segment.createEdges(rewriter, type);
    ValueRange none;
    bool atTarget = op.getEndpoint() == Endpoint::Target;
    ValueRange nodes(aggregate.getResults());
    auto map = MapEdgesOp::create(
        rewriter, loc, TypeRange(type), segment.graph, atTarget ? none : nodes,
        atTarget ? nodes : none, segment.messages, none, out,
        rewriter.getI64IntegerAttr(segment.dim), DenseBoolArrayAttr());
    Block *body =
        startRegion(rewriter, map.getBody(), {acc, acc, row, index}, loc);
    Value maximum = body->getArgument(0), sum = body->getArgument(1);
    Value logit = extendTo(rewriter, loc, body->getArgument(2), acc);
    // Of a fully masked segment, maximum and sum are exactly -inf and 0.
    // Neither gets into an operation, so that no derivative meets them.
    Value zero = segment.constant(rewriter, acc, 0.0);
    Value one = segment.constant(rewriter, acc, 1.0);
    Value lowest = segment.constant(rewriter, acc,
                                    -std::numeric_limits<double>::infinity());
    auto replace = [&](Value value, Value number, Value by) -> Value {
      Value is = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OEQ,
                                       value, number);
      return arith::SelectOp::create(rewriter, loc, is, by, value);
    };
    Value shifted = arith::SubFOp::create(rewriter, loc, logit,
                                          replace(maximum, lowest, zero));
    Value exp = math::ExpOp::create(rewriter, loc, shifted);
    Value result =
        arith::DivFOp::create(rewriter, loc, exp, replace(sum, zero, one));
    YieldOp::create(rewriter, loc, roundTo(rewriter, loc, result, row));
    rewriter.replaceOp(op, map.getResults());
    return success();
  }
};

} // namespace

void mesh::populateCoreToRegionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertGather, ConvertSum<SegmentSumOp, false>,
               ConvertSum<SegmentMeanOp, true>,
               ConvertExtremum<SegmentMaxOp, arith::MaximumFOp, true>,
               ConvertExtremum<SegmentMinOp, arith::MinimumFOp, false>,
               ConvertArgmax>(patterns.getContext());
}

void mesh::populateSoftmaxToRegionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertSoftmax>(patterns.getContext());
}
