//===- Executable.cpp - compiled code in this process ---------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Executable.h"

#include "Invoker.h"
#include "NarrowFloats.h"
#include "mesh/Runtime/Function.h"
#include "mesh/Runtime/Pool.h"

#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

/// The function through which this process calls compiled code.
static constexpr StringLiteral kInvoker = "mesh_invoke";

/// What compiled code may call besides the C library and OpenMP.
static orc::SymbolMap runtimeSymbols(orc::MangleAndInterner mangle) {
  orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[mangle(name)] = {orc::ExecutorAddr::fromPtr(function),
                             JITSymbolFlags::Exported |
                                 JITSymbolFlags::Callable};
  };
  add("_mlir_memref_to_llvm_alloc", &_mlir_memref_to_llvm_alloc);
  add("_mlir_memref_to_llvm_aligned_alloc",
      &_mlir_memref_to_llvm_aligned_alloc);
  add("_mlir_memref_to_llvm_free", &_mlir_memref_to_llvm_free);
  add("mesh_rt_fail", &mesh_rt_fail);
  add("mesh_rt_next_result", &mesh_rt_next_result);
  forEachNarrowFloatFunction(add);
  return symbols;
}

static Expected<std::unique_ptr<orc::LLJIT>> createJIT(LLVMProgram program) {
  DataLayout layout = program.machine->createDataLayout();
  Triple triple = program.machine->getTargetTriple();
  orc::LLJITBuilder builder;
  builder.setDataLayout(layout);
  builder.setJITTargetMachineBuilder(orc::JITTargetMachineBuilder(triple));
  // The compiler must outlive its machine, and both the jit.
  builder.setCompileFunctionCreator(
      [&](orc::JITTargetMachineBuilder)
          -> Expected<std::unique_ptr<orc::IRCompileLayer::IRCompiler>> {
        return std::make_unique<orc::TMOwningSimpleCompiler>(
            std::move(program.machine));
      });
  auto jit = builder.create();
  if (!jit)
    return jit.takeError();
  orc::JITDylib &library = (*jit)->getMainJITDylib();
  orc::MangleAndInterner mangle((*jit)->getExecutionSession(), layout);
  if (Error error = library.define(
          orc::absoluteSymbols(runtimeSymbols(std::move(mangle)))))
    return std::move(error);
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      layout.getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  if (Error error = (*jit)->addIRModule(orc::ThreadSafeModule(
          std::move(program.module), std::move(program.context))))
    return std::move(error);
  return jit;
}

Expected<std::unique_ptr<Executable>>
Executable::create(LLVMProgram program, FunctionSpec function) {
  if (Error error =
          addInvoker(*program.module, function.name, kInvoker).takeError())
    return std::move(error);
  if (Error error = optimize(program))
    return std::move(error);
  auto jit = createJIT(std::move(program));
  if (!jit)
    return jit.takeError();
  std::unique_ptr<Executable> executable(new Executable(std::move(function)));
  executable->jit = std::move(*jit);
  auto address = executable->jit->lookup(kInvoker);
  if (!address)
    return address.takeError();
  executable->table = std::make_unique<FunctionTable>(
      executable->function, address->toPtr<void (*)(void **)>());
  return std::move(executable);
}

Expected<std::vector<Array>> Executable::call(ArrayRef<ArgValue> arguments) {
  return callFunction(table->info(), function, arguments);
}
