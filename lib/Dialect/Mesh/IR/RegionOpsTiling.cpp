//===- RegionOpsTiling.cpp - TilingInterface of the region ops
//------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iteration domain has the batch axes and then the axis of owners (edges
// for map_edges), all parallel. Feature axes are not tiled: a region sees whole
// rows. Tiling works on the lowered form, in which a tile of owners is a slice
// of `row_ptr` with one more entry than it has owners; positions in `col` and
// `edge` stay absolute, so these two are passed on whole. A map_edges that
// sweeps over a CSR form (`sweep`) is not tiled.
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mesh;

namespace {

/// Which axes of a tile an operand follows.
enum class Follows {
  Nothing,   ///< used whole
  BatchOnly, ///< sliced on its batch axes
  Everything ///< sliced on its batch axes and its row axis
};

struct Tile {
  ArrayRef<OpFoldResult> offsets, sizes;
};

} // namespace

static OpFoldResult addOne(OpBuilder &builder, Location loc,
                           OpFoldResult value) {
  AffineExpr d0 = builder.getAffineDimExpr(0);
  return affine::makeComposedFoldedAffineApply(builder, loc, d0 + 1, value);
}

/// The slice of `value` that starts at `offsets` and has `sizes` on the leading
/// axes, whole on the others.
static Value sliceLeading(OpBuilder &builder, Location loc, Value value,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes,
                          SmallVectorImpl<Operation *> &slices) {
  SmallVector<OpFoldResult> allSizes = getSizes(builder, loc, value);
  SmallVector<OpFoldResult> allOffsets(allSizes.size(),
                                       builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(allSizes.size(), builder.getIndexAttr(1));
  llvm::copy(offsets, allOffsets.begin());
  llvm::copy(sizes, allSizes.begin());
  auto slice = tensor::ExtractSliceOp::create(builder, loc, value, allOffsets,
                                              allSizes, strides);
  slices.push_back(slice);
  return slice;
}

static Value sliceRows(OpBuilder &builder, Location loc, Value value,
                       Follows follows, bool batched, Tile tile,
                       SmallVectorImpl<Operation *> &slices) {
  unsigned batch = tile.offsets.size() - 1;
  unsigned skip = batched ? 0 : batch;
  unsigned take = follows == Follows::Everything             ? batch + 1
                  : follows == Follows::BatchOnly && batched ? batch
                                                             : 0;
  if (take <= skip)
    return value;
  return sliceLeading(builder, loc, value,
                      tile.offsets.slice(skip, take - skip),
                      tile.sizes.slice(skip, take - skip), slices);
}

/// Clones `op` onto `operands`, with results of the types of its new outs.
template <typename OpTy>
static TilingResult cloneTiled(OpBuilder &builder, OpTy op,
                               ArrayRef<Value> operands,
                               ArrayRef<Operation *> slices) {
  // Not mlir::clone, which cannot clone absent regions under a listener.
  IRMapping mapping;
  Operation *tiled = builder.clone(*op.getOperation(), mapping);
  tiled->setOperands(operands);
  for (auto [result, out] :
       llvm::zip(tiled->getResults(), operands.take_back(op.getOuts().size())))
    result.setType(out.getType());
  return TilingResult{{tiled},
                      SmallVector<Value>(tiled->getResults()),
                      SmallVector<Operation *>(slices)};
}

template <typename OpTy>
static SmallVector<Range> getDomain(OpTy op, OpBuilder &builder) {
  SmallVector<OpFoldResult> sizes =
      getSizes(builder, op.getLoc(), op.getOuts().front());
  SmallVector<Range> domain;
  for (int64_t axis = 0; axis <= static_cast<int64_t>(op.getDim()); ++axis)
    domain.push_back(
        {builder.getIndexAttr(0), sizes[axis], builder.getIndexAttr(1)});
  return domain;
}

/// The domain tile is the leading part of a result tile, provided the rest of
/// the result tile is whole rows.
template <typename OpTy>
static LogicalResult getDomainTile(OpTy op, unsigned result,
                                   ArrayRef<OpFoldResult> offsets,
                                   ArrayRef<OpFoldResult> sizes,
                                   SmallVectorImpl<OpFoldResult> &domainOffsets,
                                   SmallVectorImpl<OpFoldResult> &domainSizes) {
  unsigned rank = op.getDim() + 1;
  auto type = cast<ShapedType>(op->getResult(result).getType());
  for (unsigned axis = rank; axis < offsets.size(); ++axis) {
    std::optional<int64_t> size = getConstantIntValue(sizes[axis]);
    if (!isZeroInteger(offsets[axis]) || !size ||
        *size != type.getDimSize(axis))
      return failure();
  }
  domainOffsets.assign(offsets.begin(), offsets.begin() + rank);
  domainSizes.assign(sizes.begin(), sizes.begin() + rank);
  return success();
}

template <typename OpTy>
static LogicalResult getResultTile(OpTy op, OpBuilder &builder, unsigned result,
                                   ArrayRef<OpFoldResult> offsets,
                                   ArrayRef<OpFoldResult> sizes,
                                   SmallVector<OpFoldResult> &resultOffsets,
                                   SmallVector<OpFoldResult> &resultSizes) {
  resultSizes = getSizes(builder, op.getLoc(), op.getOuts()[result]);
  resultOffsets.assign(resultSizes.size(), builder.getIndexAttr(0));
  llvm::copy(offsets, resultOffsets.begin());
  llvm::copy(sizes, resultSizes.begin());
  return success();
}

/// A tile with a part of the columns is a slice of whole rows: a region
/// computes these.
template <typename OpTy>
static FailureOr<TilingResult>
generateTile(OpTy op, OpBuilder &builder, unsigned result,
             ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes) {
  unsigned rank = op.getDim() + 1;
  FailureOr<TilingResult> tiled = op.getTiledImplementation(
      builder, offsets.take_front(rank), sizes.take_front(rank));
  if (failed(tiled))
    return failure();
  Value rows = tiled->tiledValues[result];
  SmallVector<OpFoldResult> domainOffsets, domainSizes;
  if (failed(getDomainTile(op, result, offsets, sizes, domainOffsets,
                           domainSizes))) {
    SmallVector<OpFoldResult> inTile(offsets);
    std::fill_n(inTile.begin(), rank, builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
    rows = tensor::ExtractSliceOp::create(builder, op.getLoc(), rows, inTile,
                                          sizes, strides);
  }
  tiled->tiledValues = {rows};
  return tiled;
}

//===----------------------------------------------------------------------===//
// AggregateOp
//===----------------------------------------------------------------------===//

FailureOr<TilingResult>
AggregateOp::getTiledImplementation(OpBuilder &builder,
                                    ArrayRef<OpFoldResult> offsets,
                                    ArrayRef<OpFoldResult> sizes) {
  if (isOverGraph() || getResults().empty())
    return failure();
  Tile tile{offsets, sizes};
  SmallVector<Operation *> slices;
  SmallVector<Value> operands;
  operands.push_back(
      sliceLeading(builder, getLoc(), getOver()[0], offsets.back(),
                   addOne(builder, getLoc(), sizes.back()), slices));
  operands.append({getOver()[1], getOver()[2]});

  unsigned input = 0;
  auto slice = [&](OperandRange group, Follows follows) {
    for (Value value : group)
      operands.push_back(sliceRows(builder, getLoc(), value, follows,
                                   isBatched(input++), tile, slices));
  };
  slice(getSources(), Follows::BatchOnly);
  slice(getOwners(), Follows::Everything);
  slice(getEdges(), Follows::BatchOnly);
  slice(getScoreSources(), Follows::BatchOnly);
  slice(getScoreOwners(), Follows::Everything);
  slice(getScoreEdges(), Follows::BatchOnly);
  llvm::append_range(operands, getShared());
  for (Value out : getOuts())
    operands.push_back(sliceRows(builder, getLoc(), out, Follows::Everything,
                                 /*batched=*/true, tile, slices));
  return cloneTiled(builder, *this, operands, slices);
}

//===----------------------------------------------------------------------===//
// MapEdgesOp
//===----------------------------------------------------------------------===//

FailureOr<TilingResult>
MapEdgesOp::getTiledImplementation(OpBuilder &builder,
                                   ArrayRef<OpFoldResult> offsets,
                                   ArrayRef<OpFoldResult> sizes) {
  // Positions in `row_ptr` would not be those of a tile of `col`.
  if (isOverGraph() || getSweep() || getResults().empty())
    return failure();
  Tile tile{offsets, sizes};
  SmallVector<Operation *> slices;
  SmallVector<Value> operands;
  for (Value ids : getOver())
    operands.push_back(sliceLeading(builder, getLoc(), ids, offsets.back(),
                                    sizes.back(), slices));
  unsigned input = 0;
  auto slice = [&](OperandRange group, Follows follows) {
    for (Value value : group)
      operands.push_back(sliceRows(builder, getLoc(), value, follows,
                                   isBatched(input++), tile, slices));
  };
  slice(getSources(), Follows::BatchOnly);
  slice(getTargets(), Follows::BatchOnly);
  slice(getEdges(), Follows::Everything);
  llvm::append_range(operands, getShared());
  for (Value out : getOuts())
    operands.push_back(sliceRows(builder, getLoc(), out, Follows::Everything,
                                 /*batched=*/true, tile, slices));
  TilingResult result = cloneTiled(builder, *this, operands, slices);

  // Ordinals of the tile start at its offset.
  Block &body = cast<MapEdgesOp>(result.tiledOps.front()).getBody().front();
  BlockArgument ordinal = body.getArguments().back();
  if (!ordinal.use_empty() && !isZeroInteger(offsets.back())) {
    Value offset =
        getValueOrCreateConstantIndexOp(builder, getLoc(), offsets.back());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&body);
    auto shifted = arith::AddIOp::create(builder, getLoc(), ordinal, offset);
    ordinal.replaceAllUsesExcept(shifted, shifted);
  }
  return result;
}

// The rest is the same for both.
#define MESH_TILING(OP)                                                        \
  SmallVector<utils::IteratorType> OP::getLoopIteratorTypes() {                \
    return SmallVector<utils::IteratorType>(getDim() + 1,                      \
                                            utils::IteratorType::parallel);    \
  }                                                                            \
  SmallVector<Range> OP::getIterationDomain(OpBuilder &builder) {              \
    return getDomain(*this, builder);                                          \
  }                                                                            \
  LogicalResult OP::getResultTilePosition(                                     \
      OpBuilder &builder, unsigned result, ArrayRef<OpFoldResult> offsets,     \
      ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,  \
      SmallVector<OpFoldResult> &resultSizes) {                                \
    return getResultTile(*this, builder, result, offsets, sizes,               \
                         resultOffsets, resultSizes);                          \
  }                                                                            \
  FailureOr<TilingResult> OP::generateResultTileValue(                         \
      OpBuilder &builder, unsigned result, ArrayRef<OpFoldResult> offsets,     \
      ArrayRef<OpFoldResult> sizes) {                                          \
    return generateTile(*this, builder, result, offsets, sizes);               \
  }                                                                            \
  LogicalResult OP::getIterationDomainTileFromResultTile(                      \
      OpBuilder &builder, unsigned result, ArrayRef<OpFoldResult> offsets,     \
      ArrayRef<OpFoldResult> sizes,                                            \
      SmallVectorImpl<OpFoldResult> &domainOffsets,                            \
      SmallVectorImpl<OpFoldResult> &domainSizes) {                            \
    return getDomainTile(*this, result, offsets, sizes, domainOffsets,         \
                         domainSizes);                                         \
  }

MESH_TILING(AggregateOp)
MESH_TILING(MapEdgesOp)
