//===- RegionOpsEdit.cpp - change operands and regions of the region ops
//--------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

SmallVector<EdgeRegion, 2> EdgeRegion::of(Operation *op) {
  SmallVector<EdgeRegion, 2> regions;
  if (auto map = dyn_cast<MapEdgesOp>(op)) {
    regions.emplace_back(map);
  } else if (auto aggregate = dyn_cast<AggregateOp>(op)) {
    regions.emplace_back(aggregate, /*score=*/false);
    if (!aggregate.getScore().empty())
      regions.emplace_back(aggregate, /*score=*/true);
  }
  return regions;
}

Block &EdgeRegion::getBlock() const {
  if (auto map = dyn_cast<MapEdgesOp>(op))
    return map.getBody().front();
  auto aggregate = cast<AggregateOp>(op);
  return score ? aggregate.getScore().front() : aggregate.getStep().front();
}

int64_t EdgeRegion::getDim() const {
  if (auto map = dyn_cast<MapEdgesOp>(op))
    return map.getDim();
  return cast<AggregateOp>(op).getDim();
}

MutableOperandRange EdgeRegion::getMutableGroup(RowsOf rows) const {
  if (auto map = dyn_cast<MapEdgesOp>(op)) {
    switch (rows) {
    case RowsOf::Other:
      return map.getSourcesMutable();
    case RowsOf::Owner:
      return map.getTargetsMutable();
    case RowsOf::Edge:
      return map.getEdgesMutable();
    }
  }
  auto aggregate = cast<AggregateOp>(op);
  switch (rows) {
  case RowsOf::Other:
    return score ? aggregate.getScoreSourcesMutable()
                 : aggregate.getSourcesMutable();
  case RowsOf::Owner:
    return score ? aggregate.getScoreOwnersMutable()
                 : aggregate.getOwnersMutable();
  case RowsOf::Edge:
    break;
  }
  return score ? aggregate.getScoreEdgesMutable() : aggregate.getEdgesMutable();
}

OperandRange EdgeRegion::getGroup(RowsOf rows) const {
  MutableOperandRange group = getMutableGroup(rows);
  return OperandRange(group);
}

/// Position of input `i` of the group among all inputs of the op.
unsigned EdgeRegion::getInputIndex(RowsOf rows, unsigned i) const {
  unsigned index = i;
  if (score) {
    auto aggregate = cast<AggregateOp>(op);
    index += aggregate.getSources().size() + aggregate.getOwners().size() +
             aggregate.getEdges().size();
  }
  if (rows != RowsOf::Other)
    index += getGroup(RowsOf::Other).size();
  if (rows == RowsOf::Edge)
    index += getGroup(RowsOf::Owner).size();
  return index;
}

/// Position of the argument for input `i` of the group in the region: after
/// accumulators and weights, in the order of the groups.
unsigned EdgeRegion::getArgumentIndex(RowsOf rows, unsigned i) const {
  unsigned inputs = getGroup(RowsOf::Other).size() +
                    getGroup(RowsOf::Owner).size() +
                    getGroup(RowsOf::Edge).size();
  unsigned index = getBlock().getNumArguments() - 1 - inputs + i;
  if (rows != RowsOf::Other)
    index += getGroup(RowsOf::Other).size();
  if (rows == RowsOf::Edge)
    index += getGroup(RowsOf::Owner).size();
  return index;
}

BlockArgument EdgeRegion::getArgument(RowsOf rows, unsigned i) const {
  return getBlock().getArgument(getArgumentIndex(rows, i));
}

BlockArgument EdgeRegion::getOrdinal() const {
  return getBlock().getArguments().back();
}

static std::optional<ArrayRef<bool>> getBatchedOf(Operation *op) {
  if (auto map = dyn_cast<MapEdgesOp>(op))
    return map.getBatched();
  return cast<AggregateOp>(op).getBatched();
}

static unsigned getNumInputs(Operation *op) {
  if (auto map = dyn_cast<MapEdgesOp>(op))
    return map.getInputs().size();
  return cast<AggregateOp>(op).getInputs().size();
}

SmallVector<bool> EdgeRegion::getAllBatched() const {
  if (std::optional<ArrayRef<bool>> batched = getBatchedOf(op))
    return SmallVector<bool>(*batched);
  return SmallVector<bool>(getNumInputs(op), true);
}

void EdgeRegion::setBatched(ArrayRef<bool> batched) {
  // Absent means all.
  DenseBoolArrayAttr attr;
  if (!llvm::all_of(batched, [](bool b) { return b; }))
    attr = DenseBoolArrayAttr::get(op->getContext(), batched);
  if (auto map = dyn_cast<MapEdgesOp>(op))
    map.setBatchedAttr(attr);
  else
    cast<AggregateOp>(op).setBatchedAttr(attr);
}

