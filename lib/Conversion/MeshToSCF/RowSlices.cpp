//===- RowSlices.cpp - parts of rows in region bodies ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices, and what puts parts together, are other positions of other values:
// they cost nothing but a selection where a vector straddles two parts.
//
//===----------------------------------------------------------------------===//

#include "RowEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mesh;

static int64_t flatten(ArrayRef<int64_t> point, ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [coordinate, size] : llvm::zip(point, shape))
    position = position * size + coordinate;
  return position;
}

FailureOr<Value> RowEvaluator::choose(Value value, ArrayRef<int64_t> positions,
                                      Value otherwise, const Lanes &lanes) {
  bool all = llvm::none_of(positions, [](int64_t p) { return p < 0; });
  if (!all && llvm::all_of(positions, [](int64_t p) { return p < 0; }))
    return evaluate(otherwise, lanes);
  // Lanes that are not chosen hold a neighbour's element.
  int64_t valid = *llvm::find_if(positions, [](int64_t p) { return p >= 0; });
  SmallVector<int64_t> wanted;
  SmallVector<bool> chosen;
  for (int64_t position : positions) {
    chosen.push_back(position >= 0);
    valid = position >= 0 ? position : valid;
    wanted.push_back(valid);
  }
  Lanes inside = Lanes::getStatic(wanted, lanes.getActive());
  FailureOr<Value> part;
  if (isa<ShapedType>(value.getType()))
    part = evaluate(value, inside);
  else
    part = evaluate(value, Lanes::getScalar());
  if (failed(part))
    return failure();
  if (!lanes.isScalar() && !isa<VectorType>(part->getType()))
    part = broadcast(*part, lanes);
  if (all)
    return part;
  FailureOr<Value> rest = evaluate(otherwise, lanes);
  if (failed(rest))
    return failure();
  if (!isa<VectorType>(rest->getType()))
    rest = broadcast(*rest, lanes);
  Value mask = arith::ConstantOp::create(builder, loc,
                                         builder.getBoolVectorAttr(chosen));
  return arith::SelectOp::create(builder, loc, mask, *part, *rest).getResult();
}

/// Offsets and strides, if they are known; sizes are those of the type.
static bool getStatic(ArrayRef<OpFoldResult> mixed,
                      SmallVectorImpl<int64_t> &values) {
  for (OpFoldResult one : mixed) {
    std::optional<int64_t> constant = getConstantIntValue(one);
    if (!constant)
      return false;
    values.push_back(*constant);
  }
  return true;
}

static constexpr StringLiteral kUnknownShape =
    "a part of a row of unknown shape, or at an unknown place, is taken";

FailureOr<Value> RowEvaluator::computeInsert(tensor::InsertOp op,
                                             const Lanes &lanes) {
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<int64_t> at;
  if (lanes.getKind() != Lanes::Kind::Static || !type.hasStaticShape() ||
      !getStatic(getAsOpFoldResult(op.getIndices()), at))
    return rejectRowOp(op, kUnknownShape);
  for (auto [coordinate, size] : llvm::zip(at, type.getShape()))
    if (coordinate < 0 || coordinate >= size)
      return rejectRowOp(op, "its index is outside of the row");
  int64_t target = flatten(at, type.getShape());
  SmallVector<int64_t> positions;
  for (int64_t position : lanes.getPositions())
    positions.push_back(position == target ? 0 : -1);
  return choose(op.getScalar(), positions, op.getDest(), lanes);
}

