//===- RowLinear.cpp - linear maps of rows and what commutes with them ----===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowLinear.h"

#include "mesh/Dialect/Mesh/IR/Linearity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mesh;

/// Narrower floats are rounded where they are stored: moving a map would move
/// the rounding.
static bool isRows(Type type, unsigned numRowAxes) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() > numRowAxes && numRowAxes > 0 &&
         (tensor.getElementType().isF32() || tensor.getElementType().isF64());
}

int64_t mesh::getProduct(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    if (ShapedType::isDynamic(size))
      return size;
    product *= size;
  }
  return product;
}

Value mesh::castTo(OpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, value.getLoc(), type, value);
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

static bool isZero(Value init) {
  if (matchPattern(init, m_AnyZeroFloat()))
    return true;
  auto fill = init.getDefiningOp<linalg::FillOp>();
  return fill && matchPattern(fill.getInputs()[0], m_AnyZeroFloat());
}

std::optional<LinearMap> mesh::getLinearMap(Operation *op) {
  auto contraction = dyn_cast<linalg::LinalgOp>(op);
  if (!contraction || !contraction.hasPureTensorSemantics() ||
      op->getNumResults() != 1 ||
      !linalg::isaContractionOpInterface(contraction))
    return std::nullopt;
  OpOperand *init = contraction.getDpsInitOperand(0);
  Type element = getElementTypeOrSelf(init->get());
  for (OpOperand &operand : op->getOpOperands())
    if (!isRows(operand.get().getType(), 1) ||
        getElementTypeOrSelf(operand.get()) != element)
      return std::nullopt;
  if (!isZero(init->get()))
    return std::nullopt;

  ArrayRef<AffineExpr> out =
      contraction.getMatchingIndexingMap(init).getResults();
  for (unsigned first : {0, 1}) {
    LinearMap map;
    map.op = contraction;
    map.rows = contraction.getDpsInputOperand(first);
    map.weights = contraction.getDpsInputOperand(1 - first);
    ArrayRef<AffineExpr> rows =
        contraction.getMatchingIndexingMap(map.rows).getResults();
    ArrayRef<AffineExpr> weights =
        contraction.getMatchingIndexingMap(map.weights).getResults();
    map.numRowAxes = 0;
    while (map.numRowAxes < rows.size() && map.numRowAxes < out.size() &&
           rows[map.numRowAxes] == out[map.numRowAxes] &&
           !llvm::is_contained(weights, rows[map.numRowAxes]))
      ++map.numRowAxes;
    auto summed = rows.drop_front(map.numRowAxes);
    auto made = out.drop_front(map.numRowAxes);
    auto isWeight = [&](AffineExpr loop) {
      return llvm::is_contained(weights, loop);
    };
    if (map.numRowAxes == 0 || summed.empty() || made.empty() ||
        !llvm::all_of(summed, isWeight) || !llvm::all_of(made, isWeight) ||
        weights.size() != summed.size() + made.size())
      continue;
    map.widthIn = getProduct(cast<RankedTensorType>(map.rows->get().getType())
                                 .getShape()
                                 .drop_front(map.numRowAxes));
    map.widthOut = getProduct(cast<RankedTensorType>(init->get().getType())
                                  .getShape()
                                  .drop_front(map.numRowAxes));
    return map;
  }
  return std::nullopt;
}

Value mesh::applyMap(OpBuilder &builder, const LinearMap &map, Value rows) {
  linalg::LinalgOp op = map.op;
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  OpOperand *init = op.getDpsInitOperand(0);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), rows);
  sizes.truncate(map.numRowAxes);
  AffineMap weightMap = op.getMatchingIndexingMap(map.weights);
  for (AffineExpr loop :
       op.getMatchingIndexingMap(init).getResults().drop_front(map.numRowAxes))
    sizes.push_back(tensor::getMixedSize(b, b.getLoc(), map.weights->get(),
                                         *weightMap.getResultPosition(loop)));
  Type element = getElementTypeOrSelf(init->get());
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
  Value empty = tensor::EmptyOp::create(b, sizes, element);
  Value filled = linalg::FillOp::create(b, zero, empty).getResult(0);
  SmallVector<Value> operands(op->getOperands());
  operands[map.rows->getOperandNumber()] = rows;
  operands[init->getOperandNumber()] = filled;
  return mlir::clone(b, op, filled.getType(), operands)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Row-linear ops
