//===- Activity.cpp - which values have derivatives -----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Activity.h"

#include "mesh/AutoDiff/Attributes.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

namespace {

/// Forwards: values that depend on the sources. Backwards: values on which the
/// targets depend. Loops are repeated until nothing changes.
class Activity {
public:
  void spreadForwards(Block &block);
  void spreadBackwards(Block &block);
  void collectMissing(Block &block, SmallVectorImpl<MissingRule> &missing);

  bool isActive(Value value) const {
    return varied.contains(value) && useful.contains(value);
  }

  DenseSet<Value> varied, useful;

private:
  bool anyIn(const DenseSet<Value> &set, ValueRange values) const {
    return llvm::any_of(values, [&](Value v) { return set.contains(v); });
  }
  /// Adds `to` if `from` is in `set`; whether that is new.
  static bool copy(DenseSet<Value> &set, Value from, Value to) {
    return set.contains(from) && set.insert(to).second;
  }
};

} // namespace

/// Whether derivatives flow through `value`. An op without a rule may hide a
/// float in anything.
static bool carries(Operation *op, Value value) {
  if (op->hasAttr(kStopGradientAttr))
    return false;
  auto rule = dyn_cast<AdjointOpInterface>(op);
  return !rule ||
         (!rule.hasZeroDerivative() && isDifferentiable(value.getType()));
}

/// Integer and index computations: no float goes in, none comes out.
static SmallVector<Value> getInputs(Operation *op) {
  SmallVector<Value> inputs(op->getOperands());
  if (op->getNumRegions() == 0)
    return inputs;
  SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  llvm::append_range(inputs, captures);
  return inputs;
}

void Activity::spreadForwards(Block &block) {
  for (Operation &op : block.without_terminator()) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (auto [init, argument] :
           llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs()))
        copy(varied, init, argument);
      for (bool changed = true; changed;) {
        changed = false;
        spreadForwards(*loop.getBody());
        for (auto [yielded, argument] :
             llvm::zip(loop.getYieldedValues(), loop.getRegionIterArgs()))
          changed |= copy(varied, yielded, argument);
      }
      for (auto [argument, result] :
           llvm::zip(loop.getRegionIterArgs(), loop.getResults()))
        copy(varied, argument, result);
      continue;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (Region &region : branch->getRegions()) {
        if (region.empty())
          continue;
        spreadForwards(region.front());
        for (auto [yielded, result] :
             llvm::zip(region.front().getTerminator()->getOperands(),
                       branch.getResults()))
          copy(varied, yielded, result);
      }
      continue;
    }
    bool isVaried = llvm::any_of(getInputs(&op), [&](Value input) {
      return varied.contains(input) && carries(&op, input);
    });
    if (!isVaried)
      continue;
    for (Value result : op.getResults())
      if (carries(&op, result))
        varied.insert(result);
  }
}

void Activity::spreadBackwards(Block &block) {
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (auto [result, yielded] :
           llvm::zip(loop.getResults(), loop.getYieldedValues()))
        copy(useful, result, yielded);
      for (auto [result, argument] :
           llvm::zip(loop.getResults(), loop.getRegionIterArgs()))
        copy(useful, result, argument);
      for (bool changed = true; changed;) {
        changed = false;
        spreadBackwards(*loop.getBody());
        for (auto [argument, yielded] :
             llvm::zip(loop.getRegionIterArgs(), loop.getYieldedValues()))
          changed |= copy(useful, argument, yielded);
      }
      for (auto [argument, init] :
           llvm::zip(loop.getRegionIterArgs(), loop.getInitArgs()))
        copy(useful, argument, init);
      continue;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      for (Region &region : branch->getRegions()) {
        if (region.empty())
          continue;
        for (auto [yielded, result] :
             llvm::zip(region.front().getTerminator()->getOperands(),
                       branch.getResults()))
          copy(useful, result, yielded);
        spreadBackwards(region.front());
      }
      continue;
    }
    if (!anyIn(useful, op.getResults()))
      continue;
    for (Value input : getInputs(&op))
      if (carries(&op, input))
        useful.insert(input);
  }
}

/// Whether floats may go through memory here, where they are not followed.
static bool touchesMemory(Operation *op) {
  auto isMemory = [](Type type) { return isa<BaseMemRefType>(type); };
  return llvm::any_of(op->getOperandTypes(), isMemory) ||
         llvm::any_of(op->getResultTypes(), isMemory);
}

void Activity::collectMissing(Block &block,
                              SmallVectorImpl<MissingRule> &missing) {
  for (Operation &op : block.without_terminator()) {
    if (touchesMemory(&op)) {
      missing.push_back({&op, "it works on memory; use tensors"});
      continue;
    }
    if (isa<scf::ForOp, scf::IfOp>(op)) {
      if (auto rule = dyn_cast<AdjointOpInterface>(op);
          anyIn(varied, op.getResults()) && anyIn(useful, op.getResults())) {
        std::string reason =
            rule.whyNot([&](Value value) { return isActive(value); });
        if (!reason.empty())
          missing.push_back({&op, reason});
      }
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          collectMissing(inner, missing);
      continue;
    }
    bool isNeeded = anyIn(useful, op.getResults()) &&
                    llvm::any_of(getInputs(&op), [&](Value input) {
                      return varied.contains(input) && carries(&op, input);
                    });
    if (!isNeeded)
      continue;
    auto rule = dyn_cast<AdjointOpInterface>(op);
    if (!rule) {
      missing.push_back({&op, ""});
      continue;
    }
    if (rule.hasZeroDerivative())
      continue;
    std::string reason =
        rule.whyNot([&](Value value) { return isActive(value); });
    if (!reason.empty())
      missing.push_back({&op, reason});
  }
}

static Activity analyse(Block &block, ValueRange sources, ValueRange targets) {
  Activity activity;
  activity.varied.insert(sources.begin(), sources.end());
  activity.useful.insert(targets.begin(), targets.end());
  activity.spreadForwards(block);
  activity.spreadBackwards(block);
  return activity;
}

DenseSet<Value> mesh::findActive(Block &block, ValueRange sources,
                                 ValueRange targets) {
  Activity activity = analyse(block, sources, targets);
  DenseSet<Value> active;
  for (Value value : activity.varied)
    if (activity.useful.contains(value))
      active.insert(value);
  return active;
}

SmallVector<MissingRule>
mesh::findMissingRules(Block &block, ValueRange sources, ValueRange targets) {
  Activity activity = analyse(block, sources, targets);
  SmallVector<MissingRule> missing;
  activity.collectMissing(block, missing);
  return missing;
}
