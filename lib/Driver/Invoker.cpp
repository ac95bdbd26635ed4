//===- Invoker.cpp - one way to call any compiled function ----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Invoker.h"

#include "mesh/Conversion/RuntimeChecks/Passes.h"
#include "mesh/Driver/Data/Array.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

Expected<Function *> mesh::driver::addInvoker(Module &module, StringRef name,
                                              StringRef invokerName) {
  Function *callee = module.getFunction("_mlir_ciface_" + getCodeName(name));
  if (!callee)
    return dataError("function @" + name +
                     " has no C interface: its passes left no function of "
                     "that name");
  LLVMContext &context = module.getContext();
  auto *ptr = PointerType::getUnqual(context);
  auto *type = FunctionType::get(Type::getVoidTy(context), {ptr}, false);
  auto *invoker =
      Function::Create(type, Function::ExternalLinkage, invokerName, module);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", invoker));
  auto loadSlot = [&](unsigned i) {
    return builder.CreateLoad(
        ptr, builder.CreateConstGEP1_32(ptr, invoker->getArg(0), i));
  };
  SmallVector<Value *> arguments;
  for (Argument &argument : callee->args()) {
    Value *slot = loadSlot(argument.getArgNo());
    if (!argument.getType()->isPointerTy())
      slot = builder.CreateLoad(argument.getType(), slot);
    arguments.push_back(slot);
  }
  CallInst *call = builder.CreateCall(callee, arguments);
  if (!call->getType()->isVoidTy())
    builder.CreateStore(call, loadSlot(callee->arg_size()));
  builder.CreateRetVoid();
  return invoker;
}
