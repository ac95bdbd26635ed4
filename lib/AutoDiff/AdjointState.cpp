//===- AdjointState.cpp - cotangents while a block is reversed ------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/AdjointState.h"

#include "mesh/AutoDiff/Shapes.h"
#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

Value mesh::buildConstant(ImplicitLocOpBuilder &b, Type type,
                          ArrayRef<OpFoldResult> sizes, double number) {
  auto tensorType = dyn_cast<RankedTensorType>(type);
  FloatAttr scalar = b.getFloatAttr(getElementTypeOrSelf(type), number);
  if (!tensorType)
    return arith::ConstantOp::create(b, scalar);
  if (tensorType.hasStaticShape())
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(tensorType, scalar));
  SmallVector<Value> dynamicSizes;
  SmallVector<int64_t> shape;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, shape);
  Value element = arith::ConstantOp::create(b, scalar);
  Value splat = tensor::SplatOp::create(b, element, shape, dynamicSizes);
  if (splat.getType() == type)
    return splat;
  return tensor::CastOp::create(b, type, splat);
}

Value mesh::addValues(ImplicitLocOpBuilder &b, Value lhs, Value rhs) {
  Type type = lhs.getType();
  // The sizes are equal; keep what either type knows of them.
  auto left = dyn_cast<RankedTensorType>(type);
  if (left && type != rhs.getType()) {
    auto right = cast<RankedTensorType>(rhs.getType());
    SmallVector<int64_t> shape(left.getShape());
    for (auto [size, other] : llvm::zip(shape, right.getShape()))
      if (ShapedType::isDynamic(size))
        size = other;
    type = RankedTensorType::get(shape, left.getElementType());
    if (lhs.getType() != type)
      lhs = tensor::CastOp::create(b, type, lhs);
    if (rhs.getType() != type)
      rhs = tensor::CastOp::create(b, type, rhs);
  }
  return arith::AddFOp::create(b, lhs, rhs);
}

Value AdjointState::value(Value value) const {
  for (const AdjointState *state = this; state; state = state->parent)
    if (Value equal = state->known.lookup(value))
      return equal;
  return value;
}

SmallVector<OpFoldResult> AdjointState::getSizes(Value value) {
  return getSourceSizes(b, value, context.shapes);
}

Value AdjointState::constantLike(Value value, double number) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes;
  if (type && !type.hasStaticShape())
    sizes = getSizes(value);
  return buildConstant(b, value.getType(), sizes, number);
}

Value AdjointState::materialize(Value cotangent, Mask mask) {
  if (!mask)
    return cotangent;
  Value zero = zeroLike(cotangent);
  return arith::SelectOp::create(b, mask.condition,
                                 mask.negated ? zero : cotangent,
                                 mask.negated ? cotangent : zero);
}

Value AdjointState::getCotangent(Value value) {
  auto it = cotangents.find(value);
  if (it == cotangents.end())
    return {};
  auto [cotangent, mask] = it->second;
  cotangent = materialize(cotangent, mask);
  it->second = {cotangent, Mask()};
  return cotangent;
}

Value AdjointState::getCotangentOrZero(Value value) {
  Value cotangent = getCotangent(value);
  return cotangent ? cotangent : zeroLike(value);
}

std::pair<Value, Mask> AdjointState::getMaskedCotangent(Value value) const {
  return cotangents.lookup(value);
}

void AdjointState::set(Value value, Value cotangent) {
  cotangents.erase(value);
  if (cotangent && cotangent.getType() != value.getType())
    cotangent = tensor::CastOp::create(b, value.getType(), cotangent);
  if (cotangent)
    cotangents[value] = {cotangent, Mask()};
}

void AdjointState::add(Value value, Value contribution, Mask mask) {
  if (!contribution || !isActive(value))
    return;
  // Rules rely on a cotangent of the type of its value.
  if (contribution.getType() != value.getType())
    contribution = tensor::CastOp::create(b, value.getType(), contribution);
  auto [it, isFirst] = cotangents.try_emplace(value, contribution, mask);
  if (isFirst)
    return;
  auto [sum, sumMask] = it->second;
  if (!(sumMask == mask)) {
    sum = materialize(sum, sumMask);
    contribution = materialize(contribution, mask);
    mask = {};
  }
  it->second = {addValues(b, sum, contribution), mask};
}

