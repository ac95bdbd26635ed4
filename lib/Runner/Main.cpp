//===- Main.cpp - programs that mesh-opt writes ---------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The main function of what `mesh-opt --emit=exe` makes: reads the arguments as
// mesh-opt does, calls the one function that was compiled, and prints or saves
// its results.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/File.h"
#include "mesh/Driver/Data/Function.h"
#include "mesh/Driver/Data/Progress.h"
#include "mesh/Driver/Data/Words.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <csignal>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

/// The compiled function.
extern "C" const runtime::FunctionInfo mesh_program;

static cl::OptionCategory category("Options");

static cl::list<std::string> arguments(
    "arg", cl::cat(category), cl::value_desc("[name=]value"),
    cl::desc("An argument, in the function's order or by name: @file.npy, "
             "@file.npz:member, @file.mtx, a literal [[1,2],[3,4]], or a "
             "generator such as zeros, uniform:seed"));
static cl::opt<std::string>
    save("save", cl::cat(category), cl::value_desc("file"),
         cl::desc("Write the results to this .npy (one) or .npz (any number) "
                  "instead of printing them"));
static cl::opt<int>
    timedCalls("time", cl::cat(category), cl::value_desc("n"),
               cl::desc("Time this many calls after a first one"));
static cl::opt<int>
    numThreads("num-threads", cl::cat(category), cl::value_desc("n"),
               cl::desc("Threads of the compiled code (default: all cores)"));

static Error checkOptions() {
  if (numThreads.getNumOccurrences() &&
      (numThreads < 1 || numThreads > kMaxThreads))
    return dataError("--num-threads expects a number from 1 to " +
                     Twine(kMaxThreads) + ", but got " + Twine(numThreads));
  if (timedCalls.getNumOccurrences() && timedCalls < 1)
    return dataError("--time expects a number of calls of at least 1, but "
                     "got " +
                     Twine(timedCalls));
  return Error::success();
}

static Error run(const FunctionSpec &function, raw_ostream &os) {
  if (Error error = checkOptions())
    return error;
  if (!save.empty())
    if (Error error = checkSave(save, function))
      return error;
  auto texts = matchArguments(
      function, std::vector<std::string>(arguments.begin(), arguments.end()));
  if (!texts)
    return texts.takeError();
  auto values = loadArguments(function, *texts);
  if (!values)
    return values.takeError();
  if (numThreads.getNumOccurrences())
    setNumThreads(numThreads);
  auto call = [&] { return callFunction(mesh_program, function, *values); };
  Expected<std::vector<Array>> results = [&] {
    Progress progress("running @" + function.name);
    return call();
  }();
  if (!results)
    return results.takeError();
  if (Error error = deliverResults(function, *results, save, os))
    return error;
  results->clear(); // later calls use their memory
  return timedCalls ? timeCalls(call, timedCalls, os) : Error::success();
}

/// "@sage(g: !mesh.graph, x: tensor<?x4xf32>) -> (r0: tensor<?x2xf32>)".
static std::string describe(const FunctionSpec &function) {
  auto list = [](ArrayRef<ValueSpec> values) {
    std::string text;
    for (const ValueSpec &value : values)
      text +=
          (text.empty() ? "" : ", ") + value.name + ": " + value.type.name();
    return "(" + text + ")";
  };
  return "@" + function.name + list(function.parameters) + " -> " +
         list(function.results) + "\n";
}

int main(int argc, char **argv) {
  holdStandardStreams();
  // A limit on the size of files is an error of the write.
  std::signal(SIGXFSZ, SIG_IGN);
  FunctionSpec function = describeFunction(mesh_program);
  cl::HideUnrelatedOptions(category);
  std::string overview = describe(function);
  Words words(argc, argv);
  cl::ParseCommandLineOptions(words.count(), words.data(), overview);
  std::string text;
  raw_string_ostream os(text);
  Error error = run(function, os);
  if (!error) {
    outs() << text;
    outs().flush();
    if (outs().has_error()) {
      error = dataError("standard output: " + outs().error().message());
      outs().clear_error();
    }
  }
  if (!error)
    return EXIT_SUCCESS;
  WithColor::error(errs(), sys::path::filename(argv[0]))
      << toString(std::move(error)) << "\n";
  return EXIT_FAILURE;
}
