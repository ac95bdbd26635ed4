//===- RegionOpsEdit.cpp - change operands and regions of the region ops
//--------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"
#include "mesh/Dialect/Mesh/IR/ElementMap.h"
#include "mesh/Dialect/Mesh/IR/FoldForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

bool mesh::isInRegionOp(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isRegionOp(parent))
      return true;
  return false;
}

bool mesh::hasAssignedOrder(Operation *op) {
  if (auto map = dyn_cast<MapEdgesOp>(op))
    return map.getSweep().has_value();
  auto aggregate = dyn_cast<AggregateOp>(op);
  return aggregate && aggregate.getSorted();
}

bool mesh::isMadeOfScalars(Value tensor) {
  Operation *def = tensor.getDefiningOp();
  if (!def || !isPure(def) || isa<MeshDialect>(def->getDialect()))
    return false;
  SetVector<Value> inputs(def->operand_begin(), def->operand_end());
  getUsedValuesDefinedAbove(def->getRegions(), inputs);
  return llvm::all_of(inputs, [](Value input) {
    return !isa<TensorType>(input.getType()) || isMadeOfScalars(input);
  });
}

/// Calls `function` with a map_edges or a reduce_edges.
template <typename Result, typename Function>
static Result visitMap(Operation *op, Function function) {
  if (auto map = dyn_cast<MapEdgesOp>(op))
    return function(map);
  return function(cast<ReduceEdgesOp>(op));
}

SmallVector<EdgeRegion, 2> EdgeRegion::of(Operation *op) {
  SmallVector<EdgeRegion, 2> regions;
  if (auto map = dyn_cast<MapEdgesOp>(op)) {
    regions.emplace_back(map);
  } else if (auto reduce = dyn_cast<ReduceEdgesOp>(op)) {
    regions.emplace_back(reduce);
  } else if (auto aggregate = dyn_cast<AggregateOp>(op)) {
    regions.emplace_back(aggregate, /*score=*/false);
    if (!aggregate.getScore().empty())
      regions.emplace_back(aggregate, /*score=*/true);
  }
  return regions;
}

Block &EdgeRegion::getBlock() const {
  if (isMap())
    return op->getRegion(0).front();
  auto aggregate = cast<AggregateOp>(op);
  return score ? aggregate.getScore().front() : aggregate.getStep().front();
}

int64_t EdgeRegion::getDim() const {
  if (isMap())
    return visitMap<int64_t>(op, [](auto map) { return map.getDim(); });
  return cast<AggregateOp>(op).getDim();
}