//===----------------------------------------------------------------------===//

/// Whether `op` works entry by entry on all of its result: its loops are the
/// axes of its result, and what was there is not read.
static bool isElementwise(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         !op.hasIndexSemantics() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() &&
         op.getMatchingBlockArgument(op.getDpsInitOperand(0)).use_empty();
}

/// Whether a map reads row axes only, and each at most once.
static bool readsRowAxesOnly(AffineMap map, unsigned numRowAxes) {
  return map.isProjectedPermutation() &&
         llvm::all_of(map.getResults(), [&](AffineExpr loop) {
           return cast<AffineDimExpr>(loop).getPosition() < numRowAxes;
         });
}

/// Whether all features of a row have the same value in a way that
/// `rebuildConstant` can repeat for other features.
static bool isConstantAlongFeatures(Value value, unsigned numRowAxes) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  DenseElementsAttr elements;
  if (matchPattern(op, m_Constant(&elements)))
    return elements.isSplat();
  if (isa<tensor::SplatOp>(op))
    return true;
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && isElementwise(structured) &&
         llvm::all_of(structured.getDpsInputOperands(), [&](OpOperand *input) {
           return readsRowAxesOnly(structured.getMatchingIndexingMap(input),
                                   numRowAxes);
         });
}

/// `op`, which is elementwise, with `rows` for the operands of which it reads
/// all axes, in order.
static Value cloneElementwise(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                              ValueRange rows, ArrayRef<OpFoldResult> sizes) {
  unsigned rank = sizes.size();
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  unsigned next = 0;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (next < rows.size() && map.isIdentity()) {
      inputs.push_back(rows[next++]);
      maps.push_back(identity);
    } else {
      inputs.push_back(input->get());
      maps.push_back(AffineMap::get(rank, 0, map.getResults(), b.getContext()));
    }
  }
  maps.push_back(identity);
  Value empty = tensor::EmptyOp::create(
      b, sizes, getElementTypeOrSelf(op->getResult(0).getType()));
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      b, TypeRange(empty.getType()), inputs, ValueRange(empty), maps, loops);
  IRMapping mapping;
  op->getRegion(0).cloneInto(&generic.getRegion(), mapping);
  return generic.getResult(0);
}

/// `value`, which is constant along features, for rows like `rows`.
static Value rebuildConstant(ImplicitLocOpBuilder &b, Value value, Value rows) {
  auto type = cast<RankedTensorType>(rows.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), rows);
  SmallVector<Value> dynamicSizes;
  for (OpFoldResult size : sizes)
    if (auto number = dyn_cast<Value>(size))
      dynamicSizes.push_back(number);
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements))) {
    auto scalar = elements.getSplatValue<TypedAttr>();
    if (type.hasStaticShape())
      return arith::ConstantOp::create(b, DenseElementsAttr::get(type, scalar));
    Value constant = arith::ConstantOp::create(b, scalar);
    return tensor::SplatOp::create(b, constant, type, dynamicSizes);
  }
  if (auto splat = value.getDefiningOp<tensor::SplatOp>())
    return tensor::SplatOp::create(b, splat.getInput(), type, dynamicSizes);
  auto op = cast<linalg::LinalgOp>(value.getDefiningOp());
  return castTo(b, cloneElementwise(b, op, {}, sizes), type);
}

/// The linear operands of an elementwise op: those of which all axes are read.
/// The others do not depend on the features.
static SmallVector<OpOperand *> getLinearOperandsOf(linalg::LinalgOp op,
                                                    unsigned numRowAxes) {
  if (!isElementwise(op))
    return {};
  SmallVector<OpOperand *> linear;
  LinearityAnalysis analysis((Value()));
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    BlockArgument entry = op.getMatchingBlockArgument(input);
    if (map.isIdentity()) {
      if (getElementTypeOrSelf(input->get()) !=
          getElementTypeOrSelf(op->getResult(0).getType()))
        return {};
      analysis.set(entry, Dependence::Linear);
      linear.push_back(input);
    } else if (readsRowAxesOnly(map, numRowAxes)) {
      analysis.set(entry, Dependence::Constant);
    } else {
      return {};
    }
  }
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  if (analysis.of(yielded) != Dependence::Linear)
    return {};
  return linear;
}

