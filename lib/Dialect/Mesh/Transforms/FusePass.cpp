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

static LogicalResult applyPatterns(Operation *root,
                                   RewritePatternSet patterns) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  return applyPatternsGreedily(root, std::move(patterns), config);
}

/// Results and accumulators that nothing uses since folds were merged.
static LogicalResult dropUnused(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  AggregateOp::getCanonicalizationPatterns(patterns, root->getContext());
  return applyPatterns(root, std::move(patterns));
}

static LogicalResult fuseNodes(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  populateNodePatterns(patterns);
  return applyPatterns(root, std::move(patterns));
}

LogicalResult mesh::fuseMessagePassing(Operation *root,
                                       const FuseOptions &options) {
  auto run = [&](bool intoFolds, bool convertSoftmax) {
    RewritePatternSet patterns(root->getContext());
    populateCoreToRegionPatterns(patterns);
    if (options.producers) {
      populateElementwiseToRegionPatterns(patterns);
      populateLinalgToRegionPatterns(patterns);
      populateShapeToRegionPatterns(patterns);
      populateFuseProducerPatterns(patterns, intoFolds);
    }
    if (convertSoftmax)
      populateSoftmaxToRegionPatterns(patterns);
    else if (options.softmax && intoFolds)
      populateFuseSoftmaxPatterns(patterns);
    return applyPatterns(root, std::move(patterns));
  };
  // Computations on edges are put together before it is asked whether their
  // readers may do them: what one costs is known then. A softmax stays whole
  // until the folds that can use it have been found.
  auto runBoth = [&](bool convertSoftmax) {
    return success(succeeded(run(/*intoFolds=*/false, convertSoftmax)) &&
                   succeeded(run(/*intoFolds=*/true, convertSoftmax)));
  };
  if (failed(runBoth(/*convertSoftmax=*/false)) ||
      failed(runBoth(/*convertSoftmax=*/true)))
    return failure();
  // Rows that two folds read have one reader once the folds are one.
  while (options.sweeps && mergeSweeps(root))
    if (failed(dropUnused(root)) || failed(runBoth(/*convertSoftmax=*/true)))
      return failure();
  // Last: a fold that is shared has no reader of its own.
  return options.nodes ? fuseNodes(root) : success();
}

namespace {

struct MeshFuse : public mesh::impl::MeshFuseBase<MeshFuse> {
  using MeshFuseBase::MeshFuseBase;

  void runOnOperation() override {
    FuseOptions options;
    options.producers = fuseProducers;
    options.softmax = fuseSoftmax;
    options.sweeps = mergeSweeps;
    options.nodes = fuseNodes;
    if (failed(fuseMessagePassing(getOperation(), options)))
      return signalPassFailure();
    reportEdgeTensors(getOperation(), remarks);
  }
};

} // namespace
