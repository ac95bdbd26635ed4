//===- Product.cpp - contractions as matrix products ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulToVector.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mesh;

static bool isStorable(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

/// The block argument that `value` is, seen through an extension.
static BlockArgument getArgument(Value value) {
  if (auto extend = value.getDefiningOp<arith::ExtFOp>())
    value = extend.getIn();
  return dyn_cast<BlockArgument>(value);
}

/// Whether the body is `c + a * b` and nothing else.
static bool hasProductBody(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  if (body->getNumArguments() != 3)
    return false;
  auto sum =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  for (bool isSumLeft : {true, false}) {
    Value carried = isSumLeft ? sum.getLhs() : sum.getRhs();
    Value term = isSumLeft ? sum.getRhs() : sum.getLhs();
    auto product = term.getDefiningOp<arith::MulFOp>();
    if (carried != body->getArgument(2) || !product)
      continue;
    BlockArgument left = getArgument(product.getLhs());
    BlockArgument right = getArgument(product.getRhs());
    if (left && right && left.getOwner() == body && right.getOwner() == body &&
        left.getArgNumber() + right.getArgNumber() == 1)
      return true;
  }
  return false;
}

FailureOr<Contraction> mesh::matchContraction(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op->getNumOperands() != 3 ||
      op.getNumDpsInits() != 1 || !hasProductBody(op))
    return failure();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op);
  if (failed(dims) || !llvm::all_of(maps, [](AffineMap map) {
        return map.isProjectedPermutation();
      }))
    return failure();

  // Not for products of matrices and vectors.
  if (dims->m.empty() || dims->n.empty() || dims->k.empty())
    return failure();

  Contraction result;
  Type stored = getElementTypeOrSelf(op.getDpsInits()[0]);
  if (!isStorable(stored))
    return failure();
  result.compute = stored.isF64() ? stored : Float32Type::get(op->getContext());
  for (Value input : op.getDpsInputs()) {
    Type type = getElementTypeOrSelf(input);
    if (!isStorable(type) ||
        type.getIntOrFloatBitWidth() > result.compute.getIntOrFloatBitWidth())
      return failure();
  }

  // Columns are what C stores one after the other.
  auto c = cast<MemRefType>(op.getDpsInits()[0].getType());
  result.n = maps[2].getDimPosition(maps[2].getNumResults() - 1);
  if (!c.isLastDimUnitStride())
    return failure();
  if (llvm::is_contained(dims->m, result.n)) {
    std::swap(dims->m, dims->n);
    std::swap(result.lhs, result.rhs);
  }
  if (!llvm::is_contained(dims->n, result.n))
    return failure();
  result.m = dims->m.back();
  result.k = dims->k.back();
  result.hasOuterReduction = dims->k.size() > 1;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (loop != result.m && loop != result.n && loop != result.k)
      result.outer.push_back(loop);
  // Every loop must belong to one of the four kinds.
  if (dims->batch.size() + dims->m.size() + dims->n.size() + dims->k.size() !=
      op.getNumLoops())
    return failure();
  return result;
}

Value mesh::getLoopSize(LoopBuilder &b, linalg::LinalgOp op, unsigned loop) {
  int64_t size = op.getStaticLoopRanges()[loop];
  if (ShapedType::isStatic(size))
    return b.index(size);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [axis, position] : llvm::enumerate(map.getResults()))
      if (position == getAffineDimExpr(loop, op->getContext()))
        return b.dim(operand.get(), axis);
  }
  llvm_unreachable("every loop of a contraction indexes an operand");
}

/// The part of `operand` at indices `outer` of the outer loops, with two
/// dimensions. Sets `isTransposed` if `first` is not its first loop.
static Value getMatrix(LoopBuilder &b, linalg::LinalgOp op,
                       const Contraction &contraction, unsigned operand,
                       ValueRange outer, unsigned first, bool &isTransposed) {
  OpOperand &use = op->getOpOperand(operand);
  AffineMap map = op.getMatchingIndexingMap(&use);
  auto type = cast<MemRefType>(use.get().getType());
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<int64_t> shape;
  SmallVector<unsigned> kept;
  bool isFirstSeen = false;
  for (unsigned axis = 0; axis < map.getNumResults(); ++axis) {
    unsigned loop = map.getDimPosition(axis);
    const auto *found = llvm::find(contraction.outer, loop);
    if (found != contraction.outer.end()) {
      offsets.push_back(outer[found - contraction.outer.begin()]);
      sizes.push_back(b.getIndexAttr(1));
      continue;
    }
    if (loop == first)
      isFirstSeen = true;
    else
      isTransposed = !isFirstSeen;
    offsets.push_back(b.getIndexAttr(0));
    kept.push_back(axis);
    shape.push_back(type.getDimSize(axis));
    sizes.push_back(type.isDynamicDim(axis)
                        ? OpFoldResult(b.dim(use.get(), axis))
                        : OpFoldResult(b.getIndexAttr(type.getDimSize(axis))));
  }
  if (type.getRank() == 2)
    return use.get();
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  // Which dimensions go is said by strides: upstream's inference looks at sizes
  // only, and takes one dimension of size 1 for another.
  auto whole = cast<MemRefType>(
      memref::SubViewOp::inferResultType(type, offsets, sizes, strides));
  auto [steps, offset] = whole.getStridesAndOffset();
  SmallVector<int64_t> keptSteps;
  for (unsigned axis : kept)
    keptSteps.push_back(steps[axis]);
  auto part = MemRefType::get(
      shape, type.getElementType(),
      StridedLayoutAttr::get(op.getContext(), offset, keptSteps),
      type.getMemorySpace());
  return memref::SubViewOp::create(b, part, use.get(), offsets, sizes, strides);
}

Product mesh::buildProduct(LoopBuilder &b, linalg::LinalgOp op,
                           const Contraction &contraction, ValueRange outer) {
  Product product;
  product.compute = contraction.compute;
  product.m = getLoopSize(b, op, contraction.m);
  product.n = getLoopSize(b, op, contraction.n);
  product.k = getLoopSize(b, op, contraction.k);
  bool isResultTransposed = false;
  product.a = getMatrix(b, op, contraction, contraction.lhs, outer,
                        contraction.m, product.isATransposed);
  product.b = getMatrix(b, op, contraction, contraction.rhs, outer,
                        contraction.k, product.isBTransposed);
  product.c = getMatrix(b, op, contraction, 2, outer, contraction.m,
                        isResultTransposed);
  return product;
}
