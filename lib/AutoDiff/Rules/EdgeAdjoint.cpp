//===- EdgeAdjoint.cpp - contributions of edges to rows -------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeAdjoint.h"

#include "mesh/AutoDiff/Activity.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

SmallVector<Value> mesh::reverseBlock(AdjointState &state, ValueRange sources,
                                      ArrayRef<EdgeSeed> seeds,
                                      Operation *after) {
  Block &block = *state.b.getInsertionBlock();
  SmallVector<Value> terms;
  for (const EdgeSeed &seed : seeds)
    terms.push_back(seed.term);
  AutoDiffContext local;
  local.active = findActive(block, sources, terms);
  SmallVector<Operation *> ops = getOps(block);
  if (after)
    llvm::erase_if(ops,
                   [&](Operation *op) { return !after->isBeforeInBlock(op); });
  AdjointState inner(state.b, local, &state);
  for (const EdgeSeed &seed : seeds)
    inner.add(seed.term, seed.cotangent, seed.mask);
  buildAdjoints(ops, inner);
  state.context.failed |= local.failed;
  return llvm::map_to_vector(
      sources, [&](Value source) { return inner.getCotangentOrZero(source); });
}

Value mesh::buildSoftmaxWeight(ImplicitLocOpBuilder &b, Value logit,
                               Value maximum) {
  AutoDiffContext none;
  AdjointState constants(b, none);
  Value lowest =
      constants.constantLike(maximum, -std::numeric_limits<double>::infinity());
  Value masked =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, maximum, lowest);
  // All logits are -inf then, and -inf - 0 has a derivative.
  Value shift =
      arith::SelectOp::create(b, masked, constants.zeroLike(maximum), maximum);
  Value shifted = arith::SubFOp::create(b, logit, shift);
  return math::ExpOp::create(b, shifted);
}

SmallVector<Value>
EdgeAdjoint::reverse(ValueRange rows, Value ordinal,
                     function_ref<SmallVector<Value>()> getSources) {
  SmallVector<EdgeSeed> seeds = forward(rows, ordinal);
  return reverseBlock(state, getSources(), seeds);
}

Value mesh::sumLeading(ImplicitLocOpBuilder &b, Value value, int64_t count,
                       ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(value.getType());
  Value empty = tensor::EmptyOp::create(b, sizes, type.getElementType());
  Value zero = buildConstant(b, type.getElementType(), {}, 0);
  Value zeros = linalg::FillOp::create(b, zero, empty).getResult(0);
  auto reduce = linalg::ReduceOp::create(
      b, ValueRange(value), ValueRange(zeros),
      llvm::to_vector(llvm::seq<int64_t>(0, count)),
      [](OpBuilder &nested, Location loc, ValueRange args) {
        Value sum = arith::AddFOp::create(nested, loc, args[1], args[0]);
        linalg::YieldOp::create(nested, loc, sum);
      });
  return reduce.getResult(0);
}

void EdgeAdjoint::contributeAt(At at, ArrayRef<unsigned> inputs) {
  SmallVector<EdgeSweep::Row> rows;
  for (unsigned i : inputs)
    rows.push_back(sweep.getRow(i));
  auto body = [&](ValueRange edgeRows, Value ordinal) {
    return reverse(edgeRows, ordinal, [&] {
      return llvm::map_to_vector(
          inputs, [&](unsigned i) -> Value { return edgeRows[i]; });
    });
  };
  SmallVector<Value> contributions =
      at == At::Shared ? sweep.reduce(rows, body)
      : at == At::Edge
          ? sweep.map(rows, body)
          : sweep.sum(at == At::Source ? Endpoint::Source : Endpoint::Target,
                      rows, body);
  for (auto [i, contribution] : llvm::zip(inputs, contributions)) {
    Value input = sweep.getOriginal(i);
    auto type = cast<RankedTensorType>(input.getType());
    int64_t extra = cast<RankedTensorType>(contribution.getType()).getRank() -
                    type.getRank();
    // Rows that all batches read get the sum over the batches.
    if (extra != 0)
      contribution =
          sumLeading(state.b, contribution, extra, state.getSizes(input));
    state.add(input, contribution);
  }
}

