//===- SetTarget.cpp - target triple and data layout ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Pipelines/Passes.h"
#include "mesh/Pipelines/Target.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mesh {
#define GEN_PASS_DEF_MESHSETTARGET
#include "mesh/Pipelines/Passes.h.inc"
} // namespace mesh

using namespace mlir;

namespace {

struct SetTarget : mesh::impl::MeshSetTargetBase<SetTarget> {
  using MeshSetTargetBase::MeshSetTargetBase;

  void runOnOperation() override {
    llvm::Expected<mesh::CpuTarget> target = mesh::findCpuTarget(cpu);
    if (!target)
      return fail(target.takeError());
    auto machine = mesh::createTargetMachine(*target);
    if (!machine)
      return fail(machine.takeError());
    auto set = [&](StringRef name, const std::string &value) {
      getOperation()->setAttr(name, StringAttr::get(&getContext(), value));
    };
    set(LLVM::LLVMDialect::getTargetTripleAttrName(), target->triple);
    set(LLVM::LLVMDialect::getDataLayoutAttrName(),
        (*machine)->createDataLayout().getStringRepresentation());
  }

  void fail(llvm::Error error) {
    getOperation()->emitError(llvm::toString(std::move(error)));
    signalPassFailure();
  }
};

} // namespace
