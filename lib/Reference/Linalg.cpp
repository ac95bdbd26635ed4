//===- Linalg.cpp - structured ops by maps and scalar body ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "Elementwise.h"
#include "Slice.h"

#include "mesh/Reference/Registry.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <cmath>

using namespace mesh::reference;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Every structured op
//===----------------------------------------------------------------------===//

/// The shape of an operand; a scalar has none.
static ArrayRef<int64_t> shapeOf(const mesh::reference::Value &value) {
  return value.isTensor() ? value.getTensor().getShape() : ArrayRef<int64_t>();
}

/// The sizes of the loops: a loop that indexes an axis on its own has the
/// axis's size.
static FailureOr<SmallVector<int64_t>>
findBounds(linalg::LinalgOp op, ArrayRef<AffineMap> maps,
           ArrayRef<mesh::reference::Value> operands, Frame &frame) {
  SmallVector<int64_t> bounds(op.getNumLoops(), -1);
  for (size_t i = 0; i < maps.size(); ++i)
    for (auto [axis, expression] : llvm::enumerate(maps[i].getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expression);
      if (!dim)
        continue;
      int64_t size = shapeOf(operands[i])[axis];
      int64_t &bound = bounds[dim.getPosition()];
      if (bound >= 0 && bound != size)
        return frame.fail(op, "expects operand #" + Twine(i) + " to have " +
                                  Twine(bound) + " entries in axis " +
                                  Twine(axis) + ", but got " + Twine(size));
      bound = size;
    }
  if (llvm::is_contained(bounds, -1))
    return frame.fail(op, "has a loop whose size no operand gives");
  return bounds;
}

/// The position of the entry that `map` reads at `point`, or a failure.
static FailureOr<int64_t> findEntry(linalg::LinalgOp op, size_t i,
                                    AffineMap map, ArrayRef<int64_t> shape,
                                    ArrayRef<int64_t> point, Frame &frame) {
  int64_t position = 0;
  for (auto [axis, expression] : llvm::enumerate(map.getResults())) {
    std::optional<int64_t> index = evaluate(expression, point, {});
    if (!index || *index < 0 || *index >= shape[axis])
      return frame.fail(op, "leaves operand #" + Twine(i) + " in axis " +
                                Twine(axis) + " at iteration " +
                                shapeString(point));
    position = position * shape[axis] + *index;
  }
  return position;
}

static LogicalResult runStructured(linalg::LinalgOp op, Frame &frame) {
  if (!op.hasPureTensorSemantics())
    return frame.fail(op, "cannot be interpreted on buffers");
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<mesh::reference::Value> operands =
      frame.getAll(op->getOperands());
  auto bounds = findBounds(op, maps, operands, frame);
  if (failed(bounds))
    return failure();

  // The entries that the body reads, by block argument.
  SmallVector<OpOperand *> reads = op.getOpOperandsMatchingBBargs();
  Region &body = op->getRegion(0);
  if (op.getNumReductionLoops() > 0)
    frame.markAccumulators(
        body, body.getArguments().take_back(op.getRegionOutputArgs().size()));
  size_t firstOut = op.getNumDpsInputs();

  SmallVector<int64_t> positions(operands.size());
  SmallVector<mesh::reference::Value> args, results;
  LogicalResult outcome = success();
  frame.linalgIndices.emplace_back(op.getNumLoops(), 0);
  forEachIndex(*bounds, [&](ArrayRef<int64_t> point) {
    if (failed(outcome))
      return;
    frame.linalgIndices.back().assign(point.begin(), point.end());
    for (size_t i = 0; i < operands.size(); ++i) {
      auto position =
          findEntry(op, i, maps[i], shapeOf(operands[i]), point, frame);
      if (failed(position)) {
        outcome = failure();
        return;
      }
      positions[i] = *position;
    }
    args.clear();
    for (auto [read, arg] : llvm::zip_equal(reads, body.getArguments())) {
      size_t i = read->getOperandNumber();
      Number number = operands[i].isTensor()
                          ? operands[i].getTensor().get(positions[i])
                          : operands[i].getScalar().number;
      args.push_back(Scalar{arg.getType(), number});
    }
    if (failed(frame.runRegion(body, args, results))) {
      outcome = failure();
      return;
    }
    for (auto [k, result] : llvm::enumerate(results))
      operands[firstOut + k].getTensor().set(positions[firstOut + k],
                                             result.getScalar().number);
  });
  frame.linalgIndices.pop_back();
  if (failed(outcome))
    return failure();
  for (auto [k, result] : llvm::enumerate(op->getResults())) {
    Tensor &output = operands[firstOut + k].getTensor();
    if (!frame.isWide(op))
      output.fitAll();
    frame.set(result, std::move(output));
  }
  return success();
}

static LogicalResult runIndex(linalg::IndexOp op, Frame &frame) {
  frame.setInteger(op, frame.linalgIndices.back()[op.getDim()]);
  return success();
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Along axis `dimension`: exp(x - max x) / sum exp(x - max x).
static LogicalResult runSoftmax(linalg::SoftmaxOp op, Frame &frame) {
  if (!isa<RankedTensorType>(op.getInput().getType()))
    return frame.fail(op, "cannot be interpreted on buffers");
  const Tensor &input = frame.tensor(op.getInput());
  auto result = frame.makeTensor(op, input.getElementType(), input.getShape());
  if (failed(result))
    return failure();
  int64_t axis = op.getDimension();
  int64_t length = input.getDim(axis);
  int64_t stride = input.getStrides()[axis];
  for (int64_t first = 0; first < input.size(); ++first) {
    if (first / stride % length != 0)
      continue;
    double largest = -INFINITY, sum = 0;
    for (int64_t k = 0; k < length; ++k)
      largest = maximum(largest, input.getFloat(first + k * stride));
    for (int64_t k = 0; k < length; ++k)
      sum += std::exp(input.getFloat(first + k * stride) - largest);
    for (int64_t k = 0; k < length; ++k) {
      int64_t i = first + k * stride;
      result->fit(i, ofDouble(std::exp(input.getFloat(i) - largest) / sum));
    }
  }
  frame.set(op->getResult(0), std::move(*result));
  return success();
}

void mesh::reference::registerLinalgHandlers(Registry &registry) {
  registry.add<linalg::IndexOp>(runIndex);
  registry.add<linalg::SoftmaxOp>(runSoftmax);
  registry.addInterface<linalg::LinalgOp>(runStructured);
}