void EdgeAdjoint::contributeToInputs(ArrayRef<unsigned> inputs) {
  for (At at : {At::Source, At::Target, At::Edge, At::Shared}) {
    SmallVector<unsigned> here = llvm::filter_to_vector(
        inputs, [&](unsigned i) { return sweep.getPlaceOf(i) == at; });
    if (!here.empty())
      contributeAt(at, here);
  }
}

void EdgeAdjoint::contributeToCaptures(ArrayRef<Value> captures) {
  if (captures.empty())
    return;
  SmallVector<EdgeSweep::Row> rows;
  for (Value capture : captures)
    rows.push_back({capture.getType(), {}});
  SmallVector<Value> sums =
      sweep.reduce(rows, [&](ValueRange edgeRows, Value ordinal) {
        return reverse(edgeRows, ordinal,
                       [&] { return SmallVector<Value>(captures); });
      });
  for (auto [capture, sum] : llvm::zip(captures, sums))
    state.add(capture, tensor::ExtractOp::create(state.b, sum, ValueRange()));
}

SmallVector<Value> mesh::cloneBlock(ImplicitLocOpBuilder &b, Block &block,
                                    ValueRange arguments) {
  IRMapping mapping;
  for (auto [from, to] : llvm::zip(block.getArguments(), arguments))
    if (to)
      mapping.map(from, to);
  for (Operation &op : block.without_terminator())
    b.clone(op, mapping);
  SmallVector<Value> yielded;
  for (Value value : block.getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
  return yielded;
}

FailureOr<SmallVector<OpFoldResult>> mesh::getSizesOutside(Value row,
                                                           Operation *op) {
  auto type = cast<RankedTensorType>(row.getType());
  Builder builder(op->getContext());
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(builder.getIndexAttr(size));
  if (type.hasStaticShape())
    return sizes;
  Operation *maker = row.getDefiningOp();
  while (maker && isa<linalg::FillOp, tensor::CastOp>(maker)) {
    Value from = isa<linalg::FillOp>(maker)
                     ? cast<linalg::FillOp>(maker).getOutputs().front()
                     : maker->getOperand(0);
    maker = from.getDefiningOp();
  }
  SmallVector<OpFoldResult> made;
  if (auto splat = dyn_cast_or_null<tensor::SplatOp>(maker))
    made = getMixedValues(splat.getType().getShape(), splat.getDynamicSizes(),
                          builder);
  else if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(maker))
    made = empty.getMixedSizes();
  else
    return failure();
  for (auto [axis, size] : llvm::enumerate(made)) {
    auto value = dyn_cast<Value>(size);
    if (value && op->isAncestor(value.getParentRegion()->getParentOp()))
      return failure();
    if (type.isDynamicDim(axis))
      sizes[axis] = size;
  }
  return sizes;
}

std::string mesh::explainRegions(Operation *op, bool isOverGraph,
                                 function_ref<bool(Value)> isActive) {
  if (!isOverGraph)
    return "it works on a lowered graph; run --mesh-autodiff before "
           "--mesh-lower-graph";
  if (hasAssignedOrder(op))
    return "its edge rows are in the order of a sweep; run --mesh-autodiff "
           "before --mesh-assign-edge-order";
  SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  for (Value capture : captures)
    if (isa<RankedTensorType>(capture.getType()) && isActive(capture))
      return "a region reads a tensor that is not one of its operands";
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    Block &block = region.front();
    SmallVector<Value> sources, targets;
    for (Value argument : block.getArguments())
      if (isDifferentiable(argument.getType()))
        sources.push_back(argument);
    for (Value capture : captures)
      if (isActive(capture))
        sources.push_back(capture);
    for (Value yielded : block.getTerminator()->getOperands())
      if (isDifferentiable(yielded.getType()))
        targets.push_back(yielded);
    for (const MissingRule &missing : findMissingRules(block, sources, targets))
      return ("a region has '" + missing.op->getName().getStringRef() +
              "', which has no derivative" +
              (missing.reason.empty() ? "" : ": " + missing.reason))
          .str();
  }
  return {};
}
