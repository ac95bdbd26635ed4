//===- Prefetch.cpp - the --mesh-prefetch pass
//----------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace mesh {
#define GEN_PASS_DEF_MESHPREFETCH
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;

namespace {

struct MeshPrefetch : public mesh::impl::MeshPrefetchBase<MeshPrefetch> {
  using MeshPrefetchBase::MeshPrefetchBase;

  void runOnOperation() override {
    if (distance <= 0)
      return;
    Builder builder(&getContext());
    auto mark = [&](Operation *op) {
      op->setAttr("mesh.prefetch_distance",
                  builder.getI64IntegerAttr(distance));
    };
    getOperation()->walk([&](mesh::AggregateOp op) {
      if (!op.getSources().empty() || !op.getScoreSources().empty())
        mark(op);
    });
    getOperation()->walk([&](mesh::MapEdgesOp op) {
      if (!op.getSources().empty() || !op.getTargets().empty())
        mark(op);
    });
  }
};

} // namespace
