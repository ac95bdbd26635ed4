//===- RegionRows.cpp - rows that the region ops read and write -----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionRows.h"

using namespace mesh::reference;
using namespace mlir;

mesh::reference::Value RowInput::read(int64_t b, int64_t r) const {
  int64_t batch = batched ? b : 0;
  ArrayRef<int64_t> shape = tensor.getShape().drop_front(axis + 1);
  if (shape.empty())
    return Scalar{tensor.getElementType(), tensor.get(layout.at(batch, r, 0))};
  Tensor row(tensor.getElementType(), shape);
  for (int64_t i = 0; i < layout.inner; ++i)
    row.set(i, tensor.get(layout.at(batch, r, i)));
  return row;
}

void mesh::reference::appendRows(
    ArrayRef<RowInput> inputs, int64_t b, int64_t r,
    SmallVectorImpl<mesh::reference::Value> &args) {
  for (const RowInput &input : inputs)
    args.push_back(input.read(b, r));
}

SmallVector<mesh::reference::Value>
mesh::reference::readShared(Frame &frame, OperandRange operands) {
  SmallVector<mesh::reference::Value> values;
  for (mlir::Value operand : operands) {
    const Tensor &tensor = frame.tensor(operand);
    if (tensor.getShape().empty())
      values.push_back(Scalar{tensor.getElementType(), tensor.get(0)});
    else
      values.push_back(tensor);
  }
  return values;
}

LogicalResult mesh::reference::writeRows(Operation *op, Frame &frame,
                                         ArrayRef<mesh::reference::Value> rows,
                                         int64_t b, int64_t r, int64_t axis,
                                         MutableArrayRef<Tensor> outs) {
  for (auto [row, out] : llvm::zip_equal(rows, outs)) {
    RowLayout layout(out.getShape(), axis);
    if (row.isScalar()) {
      out.fit(layout.at(b, r, 0), row.getScalar().number);
      continue;
    }
    ArrayRef<int64_t> shape = out.getShape().drop_front(axis + 1);
    if (row.getTensor().getShape() != shape)
      return frame.fail(op, "expects a result row of shape " +
                                shapeString(shape) + ", but got " +
                                shapeString(row.getTensor().getShape()));
    for (int64_t i = 0; i < layout.inner; ++i)
      out.fit(layout.at(b, r, i), row.getTensor().get(i));
  }
  return success();
}

LogicalResult mesh::reference::checkBatch(Operation *op, Frame &frame,
                                          StringRef name, const Tensor &tensor,
                                          ArrayRef<int64_t> batchShape) {
  ArrayRef<int64_t> shape = tensor.getShape().take_front(batchShape.size());
  if (shape == batchShape)
    return success();
  return frame.fail(op, "expects '" + name + "' to have batch axes " +
                            shapeString(batchShape) + ", but got " +
                            shapeString(shape));
}

FailureOr<SmallVector<Tensor>>
mesh::reference::makeOuts(Operation *op, Frame &frame, OperandRange outs,
                          int64_t axis, int64_t rows) {
  SmallVector<Tensor> tensors;
  for (mlir::Value out : outs) {
    if (!isa<RankedTensorType>(out.getType()))
      return frame.fail(op, "cannot be interpreted on buffers");
    tensors.push_back(frame.tensor(out));
    ArrayRef<int64_t> batch = tensors.front().getShape().take_front(axis);
    if (failed(checkRows(op, frame, "outs", tensors.back(), axis, rows)) ||
        failed(checkBatch(op, frame, "outs", tensors.back(), batch)))
      return failure();
  }
  return tensors;
}
