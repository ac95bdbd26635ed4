//===- HoistSequences.cpp - sweeps over a sequence, for all steps at once -===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiftOverTime.h"
#include "RowLinear.h"
#include "SafeHoisting.h"
#include "Simplify.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mesh;

namespace {

/// `base + step` or, if `reversed`, `base - step`, where `step` is the loop's
/// induction variable. No base is 0.
struct StepOffset {
  Value base;
  bool reversed = false;
};

class SequenceHoister {
public:
  SequenceHoister(scf::ForOp loop, SafeHoisting &safety)
      : loop(loop), safety(safety) {}

  void run();

private:
  std::optional<StepOffset> readOffset(Value value);
  std::optional<StepAxis> readSlice(tensor::ExtractSliceOp slice);
  bool isFixed(Value value);
  bool capturesFixed(Operation &op);
  void findLifted();
  void addWithOperands(Value value);
  void findHoisted();
  OpFoldResult buildNumSteps(ImplicitLocOpBuilder &b);
  Value buildSource(ImplicitLocOpBuilder &b, tensor::ExtractSliceOp slice,
                    OpFoldResult numSteps);
  void readInLoop(Value value, Value all);

  scf::ForOp loop;
  SafeHoisting &safety;
  /// Slices of sequences, where their offset has the step.
  DenseMap<Value, std::pair<unsigned, StepOffset>> slices;
  StepAxes axes;
  /// Values of the body that do not depend on the step.
  DenseMap<Value, bool> fixed;
  /// What is computed before the loop, in the order of the body.
  SetVector<Value> hoisted;
};

} // namespace

std::optional<StepOffset> SequenceHoister::readOffset(Value value) {
  if (value == loop.getInductionVar())
    return StepOffset();
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isAncestor(op) || !isa<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  bool isSum = isa<arith::AddIOp>(op);
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  // Only sums of the step itself and a fixed number.
  if (rhs == loop.getInductionVar() && loop.isDefinedOutsideOfLoop(lhs))
    return StepOffset{lhs, !isSum};
  if (isSum && lhs == loop.getInductionVar() &&
      loop.isDefinedOutsideOfLoop(rhs))
    return StepOffset{rhs, false};
  return std::nullopt;
}

/// The axis at which the slice drops its step, if it is one step of a tensor
/// that the loop does not change.
std::optional<StepAxis>
SequenceHoister::readSlice(tensor::ExtractSliceOp slice) {
  if (!loop.isDefinedOutsideOfLoop(slice.getSource()))
    return std::nullopt;
  std::optional<std::pair<unsigned, StepOffset>> step;
  for (auto [axis, offset] : llvm::enumerate(slice.getMixedOffsets())) {
    auto value = dyn_cast<Value>(offset);
    if (!value || loop.isDefinedOutsideOfLoop(value))
      continue;
    std::optional<StepOffset> read = readOffset(value);
    if (!read || step)
      return std::nullopt;
    step = {axis, *read};
  }
  auto isFixedSize = [&](OpFoldResult size) {
    auto value = dyn_cast<Value>(size);
    return !value || loop.isDefinedOutsideOfLoop(value);
  };
  if (!step || !llvm::all_of(slice.getMixedSizes(), isFixedSize) ||
      !llvm::all_of(slice.getMixedStrides(), isFixedSize))
    return std::nullopt;
  auto [axis, offset] = *step;
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  if (getConstantIntValue(slice.getMixedSizes()[axis]) != 1 ||
      getConstantIntValue(slice.getMixedStrides()[axis]) != 1 ||
      !dropped.test(axis) || dropped.count() != 1)
    return std::nullopt;
  slices[slice.getResult()] = *step;
  return StepAxis{axis, offset.reversed};
}

/// Whether the regions of `op` read only what is at hand before the loop.
bool SequenceHoister::capturesFixed(Operation &op) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getRegions(), captured);
  return llvm::all_of(captured, [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value);
  });
}

