//===- ExplainBuffers.cpp - what a function keeps in memory ---------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Explain/Report.h"
#include "mesh/Explain/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mesh;
using namespace mesh::explain;

/// Allocations that a result of the function may be, or be part of.
static SetVector<Value> findResults(func::FuncOp function) {
  SetVector<Value> values;
  function.walk([&](func::ReturnOp op) {
    values.insert(op.operand_begin(), op.operand_end());
  });
  auto addNth = [&](Operation *yield, unsigned i) {
    values.insert(yield->getOperand(i));
  };
  for (size_t next = 0; next < values.size(); ++next) {
    Value value = values[next];
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (loop && argument.getArgNumber() > 0) {
        values.insert(loop.getInitArgs()[argument.getArgNumber() - 1]);
        addNth(loop.getBody()->getTerminator(), argument.getArgNumber() - 1);
      }
      continue;
    }
    Operation *op = value.getDefiningOp();
    unsigned i = cast<OpResult>(value).getResultNumber();
    if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
      values.insert(view.getViewSource());
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      values.insert(loop.getInitArgs()[i]);
      addNth(loop.getBody()->getTerminator(), i);
    } else if (auto branches = dyn_cast<scf::IfOp>(op)) {
      addNth(branches.thenYield(), i);
      addNth(branches.elseYield(), i);
    } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
      values.insert(select.getTrueValue());
      values.insert(select.getFalseValue());
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      addNth(loop.getConditionOp(), i + 1);
    }
  }
  return values;
}

/// The first op that computes into the memory; equal allocations have been
/// merged before, so that their own place may be another op's.
static Operation *findWriter(memref::AllocOp alloc) {
  Operation *first = nullptr;
  SetVector<Value> views;
  views.insert(alloc);
  for (size_t i = 0; i < views.size(); ++i)
    for (OpOperand &use : views[i].getUses()) {
      Operation *user = use.getOwner();
      if (isa<ViewLikeOpInterface>(user))
        views.insert(user->result_begin(), user->result_end());
      auto destination = dyn_cast<DestinationStyleOpInterface>(user);
      if (!destination || !destination.isDpsInit(&use) ||
          isa<linalg::FillOp>(user))
        continue;
      Operation *ancestor = alloc->getBlock()->findAncestorOpInBlock(*user);
      Operation *known =
          first ? alloc->getBlock()->findAncestorOpInBlock(*first) : nullptr;
      if (!first || (ancestor && known && ancestor->isBeforeInBlock(known)))
        first = user;
    }
  return first ? first : alloc.getOperation();
}

void explain::explainBuffers(func::FuncOp function, const SourceOps &ops,
                             Report &report) {
  // The sizes of both forms of the program have names of their own.
  Sizes sizes(function, "m");
  SetVector<Value> results = findResults(function);
  function.walk([&](memref::AllocOp op) {
    Buffer buffer;
    buffer.shape = sizes.getShape(op);
    buffer.bytes = sizes.getBytes(op);
    buffer.isResult = results.contains(op);
    buffer.isInLoop = op->getParentOfType<LoopLikeOpInterface>() != nullptr;
    std::vector<Origin> origins;
    collectOrigins(findWriter(op)->getLoc(), origins);
    if (origins.empty())
      buffer.made = "unknown place";
    else {
      origins.front().calls.clear();
      buffer.made = describeOrigin(origins.front(), ops);
    }
    report.buffers.push_back(std::move(buffer));
  });
  function.walk([&](memref::CopyOp op) {
    std::vector<Origin> origins;
    collectOrigins(op.getLoc(), origins);
    Buffer copy;
    copy.shape = sizes.getShape(op.getTarget());
    copy.bytes = sizes.getBytes(op.getTarget());
    copy.isInLoop = op->getParentOfType<LoopLikeOpInterface>() != nullptr;
    copy.made = origins.empty() ? "unknown place"
                                : describeOrigin(origins.front(), ops);
    report.copies.push_back(std::move(copy));
  });
  for (const OpenSize &size : sizes.getOpenSizes())
    if (auto uses =
            [&](const Buffer &buffer) {
              return buffer.bytes.getSymbols().count(size.name) != 0;
            };
        llvm::any_of(report.buffers, uses) || llvm::any_of(report.copies, uses))
      report.openSizes.push_back({size.name, describePlace(size.origin)});
}
