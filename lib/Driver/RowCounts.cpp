//===- RowCounts.cpp - what rows an argument holds ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowCounts.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"
#include "mesh/Pipelines/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mesh;
using namespace mesh::driver;

/// The place in the signature if `value` is an argument of `function`. Casts
/// keep sizes, and a transposed graph is not the argument itself.
static std::optional<unsigned> argumentIndex(func::FuncOp function,
                                             Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &function.front())
    return std::nullopt;
  return argument.getArgNumber();
}

static RowCount::Kind toKind(SizeConstraint::Count count) {
  switch (count) {
  case SizeConstraint::Count::Sources:
    return RowCount::Sources;
  case SizeConstraint::Count::Targets:
    return RowCount::Targets;
  case SizeConstraint::Count::Edges:
    break;
  }
  return RowCount::Edges;
}

namespace {

class RowCountSearch {
public:
  const RowCounts &find(func::FuncOp function);

private:
  void visitCall(func::FuncOp function, func::CallOp call, RowCounts &counts);

  /// Functions seen so far; one that is being looked at demands nothing yet, so
  /// recursion ends.
  DenseMap<Operation *, std::unique_ptr<RowCounts>> known;
};

} // namespace

void RowCountSearch::visitCall(func::FuncOp function, func::CallOp call,
                               RowCounts &counts) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.getNumArguments() != call.getNumOperands())
    return;
  for (auto &[place, row] : find(callee)) {
    auto argument = argumentIndex(function, call.getOperand(place.first));
    auto graph = argumentIndex(function, call.getOperand(row.graph));
    if (argument && graph)
      counts.try_emplace({*argument, place.second}, RowCount{*graph, row.kind});
  }
}

const RowCounts &RowCountSearch::find(func::FuncOp function) {
  auto [entry, isNew] = known.try_emplace(function);
  if (!isNew)
    return *entry->second;
  entry->second = std::make_unique<RowCounts>();
  RowCounts &counts = *entry->second;
  if (function.isDeclaration())
    return counts;
  function.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      return visitCall(function, call, counts);
    auto sized = dyn_cast<SizedOpInterface>(op);
    if (!sized)
      return;
    for (const SizeConstraint &constraint : sized.getSizeConstraints()) {
      auto argument = argumentIndex(function, constraint.operand->get());
      auto graph = argumentIndex(function, constraint.graph);
      if (argument && graph)
        counts.try_emplace({*argument, unsigned(constraint.axis)},
                           RowCount{*graph, toKind(constraint.count)});
    }
  });
  return counts;
}

/// The function as fusion leaves it: what reaches edges by way of elementwise
/// ops is then an operand of an op on the graph. Null if that far a program
/// does not compile; the error is reported where it is compiled.
static OwningOpRef<ModuleOp> fuse(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  if (!module)
    return nullptr;
  OwningOpRef<ModuleOp> fused(module.clone());
  ScopedDiagnosticHandler silence(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  pm.addPass(createMeshCheckCalls());
  pm.addPass(createInlinerPass());
  pm.addPass(createMeshExpand());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createMeshFuse());
  if (failed(pm.run(*fused)))
    return nullptr;
  return fused;
}

RowCounts mesh::driver::findRowCounts(func::FuncOp function) {
  RowCounts counts = RowCountSearch().find(function);
  OwningOpRef<ModuleOp> fused = fuse(function);
  if (!fused)
    return counts;
  auto again = fused->lookupSymbol<func::FuncOp>(function.getName());
  if (!again)
    return counts;
  RowCountSearch search;
  for (auto &[place, row] : search.find(again))
    counts.try_emplace(place, row);
  return counts;
}
