//===- RemoveOps.cpp - removes what a script does not need ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's own reduction tree erases ops whose results are used and does not
// survive it. Here every step leaves a program that MLIR can verify: the result
// of a removed op is replaced by an operand of its type, or becomes an argument
// of the function.
//
//===----------------------------------------------------------------------===//

#include "RemoveOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Reducer/Tester.h"

using namespace mlir;

namespace {
struct RemoveOps : public PassWrapper<RemoveOps, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RemoveOps)
  RemoveOps() = default;
  RemoveOps(const RemoveOps &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "remove-ops"; }
  StringRef getDescription() const override {
    return "remove functions, ops, results and arguments while a script finds "
           "the program interesting";
  }

  void runOnOperation() override;

  Option<std::string> script{
      *this, "test",
      llvm::cl::desc("script that is given the name of a file and exits with "
                     "status 1 if the program is interesting")};

private:
  bool isInteresting(ModuleOp module) const;
  template <typename OpTy>
  bool removeEach(llvm::function_ref<bool(OpTy)> remove);
};
} // namespace

bool RemoveOps::isInteresting(ModuleOp module) const {
  // Of an attempt that makes no sense nobody wants to read.
  ScopedDiagnosticHandler silence(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  return Tester(script, {}).isInteresting(module).first ==
         Tester::Interestingness::True;
}

/// Calls `remove` on each op of the kind, the last one first, in a copy of the
/// program of its own. A copy that is still interesting becomes the program.
template <typename OpTy>
bool RemoveOps::removeEach(llvm::function_ref<bool(OpTy)> remove) {
  auto list = [](ModuleOp module) {
    SmallVector<OpTy> ops;
    module.walk<WalkOrder::PreOrder>([&](OpTy op) {
      if (op != module.getOperation())
        ops.push_back(op);
    });
    return ops;
  };
  bool changed = false;
  for (size_t i = list(getOperation()).size(); i-- > 0;) {
    OwningOpRef<ModuleOp> attempt = getOperation().clone();
    SmallVector<OpTy> ops = list(*attempt);
    // Others may have gone with one that was removed.
    if (i >= ops.size() || !remove(ops[i]) || !isInteresting(*attempt))
      continue;
    getOperation().getBodyRegion().takeBody(attempt->getBodyRegion());
    changed = true;
  }
  return changed;
}

/// Also within regions: results of their ops come from the function's caller.
static bool removeOp(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  if (!function || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    auto same = llvm::find_if(op->getOperands(), [&](Value operand) {
      return operand.getType() == result.getType();
    });
    if (same != op->operand_end()) {
      result.replaceAllUsesWith(*same);
      continue;
    }
    unsigned index = function.getNumArguments();
    if (failed(function.insertArgument(index, result.getType(), {},
                                       result.getLoc())))
      return false;
    result.replaceAllUsesWith(function.getArgument(index));
  }
  op->erase();
  return true;
}

static bool removeResults(func::FuncOp function) {
  if (function.isDeclaration() || function.getNumResults() == 0)
    return false;
  function.walk([](func::ReturnOp op) { op->setOperands({}); });
  function.setType(FunctionType::get(function.getContext(),
                                     function.getArgumentTypes(), {}));
  function.removeResAttrsAttr();
  return true;
}

static bool removeUnusedArguments(func::FuncOp function) {
  if (function.isDeclaration())
    return false;
  llvm::BitVector unused(function.getNumArguments());
  for (BlockArgument argument : function.getArguments())
    if (argument.use_empty())
      unused.set(argument.getArgNumber());
  return unused.any() && succeeded(function.eraseArguments(unused));
}

void RemoveOps::runOnOperation() {
  if (!isInteresting(getOperation())) {
    getOperation().emitError("expects a program that the script '")
        << script << "' finds interesting: exit status 1";
    return signalPassFailure();
  }
  bool changed = true;
  while (changed) {
    changed = removeEach<func::FuncOp>([](func::FuncOp function) {
      function.erase();
      return true;
    });
    changed |= removeEach<func::FuncOp>(removeResults);
    changed |= removeEach<Operation *>(removeOp);
    changed |= removeEach<func::FuncOp>(removeUnusedArguments);
  }
}

void mesh::registerRemoveOpsPass() { PassRegistration<RemoveOps>(); }
