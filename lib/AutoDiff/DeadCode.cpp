//===- DeadCode.cpp - drop what a derivative does not need ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/AdjointState.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mesh;

/// The iteration arguments of `loop` that a used result or an op with effects
/// depends on.
static llvm::SmallBitVector findLiveArguments(scf::ForOp loop) {
  unsigned count = loop.getInitArgs().size();
  llvm::SmallBitVector live(count);
  SmallVector<Value> pending;
  DenseSet<Operation *> seen;
  auto need = [&](unsigned i) {
    if (live.test(i))
      return;
    live.set(i);
    pending.push_back(loop.getYieldedValues()[i]);
  };
  auto visit = [&](Operation *op) {
    if (!seen.insert(op).second)
      return;
    op->walk([&](Operation *inner) {
      llvm::append_range(pending, inner->getOperands());
    });
  };
  for (unsigned i = 0; i < count; ++i)
    if (!loop.getResult(i).use_empty())
      need(i);
  for (Operation &op : loop.getBody()->without_terminator())
    if (!isMemoryEffectFree(&op))
      visit(&op);
  while (!pending.empty()) {
    Value value = pending.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == loop.getBody() && argument.getArgNumber() > 0)
        need(argument.getArgNumber() - 1);
      continue;
    }
    // An op nested in another one of the body: all of the outer one counts.
    Operation *op = value.getDefiningOp();
    if (Operation *outer = loop.getBody()->findAncestorOpInBlock(*op))
      visit(outer);
  }
  return live;
}

/// A loop with the live iteration arguments only.
static void dropDeadArguments(scf::ForOp loop) {
  llvm::SmallBitVector live = findLiveArguments(loop);
  if (live.all())
    return;
  SmallVector<Value> inits, yields;
  for (unsigned i : live.set_bits()) {
    inits.push_back(loop.getInitArgs()[i]);
    yields.push_back(loop.getYieldedValues()[i]);
  }
  OpBuilder b(loop);
  auto smaller =
      scf::ForOp::create(b, loop.getLoc(), loop.getLowerBound(),
                         loop.getUpperBound(), loop.getStep(), inits);
  smaller->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  Block *from = loop.getBody(), *to = smaller.getBody();
  if (!to->empty())
    to->getTerminator()->erase();
  auto yield = cast<scf::YieldOp>(from->getTerminator());
  yield->setOperands(yields);
  to->getOperations().splice(to->end(), from->getOperations());
  from->getArgument(0).replaceAllUsesWith(to->getArgument(0));
  unsigned next = 0;
  for (unsigned i = 0, e = live.size(); i < e; ++i) {
    Value argument = from->getArgument(i + 1);
    if (live.test(i)) {
      argument.replaceAllUsesWith(to->getArgument(next + 1));
      loop.getResult(i).replaceAllUsesWith(smaller.getResult(next));
      ++next;
      continue;
    }
    // Uses that are left are in dead code.
    argument.replaceAllUsesWith(loop.getInitArgs()[i]);
  }
  loop.erase();
}

void mesh::eraseDeadCode(Region &region) {
  for (Block &block : region) {
    SmallVector<Operation *> ops;
    for (Operation &op : block)
      ops.push_back(&op);
    for (Operation *op : llvm::reverse(ops)) {
      // The rule of loops removes its placeholders itself.
      if (isa<UnrealizedConversionCastOp>(op))
        continue;
      if (isOpTriviallyDead(op)) {
        op->erase();
        continue;
      }
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        eraseDeadCode(loop.getRegion());
        Operation *previous = loop->getPrevNode();
        dropDeadArguments(loop);
        // The smaller loop stands where the old one stood.
        Operation *current =
            previous ? previous->getNextNode() : &block.front();
        if (auto smaller = dyn_cast<scf::ForOp>(current))
          eraseDeadCode(smaller.getRegion());
        continue;
      }
      for (Region &inner : op->getRegions())
        if (isa<scf::IfOp>(op))
          eraseDeadCode(inner);
    }
  }
}
