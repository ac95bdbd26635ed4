//===- Body.cpp - bodies of linalg ops as scalars and vectors -------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nest.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mesh;

static bool dependsOn(AffineMap map, unsigned loop) {
  return map.isFunctionOfDim(loop);
}

SmallVector<Value> BodyBuilder::getIndices(const Point &point,
                                           const OperandView &view) {
  SmallVector<Value> indices = view.prefix;
  for (AffineExpr result : view.map.getResults()) {
    if (auto loop = dyn_cast<AffineDimExpr>(result)) {
      indices.push_back(point.indices[loop.getPosition()]);
    } else if (auto constant = dyn_cast<AffineConstantExpr>(result)) {
      indices.push_back(b.index(constant.getValue()));
    } else {
      auto map = AffineMap::get(view.map.getNumDims(), 0, result);
      indices.push_back(affine::AffineApplyOp::create(b, map, point.indices));
    }
  }
  return indices;
}

Value BodyBuilder::load(const Point &point, unsigned operand) {
  const OperandView &view = views[operand];
  // A scalar that is passed by value.
  if (!isa<MemRefType>(view.memref.getType()))
    return view.memref;
  SmallVector<Value> indices = getIndices(point, view);
  if (point.lanes == 1 || !dependsOn(view.map, point.vectorLoop))
    return memref::LoadOp::create(b, view.memref, indices);
  auto type = VectorType::get({point.lanes}, getElementTypeOrSelf(view.memref));
  if (!point.mask)
    return vector::LoadOp::create(b, type, view.memref, indices);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return vector::MaskedLoadOp::create(b, type, view.memref, indices, point.mask,
                                      zero);
}

Value BodyBuilder::splat(const Point &point, Value value) {
  if (point.lanes == 1 || isa<VectorType>(value.getType()))
    return value;
  return vector::BroadcastOp::create(
      b, VectorType::get({point.lanes}, value.getType()), value);
}

void BodyBuilder::store(const Point &point, unsigned operand, Value value) {
  const OperandView &view = views[operand];
  SmallVector<Value> indices = getIndices(point, view);
  if (point.lanes == 1) {
    memref::StoreOp::create(b, value, view.memref, indices);
    return;
  }
  value = splat(point, value);
  if (point.mask)
    vector::MaskedStoreOp::create(b, view.memref, indices, point.mask, value);
  else
    vector::StoreOp::create(b, value, view.memref, indices);
}

void BodyBuilder::cloneBody(const Point &point, IRMapping &values,
                            Operation *end) {
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (&inner == end)
      return;
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      Value value = point.indices[index.getDim()];
      if (point.lanes > 1 && index.getDim() == point.vectorLoop) {
        auto type = VectorType::get({point.lanes}, b.getIndexType());
        Value steps = vector::StepOp::create(b, type);
        value = arith::AddIOp::create(b, splat(point, value), steps);
      }
      values.map(index.getResult(), value);
      continue;
    }
    // What all lanes share is computed once, as a scalar.
    bool isVector = llvm::any_of(inner.getOperands(), [&](Value operand) {
      return isa<VectorType>(values.lookupOrDefault(operand).getType());
    });
    if (!isVector) {
      b.clone(inner, values);
      continue;
    }
    for (Value operand : inner.getOperands())
      values.map(operand, splat(point, values.lookupOrDefault(operand)));
    Operation *copy = b.clone(inner, values);
    for (OpResult result : copy->getResults())
      result.setType(VectorType::get({point.lanes}, result.getType()));
  }
}

void BodyBuilder::mapInputs(const Point &point, IRMapping &values) {
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    if (!argument.use_empty())
      values.map(argument, load(point, operand->getOperandNumber()));
  }
}

SmallVector<Value> BodyBuilder::build(const Point &point, ValueRange results) {
  IRMapping values;
  mapInputs(point, values);
  for (OpOperand &operand : op.getDpsInitsMutable()) {
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (argument.use_empty())
      continue;
    unsigned number = operand.getOperandNumber();
    values.map(argument, results.empty()
                             ? load(point, number)
                             : results[number - op.getNumDpsInputs()]);
  }
  cloneBody(point, values, nullptr);
  SmallVector<Value> yielded;
  for (Value value : op.getBlock()->getTerminator()->getOperands())
    yielded.push_back(values.lookupOrDefault(value));
  return yielded;
}

Value BodyBuilder::buildTerm(const Point &point, const Combiner &combiner) {
  IRMapping values;
  mapInputs(point, values);
  cloneBody(point, values, combiner.op);
  Value term = combiner.op->getOperand(1 - combiner.accumulator);
  return splat(point, values.lookupOrDefault(term));
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// Whether vectors of `type` lie in memory as its elements do.
static bool isVectorElement(Type type) {
  if (isa<IndexType>(type))
    return true;
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() % 8 == 0 &&
         llvm::isPowerOf2_32(type.getIntOrFloatBitWidth());
}

bool mesh::canVectorize(linalg::LinalgOp op, unsigned loop) {
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type || !dependsOn(map, loop))
      continue;
    // Only the last index may move along the loop, and by one.
    unsigned last = map.getNumResults() - 1;
    if (map.getResult(last) != getAffineDimExpr(loop, op->getContext()) ||
        map.getSliceMap(0, last).isFunctionOfDim(loop) ||
        !type.isLastDimUnitStride() || !isVectorElement(type.getElementType()))
      return false;
  }
  return llvm::all_of(
      op.getBlock()->without_terminator(), [](Operation &inner) {
        if (isa<linalg::IndexOp, arith::ConstantOp>(inner))
          return true;
        return OpTrait::hasElementwiseMappableTraits(&inner) &&
               llvm::all_of(inner.getOperandTypes(), [](Type type) {
                 return type.isIntOrIndexOrFloat();
               });
      });
}

bool mesh::canMask(linalg::LinalgOp op) {
  for (Value operand : op->getOperands()) {
    Type type = getElementTypeOrSelf(operand);
    if (isa<MemRefType>(operand.getType()) && type.isIntOrFloat() &&
        type.getIntOrFloatBitWidth() < 32)
      return false;
  }
  return !llvm::any_of(*op.getBlock(), [](Operation &inner) {
    return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
               arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(
        inner);
  });
}

int64_t mesh::getLanes(linalg::LinalgOp op, unsigned loop, int64_t vectorBits) {
  unsigned widest = 32;
  for (Operation &inner : *op.getBlock())
    for (Value value : inner.getOperands())
      widest = std::max(widest, isa<IndexType>(value.getType())
                                    ? 64
                                    : value.getType().getIntOrFloatBitWidth());
  int64_t lanes = std::max<int64_t>(vectorBits / widest, 2);
  int64_t size = op.getStaticLoopRanges()[loop];
  if (ShapedType::isStatic(size))
    lanes = std::min<int64_t>(lanes,
                              llvm::PowerOf2Ceil(std::max<int64_t>(size, 1)));
  return lanes;
}

int64_t mesh::estimateWork(linalg::LinalgOp op, int64_t iterations) {
  int64_t quarters = 4;
  for (Operation &inner : op.getBlock()->without_terminator())
    quarters += isa<math::MathDialect>(inner.getDialect()) ? 32 : 1;
  return iterations * quarters / 4;
}
