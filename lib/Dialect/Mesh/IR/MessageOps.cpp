//===- MessageOps.cpp - gather and the segment reductions
//-----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Shared by gather and the segment ops
//===----------------------------------------------------------------------===//

/// (*_c1), (*_c2): the axis exists, and the result differs from the operand in
/// that axis only. Type inference, which runs after this, compares the shapes.
static LogicalResult verifyRowOp(Operation *op, StringRef name, Value rows,
                                 int64_t dim) {
  return verifyDim(op, name, rows.getType(), dim);
}

/// Result sizes of a segment op: node rows.
static LogicalResult reifyNodeRows(OpBuilder &builder, Operation *op,
                                   Value rows, Value graph, Endpoint endpoint,
                                   int64_t dim,
                                   ReifiedRankedShapedTypeDims &dims) {
  Value count = getNodeCount(builder, op->getLoc(), graph, endpoint);
  dims.push_back(getSizesWithAxis(builder, op->getLoc(), rows, dim, count));
  return success();
}

/// Result sizes of an op whose results are edge rows.
static LogicalResult reifyEdgeRows(OpBuilder &builder, Operation *op,
                                   Value rows, Value graph, int64_t dim,
                                   ReifiedRankedShapedTypeDims &dims) {
  Value count = getEdgeCount(builder, op->getLoc(), graph);
  dims.push_back(getSizesWithAxis(builder, op->getLoc(), rows, dim, count));
  return success();
}

/// The operand type with the node or edge axis made dynamic.
static LogicalResult inferRows(std::optional<Location> loc, Value rows,
                               int64_t dim, Type elementType,
                               SmallVectorImpl<Type> &types) {
  RankedTensorType type = withDynamicAxis(rows.getType(), dim, elementType);
  if (!type)
    return emitOptionalError(loc, "expects 'dim' to be less than the rank of ",
                             rows.getType(), ", but got ", dim);
  types.push_back(type);
  return success();
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

LogicalResult
GatherOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferRows(loc, adaptor.getX(), adaptor.getDim(), {}, types);
}

LogicalResult GatherOp::verify() {
  return verifyRowOp(*this, "x", getX(), getDim());
}

LogicalResult GatherOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &dims) {
  return reifyEdgeRows(builder, *this, getX(), getGraph(), getDim(), dims);
}

SmallVector<SizeConstraint> GatherOp::getSizeConstraints() {
  return {{&getXMutable(), static_cast<int64_t>(getDim()), getGraph(),
           getCount(getEndpoint()), "x"}};
}

namespace {

/// gather(splat of v over all nodes) is a splat of v over all edges. Only when
/// the splat's row count is the graph's by construction: the fold must not
/// hide a wrong size.
struct GatherOfSplat : public OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherOp op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getX().getDefiningOp<tensor::SplatOp>();
    if (!splat)
      return failure();
    auto type = splat.getResult().getType();
    int64_t dim = op.getDim();
    if (!type.isDynamicDim(dim))
      return failure();
    unsigned position =
        llvm::count_if(type.getShape().take_front(dim), ShapedType::isDynamic);
    auto count = splat.getDynamicSizes()[position].getDefiningOp<NumNodesOp>();
    if (!count || count.getGraph() != op.getGraph() ||
        count.getEndpoint() != op.getEndpoint())
      return failure();
    auto resultType = op.getType();
    if (!resultType.isDynamicDim(dim))
      return failure();
    SmallVector<Value> sizes(splat.getDynamicSizes());
    sizes[position] = getEdgeCount(rewriter, op.getLoc(), op.getGraph());
    auto edges =
        tensor::SplatOp::create(rewriter, op.getLoc(), splat.getInput(),
                                withDynamicAxis(type, dim), sizes);
    if (edges.getType() == resultType)
      rewriter.replaceOp(op, edges);
    else
      rewriter.replaceOpWithNewOp<tensor::CastOp>(op, resultType, edges);
    return success();
  }
};

