//===- Job.cpp - compile, run and inspect programs ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Job.h"

#include "mesh/Driver/Emit.h"
#include "mesh/Driver/Execute.h"
#include "mesh/Driver/Explain.h"
#include "mesh/Driver/Program.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

/// Writes everything and takes note of what went wrong.
static Error writeAll(raw_fd_ostream &os, StringRef text) {
  os << text;
  os.flush();
  if (!os.has_error())
    return Error::success();
  std::string reason = os.error().message();
  os.clear_error();
  return dataError(reason);
}

/// Writes to what is no ordinary file: a stream, a device.
static Error writeDirectly(StringRef path, StringRef text) {
  std::error_code reason;
  raw_fd_ostream os(path, reason);
  return reason ? dataError(reason.message()) : writeAll(os, text);
}

/// Writes `text` whole or not at all: to a temporary file that then takes the
/// name. A library that a process has loaded stays what it is for that process.
static Error writeOutput(StringRef path, StringRef text) {
  SmallString<128> target(path);
  bool isNew = path != "-" && !sys::fs::exists(path);
  bool isOrdinary = isNew || sys::fs::is_regular_file(path);
  if (!isNew && isOrdinary) // what a link stands for, not the link
    (void)sys::fs::real_path(path, target);
  // The stream is of the kind that LLVM makes for ordinary files.
  auto write = [&](raw_ostream &os) {
    return writeAll(static_cast<raw_fd_ostream &>(os), text);
  };
  Error error =
      isOrdinary ? writeToOutput(target, write) : writeDirectly(path, text);
  if (!error)
    return Error::success();
  return dataError("cannot write " +
                   (path == "-" ? Twine("standard output") : path) + ": " +
                   toString(std::move(error)));
}

/// Lets everybody execute the file who may read it.
static Error makeExecutable(StringRef path) {
  ErrorOr<sys::fs::perms> permissions = sys::fs::getPermissions(path);
  std::error_code error = permissions.getError();
  if (!error) {
    unsigned readable = *permissions & sys::fs::all_read;
    error = sys::fs::setPermissions(
        path, *permissions | static_cast<sys::fs::perms>(readable >> 2));
  }
  if (error)
    return dataError(path + ": " + error.message());
  return Error::success();
}

static Error listFunctions(Program &program, const JobOptions &options,
                           raw_ostream &os) {
  std::vector<Signature> signatures;
  if (options.run) {
    auto function = findFunction(*program.module, *options.run);
    if (!function)
      return function.takeError();
    signatures.push_back(getSignature(program, *function));
  } else {
    for (auto function : program.module->getOps<mlir::func::FuncOp>())
      if (function.isPublic() && !function.isDeclaration())
        signatures.push_back(getSignature(program, function));
  }
  printSignatures(os, signatures,
                  options.signature == JobOptions::Signature::JSON);
  return Error::success();
}

static Error checkConfig() {
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldVerifyDiagnostics() || !config.inputSplitMarker().empty())
    return dataError("--verify-diagnostics and --split-input-file do not go "
                     "with options that compile or run");
  return Error::success();
}

static Error run(const JobOptions &options,
                 const mlir::DialectRegistry &registry) {
  if (Error error = checkConfig())
    return error;
  std::string reason;
  auto file = mlir::openInputFile(options.inputFile, &reason);
  if (!file)
    return dataError(reason);
  SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), SMLoc());

  // One function at a time: threads would cost more than they gain.
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  context.allowUnregisteredDialects(
      mlir::MlirOptMainConfig::createFromCLOptions()
          .shouldAllowUnregisteredDialects());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  auto program = parseProgram(sources, &context);
  if (!program)
    return program.takeError();

  std::string text;
  raw_string_ostream os(text);
  Error error = Error::success();
  if (options.signature != JobOptions::Signature::None)
    error = joinErrors(std::move(error), listFunctions(*program, options, os));
  else if (options.explain && !options.run)
    error =
        joinErrors(std::move(error), printExplanations(*program, options, os));
  else if (options.executes())
    error = joinErrors(std::move(error), execute(*program, options, os));
  else
    error = joinErrors(std::move(error), emit(*program, options, os));
  // What was computed is worth showing even if a comparison failed.
  if (!error || !text.empty())
    error = joinErrors(std::move(error), writeOutput(options.outputFile, text));
  if (!error && (options.emit == JobOptions::Emit::Shared ||
                 options.emit == JobOptions::Emit::Program))
    error = makeExecutable(options.outputFile);
  return error;
}

int mesh::driver::runJob(const JobOptions &options,
                         const mlir::DialectRegistry &registry) {
  int status = 0;
  handleAllErrors(
      run(options, registry), [&](const ReportedError &) { status = 1; },
      [&](const ErrorInfoBase &error) {
        status = 1;
        WithColor::error(errs(), "mesh-opt") << error.message() << "\n";
      });
  return status;
}
