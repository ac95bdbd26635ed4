//===- FuseShapes.cpp - parts and shapes of edge rows ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices, reshapes and concatenations of trailing axes are the same of each
// row; the ordinals of all edges are the ordinal of each.
//
//===----------------------------------------------------------------------===//

#include "EdgeMaps.h"
#include "Fuse.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// A map_edges with one result of the type of `op`, of which `fill` makes the
/// row; `sizes` are those of the result.
static MapEdgesOp
createRowMap(PatternRewriter &rewriter, Operation *op, EdgeRows rows,
             ValueRange operands, ArrayRef<OpFoldResult> sizes,
             function_ref<Value(Type, ArrayRef<Value>)> fill) {
  SmallVector<RowOperand> rowOperands;
  for (Value operand : operands)
    rowOperands.push_back({operand, RowOperand::Batched});
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> dynamic;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis))
      dynamic.push_back(
          getValueOrCreateConstantIndexOp(rewriter, op->getLoc(), sizes[axis]));
  Value out = tensor::EmptyOp::create(rewriter, op->getLoc(), type, dynamic);
  return createEdgeMap<MapEdgesOp>(
      rewriter, op, rows, rowOperands, out,
      [&](MapEdgesOp map, ArrayRef<Value> inner) -> SmallVector<Value> {
        return {fill(map.getOutRowType(0), inner)};
      });
}

/// Whether the first `count` axes are groups of their own.
static bool keepsLeading(ArrayRef<ReassociationIndices> groups, int64_t count) {
  if (int64_t(groups.size()) < count)
    return false;
  for (int64_t axis = 0; axis < count; ++axis)
    if (groups[axis].size() != 1)
      return false;
  return true;
}

static SmallVector<ReassociationIndices>
shiftGroups(ArrayRef<ReassociationIndices> groups, int64_t count) {
  SmallVector<ReassociationIndices> shifted;
  for (const ReassociationIndices &group : groups.drop_front(count)) {
    ReassociationIndices &next = shifted.emplace_back();
    for (int64_t axis : group)
      next.push_back(axis - count);
  }
  return shifted;
}

static bool hasStaticRow(Value value, int64_t leading) {
  return llvm::none_of(
      cast<RankedTensorType>(value.getType()).getShape().drop_front(leading),
      ShapedType::isDynamic);
}

namespace {

/// collapse_shape and expand_shape of trailing axes of known sizes.
template <typename OpTy, bool expands>
struct ConvertReshape : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    std::optional<EdgeRows> rows = findEdgeRows(op);
    if (!rows)
      return failure();
    int64_t leading = rows->dim + 1;
    Value source = op.getSrc();
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    // [E] to [E, 1] is one group.
    auto from = cast<RankedTensorType>(source.getType());
    auto to = cast<RankedTensorType>(op.getType());
    bool isScalar = std::min(from.getRank(), to.getRank()) == leading;
    if (isScalar ? !keepsLeading(groups, leading - 1)
                 : !keepsLeading(groups, leading))
      return failure();
    if (!hasStaticRow(source, leading) || !hasStaticRow(op, leading))
      return failure();
    if (isScalar)
      for (RankedTensorType type : {from, to})
        for (int64_t size : type.getShape().drop_front(leading))
          if (size != 1)
            return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes;
    for (int64_t axis = 0; axis < to.getRank(); ++axis)
      sizes.push_back(axis < leading
                          ? tensor::getMixedSize(rewriter, loc, source, axis)
                          : rewriter.getIndexAttr(to.getDimSize(axis)));
    auto map = createRowMap(
        rewriter, op, *rows, source, sizes,
        [&](Type row, ArrayRef<Value> inner) -> Value {
          if (isScalar && !isa<RankedTensorType>(row)) {
            Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
            return tensor::ExtractOp::create(
                rewriter, loc, inner[0],
                SmallVector<Value>(from.getRank() - leading, zero));
          }
          if (isScalar)
            return tensor::SplatOp::create(rewriter, loc, inner[0],
                                           cast<RankedTensorType>(row));
          auto shifted = shiftGroups(groups, leading);
          return OpTy::create(rewriter, loc, cast<RankedTensorType>(row),
                              inner[0], shifted);
        });
    rewriter.replaceOp(op, map.getResults());
    return success();
  }
};

