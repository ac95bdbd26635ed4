//===- Compile.cpp - from a program to machine code -----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Compile.h"

#include "mesh/AutoDiff/Passes.h"
#include "mesh/Pipelines/Passes.h"
#include "mesh/Pipelines/Pipelines.h"

#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static Error run(mlir::PassManager &pm, mlir::ModuleOp module) {
  if (failed(mlir::applyPassManagerCLOptions(pm)))
    return reportedError();
  mlir::applyDefaultTimingPassManagerCLOptions(pm);
  if (failed(pm.run(module)))
    return reportedError();
  return Error::success();
}

Error mesh::driver::runRequestedPasses(mlir::ModuleOp module) {
  mlir::PassManager pm(module.getContext(), mlir::ModuleOp::getOperationName());
  if (failed(
          mlir::MlirOptMainConfig::createFromCLOptions().setupPassPipeline(pm)))
    return reportedError();
  if (pm.empty())
    return Error::success();
  return run(pm, module);
}

Error mesh::driver::lowerForReference(mlir::ModuleOp module) {
  mlir::PassManager pm(module.getContext(), mlir::ModuleOp::getOperationName());
  pm.addPass(createMeshLowerTosa());
  // As the program says it: what is compiled is compared with that.
  pm.addPass(createMeshAutodiff(
      {/*fuse=*/true, /*simplify=*/false, /*checkSeeds=*/true}));
  return run(pm, module);
}

void mesh::driver::restrictToEntry(mlir::ModuleOp module, StringRef entry) {
  if (entry.empty())
    return;
  for (auto function : module.getOps<mlir::func::FuncOp>())
    function.setVisibility(function.getName() == entry
                               ? mlir::SymbolTable::Visibility::Public
                               : mlir::SymbolTable::Visibility::Private);
}

Error mesh::driver::lowerToLLVMDialect(mlir::ModuleOp module,
                                       const JobOptions &options) {
  // Passes of the command line may have gone all the way.
  auto functions = module.getOps<mlir::func::FuncOp>();
  if (functions.begin() == functions.end())
    return Error::success();
  CpuPipelineOptions pipeline;
  pipeline.cpu = options.cpu;
  pipeline.verifyRuntime = options.verifyRuntime;
  pipeline.fuse = options.fuse;
  pipeline.assignEdgeOrder = options.assignEdgeOrder;
  mlir::PassManager pm(module.getContext(), mlir::ModuleOp::getOperationName());
  buildToCpuPipeline(pm, pipeline);
  return run(pm, module);
}

Expected<LLVMProgram> mesh::driver::translateToLLVM(mlir::ModuleOp module,
                                                    StringRef cpu) {
  Expected<CpuTarget> target = findCpuTarget(cpu);
  if (!target)
    return target.takeError();
  auto machine = createTargetMachine(*target);
  if (!machine)
    return machine.takeError();
  LLVMProgram program;
  program.context = std::make_unique<LLVMContext>();
  program.machine = std::move(*machine);
  program.module =
      mlir::translateModuleToLLVMIR(module, *program.context, "mesh");
  if (!program.module)
    return reportedError();
  program.module->setTargetTriple(program.machine->getTargetTriple());
  program.module->setDataLayout(program.machine->createDataLayout());
  return std::move(program);
}

Error mesh::driver::optimize(LLVMProgram &program) {
  return mlir::makeOptimizingTransformer(
      /*optLevel=*/3, /*sizeLevel=*/0,
      program.machine.get())(program.module.get());
}

Expected<std::string> mesh::driver::emitMachineCode(LLVMProgram &program,
                                                    CodeGenFileType type) {
  SmallString<0> text;
  raw_svector_ostream os(text);
  legacy::PassManager passes;
  if (program.machine->addPassesToEmitFile(passes, os, nullptr, type))
    return dataError("no machine code can be written for this processor");
  passes.run(*program.module);
  return text.str().str();
}
