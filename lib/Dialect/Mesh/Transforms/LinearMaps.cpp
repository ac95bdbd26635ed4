//===- LinearMaps.cpp - linear maps before and behind aggregates ----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearMaps.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mesh;

bool mesh::joinKinds(RowsKind &kind, RowsKind other) {
  if (kind == other)
    return true;
  // An op on a graph reads one of them: they are rows of nodes.
  if (kind == RowsKind::Edge || other == RowsKind::Edge)
    return false;
  kind = RowsKind::Node;
  return true;
}

std::optional<RowsKind> mesh::getKindOfResult(Operation *op, RowsKind kind) {
  if (isa<GatherOp>(op)) {
    if (kind == RowsKind::Edge)
      return std::nullopt;
    return RowsKind::Edge;
  }
  if (isa<SegmentSumOp, SegmentMeanOp>(op)) {
    if (kind == RowsKind::Node)
      return std::nullopt;
    return RowsKind::Node;
  }
  return kind;
}

bool mesh::isSteady(Value value, const SimplifyOptions &options) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return llvm::is_contained(options.steady, value);
  // A region may read more than its op's operands.
  return isMemoryEffectFree(op) && op->getNumRegions() <= 1 &&
         (op->getNumRegions() == 0 || isa<linalg::LinalgOp>(op)) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isSteady(operand, options);
         });
}

bool mesh::changesInLoop(Value value, ArrayRef<Value> others) {
  for (Operation *parent = value.getParentRegion()->getParentOp(); parent;
       parent = parent->getParentOp()) {
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    if (loop && llvm::all_of(others, [&](Value other) {
          return loop.isDefinedOutsideOfLoop(other);
        }))
      return true;
  }
  return false;
}

bool mesh::changesBesides(Value value, ArrayRef<Value> others,
                          const SimplifyOptions &options) {
  return !options.steady.empty() && !isSteady(value, options) &&
         llvm::all_of(others,
                      [&](Value other) { return isSteady(other, options); });
}
