//===- LayerOpsExpandLoss.cpp - expansion of log_softmax, cross_entropy ---===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayerOpsExpand.h"

#include "mesh/AutoDiff/Attributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace mesh;

using Expansion = FailureOr<SmallVector<Value>>;

/// Rows summed in one go. Sums of runs are added in order, so the bits of a
/// loss do not depend on how many threads sum the runs.
static constexpr int64_t kRunLength = 4096;

namespace {

/// What the softmax of every row of `x` (along the last axis) needs.
struct RowSoftmax {
  RowSoftmax(ImplicitLocOpBuilder &b, Value x);

  Type accumulator;
  SmallVector<OpFoldResult> sizes;
  /// Maps of `x` and of a value per row.
  AffineMap entryMap, rowMap;
  /// Per row: the largest entry, and the sum of exp(entry - largest).
  Value largest, sum;
};

RowSoftmax::RowSoftmax(ImplicitLocOpBuilder &b, Value x)
    : accumulator(getAccumulatorType(getElementTypeOrSelf(x))),
      sizes(getOriginalSizes(b, x)) {
  unsigned rank = sizes.size();
  entryMap = b.getMultiDimIdentityMap(rank);
  rowMap = entryMap.dropResult(rank - 1);
  ArrayRef<OpFoldResult> rowSizes = ArrayRef(sizes).drop_back();

  Value lowest = filledTensor(b, rowSizes, accumulator,
                              -std::numeric_limits<double>::infinity());
  largest = foldLastAxis(
      b, rank, lowest, x, entryMap,
      [&](ImplicitLocOpBuilder &inner, ValueRange entries) -> Value {
        Value entry = extendTo(inner, entries[0], accumulator);
        return arith::MaximumFOp::create(inner, entries[1], entry);
      });
  // Subtracted from the entries and added to the log of the sum: whatever it
  // is, it cancels, and so does its derivative.
  largest.getDefiningOp()->setAttr(kStopGradientAttr, b.getUnitAttr());
  Value zero = filledTensor(b, rowSizes, accumulator, 0.0);
  sum = foldLastAxis(
      b, rank, zero, {x, largest}, {entryMap, rowMap},
      [&](ImplicitLocOpBuilder &inner, ValueRange entries) -> Value {
        Value entry = extendTo(inner, entries[0], accumulator);
        Value shifted = arith::SubFOp::create(inner, entry, entries[1]);
        Value exp = math::ExpOp::create(inner, shifted);
        return arith::AddFOp::create(inner, entries[2], exp);
      });
}

} // namespace

Expansion LogSoftmaxOp::expand(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Type element = getElementTypeOrSelf(getX());
  RowSoftmax rows(b, getX());
  Value result =
      mapEntries(b, rows.sizes, element, {getX(), rows.largest, rows.sum},
                 {rows.entryMap, rows.rowMap, rows.rowMap},
                 [&](ImplicitLocOpBuilder &inner, ValueRange entries) {
                   Value entry = extendTo(inner, entries[0], rows.accumulator);
                   Value shifted =
                       arith::SubFOp::create(inner, entry, entries[1]);
                   Value log = math::LogOp::create(inner, entries[2]);
                   Value score = arith::SubFOp::create(inner, shifted, log);
                   return truncateTo(inner, score, element);
                 });
  return SmallVector<Value>{asDeclared(b, *this, result)};
}

//===----------------------------------------------------------------------===//
// Cross-entropy
//===----------------------------------------------------------------------===//

/// (cross_entropy_c3) Fails on the first label that is no class.
static void checkLabels(ImplicitLocOpBuilder &b, Value labels, Value numRows,
                        Value numClasses) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  scf::ForOp::create(
      b, zero, numRows, one, ValueRange(),
      [&](OpBuilder &nested, Location loc, Value row, ValueRange) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value stored = tensor::ExtractOp::create(inner, labels, row);
        Value label =
            arith::IndexCastOp::create(inner, inner.getIndexType(), stored);
        Value inRange = arith::CmpIOp::create(inner, arith::CmpIPredicate::slt,
                                              label, numClasses);
        AssertOp::create(
            inner, inRange,
            "row {0}: label {1} is out of range, expects label < {2}",
            ValueRange{row, label, numClasses});
        scf::YieldOp::create(inner);
      });
}

