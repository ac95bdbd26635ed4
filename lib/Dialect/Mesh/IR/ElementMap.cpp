//===- ElementMap.cpp - which element of a row others depend on -----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/ElementMap.h"

#include "mesh/Dialect/Mesh/IR/FoldForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

static int64_t getRank(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : 0;
}

bool ElementMaps::depends(Value value) {
  if (value == row || known.contains(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  auto [it, isNew] = dependent.try_emplace(value, false);
  if (!isNew)
    return it->second;
  SetVector<Value> inputs(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), inputs);
  bool result = llvm::any_of(inputs, [&](Value v) { return depends(v); });
  return dependent[value] = result;
}

/// One map for all of `values`, which depend on the row.
std::optional<AffineMap> ElementMaps::getJointMap(ValueRange values) {
  std::optional<AffineMap> joint;
  for (Value value : values) {
    std::optional<AffineMap> map = getMap(value);
    if (!map || (joint && *joint != *map))
      return std::nullopt;
    joint = map;
  }
  return joint;
}

std::optional<AffineMap> ElementMaps::getMap(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  MLIRContext *context = value.getContext();
  if (value == row)
    return AffineMap::getMultiDimIdentityMap(getRank(value), context);
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    if (!getMap(splat.getInput()))
      return std::nullopt;
    return AffineMap::get(getRank(value), 0, context);
  }
  if (isa<tensor::CastOp>(op))
    return getMap(op->getOperand(0));
  if (auto generic = dyn_cast<linalg::LinalgOp>(op))
    return getMapOfGeneric(generic, cast<OpResult>(value).getResultNumber());
  if (form == Form::Any) {
    if (!OpTrait::hasElementwiseMappableTraits(op))
      return std::nullopt;
    return getJointMap(llvm::filter_to_vector(
        op->getOperands(), [&](Value operand) { return depends(operand); }));
  }

  if (isa<arith::MulFOp>(op)) {
    bool first = depends(op->getOperand(0));
    if (first && depends(op->getOperand(1)))
      return std::nullopt;
    return getMap(op->getOperand(first ? 0 : 1));
  }
  if (isa<arith::DivFOp>(op)) {
    if (depends(op->getOperand(1)))
      return std::nullopt;
    return getMap(op->getOperand(0));
  }
  if (isa<arith::NegFOp>(op))
    return getMap(op->getOperand(0));
  // What does not depend on the row would be scaled with the rest.
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return getJointMap(op->getOperands());
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    if (depends(select.getCondition()))
      return std::nullopt;
    SmallVector<Value> branches;
    for (Value branch : {select.getTrueValue(), select.getFalseValue()})
      if (!matchPattern(branch, m_AnyZeroFloat()))
        branches.push_back(branch);
    return getJointMap(branches);
  }
  return std::nullopt;
}

std::optional<AffineMap>
mesh::getMapOfLoops(linalg::LinalgOp op, OpOperand &operand, AffineMap map) {
  AffineMap place = op.getMatchingIndexingMap(&operand);
  if (!place.isProjectedPermutation())
    return std::nullopt;
  if (op.isScalar(&operand))
    return AffineMap::get(op.getNumLoops(), 0, map.getResults(),
                          op.getContext());
  return map.compose(place);
}

std::optional<AffineMap> ElementMaps::getMapOfGeneric(linalg::LinalgOp op,
                                                      unsigned result) {
  OpOperand *init = op.getDpsInitOperand(result);
  AffineMap out = op.getMatchingIndexingMap(init);
  if (op.getNumParallelLoops() != op.getNumLoops() || !out.isIdentity())
    return std::nullopt;
  // What the body captures has no place on the loops.
  SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  if (llvm::any_of(captures, [&](Value v) { return depends(v); }))
    return std::nullopt;
  // Elements of the body on loops: a body argument stands for the element of
  // its operand, whose place is the operand's map.
  ElementMaps inside(row, form);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!depends(operand.get()))
      continue;
    std::optional<AffineMap> map = getMap(operand.get());
    if (map)
      map = getMapOfLoops(op, operand, *map);
    if (!map)
      return std::nullopt;
    inside.known[op.getMatchingBlockArgument(&operand)] = *map;
  }
  Value yielded = op.getBlock()->getTerminator()->getOperand(result);
  if (!inside.depends(yielded))
    return std::nullopt;
  return inside.getMap(yielded);
}

std::optional<AffineMap> mesh::getWeightMap(AggregateOp op, unsigned k) {
  FoldForm fold = getFoldForm(op, k);
  if (fold.kind != FoldKind::Sum || op.getScore().empty())
    return std::nullopt;
  Block &step = op.getStep().front();
  ElementMaps maps(step.getArgument(op.getNumAccumulators()),
                   ElementMaps::Form::Linear);
  if (!maps.depends(fold.term))
    return std::nullopt;
  return maps.getMap(fold.term);
}