Mask AdjointState::combine(Mask lhs, Mask rhs) {
  if (!lhs || lhs == rhs)
    return rhs;
  if (!rhs)
    return lhs;
  auto toValue = [&](Mask mask) -> Value {
    if (!mask.negated)
      return mask.condition;
    Type type = mask.condition.getType();
    Value yes;
    if (auto tensorType = dyn_cast<RankedTensorType>(type)) {
      Value bit = arith::ConstantOp::create(b, b.getBoolAttr(true));
      SmallVector<Value> dynamicSizes;
      SmallVector<int64_t> shape;
      dispatchIndexOpFoldResults(getSizes(mask.condition), dynamicSizes, shape);
      yes = tensor::SplatOp::create(b, bit, shape, dynamicSizes);
      if (yes.getType() != type)
        yes = tensor::CastOp::create(b, type, yes);
    } else {
      yes = arith::ConstantOp::create(b, b.getBoolAttr(true));
    }
    return arith::XOrIOp::create(b, mask.condition, yes);
  };
  Value left = toValue(lhs), right = toValue(rhs);
  // A scalar condition and one for each entry: a select is their conjunction.
  if (left.getType() != right.getType()) {
    if (isa<RankedTensorType>(left.getType()))
      std::swap(left, right);
    Value no = arith::XOrIOp::create(b, right, right);
    return {arith::SelectOp::create(b, left, right, no)};
  }
  return {arith::AndIOp::create(b, left, right)};
}

SmallVector<Operation *> mesh::getOps(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  return ops;
}

void mesh::buildAdjoints(ArrayRef<Operation *> ops, AdjointState &state) {
  Location outer = state.b.getLoc();
  for (Operation *op : llvm::reverse(ops)) {
    bool isNeeded = llvm::any_of(op->getResults(), [&](Value result) {
      return state.isActive(result) && state.hasCotangent(result);
    });
    if (!isNeeded)
      continue;
    std::string name = ("adjoint of " + op->getName().getStringRef()).str();
    state.b.setLoc(NameLoc::get(state.b.getStringAttr(name), op->getLoc()));
    SmallVector<Value> results(op->getResults());
    auto rule = dyn_cast<AdjointOpInterface>(op);
    if (!rule) {
      op->emitOpError("has no derivative rule");
      state.context.failed = true;
      continue;
    }
    rule.buildAdjoint(state);
    // The op itself may be gone, see the rule of loops.
    for (Value result : results)
      state.set(result, {});
  }
  state.b.setLoc(outer);
}

SmallVector<Value> mesh::getActiveCaptures(Operation *op,
                                           const AutoDiffContext &context) {
  SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  return llvm::filter_to_vector(
      captures, [&](Value v) { return context.active.contains(v); });
}

/// Ops that compute nothing: checks, which the forward pass has made.
static bool isCheck(Operation *op) {
  return op->getNumResults() == 0 && op->getNumRegions() == 0 &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

SmallVector<Operation *> mesh::cloneForRecomputation(OpBuilder &b,
                                                     ArrayRef<Operation *> ops,
                                                     IRMapping &mapping,
                                                     AutoDiffContext &context) {
  SmallVector<Operation *> clones;
  auto copyActivity = [&](Value from, Value to) {
    if (context.active.contains(from))
      context.active.insert(to);
    else
      context.active.erase(to);
  };
  for (Operation *op : ops) {
    if (isCheck(op))
      continue;
    Operation *clone = b.clone(*op, mapping);
    op->walk([&](Operation *inner) {
      for (Value result : inner->getResults())
        copyActivity(result, mapping.lookup(result));
      for (Region &region : inner->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            copyActivity(argument, mapping.lookup(argument));
    });
    SmallVector<Operation *> checks;
    clone->walk([&](Operation *inner) {
      if (isCheck(inner))
        checks.push_back(inner);
    });
    for (Operation *check : checks)
      check->erase();
    clones.push_back(clone);
  }
  return clones;
}
