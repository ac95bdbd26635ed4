//===- LowerGraphReaders.cpp - ops that read components of a graph --------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerGraph.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mesh;

namespace {

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

struct LowerTranspose : public GraphOpPattern<TransposeOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(TransposeOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ValueRange graph = adaptor.getGraph();
    SmallVector<Value> components = {
        graph[kTarget],  graph[kSource], graph[kOutPtr], graph[kOutCol],
        graph[kOutEdge], graph[kInPtr],  graph[kInCol],  graph[kInEdge]};
    rewriter.replaceOpWithMultiple(op, {ValueRange(components)});
    return success();
  }
};

struct LowerMakeGraph : public GraphOpPattern<MakeGraphOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(MakeGraphOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertType(op.getType(), types)))
      return failure();
    SmallVector<Value> components;
    for (auto [component, type] :
         llvm::zip_equal(adaptor.getComponents(), types))
      components.push_back(castTo(b, component.front(), type));
    rewriter.replaceOpWithMultiple(op, {ValueRange(components)});
    return success();
  }
};

struct LowerGraphComponents : public GraphOpPattern<GraphComponentsOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(GraphComponentsOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> components;
    for (auto [component, type] :
         llvm::zip_equal(adaptor.getGraph(), op.getResultTypes()))
      components.push_back(castTo(b, component, type));
    rewriter.replaceOp(op, components);
    return success();
  }
};

struct LowerCSR : public GraphOpPattern<CSROp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(CSROp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Rows rows = getRows(adaptor.getGraph(), op.getEndpoint());
    rewriter.replaceOp(op, {castTo(b, rows.ptr, op.getRowPtr().getType()),
                            castTo(b, rows.col, op.getCol().getType()),
                            castTo(b, rows.edge, op.getEdge().getType())});
    return success();
  }
};

struct LowerEndpoints : public GraphOpPattern<EndpointsOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(EndpointsOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ValueRange graph = adaptor.getGraph();
    rewriter.replaceOp(op,
                       {castTo(b, graph[kSource], op.getSource().getType()),
                        castTo(b, graph[kTarget], op.getTarget().getType())});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

struct LowerNumNodes : public GraphOpPattern<NumNodesOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(NumNodesOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op,
                       getNumNodes(b, adaptor.getGraph(), op.getEndpoint()));
    return success();
  }
};

struct LowerNumEdges : public GraphOpPattern<NumEdgesOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(NumEdgesOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, getNumEdges(b, adaptor.getGraph()));
    return success();
  }
};

/// One generic over `inputs`, one-dimensional with `size` entries.
Value mapVector(ImplicitLocOpBuilder &b, OpFoldResult size, Type element,
                ValueRange inputs,
                function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> body) {
  Value init = tensor::EmptyOp::create(b, size, element);
  SmallVector<AffineMap> maps(inputs.size() + 1, b.getMultiDimIdentityMap(1));
  return linalg::GenericOp::create(
             b, TypeRange(init.getType()), inputs, ValueRange(init), maps,
             utils::IteratorType::parallel,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder inner(loc, nested);
               Value entry = body(inner, args.drop_back());
               linalg::YieldOp::create(inner, entry);
             })
      .getResult(0);
}

struct LowerDegree : public GraphOpPattern<DegreeOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(DegreeOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ValueRange graph = adaptor.getGraph();
    OpFoldResult numNodes = getNumNodes(b, graph, op.getEndpoint());
    Value ptr = getRows(graph, op.getEndpoint()).ptr;
    OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
    Value begins = tensor::ExtractSliceOp::create(b, ptr, zero, numNodes, one);
    Value ends = tensor::ExtractSliceOp::create(b, ptr, one, numNodes, one);
    Value degrees =
        mapVector(b, numNodes, getElementTypeOrSelf(ptr), {begins, ends},
                  [](ImplicitLocOpBuilder &inner, ValueRange entries) -> Value {
                    return arith::SubIOp::create(inner, entries[1], entries[0]);
                  });
    rewriter.replaceOp(op, castTo(b, degrees, op.getType()));
    return success();
  }
};