/// Cuts a vector of `numRows` entries into runs of one length, the last one
/// filled up with zeros: `[runs, length]`, and how many runs there are.
static std::pair<Value, OpFoldResult>
cutIntoRuns(ImplicitLocOpBuilder &b, Value vector, OpFoldResult numRows) {
  Type element = getElementTypeOrSelf(vector);
  // The length of a run is a number: upstream cannot lower a reshape that makes
  // two unknown axes of one.
  int64_t length = kRunLength;
  OpFoldResult runs, padded;
  if (std::optional<int64_t> count = getConstantIntValue(numRows)) {
    length = std::clamp<int64_t>(*count, 1, kRunLength);
    int64_t numRuns = llvm::divideCeil(std::max<int64_t>(*count, 1), length);
    runs = b.getIndexAttr(numRuns);
    padded = b.getIndexAttr(numRuns * length);
  } else {
    Value lengthValue = arith::ConstantIndexOp::create(b, length);
    Value rounding = arith::ConstantIndexOp::create(b, length - 1);
    Value numRuns = arith::DivUIOp::create(
        b, arith::AddIOp::create(b, cast<Value>(numRows), rounding),
        lengthValue);
    runs = numRuns;
    padded = arith::MulIOp::create(b, numRuns, lengthValue).getResult();
  }
  if (padded != numRows) {
    Value zeros = filledTensor(b, padded, element, 0.0);
    OpFoldResult offset = b.getIndexAttr(0), stride = b.getIndexAttr(1);
    vector = tensor::InsertSliceOp::create(b, vector, zeros, offset, numRows,
                                           stride);
  }
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  SmallVector<OpFoldResult> sizes = {runs, b.getIndexAttr(length)};
  dispatchIndexOpFoldResults(sizes, dynamicSizes, shape);
  SmallVector<ReassociationIndices> groups = {{0, 1}};
  Value cut = tensor::ExpandShapeOp::create(
      b, RankedTensorType::get(shape, element), vector, groups, sizes);
  return {cut, runs};
}

/// The sum of a vector in an order that only its length determines.
static Value sumInRuns(ImplicitLocOpBuilder &b, Value vector,
                       OpFoldResult numRows) {
  Type element = getElementTypeOrSelf(vector);
  auto add = [](ImplicitLocOpBuilder &inner, ValueRange entries) -> Value {
    return arith::AddFOp::create(inner, entries[1], entries[0]);
  };
  auto [cut, runs] = cutIntoRuns(b, vector, numRows);
  Value sums = foldLastAxis(b, 2, filledTensor(b, runs, element, 0.0), cut,
                            b.getMultiDimIdentityMap(2), add);
  return foldLastAxis(b, 1, filledTensor(b, {}, element, 0.0), sums,
                      b.getMultiDimIdentityMap(1), add);
}

/// `label >= 0` for a stored label.
static Value isLabelled(ImplicitLocOpBuilder &b, Value label) {
  Value zero =
      arith::ConstantOp::create(b, b.getIntegerAttr(label.getType(), 0));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sge, label, zero);
}

/// The number of labelled rows, an integer: `f32` cannot count past 2^24.
static Value countLabelled(ImplicitLocOpBuilder &b, Value labels) {
  Type i64 = b.getI64Type();
  Value zero = arith::ConstantOp::create(b, b.getI64IntegerAttr(0));
  Value empty = tensor::EmptyOp::create(b, ArrayRef<int64_t>(), i64);
  Value init = linalg::FillOp::create(b, zero, empty).getResult(0);
  return foldLastAxis(
      b, 1, init, labels, b.getMultiDimIdentityMap(1),
      [&](ImplicitLocOpBuilder &inner, ValueRange entries) -> Value {
        Value counts =
            arith::ExtUIOp::create(inner, i64, isLabelled(inner, entries[0]));
        return arith::AddIOp::create(inner, entries[1], counts);
      });
}

