//===- Combiner.cpp - bodies of reductions --------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nest.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mesh;

/// The neutral element of `op` for operands of `type`, or null.
static TypedAttr getNeutral(Operation *op, Type type) {
  Builder b(op->getContext());
  if (auto floats = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floats.getFloatSemantics();
    auto get = [&](const APFloat &value) -> TypedAttr {
      return b.getFloatAttr(type, value);
    };
    return TypeSwitch<Operation *, TypedAttr>(op)
        // -0, because 0 + -0 is 0.
        .Case([&](arith::AddFOp) {
          return get(APFloat::getZero(semantics, /*Negative=*/true));
        })
        .Case([&](arith::MulFOp) { return get(APFloat(semantics, 1)); })
        .Case<arith::MaximumFOp, arith::MaxNumFOp>([&](Operation *) {
          return get(APFloat::getInf(semantics, /*Negative=*/true));
        })
        .Case<arith::MinimumFOp, arith::MinNumFOp>(
            [&](Operation *) { return get(APFloat::getInf(semantics)); })
        .Default(TypedAttr());
  }
  auto integers = dyn_cast<IntegerType>(type);
  if (!integers)
    return nullptr;
  unsigned width = integers.getWidth();
  auto get = [&](const APInt &value) -> TypedAttr {
    return b.getIntegerAttr(type, value);
  };
  return TypeSwitch<Operation *, TypedAttr>(op)
      .Case<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(
          [&](Operation *) { return get(APInt::getZero(width)); })
      .Case([&](arith::MulIOp) { return get(APInt(width, 1)); })
      .Case<arith::AndIOp, arith::MinUIOp>(
          [&](Operation *) { return get(APInt::getAllOnes(width)); })
      .Case(
          [&](arith::MaxSIOp) { return get(APInt::getSignedMinValue(width)); })
      .Case(
          [&](arith::MinSIOp) { return get(APInt::getSignedMaxValue(width)); })
      .Default(TypedAttr());
}

FailureOr<Combiner> mesh::matchCombiner(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return failure();
  Block *body = op.getBlock();
  BlockArgument carried = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  Operation *combine = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!combine || combine->getBlock() != body || !carried.hasOneUse() ||
      combine->getNumOperands() != 2 || *carried.getUsers().begin() != combine)
    return failure();
  Combiner result;
  result.op = combine;
  result.accumulator = combine->getOperand(0) == carried ? 0 : 1;
  result.neutral = getNeutral(combine, carried.getType());
  if (!result.neutral)
    return failure();
  return result;
}

Value Combiner::build(LoopBuilder &b, Value carried, Value term) const {
  IRMapping values;
  values.map(op->getOperand(accumulator), carried);
  values.map(op->getOperand(1 - accumulator), term);
  Operation *copy = b.clone(*op, values);
  copy->getResult(0).setType(carried.getType());
  return copy->getResult(0);
}

Value Combiner::buildNeutral(LoopBuilder &b) const {
  return arith::ConstantOp::create(b, neutral);
}

Value Combiner::buildTree(LoopBuilder &b, Value lanes) const {
  int64_t count = cast<VectorType>(lanes.getType()).getDimSize(0);
  while (count > 1) {
    count /= 2;
    SmallVector<int64_t> low(count), high(count);
    std::iota(low.begin(), low.end(), 0);
    std::iota(high.begin(), high.end(), count);
    Value left = vector::ShuffleOp::create(b, lanes, lanes, low);
    Value right = vector::ShuffleOp::create(b, lanes, lanes, high);
    lanes = build(b, left, right);
  }
  return vector::ExtractOp::create(b, lanes, 0);
}
