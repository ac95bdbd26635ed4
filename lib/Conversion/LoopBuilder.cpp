//===- LoopBuilder.cpp - loops and index arithmetic -----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBuilder.h"

#include "mesh/Conversion/ParallelWork.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mesh;

bool mesh::isInParallelLoop(Operation *op) {
  for (; op; op = op->getParentOp())
    if (isa<scf::ParallelOp, scf::ForallOp, omp::ParallelOp>(op))
      return true;
  return false;
}

Value LoopBuilder::index(int64_t value) {
  return arith::ConstantIndexOp::create(*this, value);
}

Value LoopBuilder::add(Value lhs, Value rhs) {
  return createOrFold<arith::AddIOp>(lhs, rhs);
}

Value LoopBuilder::sub(Value lhs, Value rhs) {
  return createOrFold<arith::SubIOp>(lhs, rhs);
}

Value LoopBuilder::mul(Value lhs, Value rhs) {
  return createOrFold<arith::MulIOp>(lhs, rhs);
}

Value LoopBuilder::min(Value lhs, Value rhs) {
  return createOrFold<arith::MinSIOp>(lhs, rhs);
}

Value LoopBuilder::max(Value lhs, Value rhs) {
  return createOrFold<arith::MaxSIOp>(lhs, rhs);
}

// Sizes are not negative, so unsigned division by a power of two is a shift.
Value LoopBuilder::ceilDiv(Value lhs, int64_t rhs) {
  return createOrFold<arith::DivUIOp>(add(lhs, index(rhs - 1)), index(rhs));
}

Value LoopBuilder::roundDown(Value value, int64_t step) {
  return sub(value, createOrFold<arith::RemUIOp>(value, index(step)));
}

Value LoopBuilder::isLess(Value lhs, Value rhs) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::slt, lhs, rhs);
}

Value LoopBuilder::isEqual(Value lhs, Value rhs) {
  return createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, lhs, rhs);
}

Value LoopBuilder::dim(Value memref, int64_t axis) {
  int64_t size = cast<MemRefType>(memref.getType()).getDimSize(axis);
  if (ShapedType::isStatic(size))
    return index(size);
  return memref::DimOp::create(*this, memref, axis);
}

Value LoopBuilder::castFloat(Value value, Type type) {
  Type to = type;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    to = vector.clone(type);
  unsigned have = getElementTypeOrSelf(value).getIntOrFloatBitWidth();
  unsigned want = type.getIntOrFloatBitWidth();
  if (have < want)
    return arith::ExtFOp::create(*this, to, value);
  if (have > want)
    return arith::TruncFOp::create(*this, to, value);
  return value;
}

void LoopBuilder::loop(Value begin, Value end, int64_t step,
                       llvm::function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(*this, begin, end, index(step));
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

LoopBuilder::Values
LoopBuilder::loop(Value begin, Value end, int64_t step, ValueRange carried,
                  llvm::function_ref<Values(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(*this, begin, end, index(step), carried);
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  Values next = body(loop.getInductionVar(), loop.getRegionIterArgs());
  scf::YieldOp::create(*this, next);
  return llvm::to_vector(llvm::map_range(
      loop.getResults(), [](OpResult result) -> Value { return result; }));
}

void LoopBuilder::parallel(Value begin, Value end, int64_t step, int64_t work,
                           llvm::function_ref<void(Value)> body) {
  if (isInParallelLoop(getInsertionBlock()->getParentOp()))
    return loop(begin, end, step, body);
  auto loop = scf::ParallelOp::create(*this, begin, end, index(step));
  loop->setAttr(kWorkPerIterationAttr, getI64IntegerAttr(work));
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVars().front());
}

void LoopBuilder::conditional(Value condition,
                              llvm::function_ref<void()> whenTrue,
                              llvm::function_ref<void()> whenFalse) {
  APInt known;
  if (matchPattern(condition, m_ConstantInt(&known))) {
    if (known.getBoolValue())
      whenTrue();
    else if (whenFalse)
      whenFalse();
    return;
  }
  auto branch = scf::IfOp::create(*this, condition, bool(whenFalse));
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(branch.thenBlock());
  whenTrue();
  if (whenFalse) {
    setInsertionPointToStart(branch.elseBlock());
    whenFalse();
  }
}
