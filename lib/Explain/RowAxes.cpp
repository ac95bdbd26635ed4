//===- RowAxes.cpp - axes of rows in regions of mesh ops ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowAxes.h"

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

using namespace mlir;
using namespace mesh;
using namespace mesh::explain;

static std::optional<RowAxis> findInput(EdgeRegion region,
                                        BlockArgument argument, int64_t axis) {
  if (argument.getOwner() != &region.getBlock())
    return std::nullopt;
  for (RowsOf rows :
       {RowsOf::Other, RowsOf::Owner, RowsOf::Edge, RowsOf::Shared}) {
    OperandRange group = region.getGroup(rows);
    for (unsigned i = 0, e = group.size(); i < e; ++i) {
      if (region.getArgument(rows, i) != argument)
        continue;
      if (rows == RowsOf::Shared)
        return RowAxis{group[i], axis};
      int64_t batch = region.isBatched(rows, i) ? region.getDim() : 0;
      return RowAxis{group[i], batch + 1 + axis};
    }
  }
  return std::nullopt;
}

static std::optional<RowAxis>
findInAggregate(AggregateOp op, BlockArgument argument, int64_t axis) {
  Region *region = argument.getOwner()->getParent();
  unsigned i = argument.getArgNumber(), count = op.getNumAccumulators();
  auto accumulator = [&](unsigned k) {
    return RowAxis{op.getYield(op.getInit())->getOperand(k), axis};
  };
  auto weight = [&](unsigned k) {
    return RowAxis{op.getYield(op.getScore())->getOperand(k), axis};
  };
  if (region == &op.getCombine())
    return accumulator(i % count);
  if (i < count && region != &op.getScore())
    return accumulator(i);
  if (region == &op.getStep() && !op.getScore().empty()) {
    unsigned weights = op.getYield(op.getScore())->getNumOperands();
    if (i - count < weights)
      return weight(i - count);
  }
  if (region == &op.getRescale())
    return weight(0);
  if (region != &op.getFinish())
    return std::nullopt;
  unsigned next = i - count;
  if (op.getStabilize()) {
    if (next < 2)
      return weight(0);
    next -= 2;
  }
  EdgeRegion step(op, /*score=*/false);
  if (next < op.getOwners().size()) {
    int64_t batch = step.isBatched(RowsOf::Owner, next) ? step.getDim() : 0;
    return RowAxis{op.getOwners()[next], batch + 1 + axis};
  }
  next -= op.getOwners().size();
  if (next < op.getShared().size())
    return RowAxis{op.getShared()[next], axis};
  return std::nullopt;
}

std::optional<RowAxis> mesh::explain::findRowAxis(BlockArgument argument,
                                                  int64_t axis) {
  Operation *parent = argument.getOwner()->getParentOp();
  for (EdgeRegion region : EdgeRegion::of(parent))
    if (std::optional<RowAxis> input = findInput(region, argument, axis))
      return input;
  if (auto aggregate = dyn_cast<AggregateOp>(parent))
    return findInAggregate(aggregate, argument, axis);
  return std::nullopt;
}
