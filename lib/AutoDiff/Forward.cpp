//===- Forward.cpp - forward mode for functions ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op is followed by its tangent. Loops and conditionals carry tangents
// beside values. Where a rule says nothing of tangents, they follow from the
// adjoint: the adjoint is linear in the cotangent, and its transpose is the
// tangent.
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Differentiate.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

namespace {

class ForwardMode {
public:
  ForwardMode(func::FuncOp function, const Simplifier &simplifier)
      : function(function), simplifier(simplifier) {}

  LogicalResult run(ArrayRef<int64_t> wrt, bool checkTangents);

private:
  LogicalResult visit(Block &block);
  LogicalResult visitOp(Operation *op);
  LogicalResult visitLoop(scf::ForOp loop);
  LogicalResult visitIf(scf::IfOp branch);
  LogicalResult transposeTwice(Operation *op, ValueRange inputs);
  Value tangentOrZero(ImplicitLocOpBuilder &b, Value value);

  func::FuncOp function;
  const Simplifier &simplifier;
  DenseSet<Value> active;
  DenseMap<Value, Value> tangents;
};

} // namespace

Value ForwardMode::tangentOrZero(ImplicitLocOpBuilder &b, Value value) {
  if (Value tangent = tangents.lookup(value))
    return tangent;
  AutoDiffContext none;
  return AdjointState(b, none).zeroLike(value);
}

/// The tangent of `op` by its adjoint: `adjoint(inputs, c)` is `J' c`, so its
/// own adjoint with respect to `c` is `J t`. The value of `c` does not matter;
/// the op's result has its type and shape.
LogicalResult ForwardMode::transposeTwice(Operation *op, ValueRange inputs) {
  MLIRContext *context = op->getContext();
  SmallVector<int64_t> varied, seeds, all;
  for (auto [i, input] : llvm::enumerate(inputs))
    if (tangents.contains(input))
      varied.push_back(i);
  SmallVector<Value> results;
  for (Value result : op->getResults())
    if (isDifferentiable(result.getType()))
      results.push_back(result);
  for (size_t k = 0; k < results.size(); ++k) {
    all.push_back(k);
    seeds.push_back(inputs.size() + k);
  }

  OpBuilder outside(function);
  auto alone =
      func::FuncOp::create(outside, op->getLoc(), "mesh$tangent",
                           FunctionType::get(context, inputs.getTypes(),
                                             ValueRange(results).getTypes()));
  alone.setPrivate();
  Block *block = alone.addEntryBlock();
  OpBuilder b = OpBuilder::atBlockBegin(block);
  IRMapping mapping;
  mapping.map(inputs, block->getArguments());
  b.clone(*op, mapping);
  SmallVector<Value> returned;
  for (Value result : results)
    returned.push_back(mapping.lookup(result));
  func::ReturnOp::create(b, op->getLoc(), returned);

  auto finish = [&](LogicalResult result) {
    alone.erase();
    return result;
  };
  if (failed(buildReverse(alone, varied, all)))
    return finish(failure());
  // The adjoints alone.
  Operation *terminator = block->getTerminator();
  terminator->setOperands(
      SmallVector<Value>(terminator->getOperands().drop_front(results.size())));
  inlineCalls(alone);
  simplifier.run(alone);
  auto adjoints = llvm::to_vector(llvm::seq<int64_t>(0, varied.size()));
  if (failed(buildReverse(alone, seeds, adjoints)))
    return finish(failure());
  terminator = block->getTerminator();
  terminator->setOperands(
      SmallVector<Value>(terminator->getOperands().drop_front(varied.size())));
  simplifier.run(alone);

  IRMapping values;
  unsigned next = 0;
  auto bind = [&](ValueRange actual) {
    for (Value value : actual)
      values.map(block->getArgument(next++), value);
  };
  bind(inputs);
  bind(results);
  for (int64_t i : varied)
    values.map(block->getArgument(next++), tangents.lookup(inputs[i]));
  OpBuilder after(op->getContext());
  after.setInsertionPointAfter(op);
  for (Operation &inner : block->without_terminator())
    after.clone(inner, values);
  for (auto [result, tangent] :
       llvm::zip(results, block->getTerminator()->getOperands()))
    tangents[result] = values.lookupOrDefault(tangent);
  return finish(success());
}

LogicalResult ForwardMode::visitLoop(scf::ForOp loop) {
  SmallVector<unsigned> carried;
  SmallVector<Value> inits;
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    if (!active.contains(argument))
      continue;
    carried.push_back(i);
    inits.push_back(tangentOrZero(b, loop.getInitArgs()[i]));
  }
  unsigned numResults = loop.getNumResults();
  SmallVector<Value> arguments(loop.getRegionIterArgs());
  LogicalResult result = success();
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  auto replaced = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument> added) {
        for (auto [i, tangent] : llvm::zip(carried, added))
          tangents[arguments[i]] = tangent;
        result = visit(*loop.getBody());
        ImplicitLocOpBuilder end(loop.getLoc(),
                                 loop.getBody()->getTerminator());
        SmallVector<Value> yields;
        for (unsigned i : carried)
          yields.push_back(tangentOrZero(
              end, loop.getBody()->getTerminator()->getOperand(i)));
        return yields;
      });
  for (Value argument : arguments)
    tangents.erase(argument);
  auto after = cast<scf::ForOp>(replaced->getOperation());
  for (auto [k, i] : llvm::enumerate(carried))
    tangents[after.getResult(i)] = after.getResult(numResults + k);
  return result;
}

