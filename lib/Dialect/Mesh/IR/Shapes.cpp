//===- Shapes.cpp - shape inference shared by the ops
//---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

bool mesh::areRefinedTypes(TypeRange inferred, TypeRange declared) {
  if (inferred.size() != declared.size())
    return false;
  for (auto [lhs, rhs] : llvm::zip(inferred, declared)) {
    if (getElementTypeOrSelf(lhs) != getElementTypeOrSelf(rhs) ||
        failed(verifyCompatibleShape(lhs, rhs)))
      return false;
  }
  return true;
}

RankedTensorType mesh::withDynamicAxis(Type type, int64_t dim,
                                       Type elementType) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || dim < 0 || dim >= tensor.getRank())
    return {};
  SmallVector<int64_t> shape(tensor.getShape());
  shape[dim] = ShapedType::kDynamic;
  return RankedTensorType::get(shape, elementType ? elementType
                                                  : tensor.getElementType());
}

RankedTensorType mesh::getIndexTensorType(Type graphType) {
  return RankedTensorType::get({ShapedType::kDynamic},
                               cast<GraphType>(graphType).getIndexType());
}

SmallVector<OpFoldResult> mesh::getSizes(OpBuilder &builder, Location loc,
                                         Value value) {
  SmallVector<OpFoldResult> sizes;
  auto type = cast<ShapedType>(value.getType());
  for (int64_t axis = 0, rank = type.getRank(); axis < rank; ++axis) {
    if (type.isDynamicDim(axis))
      sizes.push_back(
          tensor::DimOp::create(builder, loc, value, axis).getResult());
    else
      sizes.push_back(builder.getIndexAttr(type.getDimSize(axis)));
  }
  return sizes;
}

SmallVector<OpFoldResult> mesh::getSizesWithAxis(OpBuilder &builder,
                                                 Location loc, Value value,
                                                 int64_t dim,
                                                 OpFoldResult size) {
  SmallVector<OpFoldResult> sizes;
  auto type = cast<ShapedType>(value.getType());
  for (int64_t axis = 0, rank = type.getRank(); axis < rank; ++axis) {
    if (axis == dim)
      sizes.push_back(size);
    else if (type.isDynamicDim(axis))
      sizes.push_back(
          tensor::DimOp::create(builder, loc, value, axis).getResult());
    else
      sizes.push_back(builder.getIndexAttr(type.getDimSize(axis)));
  }
  return sizes;
}

Value mesh::getNodeCount(OpBuilder &builder, Location loc, Value graph,
                         Endpoint endpoint) {
  return NumNodesOp::create(builder, loc, graph, endpoint);
}

Value mesh::getEdgeCount(OpBuilder &builder, Location loc, Value graph) {
  return NumEdgesOp::create(builder, loc, graph);
}

LogicalResult mesh::verifyDim(Operation *op, StringRef name, Type type,
                              int64_t dim) {
  auto rank = cast<ShapedType>(type).getRank();
  if (dim < rank)
    return success();
  return op->emitOpError("expects 'dim' to be less than the rank of '")
         << name << "', which is " << rank << ", but got " << dim;
}
