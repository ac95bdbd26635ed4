//===- LayerOpsExpand.cpp - expansion of sugar without random numbers -----===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a formula has several equal forms, the one whose derivative is finite
// everywhere is taken: an overflow in a branch that is not selected would turn
// its zero cotangent into NaN.
//
//===----------------------------------------------------------------------===//

#include "LayerOpsExpand.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mesh;

using Expansion = FailureOr<SmallVector<Value>>;

//===----------------------------------------------------------------------===//
// Pointwise ops
//===----------------------------------------------------------------------===//

/// One generic over all entries of `x`. 16-bit entries are computed in `f32`
/// and rounded once, unless the function is exact in the storage type.
static Expansion
expandPointwise(OpBuilder &builder, Operation *op, Value x, bool isExact,
                function_ref<Value(ImplicitLocOpBuilder &, Value)> function) {
  ImplicitLocOpBuilder b(op->getLoc(), builder);
  auto type = cast<RankedTensorType>(x.getType());
  Type element = type.getElementType();
  Type compute = isExact ? element : getAccumulatorType(element);
  Value result =
      mapEntries(b, getOriginalSizes(b, x), element, x,
                 b.getMultiDimIdentityMap(type.getRank()),
                 [&](ImplicitLocOpBuilder &inner, ValueRange entries) {
                   Value entry = extendTo(inner, entries[0], compute);
                   return truncateTo(inner, function(inner, entry), element);
                 });
  return SmallVector<Value>{asDeclared(b, op, result)};
}

Expansion ReluOp::expand(OpBuilder &builder) {
  return expandPointwise(builder, *this, getX(), /*isExact=*/true,
                         [](ImplicitLocOpBuilder &b, Value x) -> Value {
                           // The second operand wins a tie: the derivative at 0
                           // is that of 0.
                           Value zero = floatConstant(b, x.getType(), 0.0);
                           return arith::MaximumFOp::create(b, x, zero);
                         });
}

Expansion LeakyReluOp::expand(OpBuilder &builder) {
  double slope = getSlope().convertToDouble();
  return expandPointwise(
      builder, *this, getX(), /*isExact=*/false,
      [&](ImplicitLocOpBuilder &b, Value x) -> Value {
        Value zero = floatConstant(b, x.getType(), 0.0);
        Value factor = floatConstant(b, x.getType(), slope);
        Value positive =
            arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, x, zero);
        Value scaled = arith::MulFOp::create(b, factor, x);
        return arith::SelectOp::create(b, positive, x, scaled);
      });
}

Expansion EluOp::expand(OpBuilder &builder) {
  double alpha = getAlpha().convertToDouble();
  return expandPointwise(
      builder, *this, getX(), /*isExact=*/false,
      [&](ImplicitLocOpBuilder &b, Value x) -> Value {
        Value zero = floatConstant(b, x.getType(), 0.0);
        Value one = floatConstant(b, x.getType(), 1.0);
        Value factor = floatConstant(b, x.getType(), alpha);
        Value positive =
            arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, x, zero);
        // exp never sees a positive number, so it cannot overflow; `x` is the
        // second operand so that the derivative at 0 is alpha.
        Value negative = arith::MinimumFOp::create(b, zero, x);
        Value exp = math::ExpOp::create(b, negative);
        Value below = arith::MulFOp::create(b, factor,
                                            arith::SubFOp::create(b, exp, one));
        return arith::SelectOp::create(b, positive, x, below);
      });
}

Expansion SigmoidOp::expand(OpBuilder &builder) {
  return expandPointwise(
      builder, *this, getX(), /*isExact=*/false,
      [](ImplicitLocOpBuilder &b, Value x) -> Value {
        // 1 / (1 + exp(-x)), multiplied by exp(x) / exp(x) below 0: with
        // z = exp(-|x|) nothing overflows.
        Value zero = floatConstant(b, x.getType(), 0.0);
        Value one = floatConstant(b, x.getType(), 1.0);
        Value minusX = arith::NegFOp::create(b, x);
        Value minusAbs = arith::MinimumFOp::create(b, x, minusX);
        Value z = math::ExpOp::create(b, minusAbs);
        Value isNegative =
            arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, zero);
        Value numerator = arith::SelectOp::create(b, isNegative, z, one);
        Value denominator = arith::AddFOp::create(b, one, z);
        return arith::DivFOp::create(b, numerator, denominator);
      });
}

