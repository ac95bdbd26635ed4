//===- Explain.cpp - the pages of --explain -------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Explain.h"

#include "mesh/Driver/Bandwidth.h"
#include "mesh/Driver/Compile.h"
#include "mesh/Pipelines/Pipelines.h"
#include "mesh/Runtime/Graph.h"

#include "mlir/Pass/PassManager.h"

#include <chrono>

extern "C" int omp_get_max_threads();

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static Error run(mlir::ModuleOp module,
                 function_ref<void(mlir::OpPassManager &)> build) {
  mlir::PassManager pm(module.getContext(), mlir::ModuleOp::getOperationName());
  build(pm);
  return failed(pm.run(module)) ? reportedError() : Error::success();
}

Expected<explain::Report>
mesh::driver::explainFunction(mlir::ModuleOp module, StringRef name,
                              const Program &program,
                              const JobOptions &options) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  restrictToEntry(*copy, name);
  CpuPipelineOptions pipeline;
  pipeline.cpu = options.cpu;
  pipeline.assignEdgeOrder = options.assignEdgeOrder;
  if (Error error = run(*copy, [&](mlir::OpPassManager &pm) {
        buildToTensorsPipeline(pm, pipeline);
      }))
    return std::move(error);
  auto find = [&] { return copy->lookupSymbol<mlir::func::FuncOp>(name); };
  explain::Report report = explain::explainTensors(find(), program.ops);
  if (Error error = run(*copy, buildToBuffersPipeline))
    return std::move(error);
  explain::explainBuffers(find(), program.ops, report);
  return std::move(report);
}

/// The public functions with a body, or the one that is asked for.
static Expected<std::vector<std::string>> findNames(mlir::ModuleOp module,
                                                    StringRef name) {
  std::vector<std::string> names;
  if (!name.empty()) {
    auto function = findFunction(module, name);
    if (!function)
      return function.takeError();
    names.push_back(function->getName().str());
    return std::move(names);
  }
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      names.push_back(function.getName().str());
  if (names.empty())
    return dataError("the program has no public function to explain");
  return std::move(names);
}

Error mesh::driver::printExplanations(Program &program,
                                      const JobOptions &options,
                                      raw_ostream &os) {
  mlir::ModuleOp module = *program.module;
  auto names = findNames(module, *options.explain);
  if (!names)
    return names.takeError();
  if (Error error = runRequestedPasses(module))
    return error;
  std::vector<explain::Report> reports;
  for (const std::string &name : *names) {
    auto report = explainFunction(module, name, program, options);
    if (!report)
      return report.takeError();
    reports.push_back(std::move(*report));
  }
  if (options.explainFormat == JobOptions::ExplainFormat::JSON) {
    explain::printJSON(os, reports);
    return Error::success();
  }
  for (auto [i, report] : enumerate(reports)) {
    os << (i > 0 ? "\n" : "");
    explain::printPage(os, report);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Numbers of a call
//===----------------------------------------------------------------------===//

StringMap<double> mesh::driver::getSizes(const FunctionSpec &function,
                                         ArrayRef<ArgValue> arguments) {
  StringMap<double> sizes;
  auto addGraph = [&](StringRef name, const auto &graph) {
    sizes[(name + ".sources").str()] = static_cast<double>(graph.numSources);
    sizes[(name + ".targets").str()] = static_cast<double>(graph.numTargets);
    // Formulas have this name only where a check has found both to be equal.
    if (graph.numSources == graph.numTargets)
      sizes[(name + ".nodes").str()] = static_cast<double>(graph.numSources);
    sizes[(name + ".edges").str()] = static_cast<double>(graph.numEdges());
  };
  for (auto [parameter, argument] : zip_equal(function.parameters, arguments)) {
    const std::string &name = parameter.name;
    if (const Array *array = argument.array()) {
      for (auto [axis, size] : enumerate(array->shape))
        sizes[name + ".axis" + std::to_string(axis)] =
            static_cast<double>(size);
      if (parameter.type.kind == ArgType::Scalar)
        sizes[name] = array->doubleAt(0);
    } else if (const auto *graph = argument.graph32()) {
      addGraph(name, *graph);
    } else {
      addGraph(name, *argument.graph64());
    }
  }
  return sizes;
}

static constexpr int kTimedCalls = 15;

Error mesh::driver::printExplanation(
    const explain::Report &report, const FunctionSpec &function,
    ArrayRef<ArgValue> arguments, const JobOptions &options,
    function_ref<Expected<std::vector<Array>>()> call, raw_ostream &os) {
  explain::Call numbers;
  numbers.sizes = getSizes(function, arguments);
  numbers.threads = omp_get_max_threads();
  numbers.calls = options.timedCalls > 0 ? options.timedCalls : kTimedCalls;
  std::vector<double> times;
  for (int i = 0; i < numbers.calls; ++i) {
    auto start = std::chrono::steady_clock::now();
    auto results = call();
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    if (!results)
      return results.takeError();
    times.push_back(time.count());
  }
  llvm::sort(times);
  numbers.seconds = times[times.size() / 2];
  auto bandwidth = measureBandwidth(numbers.threads);
  if (!bandwidth)
    return bandwidth.takeError();
  numbers.bandwidth = bandwidth->bytesPerSecond;
  if (options.explainFormat == JobOptions::ExplainFormat::JSON) {
    explain::printJSON(os, report, &numbers);
    return Error::success();
  }
  explain::printPage(os, report);
  explain::printCall(os, report, numbers);
  return Error::success();
}
