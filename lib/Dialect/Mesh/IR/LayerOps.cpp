//===- LayerOps.cpp - verifiers and inference of the sugar ops
//------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mesh;

/// The result has the shape of one operand, entry by entry.
#define MESH_SHAPED_LIKE(OP, OPERAND)                                          \
  LogicalResult OP::inferReturnTypes(                                          \
      MLIRContext *context, std::optional<Location> loc, ValueRange operands,  \
      DictionaryAttr attributes, OpaqueProperties properties,                  \
      RegionRange regions, SmallVectorImpl<Type> &types) {                     \
    if (operands.empty())                                                      \
      return emitOptionalError(loc, "expects an operand");                     \
    types.push_back(operands[0].getType());                                    \
    return success();                                                          \
  }                                                                            \
  LogicalResult OP::reifyResultShapes(OpBuilder &builder,                      \
                                      ReifiedRankedShapedTypeDims &dims) {     \
    dims.push_back(getSizes(builder, getLoc(), OPERAND));                      \
    return success();                                                          \
  }

MESH_SHAPED_LIKE(ScaleOp, getM())
MESH_SHAPED_LIKE(ReluOp, getX())
MESH_SHAPED_LIKE(LeakyReluOp, getX())
MESH_SHAPED_LIKE(EluOp, getX())
MESH_SHAPED_LIKE(SigmoidOp, getX())
MESH_SHAPED_LIKE(LogSoftmaxOp, getX())
MESH_SHAPED_LIKE(DropoutOp, getX())

/// Whether two sizes can be equal: one is unknown, or they are.
static bool agree(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) || ShapedType::isDynamic(b) || a == b;
}

static LogicalResult verifySameElementType(Operation *op, StringRef first,
                                           Type firstType, StringRef second,
                                           Type secondType) {
  Type a = getElementTypeOrSelf(firstType),
       b = getElementTypeOrSelf(secondType);
  if (a == b)
    return success();
  return op->emitOpError("expects '")
         << second << "' to have the element type of '" << first << "', " << a
         << ", but got " << b;
}

//===----------------------------------------------------------------------===//
// LinearOp
//===----------------------------------------------------------------------===//

LogicalResult
LinearOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                           ValueRange operands, DictionaryAttr attributes,
                           OpaqueProperties properties, RegionRange regions,
                           SmallVectorImpl<Type> &types) {
  if (operands.size() < 2)
    return emitOptionalError(loc, "expects at least 2 operands, but got ",
                             operands.size());
  auto x = dyn_cast<RankedTensorType>(operands[0].getType());
  auto w = dyn_cast<RankedTensorType>(operands[1].getType());
  if (!x || x.getRank() < 1 || !w || w.getRank() != 2)
    return emitOptionalError(loc,
                             "expects 'x' of rank 1 or more and 'w' of "
                             "rank 2, but got ",
                             operands[0].getType(), " and ",
                             operands[1].getType());
  SmallVector<int64_t> shape(x.getShape());
  shape.back() = w.getDimSize(1);
  types.push_back(RankedTensorType::get(shape, x.getElementType()));
  return success();
}

LogicalResult LinearOp::verify() {
  auto x = cast<RankedTensorType>(getX().getType());
  auto w = cast<RankedTensorType>(getW().getType());
  // Type inference says the same, but runs after this.
  if (x.getRank() < 1 || w.getRank() != 2)
    return emitOpError("expects 'x' of rank 1 or more and 'w' of rank 2, but "
                       "got ")
           << x << " and " << w;
  // linear_c1
  if (failed(verifySameElementType(*this, "x", x, "w", w)))
    return failure();
  // linear_c2
  if (!agree(x.getShape().back(), w.getDimSize(0)))
    return emitOpError("expects 'w' to have a row for each of the ")
           << x.getShape().back()
           << " entries of the last axis of 'x', but got " << w.getDimSize(0)
           << " rows";
  if (!getB())
    return success();
  auto b = cast<RankedTensorType>(getB().getType());
  if (failed(verifySameElementType(*this, "x", x, "b", b)))
    return failure();
  // linear_c3
  if (b.getRank() != 1 || !agree(b.getDimSize(0), w.getDimSize(1)))
    return emitOpError("expects 'b' to be a vector of ")
           << w.getDimSize(1) << " entries, but got " << b;
  return success();
}

LogicalResult LinearOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> columns = getSizes(builder, getLoc(), getW());
  int64_t last = cast<RankedTensorType>(getX().getType()).getRank() - 1;
  dims.push_back(getSizesWithAxis(builder, getLoc(), getX(), last, columns[1]));
  return success();
}

//===----------------------------------------------------------------------===//
// ScaleOp
//===----------------------------------------------------------------------===//

