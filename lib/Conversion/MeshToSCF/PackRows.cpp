//===- PackRows.cpp - rows that lie apart in memory -----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows are read and written by vectors, so the elements of a row have to lie
// side by side. A slice of a tensor may not: it is copied first.
//
//===----------------------------------------------------------------------===//

#include "LowerRegionOps.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mesh;

/// Whether the elements behind each index of the first axis, or of the first
/// two, follow each other; `isWhole`: all elements.
static bool hasContiguousRows(MemRefType type, bool isWhole) {
  if (type.getLayout().isIdentity() || type.getRank() < (isWhole ? 1 : 2))
    return true;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1)
    return false;
  for (int64_t axis = type.getRank() - 1; axis >= (isWhole ? 1 : 2); --axis) {
    int64_t size = type.getDimSize(axis);
    if (ShapedType::isDynamic(size) || ShapedType::isDynamic(strides[axis]) ||
        strides[axis - 1] != strides[axis] * size)
      return false;
  }
  return true;
}

void mesh::packRows(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto destination = cast<DestinationStyleOpInterface>(op);
  OperandRange shared = EdgeRegion::of(op).front().getGroup(RowsOf::Shared);
  unsigned firstShared = shared.getBeginOperandIndex();
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = cast<MemRefType>(operand.get().getType());
    unsigned number = operand.getOperandNumber();
    bool isShared =
        number >= firstShared && number < firstShared + shared.size();
    if (hasContiguousRows(type, isShared))
      continue;
    builder.setInsertionPoint(op);
    SmallVector<Value> sizes;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        sizes.push_back(
            memref::DimOp::create(builder, loc, operand.get(), axis));
    Value original = operand.get();
    Value packed = memref::AllocOp::create(
        builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
        sizes);
    bool isResult = destination.isDpsInit(&operand);
    if (!isResult)
      memref::CopyOp::create(builder, loc, original, packed);
    operand.set(packed);
    builder.setInsertionPointAfter(op);
    if (isResult)
      memref::CopyOp::create(builder, loc, packed, original);
    memref::DeallocOp::create(builder, loc, packed);
  }
}
