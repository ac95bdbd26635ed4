//===- CheckCalls.cpp - reject calls that cannot be compiled --------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Pipelines/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/SetVector.h"

namespace mesh {
#define GEN_PASS_DEF_MESHCHECKCALLS
#include "mesh/Pipelines/Passes.h.inc"
} // namespace mesh

using namespace mlir;

namespace {

/// Depth-first search over calls. Uses a stack of its own: programs may nest
/// calls deeper than the machine's stack allows.
class CallSearch {
public:
  explicit CallSearch(ModuleOp module) : symbols(module) {}

  LogicalResult run(func::FuncOp root);

private:
  struct Visit {
    func::FuncOp function;
    SmallVector<func::CallOp> calls;
    size_t next = 0;
  };

  /// Collects the calls of `function` and puts it on the path.
  LogicalResult enter(func::FuncOp function);
  LogicalResult reportCycle(func::CallOp call, func::FuncOp callee);

  SymbolTable symbols;
  DenseSet<Operation *> done;
  SmallVector<Visit> path;
};

} // namespace

LogicalResult CallSearch::enter(func::FuncOp function) {
  Visit visit{function, {}, 0};
  WalkResult result = function.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      visit.calls.push_back(call);
    if (!isa<func::CallIndirectOp>(op))
      return WalkResult::advance();
    op->emitOpError("cannot be compiled: call a function by its name");
    return WalkResult::interrupt();
  });
  path.push_back(std::move(visit));
  return failure(result.wasInterrupted());
}

LogicalResult CallSearch::reportCycle(func::CallOp call, func::FuncOp callee) {
  std::string cycle;
  bool inside = false;
  for (Visit &visit : path) {
    inside |= visit.function == callee;
    if (inside)
      cycle += ("@" + visit.function.getName() + " -> ").str();
  }
  return call.emitOpError("recursion cannot be compiled: ")
         << cycle << "@" << callee.getName();
}

LogicalResult CallSearch::run(func::FuncOp root) {
  if (root.isDeclaration() || done.contains(root))
    return success();
  if (failed(enter(root)))
    return failure();
  while (!path.empty()) {
    Visit &visit = path.back();
    if (visit.next == visit.calls.size()) {
      done.insert(visit.function);
      path.pop_back();
      continue;
    }
    func::CallOp call = visit.calls[visit.next++];
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee || callee.isDeclaration()) {
      auto error = call.emitOpError("calls @")
                   << call.getCallee() << ", which has no body";
      if (callee)
        error.attachNote(callee.getLoc()) << "declared here";
      return error;
    }
    if (done.contains(callee))
      continue;
    if (llvm::any_of(path, [&](Visit &v) { return v.function == callee; }))
      return reportCycle(call, callee);
    if (failed(enter(callee)))
      return failure();
  }
  return success();
}

namespace {

struct CheckCalls : mesh::impl::MeshCheckCallsBase<CheckCalls> {
  void runOnOperation() override {
    CallSearch search(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && failed(search.run(function)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
