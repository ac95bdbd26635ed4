//===- LowerExpandShapes.cpp - one axis to several of unknown size --------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Pipelines/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mesh {
#define GEN_PASS_DEF_MESHLOWEREXPANDSHAPES
#include "mesh/Pipelines/Passes.h.inc"
} // namespace mesh

using namespace mlir;

static bool hasGroupOfUnknownSizes(memref::ExpandShapeOp op) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  return llvm::any_of(op.getReassociationIndices(),
                      [&](const ReassociationIndices &group) {
                        return llvm::count_if(group, [&](int64_t axis) {
                                 return ShapedType::isDynamic(shape[axis]);
                               }) > 1;
                      });
}

/// The sizes are those the op states; strides follow from them and from the
/// stride of the axis that is expanded. What the type knows is a constant.
static void lowerExpandShape(memref::ExpandShapeOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto source =
      memref::ExtractStridedMetadataOp::create(builder, loc, op.getSrc());
  MemRefType type = op.getResultType();
  auto [knownStrides, knownOffset] = type.getStridesAndOffset();
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size());
  for (auto [from, group] : llvm::enumerate(op.getReassociationIndices())) {
    OpFoldResult stride = source.getConstifiedMixedStrides()[from];
    for (int64_t axis : llvm::reverse(group)) {
      int64_t known = knownStrides[axis];
      strides[axis] =
          ShapedType::isDynamic(known)
              ? getValueOrCreateConstantIndexOp(builder, loc, stride)
              : OpFoldResult(builder.getIndexAttr(known));
      if (axis == group.front())
        break;
      Value above = getValueOrCreateConstantIndexOp(builder, loc, stride);
      Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes[axis]);
      stride = arith::MulIOp::create(builder, loc, above, size).getResult();
    }
  }
  OpFoldResult offset = ShapedType::isDynamic(knownOffset)
                            ? OpFoldResult(source.getOffset())
                            : builder.getIndexAttr(knownOffset);
  Value result = memref::ReinterpretCastOp::create(
      builder, loc, type, source.getBaseBuffer(), offset, sizes, strides);
  op.replaceAllUsesWith(result);
  op.erase();
}

namespace {

struct LowerExpandShapes
    : mesh::impl::MeshLowerExpandShapesBase<LowerExpandShapes> {
  void runOnOperation() override {
    SmallVector<memref::ExpandShapeOp> ops;
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      if (hasGroupOfUnknownSizes(op))
        ops.push_back(op);
    });
    for (memref::ExpandShapeOp op : ops)
      lowerExpandShape(op);
  }
};

} // namespace
