//===- ExplainTensors.cpp - the kernels of a function ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountWork.h"
#include "Traffic.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"
#include "mesh/Dialect/Mesh/Transforms/EdgeTensors.h"
#include "mesh/Explain/Report.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mesh;
using namespace mesh::explain;

namespace {

class Explainer {
public:
  Explainer(func::FuncOp function, const SourceOps &ops)
      : function(function), ops(ops), sizes(function) {}
  Report run();

private:
  void addBlock(Block &block, const Formula &times,
                std::vector<std::string> loops);
  void addKernel(Operation *op, const Formula &times,
                 const std::vector<std::string> &loops);
  void findCommonCalls();
  std::string describe(Origin origin);
  Phase findPhase(Operation *op, const std::vector<Origin> &origins);
  void addOps(Operation *op, Kernel &kernel,
              const std::vector<Origin> &origins);
  bool isOmitted(Location place) const;
  std::string getName(Value value);
  void addEdgeTensors();
  void addSaved();

  func::FuncOp function;
  const SourceOps &ops;
  Sizes sizes;
  Report report;
  std::vector<Operation *> kernelOps;
  DenseMap<Operation *, unsigned> numbers;
  DenseMap<Operation *, Phase> phases;
  /// The places of the ops that each kernel of the forward pass computes.
  std::map<unsigned, DenseSet<Location>> places;
  /// Places that were inlined by several calls: only there the call says
  /// something.
  DenseMap<Location, SmallVector<Origin>> byPlace;
};

} // namespace

/// Whether an op of the function itself, or of a loop or branch, not of a
/// kernel.
static bool mayHoldKernels(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::ExecuteRegionOp,
             scf::IndexSwitchOp>(op);
}

std::string Explainer::describe(Origin origin) {
  const SmallVector<Origin> &all = byPlace[origin.place];
  bool differs = llvm::any_of(
      all, [&](const Origin &other) { return other.calls != origin.calls; });
  if (!differs)
    origin.calls.clear();
  // What all chains end with says nothing.
  while (!origin.calls.empty() && llvm::all_of(all, [&](const Origin &other) {
    return !other.calls.empty() && other.calls.back() == origin.calls.back() &&
           other.calls.size() > 1;
  }) && origin.calls.size() > 1)
    origin.calls.pop_back();
  return describeOrigin(origin, ops);
}

Phase Explainer::findPhase(Operation *op, const std::vector<Origin> &origins) {
  auto has = [&](Origin::Kind kind) {
    return llvm::any_of(origins,
                        [&](const Origin &o) { return o.kind == kind; });
  };
  auto starts = [&](Origin::Kind kind) {
    return !origins.empty() && origins.front().kind == kind;
  };
  if (starts(Origin::Adjoint))
    return Phase::Backward;
  if (starts(Origin::Tangent))
    return Phase::Tangent;
  // Whether it follows from a kernel of a derivative, by way of any ops.
  SetVector<Operation *> seen;
  auto add = [&](Operation *user) {
    user->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *def = operand.getDefiningOp())
          if (!user->isAncestor(def))
            seen.insert(def);
    });
  };
  add(op);
  for (size_t i = 0; i < seen.size(); ++i) {
    auto phase = phases.find(seen[i]);
    bool follows = phase != phases.end() && phase->second != Phase::Forward;
    seen[i]->walk([&](Operation *inner) {
      auto nested = phases.find(inner);
      follows |= nested != phases.end() && nested->second != Phase::Forward;
    });
    if (phase == phases.end())
      add(seen[i]);
    if (follows)
      // An op of the user may have taken over the end of a derivative.
      return has(Origin::Adjoint)   ? Phase::Backward
             : has(Origin::Tangent) ? Phase::Tangent
                                    : Phase::After;
  }
  return Phase::Forward;
}

/// Constants, and calls and requests for derivatives, which stand for what they
/// run.
bool Explainer::isOmitted(Location place) const {
  auto known = ops.find(place);
  if (known == ops.end())
    return false;
  StringRef op = known->second.op;
  return known->second.isConstant || op == "func.call" || op == "mesh.grad" ||
         op == "mesh.value_and_grad" || op == "mesh.vjp" || op == "mesh.jvp";
}

