//===- ElementwiseToLinalg.cpp - elementwise ops on tensors as linalg
//-----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "mesh/Dialect/Mesh/Transforms/SizeTracing.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mesh {
#define GEN_PASS_DEF_MESHELEMENTWISETOLINALG
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;

static bool isElementwiseOnTensors(Operation *op) {
  // A choice between two whole tensors: their sizes may differ.
  auto select = dyn_cast<arith::SelectOp>(op);
  if (select && !isa<ShapedType>(select.getCondition().getType()))
    return false;
  return OpTrait::hasElementwiseMappableTraits(op) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// Whether two axes have one size by the way their tensors were made.
static bool areKnownEqual(mesh::Size a, mesh::Size b) {
  SmallVector<mesh::Size> sizes = mesh::getEqualSizes(a);
  return llvm::any_of(mesh::getEqualSizes(b), [&](const mesh::Size &size) {
    return llvm::is_contained(sizes, size);
  });
}

/// Operands of an elementwise op have one shape. Where that is not known, it is
/// checked: the loops would read past the end of the shorter one.
static void checkShapes(Operation *op) {
  Value first;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      continue;
    if (!first) {
      first = operand;
      continue;
    }
    auto firstType = cast<RankedTensorType>(first.getType());
    for (int64_t axis = 0; axis < type.getRank(); ++axis) {
      if (!type.isDynamicDim(axis) && !firstType.isDynamicDim(axis))
        continue;
      if (areKnownEqual(mesh::Size::axis(first, axis),
                        mesh::Size::axis(operand, axis)))
        continue;
      Value a = tensor::DimOp::create(builder, loc, first, axis);
      Value b = tensor::DimOp::create(builder, loc, operand, axis);
      Value equal =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a, b);
      mesh::AssertOp::create(
          builder, loc, equal,
          builder.getStringAttr(
              "'" + op->getName().getStringRef() +
              "' op expects operands of one shape, but axis " + Twine(axis) +
              " has {0} and {1} entries"),
          ValueRange{a, b});
    }
  }
}

namespace {

struct MeshElementwiseToLinalg
    : public mesh::impl::MeshElementwiseToLinalgBase<MeshElementwiseToLinalg> {
  using MeshElementwiseToLinalgBase::MeshElementwiseToLinalgBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isElementwiseOnTensors(op) && !mesh::isInRegionOp(op))
        ops.push_back(op);
    });
    llvm::for_each(ops, checkShapes);

    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      return !isElementwiseOnTensors(op) || mesh::isInRegionOp(op);
    });
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
