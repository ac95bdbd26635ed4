//===- Bufferize.cpp - the --mesh-bufferize pass
//--------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"
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

/// Rows made of scalars outside of the regions that use them would get memory:
/// moves a copy of what makes them back in.
static void sinkRows(ModuleOp module) {
  SmallVector<Operation *> pending;
  module.walk([&](Operation *op) {
    if (isInRegionOp(op))
      pending.push_back(op);
  });
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    OpBuilder builder(op);
    SetVector<Value> used(op->operand_begin(), op->operand_end());
    for (Value value : used) {
      Operation *def = value.getDefiningOp();
      if (!def || !isa<TensorType>(value.getType()) || isInRegionOp(def) ||
          !isMadeOfScalars(value))
        continue;
      Operation *copy = builder.clone(*def);
      op->replaceUsesOfWith(
          value, copy->getResult(cast<OpResult>(value).getResultNumber()));
      pending.push_back(copy);
    }
  }
}

namespace {

struct MeshBufferize : public mesh::impl::MeshBufferizeBase<MeshBufferize> {
  using MeshBufferizeBase::MeshBufferizeBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    protectArguments(module);
    sinkRows(module);
    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.allowReturnAllocsFromLoops = true;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    options.unknownTypeConverterFn = [](TensorType type, Attribute space,
                                        const auto &) {
      return bufferization::getMemRefTypeWithStaticIdentityLayout(type, space);
    };
    options.opFilter.denyOperation(
        [](Operation *op) { return isInRegionOp(op); });
    bufferization::BufferizationState state;
    if (failed(
            bufferization::runOneShotModuleBufferize(module, options, state)))
      return signalPassFailure();
  }
};

} // namespace
