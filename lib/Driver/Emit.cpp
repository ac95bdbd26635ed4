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
         options.emit == Emit::Header || options.emit == Emit::Program ||
         options.cInterface;
}

/// What is linked is for this machine; object files may be for others.
static Error checkTarget(const CpuTarget &target, const JobOptions &options) {
  bool isLinked = options.emit == Emit::Shared || options.emit == Emit::Program;
  if ((isLinked || options.emit == Emit::Object) && options.outputFile == "-")
    return dataError("--emit=obj, shared and exe write machine code: name a "
                     "file with -o");
  if (!isLinked || isHostTarget(target))
    return Error::success();
  return dataError("--cpu=" + options.cpu +
                   ": libraries and programs are linked for this machine's "
                   "architecture only; write --emit=obj and link it there");
}

/// The function that is compiled: `--entry`, or the only one for a program;
/// empty for all.
static Expected<std::string> findEntry(mlir::ModuleOp module,
                                       const JobOptions &options) {
  if (!options.entry && options.emit != Emit::Program)
    return std::string();
  auto function = findFunction(module, options.entry.value_or(""));
  if (!function && !options.entry)
    return dataError("--emit=exe calls one function, name it with --entry: " +
                     toString(function.takeError()));
  if (!function)
    return function.takeError();
  return function->getName().str();
}

static Error emitProgram(mlir::ModuleOp module, ArrayRef<CFunction> functions,
                         const CpuTarget &target, const JobOptions &options,
                         raw_ostream &os) {
  auto code = translateToLLVM(module, options.cpu);
  if (!code)
    return code.takeError();
  if (options.emit == Emit::Program) {
    if (Error error = addProgram(*code, functions.front(), target))
      return error;
  } else if (hasInterface(options)) {
    if (Error error = addInterface(*code, functions, target))
      return error;
  }
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
  else if (machineCode && options.emit == Emit::Program)
    machineCode = linkProgram(*machineCode);
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
  Expected<std::string> entry = findEntry(*program.module, options);
  if (!entry)
    return entry.takeError();
  std::vector<CFunction> functions;
  if (hasInterface(options)) {
    auto planned = planInterface(program, *entry, options.prefix);
    if (!planned)
      return planned.takeError();
    functions = std::move(*planned);
  }
  mlir::ModuleOp module = *program.module;
  if (Error error = runRequestedPasses(module))
    return error;
  restrictToEntry(module, *entry);
  if (hasInterface(options) && options.emit != Emit::Program)
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
