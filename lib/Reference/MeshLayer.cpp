//===- MeshLayer.cpp - sugar ops by their formulas ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Philox.h"
#include "Rows.h"

#include "mesh/Reference/Registry.h"

#include <cmath>

using namespace mesh;
using namespace mesh::reference;
using namespace mlir;

using Numbers = ArrayRef<Number>;

//===----------------------------------------------------------------------===//
// Linear maps and scaling
//===----------------------------------------------------------------------===//

/// (linear_c2), (linear_c3).
static LogicalResult runLinear(LinearOp op, Frame &frame) {
  const Tensor &x = frame.tensor(op.getX());
  const Tensor &w = frame.tensor(op.getW());
  const Tensor *bias = op.getB() ? &frame.tensor(op.getB()) : nullptr;
  int64_t features = x.getShape().back(), outputs = w.getDim(1);
  if (w.getDim(0) != features)
    return frame.fail(op, "expects 'w' to have " + Twine(features) +
                              " rows, but got " + Twine(w.getDim(0)));
  if (bias && bias->size() != outputs)
    return frame.fail(op, "expects 'b' to have " + Twine(outputs) +
                              " entries, but got " + Twine(bias->size()));
  SmallVector<int64_t> shape(x.getShape());
  shape.back() = outputs;
  auto result = frame.makeTensor(op, x.getElementType(), shape);
  if (failed(result))
    return failure();
  RowLayout rows(shape, shape.size() - 1);
  for (int64_t r = 0; r < rows.batch; ++r)
    for (int64_t h = 0; h < outputs; ++h) {
      double sum = 0;
      for (int64_t f = 0; f < features; ++f)
        sum += x.getFloat(r * features + f) * w.getFloat(f * outputs + h);
      if (bias)
        sum += bias->getFloat(h);
      result->fit(r * outputs + h, ofDouble(sum));
    }
  frame.set(op, std::move(*result));
  return success();
}

