//===- HoistInvariants.cpp - sweeps that a loop does not change -----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "SafeHoisting.h"
#include "Simplify.h"
#include "mesh/Dialect/Mesh/Transforms/EdgeTensors.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mesh;

/// What an op of `region` reads that is computed there.
static SmallVector<Operation *> getReadOps(Operation *op, Region &region) {
  SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  SmallVector<Operation *> ops;
  for (Value value : read)
    if (Operation *maker = value.getDefiningOp();
        maker && maker->getParentRegion() == &region)
      ops.push_back(maker);
  return ops;
}

/// Whether `op` depends on nothing that changes from one iteration to the next.
static bool isInvariant(Operation *op, Region &region,
                        DenseMap<Operation *, bool> &known) {
  if (auto it = known.find(op); it != known.end())
    return it->second;
  SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  bool reads = llvm::any_of(read, [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && region.isAncestor(argument.getParentRegion());
  });
  bool invariant = !reads && isMemoryEffectFree(op) &&
                   llvm::all_of(getReadOps(op, region), [&](Operation *maker) {
                     return isInvariant(maker, region, known);
                   });
  return known[op] = invariant;
}

/// The ops of `region` that are wanted outside: sweeps and size checks, and
/// what they read. Other ops stay: what a loop body makes in passing is better
/// made there than kept. So do edge rows, unless the sweep that reads them
/// leaves.
static DenseSet<Operation *> findWanted(Region &region) {
  DenseMap<Operation *, bool> known;
  SetVector<Operation *> leaving, sweeps;
  for (Operation &op : region.getOps()) {
    if (isSweep(&op))
      sweeps.insert(&op);
    if (isSweep(&op) && isInvariant(&op, region, known))
      leaving.insert(&op);
  }
  for (SetVector<Operation *> *ops : {&leaving, &sweeps})
    for (unsigned next = 0; next < ops->size(); ++next)
      ops->insert_range(getReadOps((*ops)[next], region));
  DenseSet<Operation *> wanted(leaving.begin(), leaving.end());
  for (Operation *op : sweeps)
    if (llvm::none_of(op->getResults(), isEdgeRows))
      wanted.insert(op);
  return wanted;
}

static void hoistFrom(LoopLikeOpInterface loop, SafeHoisting &safety) {
  SmallVector<Region *> regions = loop.getLoopRegions();
  for (Region *region : regions) {
    DenseSet<Operation *> wanted = findWanted(*region);
    moveLoopInvariantCode(
        region,
        [&](Value value, Region *) {
          return loop.isDefinedOutsideOfLoop(value);
        },
        [&](Operation *op, Region *) {
          return wanted.contains(op) && safety.mayRunBefore(loop, op);
        },
        [&](Operation *op, Region *) {
          if (isSweep(op))
            remark::passed(op->getLoc(), getSimplifyRemark("Invariant", op))
                << remark::add("'{0}' left a loop that does not change what "
                               "it reads",
                               op->getName().getStringRef().str());
          loop.moveOutOfLoop(op);
        });
  }
}

void mesh::hoistInvariants(Operation *root) {
  SafeHoisting safety(root);
  // Inner loops first: what leaves one may leave the next.
  root->walk([&](LoopLikeOpInterface loop) {
    // Fused ops are loops over edges, of rows.
    if (!isa<MeshDialect>(loop->getDialect()))
      hoistFrom(loop, safety);
  });
}
