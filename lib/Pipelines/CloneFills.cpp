//===- CloneFills.cpp - give every destination a fill of its own ----------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"
#include "mesh/Pipelines/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mesh {
#define GEN_PASS_DEF_MESHCLONEFILLS
#include "mesh/Pipelines/Passes.h.inc"
} // namespace mesh

using namespace mlir;

/// Whether the op that owns `use` writes into the tensor.
static bool isDestination(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    return style.isDpsInit(&use);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return llvm::any_of(loop.getInitsMutable(),
                        [&](OpOperand &init) { return &init == &use; });
  return false;
}

/// Gives each destination use of `op`'s result a clone, but for one that is the
/// only use and stands in the same block.
static void cloneForUses(Operation *op) {
  Value result = op->getResult(0);
  if (result.hasOneUse() &&
      result.getUses().begin()->getOwner()->getBlock() == op->getBlock())
    return;
  OpBuilder builder(op->getContext());
  for (OpOperand &use : llvm::make_early_inc_range(result.getUses())) {
    if (!isDestination(use))
      continue;
    builder.setInsertionPoint(use.getOwner());
    use.set(builder.clone(*op)->getResult(0));
  }
}

/// Constants of one repeated value above this size are filled when the program
/// runs: they would be written out in full into the compiled program.
static constexpr int64_t kMaxSplatElements = 4096;

static void replaceLargeSplat(arith::ConstantOp op) {
  auto values = dyn_cast<SplatElementsAttr>(op.getValue());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!values || !type || values.getNumElements() <= kMaxSplatElements)
    return;
  // Rows of a fold are never in memory.
  auto isInMemory = [](OpOperand &use) {
    return !mesh::isInRegionOp(use.getOwner());
  };
  if (llvm::none_of(op->getUses(), isInMemory))
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value element = arith::ConstantOp::create(builder, loc,
                                            values.getSplatValue<TypedAttr>());
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  auto fill = linalg::FillOp::create(builder, loc, element, empty);
  op.getResult().replaceUsesWithIf(fill.getResult(0), isInMemory);
  if (op->use_empty())
    op.erase();
}

namespace {

struct CloneFills : mesh::impl::MeshCloneFillsBase<CloneFills> {
  void runOnOperation() override {
    getOperation()->walk(replaceLargeSplat);
    // Fills first: each clone is one more destination of the empty tensor.
    SmallVector<Operation *> fills, empties;
    getOperation()->walk([&](Operation *op) {
      if (auto fill = dyn_cast<linalg::FillOp>(op)) {
        if (fill.hasPureTensorSemantics())
          fills.push_back(op);
      } else if (isa<tensor::EmptyOp>(op)) {
        empties.push_back(op);
      }
    });
    for (SmallVector<Operation *> *ops : {&fills, &empties})
      for (Operation *op : *ops) {
        cloneForUses(op);
        if (op->use_empty())
          op->erase();
      }
  }
};

} // namespace
