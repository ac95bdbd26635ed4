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

#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Job.h"
#include "mesh/Driver/Registration.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"

int main(int argc, char **argv) {
  mesh::driver::holdStandardStreams();
  llvm::setBugReportMsg("This is a bug in Mesh. Please report it with the "
                        "command line and the program that led to it.\n");
  mlir::DialectRegistry registry;
  mesh::driver::registerDialects(registry);
  mesh::driver::registerPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "Mesh: message passing on graphs, compiled\n", registry);
  auto job = mesh::driver::readJobOptions();
  if (!job)
    return EXIT_FAILURE;
  if (!job->isJob())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, input, output, registry));
  llvm::InitLLVM init(argc, argv);
  job->inputFile = input;
  job->outputFile = output;
  return mesh::driver::runJob(*job, registry);
}
