//===- Tensor.cpp - making tensors and reading their entries --------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slice.h"
#include "TensorHandlers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mesh::reference;
using namespace mlir;

LogicalResult mesh::reference::runBody(Region &region, ArrayRef<int64_t> point,
                                       Frame &frame, Tensor &result,
                                       int64_t i) {
  SmallVector<mesh::reference::Value> args, results;
  for (int64_t index : point)
    args.push_back(Scalar{IndexType::get(region.getContext()), ofInt(index)});
  if (failed(frame.runRegion(region, args, results)))
    return failure();
  result.set(i, results.front().getScalar().number);
  return success();
}

/// The shape of a result whose dynamic sizes are operands.
static SmallVector<int64_t> shapeOf(RankedTensorType type, ValueRange sizes,
                                    Frame &frame) {
  SmallVector<int64_t> shape(type.getShape());
  size_t next = 0;
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size))
      size = frame.integer(sizes[next++]);
  return shape;
}

//===----------------------------------------------------------------------===//
// Making tensors
//===----------------------------------------------------------------------===//

/// Contents are undefined in the IR; here they are 0, so that every run gives
/// the same.
static LogicalResult runEmpty(tensor::EmptyOp op, Frame &frame) {
  RankedTensorType type = op.getType();
  auto result = frame.makeTensor(op, type.getElementType(),
                                 shapeOf(type, op.getDynamicSizes(), frame));
  if (failed(result))
    return failure();
  frame.set(op, std::move(*result));
  return success();
}

static LogicalResult runSplat(tensor::SplatOp op, Frame &frame) {
  auto type = cast<RankedTensorType>(op.getType());
  auto result = frame.makeTensor(op, type.getElementType(),
                                 shapeOf(type, op.getDynamicSizes(), frame));
  if (failed(result))
    return failure();
  result->fill(frame.number(op.getInput()));
  frame.set(op, std::move(*result));
  return success();
}

static LogicalResult runFromElements(tensor::FromElementsOp op, Frame &frame) {
  auto type = cast<RankedTensorType>(op.getType());
  auto result = frame.makeTensor(op, type.getElementType(), type.getShape());
  if (failed(result))
    return failure();
  for (auto [i, element] : llvm::enumerate(op.getElements()))
    result->set(i, frame.number(element));
  frame.set(op, std::move(*result));
  return success();
}

static LogicalResult runGenerate(tensor::GenerateOp op, Frame &frame) {
  auto type = cast<RankedTensorType>(op.getType());
  auto result = frame.makeTensor(op, type.getElementType(),
                                 shapeOf(type, op.getDynamicExtents(), frame));
  if (failed(result))
    return failure();
  LogicalResult outcome = success();
  int64_t i = 0;
  SmallVector<int64_t> shape(result->getShape());
  forEachIndex(shape, [&](ArrayRef<int64_t> point) {
    if (succeeded(outcome))
      outcome = runBody(op.getRegion(), point, frame, *result, i++);
  });
  if (failed(outcome))
    return failure();
  frame.set(op, std::move(*result));
  return success();
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// The position of an entry in row-major order, or a failure of `op`.
static FailureOr<int64_t> findEntry(Operation *op, const Tensor &tensor,
                                    ValueRange indices, Frame &frame) {
  int64_t position = 0;
  for (auto [axis, value] : llvm::enumerate(indices)) {
    int64_t index = frame.integer(value);
    int64_t size = tensor.getDim(axis);
    if (index < 0 || index >= size)
      return frame.fail(op, "index " + Twine(index) +
                                " is out of range in axis " + Twine(axis) +
                                ", expects 0 <= index < " + Twine(size));
    position = position * size + index;
  }
  return position;
}

static LogicalResult runExtract(tensor::ExtractOp op, Frame &frame) {
  const Tensor &tensor = frame.tensor(op.getTensor());
  FailureOr<int64_t> position = findEntry(op, tensor, op.getIndices(), frame);
  if (failed(position))
    return failure();
  frame.setNumber(op, tensor.get(*position));
  return success();
}

static LogicalResult runInsert(tensor::InsertOp op, Frame &frame) {
  mesh::reference::Value dest = frame.take(op.getDestMutable());
  FailureOr<int64_t> position =
      findEntry(op, dest.getTensor(), op.getIndices(), frame);
  if (failed(position))
    return failure();
  dest.getTensor().set(*position, frame.number(op.getScalar()));
  frame.set(op, std::move(dest));
  return success();
}

static LogicalResult runBitcast(tensor::BitcastOp op, Frame &frame) {
  const Tensor &source = frame.tensor(op.getSource());
  Type from = source.getElementType();
  Type to = getElementTypeOrSelf(op.getType());
  auto result = frame.makeTensor(op, to, source.getShape());
  if (failed(result))
    return failure();
  // Between integers of one width, signed or not: the form stays the same.
  if (isa<FloatType>(from) || isa<FloatType>(to))
    return frame.fail(op, "cannot be interpreted between float types");
  for (int64_t i = 0; i < source.size(); ++i)
    result->set(i, source.get(i));
  frame.set(op, std::move(*result));
  return success();
}

void mesh::reference::registerTensorHandlers(Registry &registry) {
  registry.add<tensor::BitcastOp>(runBitcast);
  registry.add<tensor::EmptyOp>(runEmpty);
  registry.add<tensor::ExtractOp>(runExtract);
  registry.add<tensor::FromElementsOp>(runFromElements);
  registry.add<tensor::GenerateOp>(runGenerate);
  registry.add<tensor::InsertOp>(runInsert);
  registry.add<tensor::SplatOp>(runSplat);
  registerTensorShapeHandlers(registry);
  registerTensorSliceHandlers(registry);
}