Expansion ScaleOp::expand(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  SmallVector<OpFoldResult> sizes = getOriginalSizes(b, getM());
  SmallVector<OpFoldResult> scalarSizes = getOriginalSizes(b, getS());
  unsigned rank = sizes.size();
  unsigned dim = getDim();
  SmallVector<AffineExpr> scalarAxes;
  for (auto [axis, size] : llvm::enumerate(scalarSizes)) {
    checkSizes(b, sizes[dim + axis], size,
               "'mesh.scale' op expects 's' to have {0} entries on axis " +
                   Twine(axis) + ", but got {1}");
    scalarAxes.push_back(b.getAffineDimExpr(dim + axis));
  }
  AffineMap maps[] = {b.getMultiDimIdentityMap(rank),
                      AffineMap::get(rank, 0, scalarAxes, getContext())};
  // A product of two 16-bit numbers is rounded once either way.
  Value result =
      mapEntries(b, sizes, getElementTypeOrSelf(getM()), {getM(), getS()}, maps,
                 [](ImplicitLocOpBuilder &inner, ValueRange entries) -> Value {
                   return arith::MulFOp::create(inner, entries[0], entries[1]);
                 });
  return SmallVector<Value>{asDeclared(b, *this, result)};
}

//===----------------------------------------------------------------------===//
// Linear maps
//===----------------------------------------------------------------------===//

/// `x w`, summed in the accumulator's type.
static Value buildProduct(ImplicitLocOpBuilder &b, Value x, Value w,
                          ArrayRef<OpFoldResult> sizes, Type accumulator) {
  Value init = filledTensor(b, sizes, accumulator, 0.0);
  SmallVector<Value> inputs = {x, w};
  if (sizes.size() == 1)
    return linalg::VecmatOp::create(b, inputs, init).getResult(0);
  if (sizes.size() == 2)
    return linalg::MatmulOp::create(b, inputs, init).getResult(0);
  // Loops: the axes of the result, then the axis that is summed.
  unsigned rank = sizes.size();
  SmallVector<AffineExpr> loops(rank + 1);
  bindDimsList(b.getContext(), MutableArrayRef(loops));
  AffineExpr column = loops[rank - 1], summed = loops[rank];
  SmallVector<AffineExpr> xAxes(ArrayRef(loops).take_front(rank - 1));
  xAxes.push_back(summed);
  auto toMap = [&](ArrayRef<AffineExpr> axes) {
    return AffineMap::get(rank + 1, 0, axes, b.getContext());
  };
  Attribute maps[] = {AffineMapAttr::get(toMap(xAxes)),
                      AffineMapAttr::get(toMap({summed, column})),
                      AffineMapAttr::get(toMap(ArrayRef(loops).drop_back()))};
  return linalg::ContractOp::create(b, TypeRange(init.getType()), inputs,
                                    ValueRange(init), b.getArrayAttr(maps))
      .getResult(0);
}

/// Adds the bias, if any, to the last axis and rounds to the storage type.
static Value buildEpilogue(ImplicitLocOpBuilder &b, Value product, Value bias,
                           ArrayRef<OpFoldResult> sizes, Type element) {
  if (!bias && getElementTypeOrSelf(product) == element)
    return product;
  unsigned rank = sizes.size();
  SmallVector<Value> inputs = {product};
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank)};
  if (bias) {
    inputs.push_back(bias);
    maps.push_back(
        AffineMap::get(rank, 0, b.getAffineDimExpr(rank - 1), b.getContext()));
  }
  return mapEntries(b, sizes, element, inputs, maps,
                    [&](ImplicitLocOpBuilder &inner, ValueRange entries) {
                      Value sum = entries[0];
                      if (bias) {
                        Value term = extendTo(inner, entries[1], sum.getType());
                        sum = arith::AddFOp::create(inner, sum, term);
                      }
                      return truncateTo(inner, sum, element);
                    });
}

