//===- Execute.cpp - calls a function of a program ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Execute.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Driver/Arguments.h"
#include "mesh/Driver/Compile.h"
#include "mesh/Driver/Data/Print.h"
#include "mesh/Driver/Data/Progress.h"
#include "mesh/Driver/Data/Save.h"
#include "mesh/Driver/Executable.h"
#include "mesh/Driver/Reference.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <sys/resource.h>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

// From the OpenMP runtime. Its header belongs to a compiler, the functions to
// every program that is linked with it.
extern "C" void omp_set_num_threads(int count);
extern "C" int omp_get_max_threads(void);

static Error checkResults(const Signature &signature,
                          mlir::func::FuncOp function) {
  for (const Result &result : signature.results) {
    std::optional<ArgType> type = getArgType(result.type);
    if (type && type->kind != ArgType::Graph)
      continue;
    function.emitError("result '")
        << result.name << "' of @" << signature.function << " has type "
        << result.type << ": only tensors and numbers can be printed or saved";
    return reportedError();
  }
  return Error::success();
}

static Error checkProcessor(StringRef name) {
  Expected<CpuTarget> target = findCpuTarget(name);
  if (!target)
    return target.takeError();
  return name == "native" ? Error::success() : checkRunsHere(*target);
}

/// The type as a program spells it; an array does not know whether it stands
/// for a number.
static std::string typeText(const Result &result, const Array &array) {
  return isa<mlir::ShapedType>(result.type) ? array.typeName()
                                            : typeName(array.dtype).str();
}

/// What would make saving fail after all the work.
static Error checkSave(StringRef path, const Signature &signature) {
  size_t count = signature.results.size();
  StringRef extension = sys::path::extension(path);
  if (extension == ".npy" && count != 1)
    return dataError("--save=" + path + ": a .npy file holds one array, but @" +
                     signature.function + " has " + Twine(count) +
                     " results: use .npz");
  if (extension != ".npy" && extension != ".npz")
    return dataError("--save=" + path +
                     ": expects a name that ends in .npy or "
                     ".npz");
  StringRef folder = sys::path::parent_path(path);
  if (!folder.empty() && !sys::fs::is_directory(folder))
    return dataError("--save=" + path + ": there is no folder '" + folder +
                     "'");
  return Error::success();
}

static int64_t countPageFaults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/// Calls again and again; `first` has been called once.
static Error timeCalls(Executable &executable, ArrayRef<ArgValue> arguments,
                       int count, raw_ostream &os) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  int64_t faults = 0;
  for (int i = 0; i < count; ++i) {
    int64_t before = countPageFaults();
    auto start = Clock::now();
    auto results = executable.call(arguments);
    std::chrono::duration<double, std::milli> time = Clock::now() - start;
    if (!results)
      return results.takeError();
    if (i == 0)
      faults = countPageFaults() - before;
    times.push_back(time.count());
  }
  llvm::sort(times);
  size_t half = times.size() / 2;
  double median =
      times.size() % 2 ? times[half] : (times[half - 1] + times[half]) / 2;
  os << format("time: min %.3f ms, median %.3f ms of %d calls, %d threads; "
               "%lld page faults in the second call\n",
               times.front(), median, count, omp_get_max_threads(),
               static_cast<long long>(faults));
  return Error::success();
}

