//===- Execute.cpp - calls a function of a program ------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Execute.h"

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Driver/Compile.h"
#include "mesh/Driver/Data/Progress.h"
#include "mesh/Driver/Executable.h"
#include "mesh/Driver/Explain.h"
#include "mesh/Driver/Reference.h"
#include "mesh/Driver/Specification.h"

#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static Error checkProcessor(StringRef name) {
  Expected<CpuTarget> target = findCpuTarget(name);
  if (!target)
    return target.takeError();
  return name == "native" ? Error::success() : checkRunsHere(*target);
}

/// Prints how far the results are from the reference. An error if too far.
static Error compare(const FunctionSpec &function, ArrayRef<Array> results,
                     ArrayRef<Array> references, const JobOptions &options,
                     raw_ostream &os) {
  Error errors = Error::success();
  for (auto [result, array, reference] :
       zip(function.results, results, references)) {
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
    os << result.name << ": " << resultType(result, array)
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

static Error deliver(const FunctionSpec &function, ArrayRef<Array> results,
                     const JobOptions &options, raw_ostream &os) {
  if (options.compareReference && !options.save)
    return Error::success();
  return deliverResults(function, results, options.save.value_or(""), os);
}

Error mesh::driver::execute(Program &program, const JobOptions &options,
                            raw_ostream &os) {
  mlir::ModuleOp module = *program.module;
  auto function = findFunction(module, options.run.value_or(""));
  if (!function)
    return function.takeError();
  Signature signature = getSignature(program, *function);
  Expected<FunctionSpec> spec = specify(signature, *function);
  if (!spec)
    return spec.takeError();
  if (!options.useReference)
    if (Error error = checkProcessor(options.cpu))
      return error;
  if (options.save)
    if (Error error = checkSave(*options.save, *spec))
      return error;
  auto texts = matchArguments(*spec, options.arguments);
  if (!texts)
    return texts.takeError();
  auto arguments = loadArguments(*spec, *texts);
  if (!arguments)
    return arguments.takeError();
  if (options.numThreads)
    setNumThreads(*options.numThreads);

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
      return deliver(*spec, *results, options, os);
    references = std::move(*results);
  }

  auto phase = std::make_unique<Progress>("compiling @" + signature.function);
  std::optional<explain::Report> report;
  if (options.explain) {
    auto explained =
        explainFunction(module, signature.function, program, options);
    if (!explained)
      return explained.takeError();
    report = std::move(*explained);
  }
  restrictToEntry(module, signature.function);
  if (Error error = lowerToLLVMDialect(module, options))
    return error;
  auto code = translateToLLVM(module, options.cpu);
  if (!code)
    return code.takeError();
  auto executable = Executable::create(std::move(*code), *spec);
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
    differences = joinErrors(std::move(differences),
                             compare(*spec, *results, references, options, os));
  // A page is not mixed with results.
  if (!report || options.save)
    if (Error error = deliver(*spec, *results, options, os))
      return joinErrors(std::move(differences), std::move(error));
  results->clear(); // later calls use their memory
  if (report)
    return printExplanation(
        *report, *spec, *arguments, options,
        [&] { return (*executable)->call(*arguments); }, os);
  if (options.timedCalls)
    if (Error error = timeCalls([&] { return (*executable)->call(*arguments); },
                                options.timedCalls, os))
      return joinErrors(std::move(differences), std::move(error));
  return differences;
}
