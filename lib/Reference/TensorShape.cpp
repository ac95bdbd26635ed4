//===- TensorShape.cpp - other shapes for the same entries ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorHandlers.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mesh::reference;
using namespace mlir;

static LogicalResult reshape(Operation *op, mlir::Value source,
                             ArrayRef<int64_t> shape, Frame &frame) {
  const Tensor &tensor = frame.tensor(source);
  if (countEntries(shape) != tensor.size())
    return frame.fail(op, "cannot give shape " + shapeString(shape) +
                              " to a tensor of shape " +
                              shapeString(tensor.getShape()));
  frame.set(op->getResult(0), tensor.reshaped(shape));
  return success();
}

static LogicalResult runCollapse(tensor::CollapseShapeOp op, Frame &frame) {
  const Tensor &source = frame.tensor(op.getSrc());
  SmallVector<int64_t> shape;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    shape.push_back(1);
    for (int64_t axis : group)
      shape.back() *= source.getDim(axis);
  }
  return reshape(op, op.getSrc(), shape, frame);
}

static LogicalResult runExpand(tensor::ExpandShapeOp op, Frame &frame) {
  return reshape(op, op.getSrc(), frame.integers(op.getMixedOutputShape()),
                 frame);
}

static LogicalResult runReshape(tensor::ReshapeOp op, Frame &frame) {
  const Tensor &sizes = frame.tensor(op.getShape());
  SmallVector<int64_t> shape;
  for (int64_t i = 0; i < sizes.size(); ++i)
    shape.push_back(sizes.getInt(i));
  return reshape(op, op.getSource(), shape, frame);
}

/// The result's type is checked against the shape after every op.
static LogicalResult runCast(tensor::CastOp op, Frame &frame) {
  frame.set(op, frame.get(op.getSource()));
  return success();
}

static LogicalResult runRank(tensor::RankOp op, Frame &frame) {
  frame.setInteger(op, frame.tensor(op.getTensor()).getRank());
  return success();
}

static LogicalResult runDim(tensor::DimOp op, Frame &frame) {
  const Tensor &source = frame.tensor(op.getSource());
  int64_t axis = frame.integer(op.getIndex());
  if (axis < 0 || axis >= source.getRank())
    return frame.fail(op, "asks for axis " + Twine(axis) +
                              " of a tensor of rank " +
                              Twine(source.getRank()));
  frame.setInteger(op, source.getDim(axis));
  return success();
}

void mesh::reference::registerTensorShapeHandlers(Registry &registry) {
  registry.add<tensor::CastOp>(runCast);
  registry.add<tensor::CollapseShapeOp>(runCollapse);
  registry.add<tensor::DimOp>(runDim);
  registry.add<tensor::ExpandShapeOp>(runExpand);
  registry.add<tensor::RankOp>(runRank);
  registry.add<tensor::ReshapeOp>(runReshape);
}
