//===- Bufferize.cpp - the --mesh-bufferize pass
//--------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mesh {
#define GEN_PASS_DEF_MESHBUFFERIZE
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"
} // namespace mesh

using namespace mlir;
using namespace mesh;

/// Whether `op` computes on rows inside a region op.
static bool isInRegionOp(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<AggregateOp, MapEdgesOp>(parent))
      return true;
  return false;
}

/// One-shot bufferisation takes entry arguments for writable and would compute
/// in place in what the caller passes.
static void protectArguments(ModuleOp module) {
  module.walk([](FunctionOpInterface function) {
    if (function.isExternal() || !function.isPublic())
      return;
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      if (isa<TensorType>(function.getArgument(i).getType()))
        function.setArgAttr(
            i, bufferization::BufferizationDialect::kWritableAttrName,
            BoolAttr::get(function.getContext(), false));
  });
}

/// Rows filled with constants are hoisted out of the bodies that use them,
/// where they would get memory: moves a copy of each back in.
static void sinkConstants(ModuleOp module) {
  module.walk([](Operation *op) {
    if (!isInRegionOp(op))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *def = operand.get().getDefiningOp();
      if (!def || !isa<TensorType>(operand.get().getType()) ||
          isInRegionOp(def) || !def->hasTrait<OpTrait::ConstantLike>())
        continue;
      OpBuilder builder(op);
      operand.set(builder.clone(*def)->getResult(0));
    }
  });
}

namespace {

struct MeshBufferize : public mesh::impl::MeshBufferizeBase<MeshBufferize> {
  using MeshBufferizeBase::MeshBufferizeBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    protectArguments(module);
    sinkConstants(module);
    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.allowReturnAllocsFromLoops = true;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    options.unknownTypeConverterFn = [](TensorType type, Attribute space,
                                        const auto &) {
      return bufferization::getMemRefTypeWithStaticIdentityLayout(type, space);
    };
    options.opFilter.denyOperation(isInRegionOp);
    bufferization::BufferizationState state;
    if (failed(
            bufferization::runOneShotModuleBufferize(module, options, state)))
      return signalPassFailure();
  }
};

} // namespace
