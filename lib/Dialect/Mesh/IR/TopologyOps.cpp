//===- TopologyOps.cpp - graphs, their counts, degrees and CSR forms
//------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// Type inference of ops with a graph operand and `count` index tensors.
#define MESH_INFER_INDEX_TENSORS(OP, COUNT)                                    \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *context, std::optional<Location> loc, ValueRange operands,  \
      DictionaryAttr attributes, OpaqueProperties properties,                  \
      RegionRange regions, SmallVectorImpl<Type> &types) {                     \
    if (operands.empty() || !isa<mesh::GraphType>(operands[0].getType()))      \
      return emitOptionalError(loc, "expects a graph operand");                \
    types.append(COUNT, getIndexTensorType(operands[0].getType()));            \
    return success();                                                          \
  }
MESH_INFER_INDEX_TENSORS(CSROp, 3)
MESH_INFER_INDEX_TENSORS(DegreeOp, 1)
MESH_INFER_INDEX_TENSORS(EndpointsOp, 2)
MESH_INFER_INDEX_TENSORS(EdgeIdsOp, 1)

//===----------------------------------------------------------------------===//
// GraphOp
//===----------------------------------------------------------------------===//

LogicalResult
GraphOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                          ValueRange operands, DictionaryAttr attributes,
                          OpaqueProperties properties, RegionRange regions,
                          SmallVectorImpl<Type> &types) {
  if (operands.empty())
    return emitOptionalError(loc, "expects endpoint ids");
  auto indexType =
      dyn_cast<IntegerType>(getElementTypeOrSelf(operands[0].getType()));
  if (!indexType)
    return emitOptionalError(loc,
                             "expects endpoint ids of type 'i32' or 'i64'");
  types.push_back(mesh::GraphType::get(context, indexType));
  return success();
}

LogicalResult GraphOp::verify() {
  // graph_c1
  auto source = cast<RankedTensorType>(getSource().getType());
  auto target = cast<RankedTensorType>(getTarget().getType());
  if (source.getElementType() != target.getElementType())
    return emitOpError("expects 'source' and 'target' to have one element "
                       "type, but got ")
           << source.getElementType() << " and " << target.getElementType();
  if (failed(verifyCompatibleShape(source, target)))
    return emitOpError("expects 'source' and 'target' to have one length, but "
                       "got ")
           << source.getDimSize(0) << " and " << target.getDimSize(0);
  return success();
}

//===----------------------------------------------------------------------===//
// TransposeOp
//===----------------------------------------------------------------------===//

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  if (auto inner = getGraph().getDefiningOp<TransposeOp>())
    return inner.getGraph();
  return {};
}

namespace {

/// Looking at a transposed graph from one endpoint is looking at the graph
/// from the other. One pattern for every op with the interface.
struct LookThroughTranspose
    : public OpInterfaceRewritePattern<EndpointOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(EndpointOpInterface op,
                                PatternRewriter &rewriter) const override {
    OpOperand &graph = op.getGraphOperand();
    auto transpose = graph.get().getDefiningOp<TransposeOp>();
    if (!transpose)
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      graph.set(transpose.getGraph());
      op.lookFrom(opposite(op.getLookedFrom()));
    });
    return success();
  }
};

/// The endpoints of a transposed graph are the endpoints, swapped.
struct EndpointsOfTranspose : public OpRewritePattern<EndpointsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(EndpointsOp op,
                                PatternRewriter &rewriter) const override {
    auto transpose = op.getGraph().getDefiningOp<TransposeOp>();
    if (!transpose)
      return failure();
    auto inner = EndpointsOp::create(rewriter, op.getLoc(),
                                     TypeRange{op.getType(1), op.getType(0)},
                                     transpose.getGraph());
    rewriter.replaceOp(op, {inner.getTarget(), inner.getSource()});
    return success();
  }
};

/// An op that does not care about direction reads the graph itself.
template <typename OpTy>
struct IgnoreTranspose : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto transpose = op.getGraph().template getDefiningOp<TransposeOp>();
    if (!transpose)
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { op.getGraphMutable().assign(transpose.getGraph()); });
    return success();
  }
};

/// The number of edges of a graph is the length of the ids it is built from.
/// The build itself stays: it may fail, and its other users need it.
struct NumEdgesOfGraph : public OpRewritePattern<NumEdgesOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NumEdgesOp op,
                                PatternRewriter &rewriter) const override {
    auto graph = op.getGraph().getDefiningOp<GraphOp>();
    if (!graph)
      return failure();
    rewriter.replaceOpWithNewOp<tensor::DimOp>(op, graph.getSource(), 0);
    return success();
  }
};

} // namespace

void TransposeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<LookThroughTranspose>(context);
}

//===----------------------------------------------------------------------===//
// CSROp, CSRTransposeOp
//===----------------------------------------------------------------------===//

/// One more than the number of nodes: the length of a row pointer.
static Value getPointerLength(OpBuilder &builder, Location loc, Value graph,
                              Endpoint endpoint) {
  Value count = getNodeCount(builder, loc, graph, endpoint);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return arith::AddIOp::create(builder, loc, count, one);
}

LogicalResult CSROp::reifyResultShapes(OpBuilder &builder,
                                       ReifiedRankedShapedTypeDims &dims) {
  OpFoldResult edges = getEdgeCount(builder, getLoc(), getGraph());
  dims.push_back(
      {getPointerLength(builder, getLoc(), getGraph(), getEndpoint())});
  dims.push_back({edges});
  dims.push_back({edges});
  return success();
}

LogicalResult CSRTransposeOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  if (operands.size() < 3)
    return emitOptionalError(loc, "expects at least 3 operands, but got ",
                             operands.size());
  auto col = dyn_cast<RankedTensorType>(operands[1].getType());
  if (!col || col.getRank() != 1)
    return emitOptionalError(loc, "expects 'col' to be a tensor of rank 1");
  types.push_back(
      RankedTensorType::get({ShapedType::kDynamic}, col.getElementType()));
  types.append(2, col);
  if (operands.size() > 3)
    types.push_back(operands[3].getType());
  return success();
}

LogicalResult CSRTransposeOp::verify() {
  // csr_transpose_c1
  Type pointers = getElementTypeOrSelf(getRowPtr().getType());
  Type columns = getElementTypeOrSelf(getCol().getType());
  if (pointers != columns)
    return emitOpError("expects 'row_ptr' and 'col' to have one element type, "
                       "but got ")
           << pointers << " and " << columns;
  if (!getValues())
    return success();
  // csr_transpose_c4, where static.
  auto values = cast<RankedTensorType>(getValues().getType());
  auto col = cast<RankedTensorType>(getCol().getType());
  if (values.getRank() == 0)
    return emitOpError("expects 'values' to have a row for each entry, but got "
                       "a tensor of rank 0");
  if (failed(
          verifyCompatibleShape({values.getDimSize(0)}, {col.getDimSize(0)})))
    return emitOpError("expects 'values' to have ")
           << col.getDimSize(0) << " rows, but got " << values.getDimSize(0);
  return success();
}

LogicalResult
CSRTransposeOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &dims) {
  Value one = arith::ConstantIndexOp::create(builder, getLoc(), 1);
  Value length =
      arith::AddIOp::create(builder, getLoc(), getNumCols(), one).getResult();
  dims.push_back({OpFoldResult(length)});
  SmallVector<OpFoldResult> entries = getSizes(builder, getLoc(), getCol());
  dims.push_back(entries);
  dims.push_back(entries);
  if (getValues())
    dims.push_back(getSizes(builder, getLoc(), getValues()));
  return success();
}

//===----------------------------------------------------------------------===//
// Counts, degrees, endpoints
//===----------------------------------------------------------------------===//

LogicalResult DegreeOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &dims) {
  dims.push_back({OpFoldResult(
      getNodeCount(builder, getLoc(), getGraph(), getEndpoint()))});
  return success();
}

OpFoldResult NumNodesOp::fold(FoldAdaptor) {
  auto graph = getGraph().getDefiningOp<GraphOp>();
  if (!graph)
    return {};
  return getEndpoint() == Endpoint::Source ? graph.getNumSources()
                                           : graph.getNumTargets();
}

void NumEdgesOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<NumEdgesOfGraph, IgnoreTranspose<NumEdgesOp>>(context);
}

LogicalResult
EndpointsOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &dims) {
  OpFoldResult edges = getEdgeCount(builder, getLoc(), getGraph());
  dims.append(2, {edges});
  return success();
}

void EndpointsOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<EndpointsOfTranspose>(context);
}

LogicalResult EdgeIdsOp::reifyResultShapes(OpBuilder &builder,
                                           ReifiedRankedShapedTypeDims &dims) {
  dims.push_back({OpFoldResult(getEdgeCount(builder, getLoc(), getGraph()))});
  return success();
}

void EdgeIdsOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<IgnoreTranspose<EdgeIdsOp>>(context);
}

LogicalResult RequireOp::verify() {
  // require_c1
  if (static_cast<uint32_t>(getRequired()) == 0)
    return emitOpError("expects at least one property");
  return success();
}
