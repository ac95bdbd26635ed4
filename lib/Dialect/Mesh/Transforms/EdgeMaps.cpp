//===- EdgeMaps.cpp - ops on edge rows as map_edges -----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeMaps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

/// The graph must be available where `op` stands.
static bool isAvailableAt(Value graph, Operation *op) {
  Operation *def = graph.getDefiningOp();
  if (!def)
    return graph.getParentRegion()->isAncestor(op->getParentRegion());
  if (def->getBlock() == op->getBlock())
    return def->isBeforeInBlock(op);
  Operation *ancestor = def->getBlock()->findAncestorOpInBlock(*op);
  return ancestor && def->isBeforeInBlock(ancestor);
}

static std::optional<EdgeRows> findByOperand(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    auto map = value.getDefiningOp<MapEdgesOp>();
    if (map && map.isOverGraph())
      return EdgeRows{map.getOver().front(), static_cast<int64_t>(map.getDim()),
                      &operand};
    if (auto softmax = value.getDefiningOp<SegmentSoftmaxOp>())
      return EdgeRows{softmax.getGraph(),
                      static_cast<int64_t>(softmax.getDim()), &operand};
  }
  return std::nullopt;
}

static std::optional<EdgeRows> findByReader(Operation *op) {
  for (OpOperand &use : op->getUses()) {
    if (auto softmax = dyn_cast<SegmentSoftmaxOp>(use.getOwner()))
      return EdgeRows{softmax.getGraph(),
                      static_cast<int64_t>(softmax.getDim())};
    for (EdgeRegion region : EdgeRegion::of(use.getOwner())) {
      if (!isa<mesh::GraphType>(region.getGraph().getType()))
        continue;
      for (auto [i, value] : llvm::enumerate(region.getGroup(RowsOf::Edge)))
        if (value == use.get())
          return EdgeRows{region.getGraph(), region.isBatched(RowsOf::Edge, i)
                                                 ? region.getDim()
                                                 : 0};
    }
  }
  return std::nullopt;
}

std::optional<EdgeRows> mesh::findEdgeRows(Operation *op) {
  std::optional<EdgeRows> rows = findByOperand(op);
  if (!rows)
    rows = findByReader(op);
  if (rows && !isAvailableAt(rows->graph, op))
    return std::nullopt;
  return rows;
}

bool mesh::capturesTensor(Operation *op) {
  SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  return llvm::any_of(captures, [](Value capture) {
    return isa<TensorType>(capture.getType()) && !isMadeOfScalars(capture);
  });
}

Type mesh::dropAxes(RankedTensorType type, int64_t count) {
  if (type.getRank() == count)
    return type.getElementType();
  return RankedTensorType::get(type.getShape().drop_front(count),
                               type.getElementType());
}

SmallVector<Value> mesh::getRowSizes(OpBuilder &builder, Location loc,
                                     Value like, int64_t skip) {
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(like.getType());
  for (int64_t axis = skip; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      sizes.push_back(tensor::DimOp::create(builder, loc, like, axis));
  return sizes;
}

template <typename OpTy>
OpTy mesh::createEdgeMap(
    PatternRewriter &rewriter, Operation *op, EdgeRows rows,
    ArrayRef<RowOperand> operands, ValueRange outs,
    function_ref<SmallVector<Value>(OpTy, ArrayRef<Value>)> fill) {
  SmallVector<Value> edges, shared;
  SmallVector<bool> batched;
  SmallVector<Type> edgeTypes, sharedTypes;
  for (const RowOperand &operand : operands) {
    if (operand.kind == RowOperand::Shared) {
      shared.push_back(operand.value);
      sharedTypes.push_back(
          dropAxes(cast<RankedTensorType>(operand.value.getType()), 0));
    }
    if (operand.kind != RowOperand::Batched &&
        operand.kind != RowOperand::Unbatched)
      continue;
    edges.push_back(operand.value);
    batched.push_back(operand.kind == RowOperand::Batched || rows.dim == 0);
    edgeTypes.push_back(
        dropAxes(cast<RankedTensorType>(operand.value.getType()),
                 (batched.back() ? rows.dim : 0) + 1));
  }
  bool all = llvm::all_of(batched, [](bool b) { return b; });
  ValueRange none;
  auto map = OpTy::create(
      rewriter, op->getLoc(), outs.getTypes(), rows.graph, none, none, edges,
      shared, outs, rewriter.getI64IntegerAttr(rows.dim),
      all ? DenseBoolArrayAttr() : rewriter.getDenseBoolArrayAttr(batched));
  SmallVector<Type> arguments(edgeTypes);
  llvm::append_range(arguments, sharedTypes);
  arguments.push_back(rewriter.getIndexType());
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = rewriter.createBlock(
      &map.getBody(), map.getBody().end(), arguments,
      SmallVector<Location>(arguments.size(), op->getLoc()));
  SmallVector<Value> inner;
  unsigned nextEdge = 0, nextShared = edges.size();
  for (const RowOperand &operand : operands) {
    switch (operand.kind) {
    case RowOperand::Batched:
    case RowOperand::Unbatched:
      inner.push_back(body->getArgument(nextEdge++));
      break;
    case RowOperand::Shared:
      inner.push_back(body->getArgument(nextShared++));
      break;
    case RowOperand::Scalar:
    case RowOperand::Splat:
      inner.push_back(operand.value);
    }
  }
  YieldOp::create(rewriter, op->getLoc(), fill(map, inner));
  return map;
}

template MapEdgesOp mesh::createEdgeMap<MapEdgesOp>(
    PatternRewriter &, Operation *, EdgeRows, ArrayRef<RowOperand>, ValueRange,
    function_ref<SmallVector<Value>(MapEdgesOp, ArrayRef<Value>)>);
template ReduceEdgesOp mesh::createEdgeMap<ReduceEdgesOp>(
    PatternRewriter &, Operation *, EdgeRows, ArrayRef<RowOperand>, ValueRange,
    function_ref<SmallVector<Value>(ReduceEdgesOp, ArrayRef<Value>)>);
