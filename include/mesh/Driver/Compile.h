//===- Compile.h - from a program to machine code ---------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_COMPILE_H
#define MESH_DRIVER_COMPILE_H

#include "mesh/Driver/Job.h"
#include "mesh/Driver/Program.h"
#include "mesh/Pipelines/Target.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace mesh::driver {

/// Runs the passes that the command line names.
llvm::Error runRequestedPasses(mlir::ModuleOp module);

/// Lowers what the interpreter does not define: the tosa dialect.
llvm::Error lowerForReference(mlir::ModuleOp module);

/// Lowers the module to the LLVM dialect (`--mesh-to-cpu`), unless the passes
/// of the command line have done so. If `entry` is not empty, only that
/// function and what it calls remain.
llvm::Error lowerToLLVMDialect(mlir::ModuleOp module, llvm::StringRef entry,
                               const JobOptions &options);

/// A module in LLVM IR and the machine it is for. The context comes first: it
/// must outlive the module.
struct LLVMProgram {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
};
llvm::Expected<LLVMProgram> translateToLLVM(mlir::ModuleOp module,
                                            llvm::StringRef cpu);

/// LLVM's O3.
llvm::Error optimize(LLVMProgram &program);

/// Assembly of an optimised program.
llvm::Expected<std::string> emitAssembly(LLVMProgram &program);

} // namespace mesh::driver

#endif // MESH_DRIVER_COMPILE_H