struct LowerEdgeIds : public GraphOpPattern<EdgeIdsOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(EdgeIdsOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type element = op.getType().getElementType();
    OpFoldResult numEdges = getNumEdges(b, adaptor.getGraph());
    Value ids =
        mapVector(b, numEdges, element, {},
                  [&](ImplicitLocOpBuilder &inner, ValueRange) -> Value {
                    Value edge = linalg::IndexOp::create(inner, 0);
                    return arith::IndexCastOp::create(inner, element, edge);
                  });
    rewriter.replaceOp(op, castTo(b, ids, op.getType()));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Region ops
//===----------------------------------------------------------------------===//

/// Operands that are no graphs keep their number.
SmallVector<Value> flatten(ArrayRef<ValueRange> operands) {
  SmallVector<Value> values;
  for (ValueRange operand : operands)
    llvm::append_range(values, operand);
  return values;
}

/// Moves the regions over and keeps attributes of other dialects.
void takeRegions(Operation *from, Operation *to, ConversionPatternRewriter &r) {
  for (auto [source, target] :
       llvm::zip_equal(from->getRegions(), to->getRegions()))
    r.inlineRegionBefore(source, target, target.end());
  to->setDiscardableAttrs(from->getDiscardableAttrDictionary());
}

struct LowerAggregate : public GraphOpPattern<AggregateOp> {
  using GraphOpPattern::GraphOpPattern;

  LogicalResult matchAndRewrite(AggregateOp op, Adaptor adaptor,
                                Rewriter &rewriter) const override {
    Rows rows = getRows(adaptor.getOver().front(), op.getEndpoint());
    auto lowered = AggregateOp::create(
        rewriter, op.getLoc(), op.getResultTypes(),
        ValueRange{rows.ptr, rows.col, rows.edge},
        flatten(adaptor.getSources()), flatten(adaptor.getOwners()),
        flatten(adaptor.getEdges()), flatten(adaptor.getScoreSources()),
        flatten(adaptor.getScoreOwners()), flatten(adaptor.getScoreEdges()),
        flatten(adaptor.getShared()), flatten(adaptor.getOuts()),
        op.getEndpointAttr(), op.getDimAttr(), op.getStabilizeAttr(),
        op.getBatchedAttr(), op.getSortedAttr());
    takeRegions(op, lowered, rewriter);
    rewriter.replaceOp(op, lowered.getResults());
    return success();
  }
};

/// map_edges and reduce_edges.
template <typename OpTy> struct LowerEdgeMap : public GraphOpPattern<OpTy> {
  using GraphOpPattern<OpTy>::GraphOpPattern;

  LogicalResult matchAndRewrite(
      OpTy op, typename GraphOpPattern<OpTy>::Adaptor adaptor,
      typename GraphOpPattern<OpTy>::Rewriter &rewriter) const override {
    ValueRange graph = adaptor.getOver().front();
    SmallVector<Value> over = {graph[kSource], graph[kTarget]};
    if constexpr (std::is_same_v<OpTy, MapEdgesOp>)
      if (op.getSweep()) {
        Rows rows = getRows(graph, *op.getSweep());
        over = {rows.ptr, rows.col, rows.edge};
      }
    auto lowered = OpTy::create(
        rewriter, op.getLoc(), op.getResultTypes(), over,
        flatten(adaptor.getSources()), flatten(adaptor.getTargets()),
        flatten(adaptor.getEdges()), flatten(adaptor.getShared()),
        flatten(adaptor.getOuts()), op.getDimAttr(), op.getBatchedAttr());
    if constexpr (std::is_same_v<OpTy, MapEdgesOp>) {
      lowered.setSweepAttr(op.getSweepAttr());
      lowered.setSortedAttr(op.getSortedAttr());
    }
    takeRegions(op, lowered, rewriter);
    rewriter.replaceOp(op, lowered.getResults());
    return success();
  }
};

} // namespace

void mesh::populateGraphReaderPatterns(const TypeConverter &converter,
                                       RewritePatternSet &patterns) {
  patterns.add<LowerAggregate, LowerCSR, LowerDegree, LowerEdgeIds,
               LowerEndpoints, LowerGraphComponents, LowerMakeGraph,
               LowerEdgeMap<MapEdgesOp>, LowerEdgeMap<ReduceEdgesOp>,
               LowerNumEdges, LowerNumNodes, LowerTranspose>(
      converter, patterns.getContext());
}
