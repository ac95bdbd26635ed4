//===- TensorSlice.cpp - slices, concatenation, padding -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slice.h"
#include "TensorHandlers.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/Support/MathExtras.h"

using namespace mesh::reference;
using namespace mlir;

void mesh::reference::forEachIndex(
    ArrayRef<int64_t> shape,
    llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> point(shape.size(), 0);
  for (int64_t left = countEntries(shape).value_or(0); left > 0; --left) {
    visit(point);
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (++point[axis] < shape[axis])
        break;
      point[axis] = 0;
    }
  }
}

/// Checks that the box lies within `shape`.
static LogicalResult checkBox(Operation *op, Frame &frame,
                              ArrayRef<int64_t> offsets,
                              ArrayRef<int64_t> sizes,
                              ArrayRef<int64_t> strides,
                              ArrayRef<int64_t> shape) {
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    int64_t last = 0;
    bool bad = sizes[axis] < 0 || offsets[axis] < 0 ||
               (sizes[axis] == 0 && offsets[axis] > shape[axis]);
    if (!bad && sizes[axis] > 0) {
      bad |= llvm::MulOverflow(sizes[axis] - 1, strides[axis], last);
      bad |= llvm::AddOverflow(last, offsets[axis], last);
      bad |= last < 0 || last >= shape[axis] || offsets[axis] >= shape[axis];
    }
    if (bad)
      return frame.fail(op, "leaves the tensor in axis " + Twine(axis) +
                                ": offset " + Twine(offsets[axis]) + ", size " +
                                Twine(sizes[axis]) + ", stride " +
                                Twine(strides[axis]) + " of " +
                                Twine(shape[axis]) + " entries");
  }
  return success();
}

/// Calls `visit` with the offset of each entry of the box in a tensor with
/// `tensorStrides`.
static void forEachOffset(ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                          ArrayRef<int64_t> strides,
                          ArrayRef<int64_t> tensorStrides,
                          llvm::function_ref<void(int64_t)> visit) {
  forEachIndex(sizes, [&](ArrayRef<int64_t> point) {
    int64_t offset = 0;
    for (size_t axis = 0; axis < point.size(); ++axis)
      offset +=
          (offsets[axis] + point[axis] * strides[axis]) * tensorStrides[axis];
    visit(offset);
  });
}

LogicalResult
mesh::reference::insertSlice(Operation *op, Frame &frame, const Tensor &source,
                             ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes,
                             ArrayRef<int64_t> strides, Tensor &dest) {
  if (failed(checkBox(op, frame, offsets, sizes, strides, dest.getShape())))
    return failure();
  if (countEntries(sizes) != source.size())
    return frame.fail(op, "expects a source of shape " + shapeString(sizes) +
                              ", but got " + shapeString(source.getShape()));
  int64_t i = 0;
  forEachOffset(offsets, sizes, strides, dest.getStrides(),
                [&](int64_t offset) { dest.set(offset, source.get(i++)); });
  return success();
}

static LogicalResult runExtractSlice(tensor::ExtractSliceOp op, Frame &frame) {
  const Tensor &source = frame.tensor(op.getSource());
  SmallVector<int64_t> offsets = frame.integers(op.getMixedOffsets());
  SmallVector<int64_t> sizes = frame.integers(op.getMixedSizes());
  SmallVector<int64_t> strides = frame.integers(op.getMixedStrides());
  if (failed(checkBox(op, frame, offsets, sizes, strides, source.getShape())))
    return failure();
  SmallVector<int64_t> shape;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [axis, size] : llvm::enumerate(sizes))
    if (!dropped.test(axis))
      shape.push_back(size);
  auto result = frame.makeTensor(op, source.getElementType(), shape);
  if (failed(result))
    return failure();
  int64_t i = 0;
  forEachOffset(offsets, sizes, strides, source.getStrides(),
                [&](int64_t offset) { result->set(i++, source.get(offset)); });
  frame.set(op, std::move(*result));
  return success();
}

static LogicalResult runInsertSlice(tensor::InsertSliceOp op, Frame &frame) {
  Tensor source = frame.tensor(op.getSource());
  mesh::reference::Value dest = frame.take(op.getDestMutable());
  if (failed(
          insertSlice(op, frame, source, frame.integers(op.getMixedOffsets()),
                      frame.integers(op.getMixedSizes()),
                      frame.integers(op.getMixedStrides()), dest.getTensor())))
    return failure();
  frame.set(op, std::move(dest));
  return success();
}

static LogicalResult runConcat(tensor::ConcatOp op, Frame &frame) {
  size_t dim = op.getDim();
  SmallVector<int64_t> shape(frame.tensor(op.getInputs().front()).getShape());
  shape[dim] = 0;
  for (mlir::Value input : op.getInputs())
    shape[dim] += frame.tensor(input).getDim(dim);
  auto result = frame.makeTensor(op, getElementTypeOrSelf(op.getType()), shape);
  if (failed(result))
    return failure();
  SmallVector<int64_t> offsets(shape.size(), 0), strides(shape.size(), 1);
  for (mlir::Value input : op.getInputs()) {
    const Tensor &part = frame.tensor(input);
    for (size_t axis = 0; axis < shape.size(); ++axis)
      if (axis != dim && part.getDim(axis) != shape[axis])
        return frame.fail(
            op,
            "expects inputs that agree but for axis " + Twine(dim) +
                ", but got shapes " +
                shapeString(frame.tensor(op.getInputs().front()).getShape()) +
                " and " + shapeString(part.getShape()));
    if (failed(insertSlice(op, frame, part, offsets, part.getShape(), strides,
                           *result)))
      return failure();
    offsets[dim] += part.getDim(dim);
  }
  frame.set(op, std::move(*result));
  return success();
}

static LogicalResult runPad(tensor::PadOp op, Frame &frame) {
  Tensor source = frame.tensor(op.getSource());
  SmallVector<int64_t> low = frame.integers(op.getMixedLowPad());
  SmallVector<int64_t> high = frame.integers(op.getMixedHighPad());
  SmallVector<int64_t> shape(source.getShape());
  for (size_t axis = 0; axis < shape.size(); ++axis)
    shape[axis] += low[axis] + high[axis];
  auto result = frame.makeTensor(op, source.getElementType(), shape);
  if (failed(result))
    return failure();
  SmallVector<int64_t, 4> strides = source.getStrides();
  LogicalResult outcome = success();
  int64_t i = 0;
  forEachIndex(shape, [&](ArrayRef<int64_t> point) {
    int64_t offset = 0;
    bool isInside = true;
    for (size_t axis = 0; axis < point.size(); ++axis) {
      int64_t index = point[axis] - low[axis];
      isInside &= index >= 0 && index < source.getDim(axis);
      offset += index * strides[axis];
    }
    if (isInside)
      result->set(i++, source.get(offset));
    else if (succeeded(outcome))
      outcome = runBody(op.getRegion(), point, frame, *result, i++);
  });
  if (failed(outcome))
    return failure();
  frame.set(op, std::move(*result));
  return success();
}

void mesh::reference::registerTensorSliceHandlers(Registry &registry) {
  registry.add<tensor::ConcatOp>(runConcat);
  registry.add<tensor::ExtractSliceOp>(runExtractSlice);
  registry.add<tensor::InsertSliceOp>(runInsertSlice);
  registry.add<tensor::PadOp>(runPad);
}
