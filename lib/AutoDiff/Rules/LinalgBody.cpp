//===- LinalgBody.cpp - how the body of a linalg op uses its init ---------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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

void mesh::dropFixedAxes(linalg::GenericOp op) {
  OpBuilder b(op);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool isChanged = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap &map = maps[input->getOperandNumber()];
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (!type || llvm::none_of(map.getResults(), [](AffineExpr expr) {
          return isa<AffineConstantExpr>(expr);
        }))
      continue;
    SmallVector<OpFoldResult> offsets,
        sizes = tensor::getMixedSizes(b, op.getLoc(), input->get()),
        strides(type.getRank(), b.getIndexAttr(1));
    SmallVector<int64_t> shape;
    SmallVector<AffineExpr> kept;
    for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
      if (auto place = dyn_cast<AffineConstantExpr>(expr)) {
        offsets.push_back(b.getIndexAttr(place.getValue()));
        sizes[axis] = b.getIndexAttr(1);
        continue;
      }
      offsets.push_back(b.getIndexAttr(0));
      shape.push_back(type.getDimSize(axis));
      kept.push_back(expr);
    }
    input->set(tensor::ExtractSliceOp::create(
        b, op.getLoc(), RankedTensorType::get(shape, type.getElementType()),
        input->get(), offsets, sizes, strides));
    map = AffineMap::get(map.getNumDims(), 0, kept, op.getContext());
    isChanged = true;
  }
  if (isChanged)
    op.setIndexingMapsAttr(b.getAffineMapArrayAttr(maps));
}