/// The number of entries of a tensor of these sizes.
static OpFoldResult multiplySizes(ImplicitLocOpBuilder &b,
                                  ArrayRef<OpFoldResult> sizes) {
  int64_t known = 1;
  Value unknown;
  for (OpFoldResult size : sizes) {
    if (std::optional<int64_t> number = getConstantIntValue(size)) {
      known *= *number;
      continue;
    }
    auto value = cast<Value>(size);
    unknown =
        unknown ? arith::MulIOp::create(b, unknown, value).getResult() : value;
  }
  if (!unknown)
    return b.getIndexAttr(known);
  if (known == 1)
    return unknown;
  Value factor = arith::ConstantIndexOp::create(b, known);
  return arith::MulIOp::create(b, unknown, factor).getResult();
}

Expansion LinearOp::expand(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Type element = getElementTypeOrSelf(getX());
  SmallVector<OpFoldResult> sizes = getOriginalSizes(b, getX());
  SmallVector<OpFoldResult> mapSizes = getOriginalSizes(b, getW());
  checkSizes(b, sizes.back(), mapSizes[0],
             "'mesh.linear' op expects 'w' to have {0} rows, but got {1}");
  if (getB())
    checkSizes(b, mapSizes[1], getOriginalSizes(b, getB())[0],
               "'mesh.linear' op expects 'b' to have {0} entries, but got "
               "{1}");

  sizes.back() = mapSizes[1];
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, shape);
  Type accumulator = getAccumulatorType(element);

  // Leading axes are one axis to a matmul, unless two of them are unknown:
  // upstream cannot lower a reshape that makes two unknown axes of one.
  unsigned rank = sizes.size();
  auto leading = ArrayRef(shape).drop_back();
  if (rank <= 2 || llvm::count_if(leading, ShapedType::isDynamic) > 1) {
    Value product = buildProduct(b, getX(), getW(), sizes, accumulator);
    Value result = buildEpilogue(b, product, getB(), sizes, element);
    return SmallVector<Value>{asDeclared(b, *this, result)};
  }
  SmallVector<ReassociationIndices> groups(2);
  llvm::append_range(groups[0], llvm::seq<int64_t>(0, rank - 1));
  groups[1].push_back(rank - 1);
  Value rows = tensor::CollapseShapeOp::create(b, getX(), groups);
  SmallVector<OpFoldResult> rowSizes = {
      multiplySizes(b, ArrayRef(sizes).drop_back()), sizes.back()};
  Value product = buildProduct(b, rows, getW(), rowSizes, accumulator);
  Value result = buildEpilogue(b, product, getB(), rowSizes, element);
  result = tensor::ExpandShapeOp::create(
      b, RankedTensorType::get(shape, element), result, groups, sizes);
  return SmallVector<Value>{asDeclared(b, *this, result)};
}

//===----------------------------------------------------------------------===//
// Rows by index
//===----------------------------------------------------------------------===//

Expansion TakeOp::expand(OpBuilder &builder) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Type indexType = getElementTypeOrSelf(getIds());
  SmallVector<OpFoldResult> idSizes = getOriginalSizes(b, getIds());
  Value numRows =
      materialize(b, tensor::getMixedSize(b, getLoc(), getTable(), /*dim=*/0));
  Value positions = mapEntries(
      b, idSizes, indexType, {}, {},
      [&](ImplicitLocOpBuilder &inner, ValueRange) -> Value {
        Value position = linalg::IndexOp::create(inner, 0);
        return arith::IndexCastOp::create(inner, indexType, position);
      });
  Value graph = GraphOp::create(b, getIds(), positions, numRows,
                                materialize(b, idSizes[0]));
  // The shape of `table` with one row for each id.
  auto tableType = cast<RankedTensorType>(getTable().getType());
  SmallVector<int64_t> shape(tableType.getShape());
  shape[0] = cast<RankedTensorType>(getIds().getType()).getDimSize(0);
  Value rows = GatherOp::create(
      b, RankedTensorType::get(shape, tableType.getElementType()), getTable(),
      graph, Endpoint::Source);
  return SmallVector<Value>{asDeclared(b, *this, rows)};
}
