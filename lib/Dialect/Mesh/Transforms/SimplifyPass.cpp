//===- SimplifyPass.cpp - the --mesh-simplify pass ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "Simplify.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mesh {
#define GEN_PASS_DEF_MESHSIMPLIFY
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

bool mesh::isSweep(Operation *op) {
  return isa<SegmentSumOp, SegmentMeanOp, SegmentMaxOp, SegmentMinOp,
             SegmentArgmaxOp, SegmentSoftmaxOp, AggregateOp, ReduceEdgesOp>(op);
}

remark::RemarkOpts mesh::getSimplifyRemark(StringRef name, Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return remark::RemarkOpts::name(name)
      .category("mesh-simplify")
      .function(function ? function.getName() : StringRef());
}

static bool hasSweeps(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return isSweep(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Equal expressions become one.
static void shareExpressions(Operation *root) {
  IRRewriter rewriter(root->getContext());
  DominanceInfo dominance;
  eliminateCommonSubExpressions(rewriter, dominance, root);
}

/// Sizes of results are computed from operands: whoever asks for one keeps no
/// result alive.
static void resolveSizes(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  // Whether it converges does not matter.
  (void)applyPatternsGreedily(root, std::move(patterns), config);
}

void mesh::simplifyMessagePassing(Operation *root,
                                  const SimplifyOptions &options) {
  if (!hasSweeps(root))
    return;
  auto share = [&] {
    if (options.share)
      shareExpressions(root);
  };
  resolveSizes(root);
  share();
  if (options.maps) {
    moveMapsBehind(root, options);
    resolveSizes(root);
    share();
  }
  // What has left a loop costs nothing in it: before sides are compared.
  if (options.invariants)
    hoistInvariants(root);
  if (options.maps) {
    moveMapsBefore(root, options);
    resolveSizes(root);
    share();
  }
  if (options.sequences)
    hoistSequences(root);
  resolveSizes(root);
}

namespace {

struct MeshSimplify : public mesh::impl::MeshSimplifyBase<MeshSimplify> {
  using MeshSimplifyBase::MeshSimplifyBase;

  void runOnOperation() override {
    SimplifyOptions options;
    options.maps = linearMaps;
    options.share = shareAggregates;
    options.invariants = hoistInvariants;
    options.sequences = hoistSequences;
    simplifyMessagePassing(getOperation(), options);
  }
};

} // namespace
