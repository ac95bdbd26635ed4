//===- ConvertMeshToSCF.cpp - the --convert-mesh-to-scf pass
//--------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Conversion/Passes.h"

#include "LowerRegionOps.h"

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mesh {
#define GEN_PASS_DEF_CONVERTMESHTOSCF
#include "mesh/Conversion/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

/// Names the ops of `op`'s regions that vectors do not speed up.
static void remarkScalars(Operation *op, bool asDiagnostics) {
  static constexpr StringLiteral kText =
      "has no form on vectors: it is computed for one element after another";
  op->walk([&](Operation *inner) {
    if (inner == op || !isScalarOnly(inner))
      return WalkResult::advance();
    auto function = inner->getParentOfType<FunctionOpInterface>();
    remark::missed(inner->getLoc(),
                   remark::RemarkOpts::name("Scalar")
                       .category("convert-mesh-to-scf")
                       .function(function ? function.getName() : StringRef()))
        << remark::reason("'{0}' op {1}", inner->getName().getStringRef().str(),
                          kText.str());
    if (asDiagnostics)
      inner->emitRemark("'") << inner->getName() << "' op " << kText;
    // What is inside is part of it.
    return WalkResult::skip();
  });
}

namespace {

struct ConvertMeshToSCF
    : public mesh::impl::ConvertMeshToSCFBase<ConvertMeshToSCF> {
  using ConvertMeshToSCFBase::ConvertMeshToSCFBase;

  void runOnOperation() override {
    if (vectorBits != 128 && vectorBits != 256 && vectorBits != 512) {
      getOperation().emitError("expects 'vector-bits' to be 128, 256 or 512, "
                               "but got ")
          << vectorBits.getValue();
      return signalPassFailure();
    }
    VectorShape shape{vectorBits};
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isRegionOp(op) || isa<COOToCSROp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      remarkScalars(op, remarks);
      if (failed(lower(op, shape)))
        return signalPassFailure();
    }
  }

  static LogicalResult lower(Operation *op, VectorShape shape) {
    auto isBuffer = llvm::IsaPred<MemRefType>;
    bool isReady = llvm::all_of(op->getOperandTypes(), isBuffer);
    if (auto aggregate = dyn_cast<AggregateOp>(op)) {
      if (!isReady)
        return notReady(op, aggregate.isOverGraph());
      packRows(op);
      return lowerAggregate(aggregate, shape);
    }
    if (auto map = dyn_cast<MapEdgesOp>(op)) {
      if (!isReady)
        return notReady(op, map.isOverGraph());
      packRows(op);
      return lowerMapEdges(map, shape);
    }
    if (auto reduce = dyn_cast<ReduceEdgesOp>(op)) {
      if (!isReady)
        return notReady(op, reduce.isOverGraph());
      packRows(op);
      return lowerReduceEdges(reduce, shape);
    }
    if (!isReady)
      return notReady(op, false);
    return lowerCOOToCSR(cast<COOToCSROp>(op));
  }

  static LogicalResult notReady(Operation *op, bool overGraph) {
    return op->emitOpError("expects buffers: run ")
           << (overGraph ? "'--mesh-lower-graph' and '--mesh-bufferize'"
                         : "'--mesh-bufferize'")
           << " first";
  }
};

} // namespace