SmallVector<OpOperand *> mesh::getLinearOperands(Operation *op,
                                                 unsigned numRowAxes) {
  if (op->getNumResults() != 1 ||
      !isRows(op->getResult(0).getType(), numRowAxes))
    return {};
  auto operands = [&](ArrayRef<unsigned> numbers) {
    SmallVector<OpOperand *> found;
    for (unsigned number : numbers)
      found.push_back(&op->getOpOperand(number));
    return found;
  };
  auto isConstant = [&](unsigned number) {
    return isConstantAlongFeatures(op->getOperand(number), numRowAxes);
  };
  return TypeSwitch<Operation *, SmallVector<OpOperand *>>(op)
      .Case<GatherOp, SegmentSumOp, SegmentMeanOp>(
          [&](auto rowOp) -> SmallVector<OpOperand *> {
            if (rowOp.getDim() < numRowAxes)
              return operands({0});
            return {};
          })
      .Case<arith::NegFOp>([&](auto) { return operands({0}); })
      .Case<arith::AddFOp, arith::SubFOp>(
          [&](auto) { return operands({0, 1}); })
      .Case<arith::MulFOp>([&](auto) -> SmallVector<OpOperand *> {
        if (isConstant(1))
          return operands({0});
        if (isConstant(0))
          return operands({1});
        return {};
      })
      .Case<arith::DivFOp>([&](auto) -> SmallVector<OpOperand *> {
        if (isConstant(1))
          return operands({0});
        return {};
      })
      .Case<tensor::CastOp>([&](tensor::CastOp cast) {
        auto from = dyn_cast<RankedTensorType>(cast.getSource().getType());
        auto to = dyn_cast<RankedTensorType>(cast.getType());
        if (from && to &&
            from.getShape().drop_front(numRowAxes) ==
                to.getShape().drop_front(numRowAxes))
          return operands({0});
        return SmallVector<OpOperand *>();
      })
      .Case<linalg::LinalgOp>([&](linalg::LinalgOp structured) {
        return getLinearOperandsOf(structured, numRowAxes);
      })
      .Default([](Operation *) { return SmallVector<OpOperand *>(); });
}

Value mesh::cloneRowLinear(OpBuilder &builder, Operation *op,
                           unsigned numRowAxes, ValueRange rows) {
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  auto type = cast<RankedTensorType>(rows[0].getType());
  auto old = cast<RankedTensorType>(op->getResult(0).getType());
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    SmallVector<Value> alike;
    for (Value value : rows)
      alike.push_back(castTo(b, value, type));
    return cloneElementwise(b, structured, alike,
                            tensor::getMixedSizes(b, b.getLoc(), rows[0]));
  }
  SmallVector<OpOperand *> linear = getLinearOperands(op, numRowAxes);
  SmallVector<Value> operands(op->getOperands());
  SmallVector<int64_t> shape(type.getShape());
  if (auto gather = dyn_cast<GatherOp>(op))
    shape[gather.getDim()] = old.getDimSize(gather.getDim());
  else if (auto sum = dyn_cast<SegmentSumOp>(op))
    shape[sum.getDim()] = old.getDimSize(sum.getDim());
  else if (auto mean = dyn_cast<SegmentMeanOp>(op))
    shape[mean.getDim()] = old.getDimSize(mean.getDim());
  else if (isa<tensor::CastOp>(op))
    llvm::copy(old.getShape().take_front(numRowAxes), shape.begin());
  else
    // All operands of an elementwise op have one type.
    for (Value &operand : operands)
      if (llvm::none_of(linear,
                        [&](OpOperand *use) { return use->get() == operand; }))
        operand = rebuildConstant(b, operand, rows[0]);
  for (auto [use, value] : llvm::zip_equal(linear, rows))
    operands[use->getOperandNumber()] =
        OpTrait::hasElementwiseMappableTraits(op) ? castTo(b, value, type)
                                                  : value;
  Type result = RankedTensorType::get(shape, old.getElementType());
  return mlir::clone(b, op, result, operands)->getResult(0);
}