/// (scale_c3).
static LogicalResult runScale(ScaleOp op, Frame &frame) {
  Tensor m = frame.tensor(op.getM());
  const Tensor &s = frame.tensor(op.getS());
  int64_t dim = op.getDim();
  for (int64_t axis = 0; axis < s.getRank(); ++axis)
    if (s.getDim(axis) != m.getDim(dim + axis))
      return frame.fail(op, "expects 's' to have " +
                                Twine(m.getDim(dim + axis)) +
                                " entries on axis " + Twine(axis) +
                                ", but got " + Twine(s.getDim(axis)));
  Tensor result = m;
  // How many entries of m share a scalar: the product of the trailing axes.
  int64_t inner = 1;
  for (int64_t size : m.getShape().drop_front(dim + s.getRank()))
    inner *= size;
  for (int64_t i = 0; i < m.size(); ++i)
    result.fit(i, ofDouble(m.getFloat(i) * s.getFloat(i / inner % s.size())));
  frame.set(op, std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static void registerActivations(Registry &registry) {
  addEntrywise<ReluOp>(registry, [](Numbers x, ReluOp) {
    return ofDouble(maximum(x[0].f, 0.0));
  });
  addEntrywise<LeakyReluOp>(registry, [](Numbers x, LeakyReluOp op) {
    double slope = op.getSlope().convertToDouble();
    return ofDouble(x[0].f > 0 ? x[0].f : slope * x[0].f);
  });
  addEntrywise<EluOp>(registry, [](Numbers x, EluOp op) {
    double alpha = op.getAlpha().convertToDouble();
    return ofDouble(x[0].f > 0 ? x[0].f : alpha * std::expm1(x[0].f));
  });
  addEntrywise<SigmoidOp>(registry, [](Numbers x, SigmoidOp) {
    return ofDouble(1 / (1 + std::exp(-x[0].f)));
  });
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// log(exp(x[c] - m) / sum exp(x - m)) of a row of `classes` entries that
/// starts at `first`, with m the row's maximum.
static double logSoftmax(const Tensor &x, int64_t first, int64_t classes,
                         int64_t c) {
  double largest = -INFINITY, sum = 0;
  for (int64_t k = 0; k < classes; ++k)
    largest = maximum(largest, x.getFloat(first + k));
  for (int64_t k = 0; k < classes; ++k)
    sum += std::exp(x.getFloat(first + k) - largest);
  return x.getFloat(first + c) - largest - std::log(sum);
}

static LogicalResult runLogSoftmax(LogSoftmaxOp op, Frame &frame) {
  Tensor x = frame.tensor(op.getX());
  Tensor result = x;
  int64_t classes = x.getShape().back();
  for (int64_t i = 0; i < x.size(); ++i) {
    int64_t c = i % classes;
    result.fit(i, ofDouble(logSoftmax(x, i - c, classes, c)));
  }
  frame.set(op, std::move(result));
  return success();
}

/// (cross_entropy_c2), (cross_entropy_c3).
static LogicalResult runCrossEntropy(CrossEntropyOp op, Frame &frame) {
  const Tensor &logits = frame.tensor(op.getLogits());
  const Tensor &labels = frame.tensor(op.getLabels());
  int64_t rows = logits.getDim(0), classes = logits.getDim(1);
  if (labels.size() != rows)
    return frame.fail(op, "expects 'labels' to have " + Twine(rows) +
                              " entries, but got " + Twine(labels.size()));
  double sum = 0;
  int64_t labelled = 0;
  for (int64_t r = 0; r < rows; ++r) {
    int64_t label = labels.getInt(r);
    if (label >= classes)
      return frame.failWith(op.getLoc(), "row " + Twine(r) + ": label " +
                                             Twine(label) +
                                             " is out of range, expects "
                                             "label < " +
                                             Twine(classes));
    if (label < 0)
      continue;
    sum -= logSoftmax(logits, r * classes, classes, label);
    ++labelled;
  }
  auto result = frame.makeTensor(op, logits.getElementType(), {});
  if (failed(result))
    return failure();
  if (labelled)
    result->fit(0, ofDouble(sum / static_cast<double>(labelled)));
  frame.set(op, std::move(*result));
  return success();
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// Bits that every value of the type can hold exactly below 1.
static unsigned uniformBits(Type type) {
  return type.isF16() ? 11 : type.isBF16() ? 8 : 24;
}

static LogicalResult runUniform(UniformOp op, Frame &frame) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  SmallVector<int64_t> shape(type.getShape());
  size_t next = 0;
  for (auto [axis, size] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(size))
      continue;
    size = frame.integer(op.getSizes()[next++]);
    if (size < 0)
      return frame.fail(op, "expects the size of axis " + Twine(axis) +
                                " not to be negative, but got " + Twine(size));
  }
  auto result = frame.makeTensor(op, type.getElementType(), shape);
  if (failed(result))
    return failure();
  uint64_t seed = frame.integer(op.getSeed());
  for (int64_t i = 0; i < result->size(); ++i)
    result->set(i,
                ofDouble(uniform(seed, i, uniformBits(type.getElementType()))));
  frame.set(op, std::move(*result));
  return success();
}

/// The mask is that of f32 for every element type.
static LogicalResult runDropout(DropoutOp op, Frame &frame) {
  Tensor x = frame.tensor(op.getX());
  Tensor result = x;
  double rate = op.getRate().convertToDouble();
  uint64_t seed = frame.integer(op.getSeed());
  for (int64_t i = 0; i < x.size(); ++i) {
    bool isKept = uniform(seed, i, /*bits=*/24) >= rate;
    result.fit(i, ofDouble(isKept ? x.getFloat(i) / (1 - rate) : 0.0));
  }
  frame.set(op, std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Rows by index
//===----------------------------------------------------------------------===//

/// (take_c2): said of the graph that the op stands for, whose edge i runs from
/// ids[i] to i.
static LogicalResult runTake(TakeOp op, Frame &frame) {
  const Tensor &table = frame.tensor(op.getTable());
  const Tensor &ids = frame.tensor(op.getIds());
  SmallVector<int64_t> shape(table.getShape());
  shape[0] = ids.size();
  auto result = frame.makeTensor(op, table.getElementType(), shape);
  if (failed(result))
    return failure();
  RowLayout from(table.getShape(), 0), to(shape, 0);
  for (int64_t r = 0; r < ids.size(); ++r) {
    int64_t id = ids.getInt(r);
    if (id < 0 || id >= from.rows)
      return frame.failWith(op.getLoc(), "edge " + Twine(r) + ": source " +
                                             Twine(id) +
                                             " is out of range, expects 0 <= "
                                             "source < " +
                                             Twine(from.rows));
    for (int64_t i = 0; i < to.inner; ++i)
      result->set(to.at(0, r, i), table.get(from.at(0, id, i)));
  }
  frame.set(op, std::move(*result));
  return success();
}

void mesh::reference::registerMeshLayerHandlers(Registry &registry) {
  registerActivations(registry);
  registry.add<CrossEntropyOp>(runCrossEntropy);
  registry.add<DropoutOp>(runDropout);
  registry.add<LinearOp>(runLinear);
  registry.add<LogSoftmaxOp>(runLogSoftmax);
  registry.add<ScaleOp>(runScale);
  registry.add<TakeOp>(runTake);
  registry.add<UniformOp>(runUniform);
}