MutableOperandRange EdgeRegion::getMutableGroup(RowsOf rows) const {
  if (isMap())
    return visitMap<MutableOperandRange>(op, [&](auto map) {
      switch (rows) {
      case RowsOf::Other:
        return map.getSourcesMutable();
      case RowsOf::Owner:
        return map.getTargetsMutable();
      case RowsOf::Edge:
        return map.getEdgesMutable();
      case RowsOf::Shared:
        break;
      }
      return map.getSharedMutable();
    });
  auto aggregate = cast<AggregateOp>(op);
  switch (rows) {
  case RowsOf::Other:
    return score ? aggregate.getScoreSourcesMutable()
                 : aggregate.getSourcesMutable();
  case RowsOf::Owner:
    return score ? aggregate.getScoreOwnersMutable()
                 : aggregate.getOwnersMutable();
  case RowsOf::Shared:
    return aggregate.getSharedMutable();
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
  unsigned shared = getGroup(RowsOf::Shared).size();
  if (rows == RowsOf::Shared)
    return getBlock().getNumArguments() - 1 - shared + i;
  unsigned inputs = getGroup(RowsOf::Other).size() +
                    getGroup(RowsOf::Owner).size() +
                    getGroup(RowsOf::Edge).size() + shared;
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
  if (auto aggregate = dyn_cast<AggregateOp>(op))
    return aggregate.getBatched();
  return visitMap<std::optional<ArrayRef<bool>>>(
      op, [](auto map) { return map.getBatched(); });
}

static unsigned getNumInputs(Operation *op) {
  if (auto aggregate = dyn_cast<AggregateOp>(op))
    return aggregate.getInputs().size();
  return visitMap<unsigned>(op,
                            [](auto map) { return map.getInputs().size(); });
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
  if (auto aggregate = dyn_cast<AggregateOp>(op))
    aggregate.setBatchedAttr(attr);
  else
    visitMap<void>(op, [&](auto map) { map.setBatchedAttr(attr); });
}

bool EdgeRegion::isBatched(RowsOf rows, unsigned i) const {
  assert(rows != RowsOf::Shared && "shared tensors have no batch axes");
  return getAllBatched()[getInputIndex(rows, i)];
}

unsigned EdgeRegion::getSortedIndex(unsigned i) const {
  return score ? cast<AggregateOp>(op).getEdges().size() + i : i;
}

bool EdgeRegion::isSorted(unsigned i) const {
  if (auto aggregate = dyn_cast<AggregateOp>(op))
    return aggregate.isSorted(getSortedIndex(i));
  auto map = dyn_cast<MapEdgesOp>(op);
  return map && map.isSorted(i);
}

void EdgeRegion::updateSorted(
    function_ref<void(SmallVectorImpl<bool> &)> change) {
  auto update = [&](auto sortable) {
    if (!sortable.getSorted())
      return;
    SmallVector<bool> sorted(*sortable.getSorted());
    change(sorted);
    // Absent means none.
    sortable.setSortedAttr(
        llvm::is_contained(sorted, true)
            ? DenseBoolArrayAttr::get(op->getContext(), sorted)
            : DenseBoolArrayAttr());
  };
  if (auto aggregate = dyn_cast<AggregateOp>(op))
    update(aggregate);
  else if (auto map = dyn_cast<MapEdgesOp>(op))
    update(map);
}

RowsOf EdgeRegion::getGroupOfEndpoint(Endpoint endpoint) const {
  if (isMap())
    return endpoint == Endpoint::Source ? RowsOf::Other : RowsOf::Owner;
  return cast<AggregateOp>(op).getEndpoint() == endpoint ? RowsOf::Owner
                                                         : RowsOf::Other;
}

/// The blocks that see shared tensors, each with the position of the first.
static SmallVector<std::pair<Block *, unsigned>>
getSharedBlocks(Operation *op, unsigned count) {
  SmallVector<std::pair<Block *, unsigned>> blocks;
  auto add = [&](Region &region) {
    if (!region.empty())
      blocks.push_back(
          {&region.front(), region.front().getNumArguments() - 1 - count});
  };
  auto aggregate = dyn_cast<AggregateOp>(op);
  if (!aggregate) {
    add(op->getRegion(0));
    return blocks;
  }
  add(aggregate.getScore());
  add(aggregate.getStep());
  add(aggregate.getFinish());
  return blocks;
}

/// The place of an owner row in `finish`, which sees those of `step` before
/// shared tensors and the degree.
static unsigned getFinishIndex(AggregateOp op, unsigned owner) {
  return op.getFinish().front().getNumArguments() - 1 - op.getShared().size() -
         op.getOwners().size() + owner;
}

BlockArgument EdgeRegion::addShared(Value value) {
  for (auto [i, operand] : llvm::enumerate(getGroup(RowsOf::Shared)))
    if (operand == value)
      return getArgument(RowsOf::Shared, i);
  unsigned count = getGroup(RowsOf::Shared).size();
  getMutableGroup(RowsOf::Shared).append(value);
  auto shaped = cast<ShapedType>(value.getType());
  Type type = shaped.getElementType();
  if (shaped.getRank() != 0)
    type = RankedTensorType::get(shaped.getShape(), type);
  for (auto [block, first] : getSharedBlocks(op, count))
    block->insertArgument(first + count, type, value.getLoc());
  return getArgument(RowsOf::Shared, count);
}

BlockArgument EdgeRegion::addInput(RowsOf rows, Value value, bool batched) {
  if (rows == RowsOf::Shared)
    return addShared(value);
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
  if (rows == RowsOf::Edge)
    updateSorted([&](SmallVectorImpl<bool> &sorted) {
      sorted.insert(sorted.begin() + getSortedIndex(position), false);
    });
  getMutableGroup(rows).append(value);
  setBatched(allBatched);
  BlockArgument added =
      getBlock().insertArgument(argument, row, value.getLoc());
  auto aggregate = dyn_cast<AggregateOp>(op);
  if (aggregate && !score && rows == RowsOf::Owner &&
      !aggregate.getFinish().empty())
    aggregate.getFinish().front().insertArgument(
        // The new owner counts already, its argument does not.
        getFinishIndex(aggregate, position) + 1, row, value.getLoc());
  return added;
}

bool EdgeRegion::isUnread(RowsOf rows, unsigned i) const {
  if (rows == RowsOf::Shared) {
    unsigned count = getGroup(rows).size();
    return llvm::all_of(getSharedBlocks(op, count), [&](auto entry) {
      return entry.first->getArgument(entry.second + i).use_empty();
    });
  }
  if (!getArgument(rows, i).use_empty())
    return false;
  auto aggregate = dyn_cast<AggregateOp>(op);
  if (!aggregate || score || rows != RowsOf::Owner ||
      aggregate.getFinish().empty())
    return true;
  return aggregate.getFinish()
      .front()
      .getArgument(getFinishIndex(aggregate, i))
      .use_empty();
}

void EdgeRegion::eraseInput(RowsOf rows, unsigned i) {
  if (rows == RowsOf::Shared) {
    unsigned count = getGroup(rows).size();
    for (auto [block, first] : getSharedBlocks(op, count))
      block->eraseArgument(first + i);
    getMutableGroup(rows).erase(i);
    return;
  }
  auto aggregate = dyn_cast<AggregateOp>(op);
  if (aggregate && !score && rows == RowsOf::Owner &&
      !aggregate.getFinish().empty())
    aggregate.getFinish().front().eraseArgument(getFinishIndex(aggregate, i));
  SmallVector<bool> allBatched = getAllBatched();
  allBatched.erase(allBatched.begin() + getInputIndex(rows, i));
  if (rows == RowsOf::Edge)
    updateSorted([&](SmallVectorImpl<bool> &sorted) {
      sorted.erase(sorted.begin() + getSortedIndex(i));
    });
  getBlock().eraseArgument(getArgumentIndex(rows, i));
  getMutableGroup(rows).erase(i);
  setBatched(allBatched);
}

void mesh::makeFinish(OpBuilder &r, AggregateOp op) {
  if (!op.getFinish().empty())
    return;
  SmallVector<Type> types(op.getAccumulatorTypes());
  unsigned count = types.size();
  if (op.getStabilize())
    types.append(2, op.getYield(op.getScore())->getOperand(0).getType());
  for (unsigned i = 0, e = op.getOwners().size(); i < e; ++i)
    types.push_back(op.getRowType(op.getSources().size() + i));
  for (unsigned i = 0, e = op.getShared().size(); i < e; ++i)
    types.push_back(op.getSharedType(i));
  types.push_back(r.getIndexType());
  Block *block =
      r.createBlock(&op.getFinish(), {}, types,
                    SmallVector<Location>(types.size(), op.getLoc()));
  YieldOp::create(r, op.getLoc(), block->getArguments().take_front(count));
}

/// How each accumulator is rescaled: by the weights at the places of a map, or
/// not at all.
static FailureOr<SmallVector<std::optional<AffineMap>>>
getRescaleMaps(AggregateOp op) {
  SmallVector<std::optional<AffineMap>> maps;
  Block &step = op.getStep().front();
  unsigned count = op.getNumAccumulators();
  for (unsigned k = 0; k < count; ++k) {
    maps.push_back(getWeightMap(op, k));
    Value next = step.getTerminator()->getOperand(k);
    if (!maps.back() && dependsOnArguments(next, step, count, 1))
      return failure();
  }
  return maps;
}

bool mesh::canMakeRescale(AggregateOp op) {
  return !op.getRescale().empty() || succeeded(getRescaleMaps(op));
}

LogicalResult mesh::makeRescale(OpBuilder &r, AggregateOp op) {
  if (!op.getRescale().empty())
    return success();
  auto maps = getRescaleMaps(op);
  if (failed(maps))
    return failure();
  Location loc = op.getLoc();
  SmallVector<Type> types(op.getAccumulatorTypes());
  types.push_back(op.getYield(op.getScore())->getOperand(0).getType());
  Block *block =
      r.createBlock(&op.getRescale(), {}, types,
                    SmallVector<Location>(types.size(), op.getLoc()));
  SmallVector<Value> scaled(block->getArguments().drop_back());
  Value factor = block->getArguments().back();
  for (auto [acc, map] : llvm::zip(scaled, *maps))
    if (map)
      acc = scaleRow(r, loc, acc, factor, *map);
  YieldOp::create(r, loc, scaled);
  return success();
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

Value mesh::combineRows(
    OpBuilder &b, Location loc, Value row, Value other, AffineMap map,
    function_ref<Value(OpBuilder &, Value, Value)> function) {
  auto type = dyn_cast<RankedTensorType>(row.getType());
  if (!type)
    return function(b, row, other);
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange(type), other, row,
      ArrayRef<AffineMap>{map, b.getMultiDimIdentityMap(type.getRank())},
      iterators, [&](OpBuilder &body, Location, ValueRange args) {
        linalg::YieldOp::create(body, loc, function(body, args[1], args[0]));
      });
  return generic.getResult(0);
}

Value mesh::scaleRow(OpBuilder &b, Location loc, Value row, Value factor,
                     AffineMap map) {
  return combineRows(b, loc, row, factor, map,
                     [&](OpBuilder &body, Value element, Value by) -> Value {
                       return arith::MulFOp::create(body, loc, element, by);
                     });
}
