//===- AutoDiffPass.cpp - the --mesh-autodiff pass ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steady.h"
#include "mesh/AutoDiff/Differentiate.h"
#include "mesh/AutoDiff/Passes.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/FuseMessagePassing.h"
#include "mesh/Dialect/Mesh/Transforms/SimplifyMessagePassing.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/StringMap.h"

namespace mesh {
#define GEN_PASS_DEF_MESHAUTODIFF
#include "mesh/AutoDiff/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {

enum class Mode { Reverse, Forward, FiniteReverse, FiniteForward };

/// A derivative op in terms of what is differentiated. `seeds` are cotangents
/// or tangents.
struct Request {
  Operation *op;
  func::FuncOp callee;
  ValueRange inputs;
  ArrayRef<int64_t> wrt;
  Mode mode;
  /// Reverse modes: results with a cotangent.
  SmallVector<int64_t> seeded;
  SmallVector<Value> seeds;
  /// `mesh.grad` returns no values.
  bool returnsValues = true;
};

bool isDerivative(Operation *op) {
  return isa<GradOp, ValueAndGradOp, VJPOp, JVPOp>(op);
}

class Differentiator {
public:
  Differentiator(ModuleOp module, const MeshAutodiffOptions &options)
      : module(module), fuse(options.fuse), simplify(options.simplify),
        checkSeeds(options.checkSeeds), symbols(module),
        simplifier(module.getContext()) {}

  LogicalResult run();

private:
  /// Replaces the derivative ops of `function` and of what it calls.
  LogicalResult resolve(func::FuncOp function);
  LogicalResult lower(Operation *op);
  FailureOr<Request> read(Operation *op);
  FailureOr<func::FuncOp> getDerivative(const Request &request);
  LogicalResult check(const Request &request, func::FuncOp copy);
  void simplifyFor(const Request &request, func::FuncOp function);
  void fuseUnlessMissing(const Request &request, func::FuncOp function);

  ModuleOp module;
  /// Fuse message passing before it is differentiated.
  bool fuse;
  /// Simplify it before that.
  bool simplify;
  /// Emit checks that seeds and tangents have the right shapes.
  bool checkSeeds;
  SymbolTable symbols;
  Simplifier simplifier;
  DenseSet<Operation *> open, done;
  /// Functions with derivative ops that were reported.
  DenseSet<Operation *> broken;
  /// By callee, mode, arguments and results.
  llvm::StringMap<func::FuncOp> derivatives;
};

} // namespace

FailureOr<Request> Differentiator::read(Operation *op) {
  Request request;
  request.op = op;
  Method method;
  FlatSymbolRefAttr callee;
  bool isForward = false;
  auto fill = [&](auto derivative) {
    callee = derivative.getCalleeAttr();
    request.inputs = derivative.getInputs();
    request.wrt = derivative.getWrt();
    method = derivative.getMethod();
  };
  if (auto grad = dyn_cast<GradOp>(op)) {
    fill(grad);
    request.returnsValues = false;
  } else if (auto grad = dyn_cast<ValueAndGradOp>(op)) {
    fill(grad);
  } else if (auto vjp = dyn_cast<VJPOp>(op)) {
    fill(vjp);
    request.seeds = SmallVector<Value>(vjp.getSeeds());
  } else {
    auto jvp = cast<JVPOp>(op);
    fill(jvp);
    request.seeds = SmallVector<Value>(jvp.getTangents());
    isForward = true;
  }
  request.callee = symbols.lookup<func::FuncOp>(callee.getValue());
  if (!request.callee)
    return op->emitOpError("expects 'callee' to be a func.func, but ")
           << callee << " is none";
  request.mode = method == Method::Reverse
                     ? (isForward ? Mode::Forward : Mode::Reverse)
                     : (isForward ? Mode::FiniteForward : Mode::FiniteReverse);
  if (isForward)
    return request;
  if (isa<VJPOp>(op)) {
    for (auto [i, type] : llvm::enumerate(request.callee.getResultTypes()))
      if (isDifferentiable(type))
        request.seeded.push_back(i);
    return request;
  }
  ImplicitLocOpBuilder b(op->getLoc(), op);
  request.seeded = {0};
  request.seeds = {
      buildConstant(b, request.callee.getResultTypes().front(), {}, 1)};
  return request;
}

/// What `request` differentiates in `copy`, a copy of its callee, and with
/// respect to what.
static void findEnds(const Request &request, func::FuncOp copy,
                     SmallVectorImpl<Value> &sources,
                     SmallVectorImpl<Value> &targets) {
  Block &block = copy.getBody().front();
  for (int64_t position : request.wrt)
    sources.push_back(block.getArgument(position));
  Operation *terminator = block.getTerminator();
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    if (request.mode == Mode::Forward ? isDifferentiable(value.getType())
                                      : llvm::is_contained(request.seeded, i))
      targets.push_back(value);
}

