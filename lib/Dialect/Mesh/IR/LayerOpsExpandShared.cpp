//===- LayerOpsExpandShared.cpp - what the expansions of sugar share ------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerOpsExpand.h"
#include "Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mesh;

Type mesh::getAccumulatorType(Type elementType) {
  if (elementType.isF16() || elementType.isBF16())
    return Float32Type::get(elementType.getContext());
  return elementType;
}

Value mesh::extendTo(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return arith::ExtFOp::create(b, type, value);
}

Value mesh::truncateTo(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return arith::TruncFOp::create(b, type, value);
}

Value mesh::floatConstant(ImplicitLocOpBuilder &b, Type type, double value) {
  return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
}

Value mesh::materialize(ImplicitLocOpBuilder &b, OpFoldResult value) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), value);
}

/// The sizes of a value by the op that made it, as far as it knows them.
static SmallVector<OpFoldResult> getMadeSizes(ImplicitLocOpBuilder &b,
                                              Value value) {
  auto result = dyn_cast<OpResult>(value);
  Operation *op = value.getDefiningOp();
  if (!op)
    return getSizes(b, b.getLoc(), value);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return empty.getMixedSizes();
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return getOriginalSizes(b, destination.getTiedOpOperand(result)->get());
  if (OpTrait::hasElementwiseMappableTraits(op))
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        return getOriginalSizes(b, operand);
  auto reifies = dyn_cast<ReifyRankedShapedTypeOpInterface>(op);
  ReifiedRankedShapedTypeDims sizes;
  if (reifies && isa<MeshDialect>(op->getDialect()) &&
      succeeded(reifies.reifyResultShapes(b, sizes)))
    return sizes[result.getResultNumber()];
  return getSizes(b, b.getLoc(), value);
}

SmallVector<OpFoldResult> mesh::getOriginalSizes(ImplicitLocOpBuilder &b,
                                                 Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.hasStaticShape())
    return getSizes(b, b.getLoc(), value);
  SmallVector<OpFoldResult> sizes = getMadeSizes(b, value);
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (!type.isDynamicDim(axis))
      size = b.getIndexAttr(type.getDimSize(axis));
  return sizes;
}

Value mesh::filledTensor(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
                         Type elementType, double value) {
  Value scalar = floatConstant(b, elementType, value);
  Value empty = tensor::EmptyOp::create(b, sizes, elementType);
  return linalg::FillOp::create(b, scalar, empty).getResult(0);
}

/// Builds the generic op that `mapEntries` and `foldLastAxis` differ in.
static Value buildGeneric(ImplicitLocOpBuilder &b, ValueRange inputs,
                          Value init, ArrayRef<AffineMap> maps,
                          ArrayRef<utils::IteratorType> iterators,
                          bool readsInit, EntryBody body) {
  return linalg::GenericOp::create(
             b, TypeRange(init.getType()), inputs, ValueRange(init), maps,
             iterators,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder inner(loc, nested);
               Value entry = body(inner, readsInit ? args : args.drop_back());
               linalg::YieldOp::create(inner, entry);
             })
      .getResult(0);
}

Value mesh::mapEntries(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
                       Type elementType, ValueRange inputs,
                       ArrayRef<AffineMap> maps, EntryBody body) {
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(b.getMultiDimIdentityMap(sizes.size()));
  SmallVector<utils::IteratorType> iterators(sizes.size(),
                                             utils::IteratorType::parallel);
  Value init = tensor::EmptyOp::create(b, sizes, elementType);
  return buildGeneric(b, inputs, init, allMaps, iterators, /*readsInit=*/false,
                      body);
}

Value mesh::foldLastAxis(ImplicitLocOpBuilder &b, unsigned rank, Value init,
                         ValueRange inputs, ArrayRef<AffineMap> maps,
                         EntryBody body) {
  SmallVector<AffineMap> allMaps(maps);
  allMaps.push_back(b.getMultiDimIdentityMap(rank).getMajorSubMap(rank - 1));
  // A fold to rank 0 keeps no result, which `getMajorSubMap` cannot say.
  if (rank == 1)
    allMaps.back() = AffineMap::get(1, 0, b.getContext());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.back() = utils::IteratorType::reduction;
  return buildGeneric(b, inputs, init, allMaps, iterators, /*readsInit=*/true,
                      body);
}

void mesh::checkSizes(ImplicitLocOpBuilder &b, OpFoldResult expected,
                      OpFoldResult got, const Twine &message) {
  // Two static sizes are the verifier's matter.
  if (getConstantIntValue(expected) && getConstantIntValue(got))
    return;
  if (expected == got)
    return;
  Value expectedValue = materialize(b, expected);
  Value gotValue = materialize(b, got);
  Value equal = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                      expectedValue, gotValue);
  AssertOp::create(b, equal, message.str(),
                   ValueRange{expectedValue, gotValue});
}

Value mesh::asDeclared(ImplicitLocOpBuilder &b, Operation *op, Value value) {
  auto declared = cast<RankedTensorType>(op->getResult(0).getType());
  auto type = cast<RankedTensorType>(value.getType());
  if (type == declared)
    return value;
  SmallVector<OpFoldResult> sizes = getOriginalSizes(b, value);
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    if (declared.isDynamicDim(axis) || !type.isDynamicDim(axis))
      continue;
    checkSizes(b, b.getIndexAttr(declared.getDimSize(axis)), sizes[axis],
               "'" + op->getName().getStringRef() +
                   "' op expects its result to have {0} entries on axis " +
                   Twine(axis) + ", but got {1}");
  }
  return tensor::CastOp::create(b, declared, value);
}
