//===- Expand.cpp - replace sugar -----------------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mesh {
#define GEN_PASS_DEF_MESHEXPAND
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

namespace {

struct MeshExpand : public mesh::impl::MeshExpandBase<MeshExpand> {
  void runOnOperation() override {
    // Program order, so that an expansion takes sizes from operands that are
    // expanded already, never from a value that is about to go.
    SmallVector<ExpandableOpInterface> sugar;
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](ExpandableOpInterface op) { sugar.push_back(op); });

    IRRewriter rewriter(&getContext());
    for (ExpandableOpInterface op : sugar) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> values = op.expand(rewriter);
      if (failed(values))
        return signalPassFailure();
      rewriter.replaceOp(op, *values);
    }
    if (failed(decomposeAggregated(rewriter)))
      return signalPassFailure();
  }

  /// Softmax and its like are steps of linalg too, which have a lowering.
  LogicalResult decomposeAggregated(IRRewriter &rewriter) {
    SmallVector<linalg::AggregatedOpInterface> aggregated;
    getOperation()->walk(
        [&](linalg::AggregatedOpInterface op) { aggregated.push_back(op); });
    for (linalg::AggregatedOpInterface op : aggregated) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
      if (failed(values))
        return op.emitOpError("cannot be decomposed");
      rewriter.replaceOp(op, *values);
    }
    return success();
  }
};

} // namespace
