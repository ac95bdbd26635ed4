//===- Emit.cpp - compiled programs as files ------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Emit.h"

#include "mesh/Driver/Artefact/Interface.h"
#include "mesh/Driver/Artefact/Link.h"
#include "mesh/Driver/Compile.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

using Emit = JobOptions::Emit;

/// Whether C programs are to call what is written.
static bool hasInterface(const JobOptions &options) {
  return options.emit == Emit::Object || options.emit == Emit::Shared ||
         options.emit == Emit::Header || options.cInterface;
}

/// A shared library is for this machine; object files may be for others.
static Error checkTarget(const CpuTarget &target, const JobOptions &options) {
  if (options.emit != Emit::Shared || isHostTarget(target))
    return Error::success();
  return dataError("--cpu=" + options.cpu +
                   ": a shared library can be linked for this machine's "
                   "architecture only; write --emit=obj and link it there");
}

static Error emitProgram(mlir::ModuleOp module, ArrayRef<CFunction> functions,
                         const CpuTarget &target, const JobOptions &options,
                         raw_ostream &os) {
  auto code = translateToLLVM(module, options.cpu);
  if (!code)
    return code.takeError();
  if (hasInterface(options))
    if (Error error = addInterface(*code, functions, target))
      return error;
  if (options.sanitize != JobOptions::Sanitize::None)
    prepareForSanitizer(*code, options.sanitize);
  if (options.emit == Emit::LLVMIR) {
    os << *code->module;
    return Error::success();
  }
  if (Error error = optimize(*code))
    return error;
  auto machineCode = emitMachineCode(*code, options.emit == Emit::Assembly
                                                ? CodeGenFileType::AssemblyFile
                                                : CodeGenFileType::ObjectFile);
  if (machineCode && options.emit == Emit::Shared)
    machineCode = linkShared(*machineCode, functions);
  if (!machineCode)
    return machineCode.takeError();
  os << *machineCode;
  return Error::success();
}

Error mesh::driver::emit(Program &program, const JobOptions &options,
                         raw_ostream &os) {
  Expected<CpuTarget> target = findCpuTarget(options.cpu);
  if (!target)
    return target.takeError();
  if (Error error = checkTarget(*target, options))
    return error;
  std::string entry;
  if (options.entry) {
    auto function = findFunction(*program.module, *options.entry);
    if (!function)
      return function.takeError();
    entry = function->getName().str();
  }
  std::vector<CFunction> functions;
  if (hasInterface(options)) {
    auto planned = planInterface(program, entry, options.prefix);
    if (!planned)
      return planned.takeError();
    functions = std::move(*planned);
  }
  mlir::ModuleOp module = *program.module;
  if (Error error = runRequestedPasses(module))
    return error;
  restrictToEntry(module, entry);
  if (hasInterface(options))
    if (Error error = addShapeFunctions(module, functions))
      return error;
  if (options.emit == Emit::Header) {
    printHeader(os, functions, options.inputFile);
    return Error::success();
  }
  if (Error error = lowerToLLVMDialect(module, options))
    return error;
  if (options.emit == Emit::MLIR) {
    os << module << "\n";
    return Error::success();
  }
  return emitProgram(module, functions, *target, options, os);
}
