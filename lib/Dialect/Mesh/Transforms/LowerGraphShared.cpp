//===- LowerGraphShared.cpp - shared by the patterns that lower graphs ----===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerGraph.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

//===----------------------------------------------------------------------===//
// Values and checks
//===----------------------------------------------------------------------===//

Value mesh::castTo(ImplicitLocOpBuilder &b, Value tensor, Type type) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(b, type, tensor);
}

Value mesh::indexConstant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value mesh::compare(ImplicitLocOpBuilder &b, arith::CmpIPredicate predicate,
                    Value lhs, Value rhs) {
  return arith::CmpIOp::create(b, predicate, lhs, rhs);
}

Value mesh::loadIndex(ImplicitLocOpBuilder &b, Value tensor, Value position) {
  Value stored = tensor::ExtractOp::create(b, tensor, position);
  return arith::IndexCastOp::create(b, b.getIndexType(), stored);
}

void mesh::check(ImplicitLocOpBuilder &b, arith::CmpIPredicate predicate,
                 Value lhs, Value rhs, const Twine &message,
                 ValueRange values) {
  AssertOp::create(b, compare(b, predicate, lhs, rhs), message.str(), values);
}

void mesh::checkCount(ImplicitLocOpBuilder &b, Value count, Type indexType,
                      const Twine &what) {
  // One unsigned comparison for both bounds: a negative number is large.
  APInt limit = APInt::getSignedMaxValue(indexType.getIntOrFloatBitWidth());
  check(b, arith::CmpIPredicate::ule, count,
        indexConstant(b, limit.getSExtValue()),
        what + " to be in 0 .. " + Twine(limit.getSExtValue()) +
            ", but got {0}",
        count);
}

void mesh::buildLoop(ImplicitLocOpBuilder &b, Value lower, Value upper,
                     LoopBody body) {
  scf::ForOp::create(
      b, lower, upper, indexConstant(b, 1), ValueRange(),
      [&](OpBuilder &nested, Location loc, Value position, ValueRange) {
        ImplicitLocOpBuilder inner(loc, nested);
        body(inner, position);
        scf::YieldOp::create(inner);
      });
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

Rows mesh::getRows(ValueRange components, Endpoint endpoint) {
  if (endpoint == Endpoint::Target)
    return {components[kInPtr], components[kInCol], components[kInEdge]};
  return {components[kOutPtr], components[kOutCol], components[kOutEdge]};
}

Rows mesh::buildRows(ImplicitLocOpBuilder &b, Value segment, Value other,
                     Value numRows) {
  Type element = getElementTypeOrSelf(segment);
  auto type = RankedTensorType::get({ShapedType::kDynamic}, element);
  segment = castTo(b, segment, type);
  other = castTo(b, other, type);
  OpFoldResult numPtrs =
      arith::AddIOp::create(b, numRows, indexConstant(b, 1)).getResult();
  OpFoldResult numEdges = tensor::DimOp::create(b, segment, 0).getResult();
  Value outs[] = {tensor::EmptyOp::create(b, numPtrs, element),
                  tensor::EmptyOp::create(b, numEdges, element),
                  tensor::EmptyOp::create(b, numEdges, element)};
  auto sorted =
      COOToCSROp::create(b, TypeRange{type, type, type},
                         ValueRange{segment, other}, ValueRange(outs));
  return {sorted.getResult(0), sorted.getResult(1), sorted.getResult(2)};
}

SmallVector<Value> mesh::buildComponents(ImplicitLocOpBuilder &b, Value source,
                                         Value target, Value numSources,
                                         Value numTargets) {
  auto type = RankedTensorType::get({ShapedType::kDynamic},
                                    getElementTypeOrSelf(source));
  source = castTo(b, source, type);
  target = castTo(b, target, type);
  Rows in = buildRows(b, target, source, numTargets);
  Rows out = buildRows(b, source, target, numSources);
  SmallVector<Value> components(kNumGraphComponents);
  components[kSource] = source;
  components[kTarget] = target;
  components[kInPtr] = in.ptr;
  components[kInCol] = in.col;
  components[kInEdge] = in.edge;
  components[kOutPtr] = out.ptr;
  components[kOutCol] = out.col;
  components[kOutEdge] = out.edge;
  return components;
}

Value mesh::getNumNodes(ImplicitLocOpBuilder &b, ValueRange components,
                        Endpoint endpoint) {
  Value ptrs = tensor::DimOp::create(b, getRows(components, endpoint).ptr, 0);
  return arith::SubIOp::create(b, ptrs, indexConstant(b, 1));
}

Value mesh::getNumEdges(ImplicitLocOpBuilder &b, ValueRange components) {
  return tensor::DimOp::create(b, components[kSource], 0);
}
