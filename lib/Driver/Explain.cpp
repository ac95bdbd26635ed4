//===- Explain.cpp - the pages of --explain -------------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Explain.h"

#include "mesh/Driver/Compile.h"
#include "mesh/Pipelines/Pipelines.h"

#include "mlir/Pass/PassManager.h"

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
