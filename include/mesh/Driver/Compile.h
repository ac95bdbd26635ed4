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

/// Leaves only the function `entry`, and what it calls, for the caller of the
/// program; all functions if `entry` is empty.
void restrictToEntry(mlir::ModuleOp module, llvm::StringRef entry);

/// Lowers the module to the LLVM dialect (`--mesh-to-cpu`), unless the passes
/// of the command line have done so.
llvm::Error lowerToLLVMDialect(mlir::ModuleOp module,
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

/// Has clang instrument every function when it compiles the module, and splits
/// vectors into elements: sanitizers watch accesses of 16 bytes and less.
void prepareForSanitizer(LLVMProgram &program, JobOptions::Sanitize sanitize);

/// Assembly or the bytes of an object file of an optimised program.
llvm::Expected<std::string> emitMachineCode(LLVMProgram &program,
                                            llvm::CodeGenFileType type);

} // namespace mesh::driver

#endif // MESH_DRIVER_COMPILE_H
