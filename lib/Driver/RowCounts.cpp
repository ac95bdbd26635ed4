//===- RowCounts.cpp - what rows an argument holds ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowCounts.h"

#include "mesh/AutoDiff/Passes.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"
#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"
#include "mesh/Pipelines/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

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
  void visitCall(func::FuncOp function, Operation *call,
                 FlatSymbolRefAttr callee, ValueRange inputs,
                 RowCounts &counts);

  /// Functions seen so far; one that is being looked at demands nothing yet, so
  /// recursion ends.
  DenseMap<Operation *, std::unique_ptr<RowCounts>> known;
};

} // namespace

void RowCountSearch::visitCall(func::FuncOp function, Operation *call,
                               FlatSymbolRefAttr name, ValueRange inputs,
                               RowCounts &counts) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, name);
  if (!callee || callee.getNumArguments() != inputs.size())
    return;
  for (auto &[place, row] : find(callee)) {
    auto argument = argumentIndex(function, inputs[place.first]);
    auto graph = argumentIndex(function, inputs[row.graph]);
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
      return visitCall(function, call, call.getCalleeAttr(), call.getOperands(),
                       counts);
    // A derivative demands of the inputs what the function does.
    TypeSwitch<Operation *>(op).Case<GradOp, ValueAndGradOp, VJPOp, JVPOp>(
        [&](auto derivative) {
          visitCall(function, op, derivative.getCalleeAttr(),
                    derivative.getInputs(), counts);
        });
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

/// What `sizes`, which are equal, say of a graph that is an argument. Edges
/// come before nodes: a graph may have nodes that are the edges of another one,
/// and only rows of edges follow modifiers.
static std::optional<RowCount> findCount(func::FuncOp function,
                                         ArrayRef<Size> sizes) {
  std::optional<RowCount> found;
  for (const Size &size : sizes) {
    RowCount::Kind kind;
    switch (size.kind) {
    case Size::Kind::Sources:
      kind = RowCount::Sources;
      break;
    case Size::Kind::Targets:
      kind = RowCount::Targets;
      break;
    case Size::Kind::Edges:
      kind = RowCount::Edges;
      break;
    case Size::Kind::Axis:
    case Size::Kind::Index:
    case Size::Kind::Constant:
      continue;
    }
    std::optional<unsigned> graph = argumentIndex(function, size.value);
    if (graph && kind == RowCount::Edges)
      return RowCount{*graph, kind};
    if (graph && !found)
      found = RowCount{*graph, kind};
  }
  return found;
}

/// Notes the count that one of `sizes`, which are equal, is for every axis of
/// an argument that another one is.
static void noteEqualSizes(func::FuncOp function, ArrayRef<Size> sizes,
                           RowCounts &counts) {
  std::optional<RowCount> count = findCount(function, sizes);
  if (!count)
    return;
  for (const Size &size : sizes) {
    if (size.kind != Size::Kind::Axis)
      continue;
    std::optional<unsigned> argument = argumentIndex(function, size.value);
    if (!argument)
      continue;
    auto [entry, isNew] =
        counts.try_emplace({*argument, unsigned(size.number)}, *count);
    if (!isNew && entry->second.kind != RowCount::Edges)
      entry->second = *count;
  }
}

/// Follows sizes through all ops: a linear map, a reduction or a loop has the
/// rows of its operand.
static RowCounts traceRowCounts(func::FuncOp function) {
  RowCounts counts;
  auto add = [](const Size &size, SmallVectorImpl<Size> &sizes) {
    llvm::append_range(sizes, getEqualSizes(size));
  };
  function.walk([&](Operation *op) {
    if (auto sized = dyn_cast<SizedOpInterface>(op)) {
      for (const SizeConstraint &constraint : sized.getSizeConstraints()) {
        SmallVector<Size> sizes;
        add(Size::count(constraint.graph, constraint.count), sizes);
        add(Size::axis(constraint.operand->get(), constraint.axis), sizes);
        noteEqualSizes(function, sizes, counts);
      }
    } else if (auto dense = dyn_cast<linalg::LinalgOp>(op)) {
      for (unsigned loop = 0, end = dense.getNumLoops(); loop != end; ++loop) {
        SmallVector<Size> sizes;
        for (OpOperand &operand : op->getOpOperands()) {
          AffineMap map = dense.getMatchingIndexingMap(&operand);
          for (auto [axis, expr] : llvm::enumerate(map.getResults()))
            if (expr == getAffineDimExpr(loop, op->getContext()))
              add(Size::axis(operand.get(), axis), sizes);
        }
        noteEqualSizes(function, sizes, counts);
      }
    } else if (OpTrait::hasElementwiseMappableTraits(op)) {
      auto type = op->getNumResults() == 1
                      ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                      : nullptr;
      for (int64_t axis = 0, rank = type ? type.getRank() : 0; axis != rank;
           ++axis) {
        SmallVector<Size> sizes;
        for (Value operand : op->getOperands())
          if (isa<RankedTensorType>(operand.getType()))
            add(Size::axis(operand, axis), sizes);
        noteEqualSizes(function, sizes, counts);
      }
    }
  });
  return counts;
}

/// The function with everything it reaches in it, as fusion leaves it. Null if
/// that far a program does not compile; the error is reported where it is
/// compiled.
static OwningOpRef<ModuleOp> fuse(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  if (!module)
    return nullptr;
  OwningOpRef<ModuleOp> fused(module.clone());
  for (auto other : fused->getOps<func::FuncOp>())
    if (other.getName() != function.getName())
      other.setPrivate();
  ScopedDiagnosticHandler silence(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createMeshAutodiff());
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
  // Without a graph there is nothing to find.
  if (llvm::none_of(function.getArgumentTypes(),
                    [](Type type) { return isa<GraphType>(type); }))
    return RowCounts();
  RowCounts counts = RowCountSearch().find(function);
  OwningOpRef<ModuleOp> fused = fuse(function);
  if (!fused)
    return counts;
  auto again = fused->lookupSymbol<func::FuncOp>(function.getName());
  if (!again)
    return counts;
  for (auto &[place, row] : traceRowCounts(again)) {
    auto [entry, isNew] = counts.try_emplace(place, row);
    if (!isNew && entry->second.kind != RowCount::Edges)
      entry->second = row;
  }
  return counts;
}
