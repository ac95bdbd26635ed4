//===- ExplainBuffers.cpp - what a function keeps in memory ---------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Explain/Report.h"
#include "mesh/Explain/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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
    collectOrigins(op.getLoc(), origins);
    if (origins.empty())
      buffer.made = "unknown place";
    else {
      origins.front().calls.clear();
      buffer.made = describeOrigin(origins.front(), ops);
    }
    report.buffers.push_back(std::move(buffer));
  });
  for (const OpenSize &size : sizes.getOpenSizes())
    if (llvm::any_of(report.buffers, [&](const Buffer &buffer) {
          return buffer.bytes.getSymbols().count(size.name) != 0;
        }))
      report.openSizes.push_back(
          {size.name, describePlace(size.origin)});
}