/// Per row, `log_softmax(logits)[label]` but for the log of the sum: the entry
/// of the label less the row's largest. A sum with one term, so that no entry
/// is read by a computed index and the derivative is elementwise.
static Value pickLabels(ImplicitLocOpBuilder &b, const RowSoftmax &rows,
                        Value logits, Value labels) {
  Value zero = filledTensor(b, rows.sizes[0], rows.accumulator, 0.0);
  return foldLastAxis(
      b, 2, zero, {logits, rows.largest, labels},
      {rows.entryMap, rows.rowMap, rows.rowMap},
      [&](ImplicitLocOpBuilder &inner, ValueRange entries) -> Value {
        Value none = floatConstant(inner, rows.accumulator, 0.0);
        Value entry = extendTo(inner, entries[0], rows.accumulator);
        Value shifted = arith::SubFOp::create(inner, entry, entries[1]);
        Value column = arith::IndexCastOp::create(
            inner, entries[2].getType(), linalg::IndexOp::create(inner, 1));
        Value isLabel = arith::CmpIOp::create(inner, arith::CmpIPredicate::eq,
                                              column, entries[2]);
        Value term = arith::SelectOp::create(inner, isLabel, shifted, none);
        return arith::AddFOp::create(inner, entries[3], term);
      });
}

Expansion CrossEntropyOp::expand(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Type element = getElementTypeOrSelf(getLogits());
  Value labels = getLabels();
  SmallVector<OpFoldResult> sizes = getOriginalSizes(b, getLogits());
  OpFoldResult numLabels = getOriginalSizes(b, labels)[0];
  checkSizes(b, sizes[0], numLabels,
             "'mesh.cross_entropy' op expects 'labels' to have {0} entries, "
             "but got {1}");
  OpFoldResult numRows = getConstantIntValue(numLabels) ? numLabels : sizes[0];
  checkLabels(b, labels, materialize(b, numRows), materialize(b, sizes[1]));

  RowSoftmax rows(b, getLogits());
  Value picked = pickLabels(b, rows, getLogits(), labels);
  AffineMap identity = b.getMultiDimIdentityMap(1);
  Value rowLosses =
      mapEntries(b, numRows, rows.accumulator, {rows.sum, picked, labels},
                 {identity, identity, identity},
                 [&](ImplicitLocOpBuilder &inner, ValueRange entries) -> Value {
                   Value none = floatConstant(inner, rows.accumulator, 0.0);
                   Value log = math::LogOp::create(inner, entries[0]);
                   Value loss = arith::SubFOp::create(inner, log, entries[1]);
                   return arith::SelectOp::create(
                       inner, isLabelled(inner, entries[2]), loss, none);
                 });

  Value total = sumInRuns(b, rowLosses, numRows);
  Value count = countLabelled(b, labels);
  AffineMap scalar = b.getMultiDimIdentityMap(0);
  Value loss = mapEntries(
      b, {}, element, {total, count}, {scalar, scalar},
      [&](ImplicitLocOpBuilder &inner, ValueRange entries) {
        Value one =
            arith::ConstantOp::create(inner, inner.getI64IntegerAttr(1));
        // With no labelled row the sum is 0, and so is the mean.
        Value divisor = arith::SIToFPOp::create(
            inner, rows.accumulator,
            arith::MaxSIOp::create(inner, entries[1], one));
        Value mean = arith::DivFOp::create(inner, entries[0], divisor);
        return truncateTo(inner, mean, element);
      });
  return SmallVector<Value>{asDeclared(b, *this, loss)};
}
