//===- RowBuffers.cpp - narrow rows in memory -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A weight for each head that multiplies a row of heads x channels is asked for
// element by element. Computed that way it would be a scalar exponential for
// each head; as a row it is one for all, and an element is then a load that
// broadcasts.
//
//===----------------------------------------------------------------------===//

#include "RowEvaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// Longer rows are not computed whole for some of their elements.
static constexpr int64_t kMaxNarrowRow = 64;

/// Whether elements of `value` cost something: it is computed on rows.
static bool isComputedRow(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!type || !op || !type.hasStaticShape() || type.getNumElements() < 2 ||
      type.getNumElements() > kMaxNarrowRow || !type.getElementType().isFloat())
    return false;
  return !matchPattern(op, m_Constant()) &&
         (OpTrait::hasElementwiseMappableTraits(op) ||
          isa<linalg::LinalgOp>(op));
}

FailureOr<Value> RowEvaluator::loadFromRow(Value value, int64_t position,
                                           unsigned width) {
  if (!usesBuffers || leaves.contains(value) || !isComputedRow(value))
    return Value();
  auto type = cast<RankedTensorType>(value.getType());
  auto [entry, isNew] = buffers.try_emplace(value);
  // A piece of one element, of the row that is being computed.
  if (!isNew && !entry->second)
    return Value();
  if (isNew) {
    SmallVector<Lanes> pieces = cutRow(type.getNumElements(), width);
    SmallVector<Value> vectors;
    int64_t size = 0;
    for (const Lanes &lanes : pieces) {
      FailureOr<Value> vector = evaluate(value, lanes);
      if (failed(vector))
        return failure();
      vectors.push_back(*vector);
      size += lanes.getWidth();
    }
    Value buffer = memref::AllocaOp::create(
        builder, loc, MemRefType::get({size}, type.getElementType()),
        builder.getI64IntegerAttr(64));
    int64_t offset = 0;
    for (auto [lanes, vector] : llvm::zip(pieces, vectors)) {
      Value at = arith::ConstantIndexOp::create(builder, loc, offset);
      if (lanes.isScalar())
        memref::StoreOp::create(builder, loc, vector, buffer, at);
      else
        vector::StoreOp::create(builder, loc, vector, buffer, at);
      offset += lanes.getWidth();
    }
    buffers[value] = buffer;
  }
  Value at = arith::ConstantIndexOp::create(builder, loc, position);
  return Value(memref::LoadOp::create(builder, loc, buffers[value], at));
}
