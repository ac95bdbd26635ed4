//===- Help.cpp - what mesh-opt --help prints -----------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Help.h"

#include "mesh/Driver/Job.h"

#include "mlir/Pass/PassRegistry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mesh::driver;

/// Those of mlir-opt that one needs to look at a program and its stages.
static constexpr StringLiteral kGeneralOptions[] = {
    "pass-pipeline",
    "mlir-print-ir-before",
    "mlir-print-ir-after",
    "mlir-print-ir-after-all",
    "mlir-print-ir-after-failure",
    "mlir-print-op-generic",
    "mlir-print-debuginfo",
    "mlir-elide-elementsattrs-if-larger",
    "mlir-timing",
    "mlir-disable-threading",
    "split-input-file",
    "verify-diagnostics",
    "verify-each",
    "emit-bytecode",
    "allow-unregistered-dialect",
    "load-dialect-plugin",
    "load-pass-plugin",
    "show-dialects",
    "list-passes",
    "version",
    "help-hidden",
};

static constexpr size_t kPassColumn = 46;

bool mesh::driver::asksForHelp(ArrayRef<const char *> arguments) {
  return any_of(arguments, [](StringRef argument) {
    return argument == "--help" || argument == "-help" || argument == "-h" ||
           argument == "--h";
  });
}

/// The words of pass names by which ours are told from upstream's.
static bool isOurs(StringRef name) {
  SmallVector<StringRef> words;
  name.split(words, '-');
  return is_contained(words, "mesh") || is_contained(words, "check");
}

static void printOptions(ArrayRef<cl::Option *> options, size_t width) {
  for (cl::Option *option : options)
    option->printOptionInfo(width);
}

static void printPasses(StringRef title,
                        ArrayRef<const mlir::PassRegistryEntry *> passes) {
  outs() << "\n" << title << ":\n\n";
  for (const mlir::PassRegistryEntry *pass : passes)
    outs() << "  --" << left_justify(pass->getPassArgument(), kPassColumn - 4)
           << " " << pass->getPassDescription() << "\n";
}

void mesh::driver::printHelp() {
  // Passes are registered as values of one option without a name, under which
  // each is entered as if it were an option.
  const auto &registered = cl::getRegisteredOptions();
  std::vector<std::string> names;
  std::vector<cl::Option *> ours, general;
  for (const auto &[name, option] : registered) {
    names.push_back(name.str());
    if (is_contained(option->Categories, &getJobCategory()))
      ours.push_back(option);
  }
  llvm::sort(names);
  llvm::sort(
      ours, [](cl::Option *a, cl::Option *b) { return a->ArgStr < b->ArgStr; });
  for (StringRef name : kGeneralOptions)
    if (cl::Option *option = registered.lookup(name))
      general.push_back(option);

  std::vector<const mlir::PassRegistryEntry *> pipelines, passes, upstream;
  for (StringRef name : names) {
    const auto *pipeline = mlir::PassPipelineInfo::lookup(name);
    if (pipeline && isOurs(name))
      pipelines.push_back(pipeline);
    else if (pipeline)
      upstream.push_back(pipeline);
    else if (const auto *pass = mlir::PassInfo::lookup(name))
      (isOurs(name) ? passes : upstream).push_back(pass);
  }

  size_t width = 0;
  for (cl::Option *option : concat<cl::Option *>(ours, general))
    width = std::max(width, option->getOptionWidth());
  outs()
      << "Mesh: message passing on graphs, compiled\n\n"
         "usage: mesh-opt program.mlir [passes] [options] [-o file]\n"
         "Without a file, standard input is read, and standard output "
         "written. Without options, the\nprogram is verified and printed.\n\n"
      << getJobCategory().getName() << ":\n"
      << getJobCategory().getDescription() << "\n\n";
  printOptions(ours, width);
  outs() << "\nLook at programs, as in mlir-opt:\n\n";
  printOptions(general, width);
  printPasses("Pipelines (options: --mesh-to-cpu=\"cpu=x86-64-v3 "
              "vector-bits=256 verify-runtime\")",
              pipelines);
  printPasses("Passes of Mesh", passes);
  printPasses("Passes of MLIR", upstream);
  outs() << "\nOptions of passes are listed by --list-passes, those of LLVM by "
            "--help-hidden.\n";
}