void Explainer::addOps(Operation *op, Kernel &kernel,
                       const std::vector<Origin> &origins) {
  bool isDerivative =
      kernel.phase == Phase::Backward || kernel.phase == Phase::Tangent;
  std::vector<Origin> left;
  DenseSet<Location> itself, derived;
  for (const Origin &origin : origins)
    if (!isOmitted(origin.place)) {
      left.push_back(origin);
      (origin.kind == Origin::Itself ? itself : derived).insert(origin.place);
    }
  if (!isDerivative) {
    // A sweep of both passes: what its other part is of has been said.
    kernel.servesDerivative = !derived.empty();
    llvm::erase_if(left, [&](const Origin &origin) {
      return origin.kind != Origin::Itself && itself.contains(origin.place);
    });
    places[kernel.number] = itself;
  } else {
    // The derivative of all that one kernel computes.
    for (const auto &entry : places) {
      const DenseSet<Location> &ofKernel = entry.second;
      if (ofKernel.size() < 2 || !llvm::all_of(ofKernel, [&](Location place) {
            return derived.contains(place);
          }))
        continue;
      kernel.ops.push_back(
          (kernel.phase == Phase::Backward ? "adjoint of k" : "tangent of k") +
          std::to_string(entry.first));
      llvm::erase_if(left, [&](const Origin &origin) {
        return origin.kind != Origin::Itself && ofKernel.contains(origin.place);
      });
    }
  }
  llvm::sort(left, [](const Origin &a, const Origin &b) {
    auto placeA = cast<FileLineColLoc>(a.place);
    auto placeB = cast<FileLineColLoc>(b.place);
    return std::make_tuple(placeA.getLine(), placeA.getColumn(), a.kind) <
           std::make_tuple(placeB.getLine(), placeB.getColumn(), b.kind);
  });
  for (const Origin &origin : left) {
    std::string text = describe(origin);
    auto &list = isDerivative && origin.kind == Origin::Itself
                     ? kernel.recomputed
                     : kernel.ops;
    if (!llvm::is_contained(list, text))
      list.push_back(std::move(text));
  }
}

std::string Explainer::getName(Value value) {
  value = getRoot(value);
  std::string name = sizes.getArgumentName(value);
  if (!name.empty())
    return name;
  if (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (auto number = numbers.find(op); number != numbers.end())
      return "k" + std::to_string(number->second) +
             (op->getNumResults() > 1
                  ? "." + std::to_string(result.getResultNumber())
                  : "");
    if (op->hasTrait<OpTrait::ConstantLike>())
      return "a constant";
    if (isa<tensor::EmptyOp>(op))
      return "fresh memory";
    if (isa<linalg::FillOp, tensor::SplatOp>(op))
      return "a fill";
    if (mayHoldKernels(op))
      return "result " + std::to_string(result.getResultNumber()) + " of " +
             op->getName().getStringRef().str() + " at " +
             describeLine(op->getLoc());
    return "a tensor of " + op->getName().getStringRef().str();
  }
  auto argument = cast<BlockArgument>(value);
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return "loop variable " +
           std::to_string(argument.getArgNumber() - loop.getNumInductionVars());
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         parent->getName().getStringRef().str();
}

void Explainer::addKernel(Operation *op, const Formula &times,
                          const std::vector<std::string> &loops) {
  std::optional<Traffic> traffic = describeTraffic(op, sizes);
  if (!traffic)
    return;
  Kernel kernel;
  kernel.number = report.kernels.size() + 1;
  kernel.kind = traffic->kind;
  kernel.times = times;
  kernel.loops = loops;
  std::vector<Origin> origins = getOrigins(op);
  kernel.place =
      describePlace(origins.empty() ? op->getLoc() : origins.front().place);
  kernel.phase = findPhase(op, origins);
  phases[op] = kernel.phase;
  addOps(op, kernel, origins);
  for (const Traffic::Read &read : traffic->reads)
    kernel.reads.push_back(
        {getName(read.value), sizes.getShape(read.value), read.how});
  numbers[op] = kernel.number;
  kernelOps.push_back(op);
  for (Value value : traffic->writes)
    kernel.writes.push_back({getName(value), sizes.getShape(value), ""});
  kernel.moved = traffic->moved;
  kernel.least = traffic->least;
  kernel.work = traffic->work;
  report.kernels.push_back(std::move(kernel));
}

