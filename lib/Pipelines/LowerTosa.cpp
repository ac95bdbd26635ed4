//===- LowerTosa.cpp - tosa to linalg, in order ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Pipelines/Passes.h"

#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mesh {
#define GEN_PASS_DEF_MESHLOWERTOSA
#include "mesh/Pipelines/Passes.h.inc"
} // namespace mesh

using namespace mlir;

namespace {

struct LowerTosa : mesh::impl::MeshLowerTosaBase<LowerTosa> {
  LowerTosa() { build(); }
  LowerTosa(const LowerTosa &other) : MeshLowerTosaBase(other) { build(); }

  void getDependentDialects(DialectRegistry &registry) const override {
    pipeline.getDependentDialects(registry);
  }

  void runOnOperation() override {
    WalkResult found = getOperation().walk([](Operation *op) {
      return isa_and_nonnull<tosa::TosaDialect>(op->getDialect())
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (found.wasInterrupted() && failed(runPipeline(pipeline, getOperation())))
      signalPassFailure();
  }

private:
  void build() {
    OpPassManager &functions = pipeline.nest<func::FuncOp>();
    functions.addPass(tosa::createTosaOptionalDecompositionsPass());
    functions.addPass(tosa::createTosaMakeBroadcastablePass());
    functions.addPass(tosa::createTosaToLinalgNamed());
    functions.addPass(tosa::createTosaToLinalg());
    functions.addPass(createTosaToArithPass());
    functions.addPass(createTosaToTensorPass());
    functions.addPass(createTosaToSCFPass());
    functions.addPass(createCSEPass()); // shapes that nobody reads any more
  }

  OpPassManager pipeline{ModuleOp::getOperationName()};
};

} // namespace
