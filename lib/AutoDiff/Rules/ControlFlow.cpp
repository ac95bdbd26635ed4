//===- ControlFlow.cpp - adjoints of conditionals and calls ---------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Rules.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mesh;

namespace {

struct IfRule : public AdjointOpInterface::ExternalModel<IfRule, scf::IfOp> {
  void buildAdjoint(Operation *op, AdjointState &state) const {
    auto branch = cast<scf::IfOp>(op);
    SmallVector<Value> captures = getActiveCaptures(op, state.context);
    SmallVector<Value> seeds;
    for (Value result : branch.getResults())
      seeds.push_back(state.getCotangent(result));
    // Where a branch leaves a cotangent alone, it is what it was.
    SmallVector<Value> incoming;
    for (Value capture : captures)
      incoming.push_back(state.getCotangentOrZero(capture));
    auto reversed = scf::IfOp::create(
        state.b, ValueRange(captures).getTypes(), branch.getCondition(),
        /*addThenBlock=*/true, /*addElseBlock=*/true);
    for (auto [from, to] :
         llvm::zip(branch->getRegions(), reversed->getRegions()))
      reverseBranch(from, to.front(), captures, incoming, seeds, state);
    for (auto [capture, result] : llvm::zip(captures, reversed.getResults()))
      state.set(capture, result);
  }

private:
  static void reverseBranch(Region &from, Block &to, ArrayRef<Value> captures,
                            ArrayRef<Value> incoming, ArrayRef<Value> seeds,
                            AdjointState &state) {
    ImplicitLocOpBuilder &b = state.b;
    OpBuilder::InsertionGuard guard(b);
    if (!to.empty())
      to.getTerminator()->erase();
    b.setInsertionPointToStart(&to);
    AdjointState inner(b, state.context, &state);
    for (auto [capture, cotangent] : llvm::zip(captures, incoming))
      inner.set(capture, cotangent);
    if (!from.empty()) {
      IRMapping mapping;
      SmallVector<Operation *> ops = cloneForRecomputation(
          b, getOps(from.front()), mapping, state.context);
      for (auto [yielded, seed] :
           llvm::zip(from.front().getTerminator()->getOperands(), seeds))
        inner.add(mapping.lookupOrDefault(yielded), seed);
      buildAdjoints(ops, inner);
    }
    SmallVector<Value> results;
    for (Value capture : captures) {
      Value cotangent = inner.getCotangentOrZero(capture);
      if (cotangent.getType() != capture.getType())
        cotangent = tensor::CastOp::create(b, capture.getType(), cotangent);
      results.push_back(cotangent);
    }
    scf::YieldOp::create(b, results);
  }
};

/// A call of a function with an adjoint of its own; other calls are inlined.
struct CallRule
    : public AdjointOpInterface::ExternalModel<CallRule, func::CallOp> {
  static func::FuncOp getCallee(func::CallOp call) {
    return SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
  }

  void buildAdjoint(Operation *op, AdjointState &state) const {
    auto call = cast<func::CallOp>(op);
    func::FuncOp callee = getCallee(call);
    auto name = callee->getAttrOfType<FlatSymbolRefAttr>(kAdjointAttr);
    SmallVector<Value> operands, differentiable;
    for (Value operand : call.getOperands()) {
      operands.push_back(state.value(operand));
      if (isDifferentiable(operand.getType()))
        differentiable.push_back(operand);
    }
    for (Value result : call.getResults())
      if (isDifferentiable(result.getType()))
        operands.push_back(state.getCotangentOrZero(result));
    auto adjoint = func::CallOp::create(
        state.b, name, ValueRange(differentiable).getTypes(), operands);
    for (auto [operand, cotangent] :
         llvm::zip(differentiable, adjoint.getResults()))
      state.add(operand, cotangent);
  }

  std::string whyNot(Operation *op, function_ref<bool(Value)>) const {
    auto call = cast<func::CallOp>(op);
    func::FuncOp callee = getCallee(call);
    if (callee && callee->hasAttr(kAdjointAttr))
      return {};
    std::string name = ("@" + call.getCallee()).str();
    if (!callee || callee.isDeclaration())
      return name + " has no body, and no '" + kAdjointAttr.str() + "'";
    if (!callee.getBody().hasOneBlock())
      return name + " has more than one block; use scf.if and scf.for";
    return name + " calls itself; recursion has no derivative";
  }
};

} // namespace

void mesh::registerControlFlowRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    attachLoopRule(context);
    scf::IfOp::attachInterface<IfRule>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    func::CallOp::attachInterface<CallRule>(*context);
  });
}
