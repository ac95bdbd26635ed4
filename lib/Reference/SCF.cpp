//===- SCF.cpp - structured control flow ----------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Slice.h"

#include "mesh/Reference/Registry.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mesh::reference;
using namespace mlir;

using Values = SmallVector<mesh::reference::Value>;

static mesh::reference::Value makeInteger(Type type, int64_t value) {
  return Scalar{type, ofInt(value)};
}

static void setResults(Operation *op, Frame &frame, Values &values) {
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values))
    frame.set(result, std::move(value));
}

/// Runs a region without arguments whose terminator gives the op's results.
static LogicalResult runInto(Operation *op, Region &region, Frame &frame) {
  Values results;
  if (failed(frame.runRegion(region, {}, results)))
    return failure();
  setResults(op, frame, results);
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static LogicalResult runIf(scf::IfOp op, Frame &frame) {
  Region &region = frame.integer(op.getCondition()) ? op.getThenRegion()
                                                    : op.getElseRegion();
  return region.empty() ? success() : runInto(op, region, frame);
}

static LogicalResult runIndexSwitch(scf::IndexSwitchOp op, Frame &frame) {
  int64_t arg = frame.integer(op.getArg());
  for (auto [i, value] : llvm::enumerate(op.getCases()))
    if (value == arg)
      return runInto(op, op.getCaseRegions()[i], frame);
  return runInto(op, op.getDefaultRegion(), frame);
}

static LogicalResult runExecuteRegion(scf::ExecuteRegionOp op, Frame &frame) {
  return runInto(op, op.getRegion(), frame);
}

//===----------------------------------------------------------------------===//
// Sequential loops
//===----------------------------------------------------------------------===//

static LogicalResult runFor(scf::ForOp op, Frame &frame) {
  Type type = op.getInductionVar().getType();
  int64_t lower = frame.integer(op.getLowerBound());
  int64_t upper = frame.integer(op.getUpperBound());
  int64_t step = frame.integer(op.getStep());
  if (step <= 0)
    return frame.fail(op, "expects a positive step, but got " + Twine(step));
  auto isBelow = [&](int64_t a, int64_t b) {
    return op.getUnsignedCmp() ? asUnsigned(type, a) < asUnsigned(type, b)
                               : a < b;
  };

  Values carried;
  for (OpOperand &operand : op.getInitArgsMutable())
    carried.push_back(frame.take(operand));
  Values args;
  for (int64_t i = lower; isBelow(i, upper);) {
    args.clear();
    args.push_back(makeInteger(type, i));
    for (mesh::reference::Value &value : carried)
      args.push_back(std::move(value));
    if (failed(frame.runRegion(op.getRegion(), args, carried)))
      return failure();
    // A bound near the end of the type must not make the loop start again.
    int64_t next = wrapTo(type, static_cast<uint64_t>(i) + step);
    if (!isBelow(i, next))
      break;
    i = next;
  }
  setResults(op, frame, carried);
  return success();
}

static LogicalResult runWhile(scf::WhileOp op, Frame &frame) {
  Values carried = frame.getAll(op.getInits());
  Values outcome;
  while (true) {
    if (failed(frame.runRegion(op.getBefore(), carried, outcome)))
      return failure();
    // The operands of scf.condition: whether to go on, then the values.
    bool goesOn = outcome.front().getScalar().number.i;
    outcome.erase(outcome.begin());
    if (!goesOn)
      break;
    if (failed(frame.runRegion(op.getAfter(), outcome, carried)))
      return failure();
  }
  setResults(op, frame, outcome);
  return success();
}

//===----------------------------------------------------------------------===//
// Parallel loops, one iteration after the other
//===----------------------------------------------------------------------===//

/// Calls `body` with every point of the box in row-major order.
static LogicalResult
forEachPoint(ArrayRef<int64_t> lower, ArrayRef<int64_t> upper,
             ArrayRef<int64_t> step,
             llvm::function_ref<LogicalResult(ArrayRef<int64_t>)> body) {
  for (auto [low, high] : llvm::zip_equal(lower, upper))
    if (low >= high)
      return success();
  SmallVector<int64_t> point(lower);
  while (true) {
    if (failed(body(point)))
      return failure();
    size_t axis = point.size();
    for (; axis > 0; --axis) {
      int64_t &index = point[axis - 1];
      // Compared this way round the sum cannot overflow.
      if (static_cast<uint64_t>(upper[axis - 1]) - index >
          static_cast<uint64_t>(step[axis - 1])) {
        index += step[axis - 1];
        break;
      }
      index = lower[axis - 1];
    }
    if (axis == 0)
      return success();
  }
}

static LogicalResult checkSteps(Operation *op, ArrayRef<int64_t> steps,
                                Frame &frame) {
  for (int64_t step : steps)
    if (step <= 0)
      return frame.fail(op, "expects a positive step, but got " + Twine(step));
  return success();
}

/// tensor.parallel_insert_slice into the loop's own copy of its destination.
static LogicalResult runInParallel(scf::InParallelOp terminator,
                                   ArrayRef<BlockArgument> outArgs,
                                   Values &outputs, Frame &frame) {
  for (Operation &inner : terminator.getRegion().front()) {
    auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(inner);
    if (!insert)
      return frame.fail(&inner, "is not known to the reference interpreter");
    auto found = llvm::find(outArgs, insert.getDest());
    if (found == outArgs.end())
      return frame.fail(insert, "expects its destination to be an output of "
                                "the loop");
    if (failed(insertSlice(insert, frame, frame.tensor(insert.getSource()),
                           frame.integers(insert.getMixedOffsets()),
                           frame.integers(insert.getMixedSizes()),
                           frame.integers(insert.getMixedStrides()),
                           outputs[found - outArgs.begin()].getTensor())))
      return failure();
  }
  return success();
}

static LogicalResult runForall(scf::ForallOp op, Frame &frame) {
  SmallVector<int64_t> steps = frame.integers(op.getMixedStep());
  if (failed(checkSteps(op, steps, frame)))
    return failure();
  Values initial = frame.getAll(op.getOutputs());
  Values outputs = initial;
  SmallVector<BlockArgument> outArgs(op.getRegionIterArgs());
  auto body = [&](ArrayRef<int64_t> point) -> LogicalResult {
    Values args, none;
    for (int64_t index : point)
      args.push_back(makeInteger(IndexType::get(op.getContext()), index));
    // Each iteration sees the outputs as they were before the loop.
    args.append(initial.begin(), initial.end());
    auto terminator = frame.runRegion(op.getRegion(), args, none);
    if (failed(terminator))
      return failure();
    return runInParallel(cast<scf::InParallelOp>(*terminator), outArgs, outputs,
                         frame);
  };
  if (failed(forEachPoint(frame.integers(op.getMixedLowerBound()),
                          frame.integers(op.getMixedUpperBound()), steps,
                          body)))
    return failure();
  setResults(op, frame, outputs);
  return success();
}

static LogicalResult runParallel(scf::ParallelOp op, Frame &frame) {
  SmallVector<int64_t> steps = frame.integers(getAsOpFoldResult(op.getStep()));
  if (failed(checkSteps(op, steps, frame)))
    return failure();
  Values reduced = frame.getAll(op.getInitVals());
  auto body = [&](ArrayRef<int64_t> point) -> LogicalResult {
    Values args, terms, sum;
    for (int64_t index : point)
      args.push_back(makeInteger(IndexType::get(op.getContext()), index));
    auto terminator = frame.runRegion(op.getRegion(), args, terms);
    if (failed(terminator))
      return failure();
    auto reduce = cast<scf::ReduceOp>(*terminator);
    for (auto [i, region] : llvm::enumerate(reduce.getReductions())) {
      Values pair = {reduced[i], terms[i]};
      if (failed(frame.runRegion(region, pair, sum)))
        return failure();
      reduced[i] = sum.front();
    }
    return success();
  };
  if (failed(forEachPoint(frame.integers(getAsOpFoldResult(op.getLowerBound())),
                          frame.integers(getAsOpFoldResult(op.getUpperBound())),
                          steps, body)))
    return failure();
  setResults(op, frame, reduced);
  return success();
}

void mesh::reference::registerSCFHandlers(Registry &registry) {
  registry.add<scf::ExecuteRegionOp>(runExecuteRegion);
  registry.add<scf::ForOp>(runFor);
  registry.add<scf::ForallOp>(runForall);
  registry.add<scf::IfOp>(runIf);
  registry.add<scf::IndexSwitchOp>(runIndexSwitch);
  registry.add<scf::ParallelOp>(runParallel);
  registry.add<scf::WhileOp>(runWhile);
}
