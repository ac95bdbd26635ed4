//===- Inliner.cpp - inlining that keeps adjoints -------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/Inliner.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;

namespace {

struct FuncInliner : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Operation *callable, bool) const final {
    if (callable->hasAttr(mesh::kAdjointAttr))
      return false;
    auto function = dyn_cast<func::FuncOp>(callable);
    return !function || !function.getNoInline();
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }

  /// Several blocks: what returned jumps to the block after the call.
  void handleTerminator(Operation *op, Block *next) const final {
    if (!isa<func::ReturnOp>(op))
      return;
    OpBuilder b(op);
    cf::BranchOp::create(b, op->getLoc(), next, op->getOperands());
    op->erase();
  }
  /// One block: what was returned are the results.
  void handleTerminator(Operation *op, ValueRange results) const final {
    for (auto [result, value] : llvm::zip(results, op->getOperands()))
      result.replaceAllUsesWith(value);
  }
};

} // namespace

void mesh::registerInlinerExtension(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *dialect) {
    dialect->addInterfaces<FuncInliner>();
    // The jumps.
    context->getOrLoadDialect<cf::ControlFlowDialect>();
  });
}