/// Whether `value` is at hand before the loop, or may be.
bool SequenceHoister::isFixed(Value value) {
  if (loop.isDefinedOutsideOfLoop(value))
    return true;
  auto it = fixed.find(value);
  if (it != fixed.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  bool isAtHand = op && op->getBlock() == loop.getBody() &&
                  op->getNumRegions() <= 1 &&
                  (op->getNumRegions() == 0 || isa<linalg::LinalgOp>(op)) &&
                  capturesFixed(*op) && safety.mayRunBefore(loop, op) &&
                  llvm::all_of(op->getOperands(),
                               [&](Value operand) { return isFixed(operand); });
  return fixed[value] = isAtHand;
}

void SequenceHoister::findLifted() {
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      if (std::optional<StepAxis> axis = readSlice(slice)) {
        axes[slice.getResult()] = *axis;
        continue;
      }
    SmallVector<Value> read = getReadOperands(&op);
    if (llvm::none_of(read,
                      [&](Value value) { return axes.contains(value); }) ||
        !llvm::all_of(read, [&](Value value) {
          return axes.contains(value) || isFixed(value);
        }))
      continue;
    std::optional<StepAxis> axis = getLiftedAxis(&op, axes);
    if (axis && capturesFixed(op) && safety.mayRunBefore(loop, &op))
      axes[op.getResult(0)] = *axis;
  }
}

void SequenceHoister::addWithOperands(Value value) {
  if (hoisted.contains(value))
    return;
  for (Value operand : getReadOperands(value.getDefiningOp()))
    if (axes.contains(operand))
      addWithOperands(operand);
  hoisted.insert(value);
}

/// Sweeps with what they need, and what works on their results entry by entry,
/// which fuses with them.
void SequenceHoister::findHoisted() {
  DenseSet<Value> swept;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (op.getNumResults() != 1 || !axes.contains(op.getResult(0)))
      continue;
    Value result = op.getResult(0);
    bool readsSwept = llvm::any_of(getReadOperands(&op), [&](Value operand) {
      return swept.contains(operand);
    });
    if (!isSweep(&op) && !(readsSwept && isEntrywise(&op)))
      continue;
    swept.insert(result);
    addWithOperands(result);
  }
}

/// The number of iterations, not negative.
OpFoldResult SequenceHoister::buildNumSteps(ImplicitLocOpBuilder &b) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  if (lower && upper)
    return b.getIndexAttr(std::max<int64_t>(*upper - *lower, 0));
  Value count = loop.getUpperBound();
  if (lower == 0 && count.getDefiningOp<tensor::DimOp>())
    return count;
  if (lower != 0)
    count = arith::SubIOp::create(b, count, loop.getLowerBound());
  Value zero = arith::ConstantIndexOp::create(b, 0);
  return arith::MaxSIOp::create(b, count, zero).getResult();
}

/// The slices of all steps.
Value SequenceHoister::buildSource(ImplicitLocOpBuilder &b,
                                   tensor::ExtractSliceOp slice,
                                   OpFoldResult numSteps) {
  auto [axis, offset] = slices.lookup(slice.getResult());
  auto offsets = slice.getMixedOffsets(), sizes = slice.getMixedSizes();
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  Value first = loop.getLowerBound();
  if (offset.reversed) {
    // base - upper + 1 is the offset of the last iteration.
    Value one = arith::ConstantIndexOp::create(b, 1);
    first = b.createOrFold<arith::SubIOp>(offset.base, loop.getUpperBound());
    first = b.createOrFold<arith::AddIOp>(first, one);
  } else if (offset.base) {
    first =
        lower == 0 ? offset.base : arith::AddIOp::create(b, offset.base, first);
  }
  std::optional<int64_t> number = getConstantIntValue(first);
  offsets[axis] =
      number ? OpFoldResult(b.getIndexAttr(*number)) : OpFoldResult(first);
  sizes[axis] = numSteps;
  Type type = getLiftedType(slice.getType(), {axis, false}, numSteps);
  // Often it is all of the sequence.
  bool isWhole = true;
  for (auto [source, offset, size, stride] :
       llvm::enumerate(offsets, sizes, slice.getMixedStrides()))
    isWhole &= getConstantIntValue(offset) == 0 &&
               getConstantIntValue(stride) == 1 &&
               safety.areEqual(loop, Size::of(size),
                               Size::axis(slice.getSource(), source));
  if (isWhole)
    return castTo(b, slice.getSource(), type);
  return tensor::ExtractSliceOp::create(b, cast<RankedTensorType>(type),
                                        slice.getSource(), offsets, sizes,
                                        slice.getMixedStrides());
}

