//===- Check.cpp - comparisons of tests -----------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Check/IR/CheckDialect.h"
#include "mesh/Reference/Registry.h"

#include <cmath>

using namespace mesh::reference;
using namespace mlir;

/// Whether an entry is as expected.
using Accepts = llvm::function_ref<bool(Type, Number, Number)>;

/// The index of entry `i` of a tensor of this shape.
static SmallVector<int64_t> unflatten(int64_t i, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = i % shape[axis];
    i /= shape[axis];
  }
  return index;
}

static LogicalResult compare(Operation *op, Frame &frame, StringRef relation,
                             Accepts accepts) {
  const mesh::reference::Value &actual = frame.get(op->getOperand(0));
  const mesh::reference::Value &expected = frame.get(op->getOperand(1));
  auto refuse = [&](const Twine &place, Type type, Number a, Number b) {
    return frame.fail(op, "expects entries to be " + relation + ", but " +
                              place + " is " + toString(type, a) + " where " +
                              toString(type, b) + " is expected");
  };
  if (actual.isScalar()) {
    Type type = actual.getScalar().type;
    Number a = actual.getScalar().number, b = expected.getScalar().number;
    return accepts(type, a, b) ? success() : refuse("the value", type, a, b);
  }
  const Tensor &a = actual.getTensor(), &b = expected.getTensor();
  if (a.getShape() != b.getShape())
    return frame.fail(op, "expects shape " + shapeString(b.getShape()) +
                              ", but got " + shapeString(a.getShape()));
  for (int64_t i = 0; i < a.size(); ++i)
    if (!accepts(a.getElementType(), a.get(i), b.get(i)))
      return refuse("entry " + shapeString(unflatten(i, a.getShape())),
                    a.getElementType(), a.get(i), b.get(i));
  return success();
}

static bool bothNaN(double a, double b) {
  return std::isnan(a) && std::isnan(b);
}

/// (equal_c2), (equal_c3)
static LogicalResult runEqual(mesh::check::EqualOp op, Frame &frame) {
  return compare(op, frame, "equal", [](Type type, Number a, Number b) {
    if (!isa<FloatType>(type))
      return a.i == b.i;
    return bothNaN(a.f, b.f) ||
           (a.f == b.f && std::signbit(a.f) == std::signbit(b.f));
  });
}

/// (close_c2), (close_c3)
static LogicalResult runClose(mesh::check::CloseOp op, Frame &frame) {
  double rtol = op.getRtol().convertToDouble();
  double atol = op.getAtol().convertToDouble();
  return compare(op, frame, "close", [&](Type, Number a, Number b) {
    double slack = atol + rtol * std::fabs(b.f);
    // An infinite slack would accept any number for an expected infinity.
    return a.f == b.f || bothNaN(a.f, b.f) ||
           (std::fabs(a.f - b.f) <= slack && std::isfinite(slack));
  });
}

/// The place of a float among all floats of its type, 0 for both zeros.
static int64_t place(FloatType type, double value) {
  uint64_t sign = uint64_t(1) << (type.getWidth() - 1);
  uint64_t bits = toBits(type, value);
  int64_t magnitude = bits & (sign - 1);
  return bits & sign ? -magnitude : magnitude;
}

/// (ulp_c2), (ulp_c3)
static LogicalResult runUlp(mesh::check::UlpOp op, Frame &frame) {
  uint64_t limit = op.getMaxUlp();
  std::string relation = "within " + std::to_string(limit) + " ULP";
  return compare(op, frame, relation, [&](Type type, Number a, Number b) {
    if (std::isnan(a.f) || std::isnan(b.f))
      return bothNaN(a.f, b.f);
    int64_t x = place(cast<FloatType>(type), a.f);
    int64_t y = place(cast<FloatType>(type), b.f);
    // The difference of two 64-bit places may need 64 bits of its own.
    uint64_t distance =
        x > y ? static_cast<uint64_t>(x) - y : static_cast<uint64_t>(y) - x;
    return distance <= limit;
  });
}

void mesh::reference::registerCheckHandlers(Registry &registry) {
  registry.add<check::CloseOp>(runClose);
  registry.add<check::EqualOp>(runEqual);
  registry.add<check::UlpOp>(runUlp);
}