bool EdgeRegion::isBatched(RowsOf rows, unsigned i) const {
  return getAllBatched()[getInputIndex(rows, i)];
}

RowsOf EdgeRegion::getGroupOfEndpoint(Endpoint endpoint) const {
  if (isa<MapEdgesOp>(op))
    return endpoint == Endpoint::Source ? RowsOf::Other : RowsOf::Owner;
  return cast<AggregateOp>(op).getEndpoint() == endpoint ? RowsOf::Owner
                                                         : RowsOf::Other;
}

BlockArgument EdgeRegion::addInput(RowsOf rows, Value value, bool batched) {
  // Without batch axes both readings are the same.
  batched = batched || getDim() == 0;
  for (auto [i, operand] : llvm::enumerate(getGroup(rows)))
    if (operand == value && isBatched(rows, i) == batched)
      return getArgument(rows, i);

  unsigned position = getGroup(rows).size();
  SmallVector<bool> allBatched = getAllBatched();
  allBatched.insert(allBatched.begin() + getInputIndex(rows, position),
                    batched);
  unsigned argument = getArgumentIndex(rows, position);
  auto shaped = cast<ShapedType>(value.getType());
  int64_t skip = (batched ? getDim() : 0) + 1;
  Type row = shaped.getRank() == skip
                 ? shaped.getElementType()
                 : RankedTensorType::get(shaped.getShape().drop_front(skip),
                                         shaped.getElementType());
  getMutableGroup(rows).append(value);
  setBatched(allBatched);
  BlockArgument added =
      getBlock().insertArgument(argument, row, value.getLoc());

  // `finish` sees the owner rows of `step` too, before the degree.
  auto aggregate = dyn_cast<AggregateOp>(op);
  if (aggregate && !score && rows == RowsOf::Owner &&
      !aggregate.getFinish().empty()) {
    Block &finish = aggregate.getFinish().front();
    finish.insertArgument(finish.getNumArguments() - 1, row, value.getLoc());
  }
  return added;
}

bool EdgeRegion::isUnread(RowsOf rows, unsigned i) const {
  if (!getArgument(rows, i).use_empty())
    return false;
  auto aggregate = dyn_cast<AggregateOp>(op);
  if (!aggregate || score || rows != RowsOf::Owner ||
      aggregate.getFinish().empty())
    return true;
  Block &finish = aggregate.getFinish().front();
  unsigned owners = aggregate.getOwners().size();
  return finish.getArgument(finish.getNumArguments() - 1 - owners + i)
      .use_empty();
}

void EdgeRegion::eraseInput(RowsOf rows, unsigned i) {
  auto aggregate = dyn_cast<AggregateOp>(op);
  if (aggregate && !score && rows == RowsOf::Owner &&
      !aggregate.getFinish().empty()) {
    Block &finish = aggregate.getFinish().front();
    unsigned owners = aggregate.getOwners().size();
    finish.eraseArgument(finish.getNumArguments() - 1 - owners + i);
  }
  SmallVector<bool> allBatched = getAllBatched();
  allBatched.erase(allBatched.begin() + getInputIndex(rows, i));
  getBlock().eraseArgument(getArgumentIndex(rows, i));
  getMutableGroup(rows).erase(i);
  setBatched(allBatched);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

Type mesh::getRowTypeWithElement(Type row, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(row);
  return tensor ? RankedTensorType::get(tensor.getShape(), element) : element;
}

static TypedAttr getScalarAttr(OpBuilder &builder, Type element, double value) {
  if (auto floatType = dyn_cast<FloatType>(element))
    return builder.getFloatAttr(floatType, value);
  return builder.getIntegerAttr(element, static_cast<int64_t>(value));
}

Value mesh::createRowConstant(OpBuilder &builder, Location loc, Type row,
                              double value, ValueRange sizes) {
  TypedAttr scalar = getScalarAttr(builder, getElementTypeOrSelf(row), value);
  auto tensor = dyn_cast<RankedTensorType>(row);
  if (tensor && tensor.hasStaticShape())
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(tensor, scalar));
  Value constant = arith::ConstantOp::create(builder, loc, scalar);
  return createRowSplat(builder, loc, row, constant, sizes);
}

Value mesh::createRowSplat(OpBuilder &builder, Location loc, Type row,
                           Value value, ValueRange sizes) {
  auto tensor = dyn_cast<RankedTensorType>(row);
  if (!tensor)
    return value;
  return tensor::SplatOp::create(builder, loc, value, tensor, sizes);
}
