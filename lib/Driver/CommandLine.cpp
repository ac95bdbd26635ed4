//===- CommandLine.cpp - options that finish the job ----------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Function.h"
#include "mesh/Driver/Job.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mesh::driver;

static cl::OptionCategory category("Build and run",
                                   "Options that compile and execute what the "
                                   "passes leave. Without one of them, the "
                                   "program is printed.");

static cl::opt<std::string>
    run("run", cl::cat(category), cl::value_desc("function"),
        cl::desc("Compile this function for the CPU and call it"));

static cl::list<std::string> arguments(
    "arg", cl::cat(category), cl::value_desc("[name=]value"),
    cl::desc(
        "An argument, in the function's order or by name: @file.npy, "
        "@file.npz:member, @file.mtx, a literal [[1,2],[3,4]], or a "
        "generator such as zeros, uniform:seed, rmat:nodes=,edges=,seed="));

static cl::opt<std::string>
    save("save", cl::cat(category), cl::value_desc("file"),
         cl::desc("Write the results to this .npy (one) or .npz (any number); "
                  "by default, they are printed"));

static cl::opt<int>
    numThreads("num-threads", cl::cat(category), cl::value_desc("n"),
               cl::desc("Threads of the compiled code (default: all cores)"));

static cl::opt<int> timedCalls(
    "time", cl::cat(category), cl::value_desc("n"),
    cl::desc("Time this many calls after a first one (default: none)"));

static cl::opt<JobOptions::Emit>
    emitKind("emit", cl::cat(category),
             cl::desc("Compile for the CPU and write (default: nothing)"),
             cl::values(clEnumValN(JobOptions::Emit::MLIR, "mlir",
                                   "the program in the LLVM dialect"),
                        clEnumValN(JobOptions::Emit::LLVMIR, "llvm-ir",
                                   "LLVM IR, before LLVM optimises it"),
                        clEnumValN(JobOptions::Emit::Assembly, "asm",
                                   "assembly, after it"),
                        clEnumValN(JobOptions::Emit::Object, "obj",
                                   "an object file with C functions, to link "
                                   "with libMeshRuntime.a"),
                        clEnumValN(JobOptions::Emit::Shared, "shared",
                                   "a shared library of C functions, complete"),
                        clEnumValN(JobOptions::Emit::Header, "header",
                                   "the C header of both"),
                        clEnumValN(JobOptions::Emit::Program, "exe",
                                   "a program that takes --arg, --save, --time "
                                   "and --num-threads")),
             cl::init(JobOptions::Emit::None));

static cl::opt<std::string>
    entry("entry", cl::cat(category), cl::value_desc("function"),
          cl::desc("With --emit: compile only this function and its callees "
                   "(default: all public ones)"));

static cl::opt<std::string>
    prefix("prefix", cl::cat(category), cl::value_desc("text"),
           cl::desc("With --emit: what the C names of functions begin with"));

static cl::opt<bool> cInterface(
    "c-interface", cl::cat(category),
    cl::desc("With --emit=llvm-ir or asm: add the functions that C programs "
             "call"));

static cl::opt<JobOptions::Sanitize> sanitize(
    "sanitize", cl::cat(category),
    cl::desc("With --emit=llvm-ir: ask clang to instrument the functions"),
    cl::values(clEnumValN(JobOptions::Sanitize::Address, "address",
                          "for the address sanitizer"),
               clEnumValN(JobOptions::Sanitize::Thread, "thread",
                          "for the thread sanitizer")),
    cl::init(JobOptions::Sanitize::None));

static cl::opt<std::string>
    cpu("cpu", cl::cat(category), cl::value_desc("name"), cl::init("native"),
        cl::desc("Processor to compile for: native (default), x86-64-v3, "
                 "x86-64-v4, znver4 ..."));

static cl::opt<bool> verifyRuntime(
    "verify-runtime", cl::cat(category),
    cl::desc("Add the costly run-time checks to the compiled code "
             "(default: off)"));

static cl::opt<bool> fuse(
    "fuse", cl::cat(category), cl::init(true),
    cl::desc("Fuse message passing; without, each op on edges is a sweep of "
             "its own (default: on)"));

static cl::opt<bool> assignEdgeOrder(
    "assign-edge-order", cl::cat(category), cl::init(true),
    cl::desc("Keep edge rows in the order in which folds read them "
             "(default: on)"));

static cl::opt<bool> useReference(
    "reference", cl::cat(category),
    cl::desc("Run the interpreter that defines the ops, not compiled code "
             "(default: off)"));

static cl::opt<bool> compareReference(
    "compare-reference", cl::cat(category),
    cl::desc("Run compiled code and the interpreter, and compare the results "
             "(default: off)"));

static cl::opt<double> tolerance(
    "tolerance", cl::cat(category), cl::value_desc("number"),
    cl::desc("Largest relative difference that --compare-reference accepts "
             "(default: f64 1e-10, f32 1e-4, f16 4e-3, bf16 3e-2, others 0)"));

static cl::opt<JobOptions::Signature> signature(
    "signature", cl::cat(category), cl::ValueOptional,
    cl::desc("List the functions with their arguments and results "
             "(default: as text)"),
    cl::values(clEnumValN(JobOptions::Signature::Text, "", ""),
               clEnumValN(JobOptions::Signature::Text, "text", "for reading"),
               clEnumValN(JobOptions::Signature::JSON, "json", "as JSON")),
    cl::init(JobOptions::Signature::None));

