//===- Measure.cpp - compiled programs and their times --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measure.h"

#include "mesh/Driver/Compile.h"
#include "mesh/Driver/Specification.h"
#include "mesh/Pipelines/Pipelines.h"

#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <chrono>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

ExitOnError bench::exitOnError("mesh-bench: error: ");

bench::Quartiles bench::quartiles(std::vector<double> values) {
  llvm::sort(values);
  size_t n = values.size();
  return {values[n / 4], values[n / 2], values[(3 * n) / 4]};
}

double bench::timeOf(const Work &run) {
  auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

std::vector<std::vector<double>> bench::timesOf(ArrayRef<Work> works,
                                                int repetitions) {
  for (const Work &work : works)
    work();
  std::vector<std::vector<double>> times(works.size());
  for (int i = 0; i < repetitions; ++i)
    for (auto [work, list] : zip_equal(works, times))
      list.push_back(timeOf(work));
  return times;
}

bench::Quartiles bench::ratioOf(const Work &a, const Work &b, int repetitions) {
  auto times = timesOf({a, b}, repetitions);
  std::vector<double> ratios;
  for (auto [timeA, timeB] : zip_equal(times[0], times[1]))
    ratios.push_back(timeA / timeB);
  return quartiles(ratios);
}

void bench::report(StringRef what, Quartiles ratio) {
  outs() << left_justify(what, 58)
         << format("%6.2f  [%.2f .. %.2f]\n", ratio.median, ratio.low,
                   ratio.high);
}

void bench::replaceAll(std::string &text, StringRef from, StringRef to) {
  for (size_t at = 0;
       (at = text.find(from.data(), at, from.size())) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to.data(), to.size());
}

std::unique_ptr<Executable>
bench::compile(mlir::MLIRContext &context, StringRef source, StringRef entry,
               const std::function<void(mlir::ModuleOp)> &change) {
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(source, "program"),
                             SMLoc());
  Program program = exitOnError(parseProgram(sources, &context));
  auto function = exitOnError(findFunction(*program.module, entry));
  Signature signature = getSignature(program, function);
  JobOptions options;
  restrictToEntry(*program.module, entry);
  if (change) {
    CpuPipelineOptions pipeline;
    mlir::PassManager loops(&context), rest(&context);
    buildToTensorsPipeline(loops, pipeline);
    buildToLoopsPipeline(loops, pipeline);
    buildToLLVMPipeline(rest, pipeline);
    if (failed(loops.run(*program.module)))
      exitOnError(reportedError());
    change(*program.module);
    if (failed(rest.run(*program.module)))
      exitOnError(reportedError());
  } else {
    exitOnError(lowerToLLVMDialect(*program.module, options));
  }
  LLVMProgram compiled =
      exitOnError(translateToLLVM(*program.module, options.cpu));
  return exitOnError(
      Executable::create(std::move(compiled), specifyTypes(signature)));
}

ArgValue bench::makeGraph(int64_t nodes, int64_t edges) {
  std::string text = "rmat:nodes=" + std::to_string(nodes) +
                     ",edges=" + std::to_string(edges) +
                     ",seed=1,p=.45/.22/.22/.11,shuffle";
  ArgType type;
  type.kind = ArgType::Graph;
  return exitOnError(loadArgument(text, type));
}

ArgValue bench::makeTensor(StringRef text, ArrayRef<int64_t> shape) {
  ArgType type;
  type.kind = ArgType::Tensor;
  type.dtype = DType::F32;
  type.shape.assign(shape.begin(), shape.end());
  return exitOnError(loadArgument(text, type));
}

bench::Work bench::callOf(Executable &function,
                          std::vector<ArgValue> arguments) {
  return [&function, arguments = std::move(arguments)] {
    exitOnError(function.call(arguments));
  };
}