/// segment_sum(splat of 0) is a splat of 0, whatever the graph.
struct SumOfZeroSplat : public OpRewritePattern<SegmentSumOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SegmentSumOp op,
                                PatternRewriter &rewriter) const override {
    auto splat = op.getMessages().getDefiningOp<tensor::SplatOp>();
    if (!splat || !matchPattern(splat.getInput(), m_PosZeroFloat()))
      return failure();
    auto type = splat.getResult().getType();
    int64_t dim = op.getDim();
    if (!type.isDynamicDim(dim) || !op.getType().isDynamicDim(dim))
      return failure();
    unsigned position =
        llvm::count_if(type.getShape().take_front(dim), ShapedType::isDynamic);
    auto count = splat.getDynamicSizes()[position].getDefiningOp<NumEdgesOp>();
    if (!count || count.getGraph() != op.getGraph())
      return failure();
    SmallVector<Value> sizes(splat.getDynamicSizes());
    sizes[position] =
        getNodeCount(rewriter, op.getLoc(), op.getGraph(), op.getEndpoint());
    auto nodes =
        tensor::SplatOp::create(rewriter, op.getLoc(), splat.getInput(),
                                withDynamicAxis(type, dim), sizes);
    if (nodes.getType() == op.getType())
      rewriter.replaceOp(op, nodes);
    else
      rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), nodes);
    return success();
  }
};

} // namespace

void GatherOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<GatherOfSplat>(context);
}

void SegmentSumOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<SumOfZeroSplat>(context);
}

//===----------------------------------------------------------------------===//
// Segment ops
//===----------------------------------------------------------------------===//

// The reductions differ in what they compute, not in their shapes.
#define MESH_SEGMENT_REDUCE_OP(OP)                                             \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *context, std::optional<Location> loc, ValueRange operands,  \
      DictionaryAttr attributes, OpaqueProperties properties,                  \
      RegionRange regions, SmallVectorImpl<Type> &types) {                     \
    Adaptor adaptor(operands, attributes, properties, regions);                \
    return inferRows(loc, adaptor.getMessages(), adaptor.getDim(), {}, types); \
  }                                                                            \
  MESH_SEGMENT_OP(OP)

#define MESH_SEGMENT_OP(OP)                                                    \
  LogicalResult OP::reifyResultShapes(OpBuilder &builder,                      \
                                      ReifiedRankedShapedTypeDims &dims) {     \
    return reifyNodeRows(builder, *this, getMessages(), getGraph(),            \
                         getEndpoint(), getDim(), dims);                       \
  }                                                                            \
  MESH_SEGMENT_CHECKS(OP)

#define MESH_SEGMENT_CHECKS(OP)                                                \
  LogicalResult OP::verify() {                                                 \
    return verifyRowOp(*this, "messages", getMessages(), getDim());            \
  }                                                                            \
  SmallVector<SizeConstraint> OP::getSizeConstraints() {                       \
    return {{&getMessagesMutable(), static_cast<int64_t>(getDim()),            \
             getGraph(), SizeConstraint::Count::Edges, "messages"}};           \
  }

MESH_SEGMENT_REDUCE_OP(SegmentSumOp)
MESH_SEGMENT_REDUCE_OP(SegmentMeanOp)
MESH_SEGMENT_REDUCE_OP(SegmentMaxOp)
MESH_SEGMENT_REDUCE_OP(SegmentMinOp)
MESH_SEGMENT_OP(SegmentArgmaxOp)
MESH_SEGMENT_CHECKS(SegmentSoftmaxOp)

LogicalResult SegmentArgmaxOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferRows(
      loc, adaptor.getMessages(), adaptor.getDim(),
      cast<mesh::GraphType>(adaptor.getGraph().getType()).getIndexType(),
      types);
}

LogicalResult SegmentSoftmaxOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferRows(loc, adaptor.getMessages(), adaptor.getDim(), {}, types);
}

LogicalResult
SegmentSoftmaxOp::reifyResultShapes(OpBuilder &builder,
                                    ReifiedRankedShapedTypeDims &dims) {
  return reifyEdgeRows(builder, *this, getMessages(), getGraph(), getDim(),
                       dims);
}