LogicalResult ForwardMode::visitIf(scf::IfOp branch) {
  SmallVector<unsigned> carried;
  SmallVector<Type> types(branch.getResultTypes());
  for (auto [i, result] : llvm::enumerate(branch.getResults()))
    if (active.contains(result)) {
      carried.push_back(i);
      types.push_back(result.getType());
    }
  OpBuilder b(branch);
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    if (failed(visit(region.front())))
      return failure();
    Operation *yield = region.front().getTerminator();
    ImplicitLocOpBuilder end(branch.getLoc(), yield);
    SmallVector<Value> yields(yield->getOperands());
    for (unsigned i : carried)
      yields.push_back(tangentOrZero(end, yield->getOperand(i)));
    yield->setOperands(yields);
  }
  auto wider = scf::IfOp::create(b, branch.getLoc(), types,
                                 branch.getCondition(), false, false);
  wider.getThenRegion().takeBody(branch.getThenRegion());
  wider.getElseRegion().takeBody(branch.getElseRegion());
  unsigned numResults = branch.getNumResults();
  for (unsigned i = 0; i < numResults; ++i) {
    active.erase(branch.getResult(i));
    branch.getResult(i).replaceAllUsesWith(wider.getResult(i));
  }
  branch.erase();
  for (auto [k, i] : llvm::enumerate(carried))
    tangents[wider.getResult(i)] = wider.getResult(numResults + k);
  return success();
}

LogicalResult ForwardMode::visitOp(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return visitIf(branch);
  SetVector<Value> inputs(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), inputs);
  auto rule = dyn_cast<AdjointOpInterface>(op);
  bool isNeeded =
      rule && !rule.hasZeroDerivative() &&
      llvm::any_of(op->getResults(),
                   [&](Value result) { return active.contains(result); }) &&
      llvm::any_of(inputs, [&](Value v) { return tangents.contains(v); });
  if (!isNeeded)
    return success();
  std::string name = ("tangent of " + op->getName().getStringRef()).str();
  ImplicitLocOpBuilder b(
      NameLoc::get(StringAttr::get(op->getContext(), name), op->getLoc()),
      op->getContext());
  b.setInsertionPointAfter(op);
  SmallVector<Value> operandTangents;
  for (Value operand : op->getOperands())
    operandTangents.push_back(tangents.lookup(operand));
  if (Value tangent = rule.buildTangent(b, operandTangents)) {
    tangents[op->getResult(0)] = tangent;
    return success();
  }
  return transposeTwice(op, inputs.getArrayRef());
}

LogicalResult ForwardMode::visit(Block &block) {
  for (Operation *op : getOps(block))
    if (failed(visitOp(op)))
      return failure();
  return success();
}

LogicalResult ForwardMode::run(ArrayRef<int64_t> wrt, bool checkTangents) {
  Block &block = function.getBody().front();
  Operation *terminator = block.getTerminator();
  SmallVector<Value> sources, targets;
  for (int64_t position : wrt)
    sources.push_back(block.getArgument(position));
  for (Value result : terminator->getOperands())
    if (isDifferentiable(result.getType()))
      targets.push_back(result);
  active = findActive(block, sources, targets);
  ImplicitLocOpBuilder start(function.getLoc(), function.getContext());
  start.setInsertionPointToStart(&block);
  for (auto [i, source] : llvm::enumerate(sources)) {
    Value tangent = block.addArgument(source.getType(), function.getLoc());
    tangents[source] = tangent;
    if (checkTangents)
      checkShape(start, source, tangent,
                 "'mesh.jvp' op expects tangent " + Twine(i));
  }
  if (failed(visit(block)))
    return failure();
  ImplicitLocOpBuilder b(function.getLoc(), terminator);
  SmallVector<Value> results(terminator->getOperands());
  for (Value result : SmallVector<Value>(results))
    if (isDifferentiable(result.getType()))
      results.push_back(tangentOrZero(b, result));
  terminator->setOperands(results);
  function.setType(FunctionType::get(function.getContext(),
                                     block.getArgumentTypes(),
                                     ValueRange(results).getTypes()));
  return success();
}

LogicalResult mesh::buildForward(func::FuncOp function, ArrayRef<int64_t> wrt,
                                 const Simplifier &simplifier,
                                 bool checkTangents) {
  return ForwardMode(function, simplifier).run(wrt, checkTangents);
}
