//===- ControlFlow.cpp - calls, branches, assertions ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Reference/Registry.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mesh::reference;
using namespace mlir;

static LogicalResult runCall(func::CallOp op, Frame &frame) {
  auto callee = frame.run.symbols.lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee)
    return frame.fail(op, "calls '" + op.getCallee() +
                              "', which is not a function");
  SmallVector<mesh::reference::Value> args, results;
  for (OpOperand &operand : op->getOpOperands())
    args.push_back(frame.take(operand));
  if (failed(frame.call(op, callee, args, results)))
    return failure();
  for (auto [result, value] : llvm::zip_equal(op.getResults(), results))
    frame.set(result, std::move(value));
  return success();
}

static LogicalResult runBranch(cf::BranchOp op, Frame &frame) {
  frame.branchTo(op.getDest(), frame.getAll(op.getDestOperands()));
  return success();
}

static LogicalResult runCondBranch(cf::CondBranchOp op, Frame &frame) {
  if (frame.integer(op.getCondition()))
    frame.branchTo(op.getTrueDest(), frame.getAll(op.getTrueDestOperands()));
  else
    frame.branchTo(op.getFalseDest(), frame.getAll(op.getFalseDestOperands()));
  return success();
}

static LogicalResult runSwitch(cf::SwitchOp op, Frame &frame) {
  int64_t flag = frame.integer(op.getFlag());
  if (auto cases = op.getCaseValues())
    for (auto [i, value] : llvm::enumerate(cases->getValues<APInt>()))
      if (wrapTo(op.getFlag().getType(), value.getSExtValue()) == flag) {
        frame.branchTo(op.getCaseDestinations()[i],
                       frame.getAll(op.getCaseOperands(i)));
        return success();
      }
  frame.branchTo(op.getDefaultDestination(),
                 frame.getAll(op.getDefaultOperands()));
  return success();
}

static LogicalResult runAssert(cf::AssertOp op, Frame &frame) {
  if (frame.integer(op.getArg()))
    return success();
  return frame.failWith(op.getLoc(), op.getMsg());
}

void mesh::reference::registerControlFlowHandlers(Registry &registry) {
  registry.add<func::CallOp>(runCall);
  registry.add<cf::BranchOp>(runBranch);
  registry.add<cf::CondBranchOp>(runCondBranch);
  registry.add<cf::SwitchOp>(runSwitch);
  registry.add<cf::AssertOp>(runAssert);
}