FailureOr<Value> RowEvaluator::computeExtractSlice(tensor::ExtractSliceOp op,
                                                   const Lanes &lanes) {
  RankedTensorType from = op.getSourceType(), to = op.getType();
  SmallVector<int64_t> offsets, strides;
  if (lanes.getKind() != Lanes::Kind::Static || !from.hasStaticShape() ||
      !to.hasStaticShape() || !getStatic(op.getMixedOffsets(), offsets) ||
      !getStatic(op.getMixedStrides(), strides))
    return rejectRowOp(op, kUnknownShape);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<int64_t> positions;
  for (int64_t position : lanes.getPositions()) {
    SmallVector<int64_t> coordinates = delinearize(position, to.getShape());
    SmallVector<int64_t> point(offsets);
    unsigned next = 0;
    for (unsigned axis = 0, e = offsets.size(); axis < e; ++axis)
      if (!dropped.test(axis))
        point[axis] += coordinates[next++] * strides[axis];
    positions.push_back(flatten(point, from.getShape()));
  }
  return choose(op.getSource(), positions, Value(), lanes);
}

FailureOr<Value> RowEvaluator::computeInsertSlice(tensor::InsertSliceOp op,
                                                  const Lanes &lanes) {
  RankedTensorType part = op.getSourceType(), whole = op.getType();
  SmallVector<int64_t> offsets, strides;
  if (lanes.getKind() != Lanes::Kind::Static || !part.hasStaticShape() ||
      !whole.hasStaticShape() || !getStatic(op.getMixedOffsets(), offsets) ||
      !getStatic(op.getMixedStrides(), strides))
    return rejectRowOp(op, kUnknownShape);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<int64_t> positions;
  for (int64_t position : lanes.getPositions()) {
    SmallVector<int64_t> point = delinearize(position, whole.getShape());
    SmallVector<int64_t> inside;
    bool isInside = true;
    unsigned next = 0;
    for (unsigned axis = 0, e = offsets.size(); axis < e; ++axis) {
      int64_t size = dropped.test(axis) ? 1 : part.getDimSize(next);
      int64_t distance = point[axis] - offsets[axis];
      isInside &= distance >= 0 && distance % strides[axis] == 0 &&
                  distance / strides[axis] < size;
      if (dropped.test(axis))
        continue;
      inside.push_back(distance / strides[axis]);
      ++next;
    }
    positions.push_back(isInside ? flatten(inside, part.getShape()) : -1);
  }
  return choose(op.getSource(), positions, op.getDest(), lanes);
}

FailureOr<Value> RowEvaluator::computeConcat(tensor::ConcatOp op,
                                             const Lanes &lanes) {
  auto whole = cast<RankedTensorType>(op.getType());
  if (lanes.getKind() != Lanes::Kind::Static || !whole.hasStaticShape())
    return rejectRowOp(op, kUnknownShape);
  int64_t axis = op.getDim(), offset = 0;
  FailureOr<Value> result = failure();
  for (Value input : op.getInputs()) {
    auto part = cast<RankedTensorType>(input.getType());
    if (!part.hasStaticShape())
      return rejectRowOp(op, kUnknownShape);
    SmallVector<int64_t> positions;
    SmallVector<bool> chosen;
    for (int64_t position : lanes.getPositions()) {
      SmallVector<int64_t> point = delinearize(position, whole.getShape());
      point[axis] -= offset;
      bool isInside = point[axis] >= 0 && point[axis] < part.getDimSize(axis);
      chosen.push_back(isInside);
      positions.push_back(isInside ? flatten(point, part.getShape()) : -1);
    }
    offset += part.getDimSize(axis);
    if (llvm::none_of(chosen, [](bool one) { return one; }))
      continue;
    // Elsewhere this part holds a neighbour's element.
    int64_t valid = *llvm::find_if(positions, [](int64_t p) { return p >= 0; });
    for (int64_t &position : positions)
      valid = position = position >= 0 ? position : valid;
    FailureOr<Value> value = choose(input, positions, Value(), lanes);
    if (failed(value))
      return failure();
    if (failed(result)) {
      result = value;
      continue;
    }
    Value mask = arith::ConstantOp::create(builder, loc,
                                           builder.getBoolVectorAttr(chosen));
    result = arith::SelectOp::create(builder, loc, mask, *value, *result)
                 .getResult();
  }
  return result;
}