/// Prints how far the results are from the reference. An error if too far.
static Error compare(const Signature &signature, ArrayRef<Array> results,
                     ArrayRef<Array> references, const JobOptions &options,
                     raw_ostream &os) {
  Error errors = Error::success();
  for (auto [result, array, reference] :
       zip(signature.results, results, references)) {
    double tolerance =
        options.tolerance.value_or(defaultTolerance(array.dtype));
    if (array.shape != reference.shape) {
      errors = joinErrors(
          std::move(errors),
          dataError("result '" + result.name + "' is a " + array.typeName() +
                    ", but the reference is a " + reference.typeName()));
      continue;
    }
    Difference difference = compareArrays(array, reference);
    os << result.name << ": " << typeText(result, array)
       << format(": largest absolute difference %.3g, relative %.3g "
                 "(tolerance %.3g)\n",
                 difference.absolute, difference.relative, tolerance);
    if (difference.relative <= tolerance)
      continue;
    int64_t i = difference.worst;
    std::string text;
    raw_string_ostream(text)
        << format("%.9g, but the reference is %.9g", array.doubleAt(i),
                  reference.doubleAt(i));
    errors = joinErrors(std::move(errors),
                        dataError("result '" + result.name + "' differs: " +
                                  elementName(array.shape, i) + " is " + text));
  }
  return errors;
}

static Error deliver(const Signature &signature, std::vector<Array> results,
                     const JobOptions &options, raw_ostream &os) {
  if (options.save) {
    std::vector<NamedArray> arrays;
    for (auto [result, array] : zip(signature.results, results))
      arrays.push_back({result.name, array});
    return saveArrays(*options.save, arrays);
  }
  if (options.compareReference)
    return Error::success();
  for (auto [result, array] : zip(signature.results, results)) {
    // Printed as a type and, on the next lines, the values.
    std::string text;
    raw_string_ostream stream(text);
    printArray(stream, array);
    os << result.name << ": " << typeText(result, array) << "\n"
       << StringRef(text).split('\n').second;
  }
  return Error::success();
}

Error mesh::driver::execute(Program &program, const JobOptions &options,
                            raw_ostream &os) {
  mlir::ModuleOp module = *program.module;
  auto function = findFunction(module, options.run.value_or(""));
  if (!function)
    return function.takeError();
  Signature signature = getSignature(program, *function);
  if (Error error = checkResults(signature, *function))
    return error;
  if (!options.useReference)
    if (Error error = checkProcessor(options.cpu))
      return error;
  if (options.save)
    if (Error error = checkSave(*options.save, signature))
      return error;
  auto texts = matchArguments(signature, options.arguments);
  if (!texts)
    return texts.takeError();
  auto arguments = loadArguments(signature, *function, *texts);
  if (!arguments)
    return arguments.takeError();
  if (options.numThreads)
    omp_set_num_threads(*options.numThreads);

  if (Error error = runRequestedPasses(module))
    return error;
  std::vector<Array> references;
  if (options.useReference || options.compareReference) {
    if (Error error = lowerForReference(module))
      return error;
    auto prepared = module.lookupSymbol<mlir::func::FuncOp>(signature.function);
    if (!prepared)
      return dataError("the passes of the command line left no function @" +
                       signature.function + " to interpret");
    Progress progress("interpreting @" + signature.function);
    auto results = callReference(prepared, signature, *arguments);
    if (!results)
      return results.takeError();
    if (options.useReference)
      return deliver(signature, std::move(*results), options, os);
    references = std::move(*results);
  }

  auto phase = std::make_unique<Progress>("compiling @" + signature.function);
  restrictToEntry(module, signature.function);
  if (Error error = lowerToLLVMDialect(module, options))
    return error;
  auto code = translateToLLVM(module, options.cpu);
  if (!code)
    return code.takeError();
  auto executable = Executable::create(std::move(*code), signature);
  if (!executable)
    return executable.takeError();
  phase.reset();
  phase = std::make_unique<Progress>("running @" + signature.function);
  auto results = (*executable)->call(*arguments);
  phase.reset();
  if (!results)
    return results.takeError();
  Error differences = Error::success();
  if (options.compareReference)
    differences =
        joinErrors(std::move(differences),
                   compare(signature, *results, references, options, os));
  if (Error error = deliver(signature, std::move(*results), options, os))
    return joinErrors(std::move(differences), std::move(error));
  if (options.timedCalls)
    if (Error error =
            timeCalls(**executable, *arguments, options.timedCalls, os))
      return joinErrors(std::move(differences), std::move(error));
  return differences;
}
