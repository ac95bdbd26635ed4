//===- ElementwiseToLinalg.cpp - elementwise ops on tensors as linalg
//-----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mesh {
#define GEN_PASS_DEF_MESHELEMENTWISETOLINALG
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;

static bool isInRegionOp(Operation *op) {
  return op->getParentOfType<mesh::AggregateOp>() ||
         op->getParentOfType<mesh::MapEdgesOp>();
}

static bool isElementwiseOnTensors(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

namespace {

struct MeshElementwiseToLinalg
    : public mesh::impl::MeshElementwiseToLinalgBase<MeshElementwiseToLinalg> {
  using MeshElementwiseToLinalgBase::MeshElementwiseToLinalgBase;

  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      return !isElementwiseOnTensors(op) || isInRegionOp(op);
    });
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
