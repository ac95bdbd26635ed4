//===- mesh-opt.cpp - the Mesh compiler driver ----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An mlir-opt for Mesh programs that can also compile and run them.
//
//===----------------------------------------------------------------------===//

#include "mesh/AutoDiff/RuleList.h"
#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Data/Words.h"
#include "mesh/Driver/Help.h"
#include "mesh/Driver/Job.h"
#include "mesh/Driver/PassOptions.h"
#include "mesh/Driver/Program.h"
#include "mesh/Driver/Registration.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

#include <csignal>

using namespace mesh::driver;

/// The error of a pass would be followed by all of the program.
static void printNoOpsAfterErrors() {
  auto *option =
      llvm::cl::getRegisteredOptions().lookup("mlir-print-op-on-diagnostic");
  if (option)
    static_cast<llvm::cl::opt<bool> *>(option)->setInitialValue(false);
}

static int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "mesh-opt") << message << "\n";
  return EXIT_FAILURE;
}

/// The status of the program once all is written to `os`.
static int finish(llvm::raw_fd_ostream &os, llvm::StringRef name) {
  os.flush();
  if (!os.has_error())
    return EXIT_SUCCESS;
  std::string reason = os.error().message();
  os.clear_error();
  return fail((name == "-" ? "standard output" : name) + ": " + reason);
}

static bool isTooDeep(llvm::MemoryBufferRef program) {
  if (mlir::isBytecode(program))
    return false;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(program,
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  return llvm::errorToBool(checkNesting(sources));
}

/// What MLIR's function of the name does with files, and a look at the passes.
static int runPasses(llvm::StringRef input, llvm::StringRef output,
                     mlir::DialectRegistry &registry,
                     llvm::ArrayRef<const char *> arguments) {
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  auto addPasses = [config, arguments](mlir::PassManager &pm) {
    if (failed(config.setupPassPipeline(pm)))
      return mlir::failure();
    warnOfIdlePasses(pm, arguments);
    return mlir::success();
  };
  auto checked = config;
  checked.setPassPipelineSetupFn(addPasses);
  if (input == "-" && llvm::sys::Process::StandardInIsUserInput())
    llvm::errs() << "(reading the program from the terminal: end it with "
                    "ctrl-d)\n";
  std::string reason;
  auto program = mlir::openInputFile(input, &reason);
  if (!program)
    return fail(reason);
  if (isTooDeep(*program))
    return EXIT_FAILURE;
  auto result = mlir::openOutputFile(output, &reason);
  if (!result)
    return fail(reason);
  if (failed(mlir::MlirOptMain(result->os(), std::move(program), registry,
                               checked)))
    return EXIT_FAILURE;
  if (int status = finish(result->os(), output))
    return status;
  result->keep();
  return EXIT_SUCCESS;
}

static int run(int argc, char **argv) {
  llvm::setBugReportMsg("This is a bug in Mesh. Please report it with the "
                        "command line and the program that led to it.\n");
  mlir::DialectRegistry registry;
  registerDialects(registry);
  registerPasses();
  std::string header = mlir::registerCLIOptions(
      "Mesh: message passing on graphs, compiled\n", registry);
  printNoOpsAfterErrors();
  llvm::ArrayRef<const char *> arguments(argv + 1, argv + argc);
  if (asksForHelp(arguments)) {
    printHelp();
    return finish(llvm::outs(), "-");
  }
  auto [input, output] = mlir::parseCLIOptions(argc, argv, header);
  if (llvm::Error error = checkPasses(arguments))
    return fail(llvm::toString(std::move(error)));
  auto job = readJobOptions();
  if (!job)
    return EXIT_FAILURE;
  if (job->listRules) {
    mlir::MLIRContext context(registry);
    context.loadAllAvailableDialects();
    mesh::listRules(context, llvm::outs());
    return finish(llvm::outs(), "-");
  }
  if (job->isJob()) {
    job->inputFile = input;
    job->outputFile = output;
    return runJob(*job, registry);
  }
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, input, output, registry));
  return runPasses(input, output, registry, arguments);
}

int main(int argc, char **argv) {
  holdStandardStreams();
  llvm::InitLLVM init(argc, argv);
  // A limit on the size of files is an error of the write.
  std::signal(SIGXFSZ, SIG_IGN);
  // A crash in the parser of some op must not look like one of the caller's
  // shell: it is an error as others are, after the trace.
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  recovery.DumpStackAndCleanupOnFailure = true;
  int status = EXIT_FAILURE;
  Words words(argc, argv);
  if (!recovery.RunSafely([&] {
        status = run(words.count(), const_cast<char **>(words.data()));
      })) {
    fail("stopped by a fault of mesh-opt or MLIR, not by an error in the "
         "program: the place is above");
    // What the fault has left locked must not be waited for.
    std::_Exit(EXIT_FAILURE);
  }
  return status;
}
