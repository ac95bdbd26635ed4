//===- Steady.cpp - what stays the same around derivatives ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steady.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mesh;

/// Deeper calls are taken to change their arguments.
static constexpr unsigned kMaxCalls = 8;

static bool isSteady(Operation *op, Value value, unsigned numCalls);

/// Whether all calls of a private function give it the same argument.
static bool isSteadyArgument(BlockArgument argument, unsigned numCalls) {
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function || !function.isPrivate() || numCalls == kMaxCalls)
    return false;
  auto uses = function.getSymbolUses(function->getParentOp());
  return uses && !uses->empty() &&
         llvm::all_of(*uses, [&](SymbolTable::SymbolUse use) {
           auto call = dyn_cast<func::CallOp>(use.getUser());
           return call &&
                  isSteady(call, call.getOperand(argument.getArgNumber()),
                           numCalls + 1);
         });
}

static bool isSteady(Operation *op, Value value, unsigned numCalls) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  if (loop && loop.isDefinedOutsideOfLoop(value))
    return true;
  Operation *maker = value.getDefiningOp();
  if (!maker)
    return !loop && isSteadyArgument(cast<BlockArgument>(value), numCalls);
  return maker->getNumRegions() == 0 && isMemoryEffectFree(maker) &&
         llvm::all_of(maker->getOperands(), [&](Value operand) {
           return isSteady(op, operand, numCalls);
         });
}

bool mesh::isSteadyAt(Operation *op, Value value) {
  return isSteady(op, value, 0);
}