struct ConvertSlice : public OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<EdgeRows> rows = findEdgeRows(op);
    if (!rows)
      return failure();
    int64_t leading = rows->dim + 1;
    Value source = op.getSource();
    auto from = op.getSourceType();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    if (from.getRank() < leading + 1 || !hasStaticRow(source, leading))
      return failure();
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets(),
                              sizes = op.getMixedSizes(),
                              strides = op.getMixedStrides();
    for (int64_t axis = 0; axis < from.getRank(); ++axis) {
      if (axis < leading) {
        // All batches and edges.
        if (dropped.test(axis) || !isZeroInteger(offsets[axis]) ||
            !isOneInteger(strides[axis]) || !isWhole(source, axis, sizes[axis]))
          return failure();
        continue;
      }
      if (!getConstantIntValue(offsets[axis]) ||
          !getConstantIntValue(sizes[axis]) ||
          !getConstantIntValue(strides[axis]))
        return failure();
    }
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> outSizes;
    for (int64_t axis = 0; axis < from.getRank(); ++axis)
      if (!dropped.test(axis))
        outSizes.push_back(sizes[axis]);
    auto map = createRowMap(
        rewriter, op, *rows, source, outSizes,
        [&](Type row, ArrayRef<Value> inner) -> Value {
          auto drop = [&](ArrayRef<OpFoldResult> all) {
            return SmallVector<OpFoldResult>(all.drop_front(leading));
          };
          auto type = dyn_cast<RankedTensorType>(row);
          if (!type) {
            SmallVector<Value> at;
            for (OpFoldResult offset : drop(offsets))
              at.push_back(
                  getValueOrCreateConstantIndexOp(rewriter, loc, offset));
            return tensor::ExtractOp::create(rewriter, loc, inner[0], at);
          }
          return tensor::ExtractSliceOp::create(rewriter, loc, type, inner[0],
                                                drop(offsets), drop(sizes),
                                                drop(strides));
        });
    rewriter.replaceOp(op, map.getResults());
    return success();
  }

  /// Whether `size` is that of axis `axis` of `source`.
  static bool isWhole(Value source, int64_t axis, OpFoldResult size) {
    auto type = cast<RankedTensorType>(source.getType());
    if (std::optional<int64_t> known = getConstantIntValue(size))
      return !type.isDynamicDim(axis) && type.getDimSize(axis) == *known;
    auto value = cast<Value>(size);
    if (auto dim = value.getDefiningOp<tensor::DimOp>())
      return dim.getSource() == source && dim.getConstantIndex() == axis;
    auto map = source.getDefiningOp<MapEdgesOp>();
    return axis == int64_t(map ? map.getDim() : 0) &&
           value.getDefiningOp<NumEdgesOp>() && map &&
           value.getDefiningOp<NumEdgesOp>().getGraph() ==
               map.getOver().front();
  }
};

struct ConvertConcat : public OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<EdgeRows> rows = findEdgeRows(op);
    if (!rows)
      return failure();
    int64_t leading = rows->dim + 1;
    if (int64_t(op.getDim()) < leading)
      return failure();
    for (Value input : op.getInputs())
      if (!hasStaticRow(input, leading))
        return failure();
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> sizes;
    auto to = cast<RankedTensorType>(op.getType());
    if (!hasStaticRow(op, leading))
      return failure();
    for (int64_t axis = 0; axis < to.getRank(); ++axis)
      sizes.push_back(
          axis < leading
              ? tensor::getMixedSize(rewriter, loc, op.getInputs()[0], axis)
              : rewriter.getIndexAttr(to.getDimSize(axis)));
    auto map =
        createRowMap(rewriter, op, *rows, op.getInputs(), sizes,
                     [&](Type row, ArrayRef<Value> inner) -> Value {
                       return tensor::ConcatOp::create(
                           rewriter, loc, row, op.getDim() - leading, inner);
                     });
    rewriter.replaceOp(op, map.getResults());
    return success();
  }
};

/// The ordinals of the edges.
struct ConvertEdgeIds : public OpRewritePattern<EdgeIdsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(EdgeIdsOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    SmallVector<Value> sizes;
    if (type.isDynamicDim(0))
      sizes.push_back(NumEdgesOp::create(rewriter, loc, op.getGraph()));
    Value out = tensor::EmptyOp::create(rewriter, loc, type, sizes);
    auto map = createEdgeMap<MapEdgesOp>(
        rewriter, op, EdgeRows{op.getGraph(), 0}, {}, out,
        [&](MapEdgesOp created, ArrayRef<Value>) -> SmallVector<Value> {
          Value ordinal = created.getBody().front().getArguments().back();
          return {arith::IndexCastOp::create(rewriter, loc,
                                             type.getElementType(), ordinal)};
        });
    rewriter.replaceOp(op, map.getResults());
    return success();
  }
};

} // namespace

void mesh::populateShapeToRegionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertReshape<tensor::CollapseShapeOp, false>,
               ConvertReshape<tensor::ExpandShapeOp, true>, ConvertSlice,
               ConvertConcat, ConvertEdgeIds>(patterns.getContext());
}
