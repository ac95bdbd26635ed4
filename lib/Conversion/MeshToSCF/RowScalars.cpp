//===- RowScalars.cpp - ops in region bodies without a form on vectors ----===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control flow on scalars (scf.if, scf.while) may take another way for each
// element. It is copied for each lane of a vector.
//
//===----------------------------------------------------------------------===//

#include "RowEvaluator.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mesh;

bool mesh::isScalarOnly(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<linalg::IndexOp>(op) ||
      OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() == 0)
    return false;
  auto isScalar = [](Value value) { return !isa<ShapedType>(value.getType()); };
  SetVector<Value> captures;
  getUsedValuesDefinedAbove(op->getRegions(), captures);
  return llvm::all_of(op->getOperands(), isScalar) &&
         llvm::all_of(op->getResults(), isScalar) &&
         llvm::all_of(captures, isScalar);
}

FailureOr<Operation *>
RowEvaluator::cloneScalar(Operation *op, function_ref<Value(Value)> find,
                          function_ref<Value(int64_t)> coordinate) {
  SetVector<Value> inputs(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), inputs);
  IRMapping mapping;
  for (Value input : inputs) {
    Value scalar = find(input);
    if (!scalar)
      return failure();
    mapping.map(input, scalar);
  }
  Operation *clone = builder.clone(*op, mapping);
  // The loops of a linalg op are not around the clone.
  if (coordinate)
    clone->walk([&](linalg::IndexOp index) {
      index.replaceAllUsesWith(coordinate(index.getDim()));
      index.erase();
    });
  return clone;
}

FailureOr<SmallVector<Value>> RowEvaluator::computeLaneByLane(
    Operation *op, function_ref<Value(Value)> toLanes,
    function_ref<Value(int64_t)> coordinate, const Lanes &lanes) {
  // Of what is a vector, or already a scalar.
  auto extract = [&](Value value, int64_t lane) -> Value {
    if (!value || !isa<VectorType>(value.getType()))
      return value;
    return vector::ExtractOp::create(builder, loc, value, lane);
  };
  // Lanes of one position only, see isElementwiseBody.
  int64_t count = lanes.isScalar() ? 1 : lanes.getWidth();
  SmallVector<SmallVector<Value>> elements(op->getNumResults());
  for (int64_t lane = 0; lane < count; ++lane) {
    // Before the clone: it may use them in its regions.
    DenseMap<int64_t, Value> coordinates;
    op->walk([&](linalg::IndexOp index) {
      int64_t loop = index.getDim();
      coordinates[loop] = extract(coordinate(loop), lane);
    });
    FailureOr<Operation *> clone = cloneScalar(
        op, [&](Value value) { return extract(toLanes(value), lane); },
        [&](int64_t loop) { return coordinates[loop]; });
    if (failed(clone))
      return failure();
    for (auto [list, result] : llvm::zip(elements, (*clone)->getResults()))
      list.push_back(result);
  }
  SmallVector<Value> results;
  for (ArrayRef<Value> list : elements)
    results.push_back(
        lanes.isScalar()
            ? list.front()
            : vector::FromElementsOp::create(
                  builder, loc,
                  cast<VectorType>(lanes.getType(list.front().getType())), list)
                  .getResult());
  return results;
}
