//===- FusePass.cpp - the --mesh-fuse pass
//--------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
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

namespace {

struct MeshFuse : public mesh::impl::MeshFuseBase<MeshFuse> {
  using MeshFuseBase::MeshFuseBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateCoreToRegionPatterns(patterns);
    if (fuseProducers) {
      populateElementwiseToRegionPatterns(patterns);
      populateFuseProducerPatterns(patterns);
    }
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    if (remarks)
      reportEdgeTensors();
  }

  /// Says for every edge-sized tensor that is left why it is in memory.
  void reportEdgeTensors() {
    getOperation()->walk([](MapEdgesOp map) {
      for (OpResult result : map->getResults())
        for (OpOperand &use : result.getUses())
          if (!isa<tensor::DimOp>(use.getOwner())) // Reads no row.
            map.emitRemark() << "edge rows stay in memory: read by '"
                             << use.getOwner()->getName() << "'";
    });
  }
};

} // namespace