/// Readers of `value` that stay in the loop read its step of `all`.
void SequenceHoister::readInLoop(Value value, Value all) {
  auto stays = [&](OpOperand &use) {
    return use.getOwner()->getNumResults() != 1 ||
           !hoisted.contains(use.getOwner()->getResult(0));
  };
  if (llvm::none_of(value.getUses(), stays) || slices.contains(value))
    return;
  StepAxis axis = axes[value];
  ImplicitLocOpBuilder before(value.getLoc(), loop);
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(before, value.getLoc(), all);
  sizes[axis.axis] = before.getIndexAttr(1);
  OpBuilder inside(value.getDefiningOp());
  ImplicitLocOpBuilder b(value.getLoc(), inside);
  Value place = loop.getInductionVar();
  if (axis.reversed) {
    Value one = arith::ConstantIndexOp::create(b, 1);
    Value last = arith::SubIOp::create(b, loop.getUpperBound(), one);
    place = arith::SubIOp::create(b, last, place);
  } else if (getConstantIntValue(loop.getLowerBound()) != 0) {
    place = arith::SubIOp::create(b, place, loop.getLowerBound());
  }
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  offsets[axis.axis] = place;
  Value step =
      tensor::ExtractSliceOp::create(b, type, all, offsets, sizes, strides);
  value.replaceUsesWithIf(step, stays);
}

void SequenceHoister::run() {
  if (getConstantIntValue(loop.getStep()) != 1 ||
      !loop.getInductionVar().getType().isIndex())
    return;
  findLifted();
  findHoisted();
  if (hoisted.empty())
    return;
  // What is fixed goes first.
  std::function<void(Value)> moveOut = [&](Value value) {
    if (loop.isDefinedOutsideOfLoop(value))
      return;
    for (Value operand : value.getDefiningOp()->getOperands())
      moveOut(operand);
    value.getDefiningOp()->moveBefore(loop);
  };
  for (Value value : hoisted)
    if (!slices.contains(value))
      for (Value operand : getReadOperands(value.getDefiningOp()))
        if (!axes.contains(operand))
          moveOut(operand);
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  OpFoldResult numSteps = buildNumSteps(b);
  DenseMap<Value, Value> lifted;
  for (Value value : hoisted) {
    Operation *op = value.getDefiningOp();
    b.setLoc(op->getLoc());
    if (slices.contains(value)) {
      lifted[value] =
          buildSource(b, cast<tensor::ExtractSliceOp>(op), numSteps);
      continue;
    }
    lifted[value] = liftOp(b, op, axes, axes[value], lifted, numSteps);
    if (isSweep(op))
      remark::passed(op->getLoc(), getSimplifyRemark("Sequence", op))
          << remark::add("'{0}' is computed for all steps before the loop",
                         op->getName().getStringRef().str());
  }
  for (Value value : hoisted)
    readInLoop(value, lifted[value]);
  for (Value value : llvm::reverse(hoisted))
    if (value.use_empty())
      value.getDefiningOp()->erase();
}

void mesh::hoistSequences(Operation *root) {
  SafeHoisting safety(root);
  // Inner loops first: what leaves one may leave the next.
  root->walk([&](scf::ForOp loop) { SequenceHoister(loop, safety).run(); });
}