void Explainer::addBlock(Block &block, const Formula &times,
                         std::vector<std::string> loops) {
  for (Operation &op : block) {
    if (!mayHoldKernels(&op)) {
      addKernel(&op, times, loops);
      continue;
    }
    Formula inside = times;
    std::vector<std::string> inner = loops;
    if (isa<LoopLikeOpInterface>(op)) {
      std::string place = describeLine(op.getLoc());
      std::optional<Formula> trips = getTripCount(&op, sizes);
      inside *= trips ? *trips : Formula::symbol("iterations." + place);
      inner.push_back(place);
    }
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        addBlock(nested, inside, inner);
  }
}

void Explainer::findCommonCalls() {
  function.walk([&](Operation *op) {
    std::vector<Origin> origins;
    collectOrigins(op->getLoc(), origins);
    for (Origin &origin : origins) {
      SmallVector<Origin> &known = byPlace[origin.place];
      if (!llvm::is_contained(known, origin))
        known.push_back(std::move(origin));
    }
  });
}

void Explainer::addEdgeTensors() {
  for (Operation *op : kernelOps)
    for (OpResult result : op->getResults()) {
      if (isa<COOToCSROp>(op) || !sizes.findEdgeAxis(result))
        continue;
      std::vector<std::string> reasons;
      for (const EdgeReader &reader : explainEdgeRows(
               result, [&](Value rows) { return sizes.findEdgeAxis(rows); })) {
        std::string reason = reader.reason;
        if (auto number = numbers.find(reader.op); number != numbers.end())
          reason += " (k" + std::to_string(number->second) + ")";
        reasons.push_back(std::move(reason));
      }
      std::vector<Origin> origins = getOrigins(op);
      report.edgeTensors.push_back(
          {getName(result), sizes.getShape(result),
           describePlace(origins.empty() ? op->getLoc()
                                         : origins.front().place),
           reasons.empty() ? "not read" : llvm::join(reasons, "; "),
           sizes.getBytes(result)});
    }
}

/// Whether a kernel of the backward pass reads `value`, by way of views.
static bool isReadBackward(Value value,
                           const DenseMap<Operation *, Phase> &phases) {
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    auto phase = phases.find(user);
    if (phase != phases.end() && phase->second == Phase::Backward) {
      // A destination that is only written to saves nothing.
      auto linalgOp = dyn_cast<linalg::LinalgOp>(user);
      if (!linalgOp || !linalgOp.isDpsInit(&use) ||
          linalgOp.payloadUsesValueFromOperand(&use))
        return true;
    }
    if (phase == phases.end() && user->getNumResults() == 1 &&
        getRoot(user->getResult(0)) == getRoot(value) &&
        isReadBackward(user->getResult(0), phases))
      return true;
  }
  return false;
}

void Explainer::addSaved() {
  for (Operation *op : kernelOps) {
    // A graph is no value that has a derivative.
    if (phases[op] != Phase::Forward || isa<COOToCSROp>(op))
      continue;
    for (Value result : op->getResults())
      if (isReadBackward(result, phases))
        report.saved.push_back(
            {getName(result), sizes.getShape(result), sizes.getBytes(result)});
  }
}

Report Explainer::run() {
  report.function = function.getName().str();
  findCommonCalls();
  for (Block &block : function.getBody())
    addBlock(block, Formula::number(1), {});
  addEdgeTensors();
  addSaved();
  std::set<std::string> used;
  for (const Kernel &kernel : report.kernels)
    for (const Formula *formula :
         {&kernel.moved, &kernel.times, &kernel.work.operations})
      used.merge(formula->getSymbols());
  for (const OpenSize &size : sizes.getOpenSizes()) {
    if (!used.count(size.name))
      continue;
    std::vector<Origin> origins;
    collectOrigins(size.origin, origins);
    report.openSizes.push_back(
        {size.name,
         describePlace(origins.empty() ? size.origin : origins.front().place)});
  }
  return std::move(report);
}

Report explain::explainTensors(func::FuncOp function, const SourceOps &ops) {
  return Explainer(function, ops).run();
}