static cl::opt<std::string> explainFunction(
    "explain", cl::cat(category), cl::ValueOptional, cl::value_desc("function"),
    cl::desc("Describe the compiled function: its kernels, what they read, "
             "write and compute, and the memory it needs; with --run, with "
             "the numbers and the time of calls, in place of results (default: "
             "all public functions)"));

static cl::opt<JobOptions::ExplainFormat> explainFormat(
    "explain-format", cl::cat(category),
    cl::desc("With --explain (default: as text)"),
    cl::values(clEnumValN(JobOptions::ExplainFormat::Text, "text",
                          "for reading"),
               clEnumValN(JobOptions::ExplainFormat::JSON, "json", "as JSON")),
    cl::init(JobOptions::ExplainFormat::Text));

static cl::opt<bool> listDerivativeRules(
    "list-derivative-rules", cl::cat(category),
    cl::desc(
        "For developers: list the ops of the dialects that have "
        "derivatives, each with rule, zero, expansion, derivative or none"));

cl::OptionCategory &mesh::driver::getJobCategory() { return category; }

static std::optional<std::string> ifGiven(const cl::opt<std::string> &option) {
  if (option.getNumOccurrences() == 0)
    return std::nullopt;
  return option.getValue();
}

/// What is wrong with the options, or an empty text.
static std::string findFault(const JobOptions &job) {
  bool emits = job.emit != JobOptions::Emit::None;
  if (job.numThreads && (*job.numThreads < 1 || *job.numThreads > kMaxThreads))
    return ("--num-threads expects a number from 1 to " + Twine(kMaxThreads) +
            ", but got " + Twine(*job.numThreads))
        .str();
  if (timedCalls.getNumOccurrences() && job.timedCalls < 1)
    return ("--time expects a number of calls of at least 1, but got " +
            Twine(job.timedCalls))
        .str();
  if (job.tolerance && !(*job.tolerance >= 0))
    return "--tolerance expects a number that is not negative";
  if (emits && job.executes())
    return "--emit writes code and --run executes it: give one of them";
  if (job.useReference && job.compareReference)
    return "--reference and --compare-reference exclude each other";
  if (job.useReference && job.timedCalls)
    return "--time measures compiled code, not the interpreter: drop "
           "--reference";
  if (job.entry && !emits)
    return "--entry names what --emit compiles; to execute a function, write "
           "--run";
  bool isText = job.emit == JobOptions::Emit::LLVMIR ||
                job.emit == JobOptions::Emit::Assembly;
  bool isLibrary = job.emit == JobOptions::Emit::Object ||
                   job.emit == JobOptions::Emit::Shared ||
                   job.emit == JobOptions::Emit::Header;
  if (job.cInterface && !isText)
    return "--c-interface belongs to --emit=llvm-ir and --emit=asm";
  if (!job.prefix.empty() && !isLibrary && !job.cInterface)
    return "--prefix names C functions: it belongs to --emit=obj, shared and "
           "header, and to --c-interface";
  if (job.sanitize != JobOptions::Sanitize::None &&
      job.emit != JobOptions::Emit::LLVMIR)
    return "--sanitize belongs to --emit=llvm-ir";
  if (job.tolerance && !job.compareReference)
    return "--tolerance belongs to --compare-reference";
  if (explainFormat.getNumOccurrences() && !job.explain)
    return "--explain-format belongs to --explain";
  if (job.explain && (emits || job.signature != JobOptions::Signature::None))
    return "--explain describes what is compiled: drop --emit and --signature";
  if (job.explain && (job.useReference || job.compareReference))
    return "--explain describes compiled code, not the interpreter: drop "
           "--reference and --compare-reference";
  if (job.explain && !job.explain->empty() && job.run &&
      StringRef(*job.explain).ltrim('@') != StringRef(*job.run).ltrim('@'))
    return "--explain and --run name two functions";
  if (!job.executes()) {
    if (!job.arguments.empty())
      return "--arg needs --run=<function>";
    if (job.save)
      return "--save needs --run=<function>";
    if (job.timedCalls)
      return "--time needs --run=<function>";
    if (job.numThreads)
      return "--num-threads needs --run=<function>";
  }
  return "";
}

std::optional<JobOptions> mesh::driver::readJobOptions() {
  JobOptions job;
  job.run = ifGiven(run);
  job.entry = ifGiven(entry);
  job.emit = emitKind;
  job.prefix = prefix;
  job.cInterface = cInterface;
  job.sanitize = sanitize;
  job.signature = signature;
  job.explain = ifGiven(explainFunction);
  job.explainFormat = explainFormat;
  job.listRules = listDerivativeRules;
  job.arguments.assign(arguments.begin(), arguments.end());
  job.save = ifGiven(save);
  if (numThreads.getNumOccurrences())
    job.numThreads = numThreads;
  job.timedCalls = timedCalls;
  job.cpu = cpu;
  job.verifyRuntime = verifyRuntime;
  job.fuse = fuse;
  job.assignEdgeOrder = assignEdgeOrder;
  job.useReference = useReference;
  job.compareReference = compareReference;
  if (tolerance.getNumOccurrences())
    job.tolerance = tolerance;
  std::string fault = findFault(job);
  if (fault.empty())
    return job;
  WithColor::error(errs(), "mesh-opt") << fault << "\n";
  return std::nullopt;
}
