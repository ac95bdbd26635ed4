//===- FusePass.cpp - the --mesh-fuse pass
//--------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/EdgeTensors.h"
#include "mesh/Dialect/Mesh/Transforms/FuseMessagePassing.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "Fuse.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mesh {
#define GEN_PASS_DEF_MESHFUSE
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

/// Results and accumulators that nothing uses since folds were merged.
static LogicalResult dropUnused(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  AggregateOp::getCanonicalizationPatterns(patterns, root->getContext());
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  return applyPatternsGreedily(root, std::move(patterns), config);
}

LogicalResult mesh::fuseMessagePassing(Operation *root,
                                       const FuseOptions &options) {
  auto run = [&](bool convertSoftmax) {
    RewritePatternSet patterns(root->getContext());
    populateCoreToRegionPatterns(patterns);
    if (options.producers) {
      populateElementwiseToRegionPatterns(patterns);
      populateFuseProducerPatterns(patterns);
    }
    if (convertSoftmax)
      populateSoftmaxToRegionPatterns(patterns);
    else if (options.softmax)
      populateFuseSoftmaxPatterns(patterns);
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    return applyPatternsGreedily(root, std::move(patterns), config);
  };
  // A softmax stays whole until the folds that can use it have been found.
  if (failed(run(/*convertSoftmax=*/false)) ||
      failed(run(/*convertSoftmax=*/true)))
    return failure();
  if (options.sweeps && mergeSweeps(root))
    return dropUnused(root);
  return success();
}

namespace {

struct MeshFuse : public mesh::impl::MeshFuseBase<MeshFuse> {
  using MeshFuseBase::MeshFuseBase;

  void runOnOperation() override {
    FuseOptions options;
    options.producers = fuseProducers;
    options.softmax = fuseSoftmax;
    options.sweeps = mergeSweeps;
    if (failed(fuseMessagePassing(getOperation(), options)))
      return signalPassFailure();
    reportEdgeTensors(getOperation(), remarks);
  }
};

} // namespace
