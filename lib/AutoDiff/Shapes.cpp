//===- Shapes.cpp - where the sizes of tensors come from ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Shapes.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mesh;

/// A value of the same shape that exists before `value`, or null.
static Value getShapeSource(Value value, const DenseMap<Value, Value> &shapes) {
  if (Value other = shapes.lookup(value))
    return other;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument.getArgNumber() >= loop.getNumInductionVars())
      return loop.getTiedLoopInit(argument)->get();
    return {};
  }
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getInitArgs()[result.getResultNumber()];
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return destination.getTiedOpOperand(result)->get();
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return insert.getDest();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return insert.getDest();
  if (isa<tensor::CastOp, StopGradientOp, SegmentSoftmaxOp>(op))
    return op->getOperand(0);
  if (OpTrait::hasElementwiseMappableTraits(op))
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        return operand;
  return {};
}

/// The sizes as the op that made `value` says them.
static SmallVector<OpFoldResult> getMadeSizes(ImplicitLocOpBuilder &b,
                                              Value value) {
  Operation *op = value.getDefiningOp();
  if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
    return empty.getMixedSizes();
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return expand.getMixedOutputShape();
  if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op)) {
    SmallVector<OpFoldResult> sizes;
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [axis, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(axis))
        sizes.push_back(size);
    return sizes;
  }
  auto reifies = dyn_cast_or_null<ReifyRankedShapedTypeOpInterface>(op);
  ReifiedRankedShapedTypeDims sizes;
  if (reifies && isa<MeshDialect, tensor::TensorDialect>(op->getDialect()) &&
      succeeded(reifies.reifyResultShapes(b, sizes)))
    return sizes[cast<OpResult>(value).getResultNumber()];
  return tensor::getMixedSizes(b, b.getLoc(), value);
}

SmallVector<OpFoldResult>
mesh::getSourceSizes(ImplicitLocOpBuilder &b, Value value,
                     const DenseMap<Value, Value> &shapes) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes;
  if (type.hasStaticShape()) {
    for (int64_t size : type.getShape())
      sizes.push_back(b.getIndexAttr(size));
    return sizes;
  }
  while (Value source = getShapeSource(value, shapes))
    value = source;
  sizes = getMadeSizes(b, value);
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (!type.isDynamicDim(axis))
      size = b.getIndexAttr(type.getDimSize(axis));
  return sizes;
}