/// One error for all ops without a rule, with a note for each place.
LogicalResult Differentiator::check(const Request &request, func::FuncOp copy) {
  SmallVector<Value> sources, targets;
  findEnds(request, copy, sources, targets);
  SmallVector<MissingRule> missing =
      findMissingRules(copy.getBody().front(), sources, targets);
  // A function that is called twice is there twice.
  DenseSet<std::pair<Location, OperationName>> seen;
  llvm::erase_if(missing, [&](const MissingRule &m) {
    Location place = m.op->getLoc();
    while (auto site = dyn_cast<CallSiteLoc>(place))
      place = site.getCallee();
    return !seen.insert({place, m.op->getName()}).second;
  });
  if (missing.empty())
    return success();
  auto error =
      request.op->emitOpError("cannot differentiate @")
      << func::FuncOp(request.callee).getName() << ": " << missing.size()
      << (missing.size() == 1 ? " op has" : " ops have") << " no derivative";
  for (const MissingRule &m : missing) {
    Diagnostic &note = error.attachNote(m.op->getLoc());
    note << "'" << m.op->getName() << "' op ";
    if (m.reason.empty())
      note << "has no derivative rule";
    else
      note << "has no derivative: " << m.reason;
  }
  return error;
}

void Differentiator::simplifyFor(const Request &request,
                                 func::FuncOp function) {
  SimplifyOptions options;
  for (auto [argument, input] :
       llvm::zip(function.getArguments(), request.inputs))
    if (isSteadyAt(request.op, input))
      options.steady.push_back(argument);
  simplifyMessagePassing(function, options);
  simplifier.run(function);
}

/// Fuses message passing in `function`, unless an op without a derivative comes
/// of it.
void Differentiator::fuseUnlessMissing(const Request &request,
                                       func::FuncOp function) {
  auto fused = cast<func::FuncOp>(function->clone());
  // In the module, where functions that it calls are found.
  fused.setName((function.getName() + "$fused").str());
  module.push_back(fused);
  // Node-wise ops are differentiated as they are, and fused with their
  // adjoints.
  FuseOptions options;
  options.nodes = false;
  auto isComplete = [&] {
    if (failed(fuseMessagePassing(fused, options)))
      return false;
    simplifier.run(fused);
    SmallVector<Value> sources, targets;
    findEnds(request, fused, sources, targets);
    return findMissingRules(fused.getBody().front(), sources, targets).empty();
  };
  if (isComplete())
    function.getBody().takeBody(fused.getBody());
  fused.erase();
}

static std::string join(ArrayRef<int64_t> numbers) {
  std::string text;
  for (int64_t number : numbers)
    text += "_" + std::to_string(number);
  return text;
}

FailureOr<func::FuncOp> Differentiator::getDerivative(const Request &request) {
  static constexpr StringLiteral kModes[] = {"$vjp", "$jvp", "$fd_vjp",
                                             "$fd_jvp"};
  func::FuncOp callee = request.callee;
  std::string name =
      (callee.getName() + kModes[unsigned(request.mode)] + join(request.wrt))
          .str();
  std::string key = name + "|" + join(request.seeded);
  if (func::FuncOp known = derivatives.lookup(key))
    return known;

  bool isFinite = request.mode == Mode::FiniteReverse ||
                  request.mode == Mode::FiniteForward;
  func::FuncOp function;
  if (isFinite) {
    SmallVector<Type> inputs(callee.getArgumentTypes());
    for (Value seed : request.seeds)
      inputs.push_back(seed.getType());
    SmallVector<Type> results(callee.getResultTypes());
    if (request.mode == Mode::FiniteForward) {
      for (Type type : callee.getResultTypes())
        if (isDifferentiable(type))
          results.push_back(type);
    } else {
      for (int64_t position : request.wrt)
        results.push_back(callee.getArgumentTypes()[position]);
    }
    function = func::FuncOp::create(
        callee.getLoc(), name,
        FunctionType::get(module.getContext(), inputs, results));
  } else {
    if (callee.isDeclaration() || !callee.getBody().hasOneBlock()) {
      auto error = request.op->emitOpError("cannot differentiate @")
                   << callee.getName() << ": it "
                   << (callee.isDeclaration() ? "has no body"
                                              : "has more than one block");
      error.attachNote(callee.getLoc()) << "declared here";
      return error;
    }
    function = cast<func::FuncOp>(callee->clone());
    // The copy is another function: nothing of its interface applies.
    function->setDiscardableAttrs(DictionaryAttr::get(module.getContext()));
    function.removeArgAttrsAttr();
    function.removeResAttrsAttr();
    function.setName(name);
  }
  function.setPrivate();
  symbols.insert(function, std::next(Block::iterator(callee)));
  auto discard = [&]() -> LogicalResult {
    symbols.erase(function);
    return failure();
  };
  if (isFinite) {
    if (request.mode == Mode::FiniteForward)
      buildFiniteForward(function, callee, request.wrt);
    else
      buildFiniteReverse(function, callee, request.wrt, request.seeded);
    derivatives[key] = function;
    return function;
  }

  if (auto adjoint = callee->getAttrOfType<FlatSymbolRefAttr>(kAdjointAttr)) {
    // Its adjoint is known: differentiate a function that calls it.
    Block &block = function.getBody().front();
    block.clear();
    OpBuilder b = OpBuilder::atBlockEnd(&block);
    auto call =
        func::CallOp::create(b, callee.getLoc(), callee, block.getArguments());
    func::ReturnOp::create(b, callee.getLoc(), call.getResults());
  }
  inlineCalls(function);
  if (failed(prepare(function)))
    return discard();
  simplifier.run(function);
  if (simplify)
    simplifyFor(request, function);
  if (fuse)
    fuseUnlessMissing(request, function);
  SmallVector<Value> sources, targets;
  findEnds(request, function, sources, targets);
  if (expandFolds(function, sources, targets))
    simplifier.run(function);
  if (failed(check(request, function)))
    return discard();
  LogicalResult built =
      request.mode == Mode::Forward
          ? buildForward(function, request.wrt, simplifier, checkSeeds)
          : buildReverse(function, request.wrt, request.seeded,
                         checkSeeds && isa<VJPOp>(request.op));
  if (failed(built))
    return discard();
  simplifier.run(function);
  derivatives[key] = function;
  return function;
}