LogicalResult ScaleOp::verify() {
  auto m = cast<RankedTensorType>(getM().getType());
  auto s = cast<RankedTensorType>(getS().getType());
  // scale_c1
  if (failed(verifySameElementType(*this, "m", m, "s", s)))
    return failure();
  // scale_c2
  int64_t dim = getDim();
  if (s.getRank() > m.getRank() - dim)
    return emitOpError("expects the rank of 's' to be at most ")
           << std::max<int64_t>(m.getRank() - dim, 0)
           << " (the axes of 'm' from axis " << dim << " on), but got "
           << s.getRank();
  // scale_c3
  for (int64_t axis = 0; axis < s.getRank(); ++axis)
    if (!agree(s.getDimSize(axis), m.getDimSize(dim + axis)))
      return emitOpError("expects axis ")
             << axis << " of 's' to have " << m.getDimSize(dim + axis)
             << " entries like axis " << dim + axis << " of 'm', but got "
             << s.getDimSize(axis);
  return success();
}

LogicalResult LogSoftmaxOp::verify() {
  // log_softmax_c1
  if (cast<RankedTensorType>(getX().getType()).getRank() < 1)
    return emitOpError("expects 'x' to have rank 1 or more");
  return success();
}

//===----------------------------------------------------------------------===//
// CrossEntropyOp
//===----------------------------------------------------------------------===//

LogicalResult CrossEntropyOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> loc, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  if (operands.empty())
    return emitOptionalError(loc, "expects an operand");
  types.push_back(
      RankedTensorType::get({}, getElementTypeOrSelf(operands[0].getType())));
  return success();
}

LogicalResult CrossEntropyOp::verify() {
  auto logits = cast<RankedTensorType>(getLogits().getType());
  auto labels = cast<RankedTensorType>(getLabels().getType());
  // cross_entropy_c1
  if (logits.getRank() != 2)
    return emitOpError("expects 'logits' to have rank 2, but got ")
           << logits.getRank();
  // cross_entropy_c2
  if (!agree(logits.getDimSize(0), labels.getDimSize(0)))
    return emitOpError("expects 'labels' to have ")
           << logits.getDimSize(0) << " entries, but got "
           << labels.getDimSize(0);
  return success();
}

LogicalResult
CrossEntropyOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &dims) {
  dims.push_back({});
  return success();
}

//===----------------------------------------------------------------------===//
// UniformOp, DropoutOp
//===----------------------------------------------------------------------===//

LogicalResult UniformOp::verify() {
  // uniform_c1
  int64_t dynamic = cast<RankedTensorType>(getType()).getNumDynamicDims();
  if (dynamic != static_cast<int64_t>(getSizes().size()))
    return emitOpError("expects ")
           << dynamic << " sizes, one for each dynamic axis of the result, but "
           << "got " << getSizes().size();
  return success();
}

LogicalResult UniformOp::reifyResultShapes(OpBuilder &builder,
                                           ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> sizes;
  unsigned next = 0;
  for (int64_t size : cast<RankedTensorType>(getType()).getShape())
    sizes.push_back(ShapedType::isDynamic(size)
                        ? OpFoldResult(getSizes()[next++])
                        : OpFoldResult(builder.getIndexAttr(size)));
  dims.push_back(sizes);
  return success();
}

LogicalResult DropoutOp::verify() {
  // dropout_c1; written so that NaN is refused too.
  double rate = getRate().convertToDouble();
  if (!(rate >= 0.0 && rate < 1.0))
    return emitOpError("expects 0 <= rate < 1, but got ") << getRateAttr();
  return success();
}

//===----------------------------------------------------------------------===//
// TakeOp
//===----------------------------------------------------------------------===//

LogicalResult
TakeOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &types) {
  auto table = operands.empty()
                   ? RankedTensorType()
                   : dyn_cast<RankedTensorType>(operands[0].getType());
  if (!table || table.getRank() < 1 || operands.size() < 2)
    return emitOptionalError(loc, "expects 'table' to have rank 1 or more");
  SmallVector<int64_t> shape(table.getShape());
  auto ids = dyn_cast<ShapedType>(operands[1].getType());
  shape[0] = ids && ids.hasRank() && ids.getRank() == 1 ? ids.getDimSize(0)
                                                        : ShapedType::kDynamic;
  types.push_back(RankedTensorType::get(shape, table.getElementType()));
  return success();
}

LogicalResult TakeOp::verify() {
  if (cast<RankedTensorType>(getTable().getType()).getRank() < 1)
    return emitOpError("expects 'table' to have rank 1 or more");
  return success();
}

LogicalResult TakeOp::reifyResultShapes(OpBuilder &builder,
                                        ReifiedRankedShapedTypeDims &dims) {
  SmallVector<OpFoldResult> rows = getSizes(builder, getLoc(), getIds());
  dims.push_back(getSizesWithAxis(builder, getLoc(), getTable(), 0, rows[0]));
  return success();
}
