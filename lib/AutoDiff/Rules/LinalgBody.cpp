//===- LinalgBody.cpp - how the body of a linalg op uses its init ---------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mesh;

ResultForm mesh::getResultForm(linalg::LinalgOp op, unsigned k) {
  Value yielded = op.getBlock()->getTerminator()->getOperand(k);
  BlockArgument init = op.getMatchingBlockArgument(op.getDpsInitOperand(k));
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(k));
  bool isReduction = !map.isPermutation();
  if (!isReduction && init.use_empty())
    return {ResultKind::Overwritten, yielded};
  Operation *last = yielded.getDefiningOp();
  if (last && last->getBlock() == op.getBlock() && init.hasOneUse() &&
      last->getNumOperands() == 2 &&
      (last->getOperand(0) == init || last->getOperand(1) == init)) {
    Value term = last->getOperand(last->getOperand(0) == init ? 1 : 0);
    if (isa<arith::AddFOp>(last))
      return {ResultKind::Sum, term};
    if (isReduction && isa<arith::MaximumFOp, arith::MaxNumFOp,
                           arith::MinimumFOp, arith::MinNumFOp>(last))
      return {ResultKind::Extremum, term};
    if (isReduction && isa<arith::MulFOp>(last))
      return {ResultKind::Product, term};
  }
  if (!isReduction)
    return {ResultKind::ReadsInit, yielded};
  return {ResultKind::Unknown, yielded};
}