LogicalResult Differentiator::lower(Operation *op) {
  FailureOr<Request> request = read(op);
  if (failed(request))
    return failure();
  if (open.contains(request->callee))
    return op->emitOpError("cannot differentiate @")
           << request->callee.getName() << ": it would need its own derivative";
  if (failed(resolve(request->callee)))
    return failure();
  FailureOr<func::FuncOp> derivative = getDerivative(*request);
  if (failed(derivative))
    return failure();
  OpBuilder b(op);
  SmallVector<Value> operands(request->inputs);
  llvm::append_range(operands, request->seeds);
  auto call = func::CallOp::create(b, op->getLoc(), *derivative, operands);
  ResultRange results = call.getResults();
  unsigned numValues = request->callee.getNumResults();
  op->replaceAllUsesWith(request->returnsValues
                             ? ValueRange(results)
                             : ValueRange(results.drop_front(numValues)));
  op->erase();
  return success();
}

LogicalResult Differentiator::resolve(func::FuncOp function) {
  if (function && broken.contains(function))
    return failure();
  if (!function || done.contains(function) || !open.insert(function).second)
    return success();
  auto fail = [&]() -> LogicalResult {
    broken.insert(function);
    return failure();
  };
  SmallVector<Operation *> ops;
  function->walk([&](Operation *op) {
    if (isDerivative(op) || isa<func::CallOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto call = dyn_cast<func::CallOp>(op)) {
      if (failed(resolve(symbols.lookup<func::FuncOp>(call.getCallee()))))
        return fail();
      continue;
    }
    if (failed(lower(op)))
      return fail();
  }
  if (auto adjoint = function->getAttrOfType<FlatSymbolRefAttr>(kAdjointAttr))
    if (failed(resolve(symbols.lookup<func::FuncOp>(adjoint.getValue()))))
      return fail();
  open.erase(function);
  done.insert(function);
  return success();
}

LogicalResult Differentiator::run() {
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  bool hasFailed = false;
  for (func::FuncOp function : functions) {
    open.clear();
    hasFailed |= failed(resolve(function));
  }
  if (hasFailed)
    return failure();
  SmallVector<StopGradientOp> stops;
  module->walk([&](StopGradientOp op) { stops.push_back(op); });
  for (StopGradientOp op : stops) {
    op.replaceAllUsesWith(op.getX());
    op.erase();
  }
  return success();
}

namespace {

struct MeshAutodiff : public mesh::impl::MeshAutodiffBase<MeshAutodiff> {
  using MeshAutodiffBase::MeshAutodiffBase;

  void runOnOperation() override {
    bool isNeeded = false;
    getOperation()->walk([&](Operation *op) {
      isNeeded |= isDerivative(op) || isa<StopGradientOp>(op);
    });
    if (isNeeded &&
        failed(
            Differentiator(getOperation(), {fuse, simplify, checkSeeds}).run()))
      return signalPassFailure();
    // Nothing is differentiated any more, so functions may be inlined.
    bool hasAdjoints = false;
    for (auto function : getOperation().getOps<func::FuncOp>())
      hasAdjoints |= bool(function->removeAttr(kAdjointAttr));
    if (!isNeeded && !hasAdjoints)
      markAllAnalysesPreserved();
  }
};

} // namespace
