//===- ReuseInputs.cpp - elementwise ops write over what they read last
//---------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mesh {
#define GEN_PASS_DEF_MESHREUSEINPUTS
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;

/// Whether `value` is memory that an op of the same block has just filled for
/// `user` alone, so that bufferisation can let `user` write over it.
static bool isFilledFor(Value value, Operation *user) {
  auto result = dyn_cast<OpResult>(value);
  return result && result.hasOneUse() &&
         result.getOwner()->getBlock() == user->getBlock() &&
         isa<DestinationStyleOpInterface>(result.getOwner());
}

/// An input of `op` whose memory result `init` may take: read element by
/// element in the order in which the result is written.
static OpOperand *findInput(linalg::LinalgOp op, OpOperand &init) {
  AffineMap map = op.getMatchingIndexingMap(&init);
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get().getType() == init.get().getType() &&
        op.getMatchingIndexingMap(input) == map &&
        isFilledFor(input->get(), op))
      return input;
  return nullptr;
}

namespace {

struct MeshReuseInputs
    : public mesh::impl::MeshReuseInputsBase<MeshReuseInputs> {
  using MeshReuseInputsBase::MeshReuseInputsBase;

  void runOnOperation() override {
    getOperation()->walk([](linalg::LinalgOp op) {
      if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
          op.getNumParallelLoops() != op.getNumLoops() ||
          mesh::isInRegionOp(op))
        return;
      OpOperand &init = *op.getDpsInitOperand(0);
      if (!init.get().getDefiningOp<tensor::EmptyOp>() ||
          op.payloadUsesValueFromOperand(&init) ||
          !op.getMatchingIndexingMap(&init).isPermutation())
        return;
      if (OpOperand *input = findInput(op, init))
        init.set(input->get());
    });
  }
};

} // namespace
