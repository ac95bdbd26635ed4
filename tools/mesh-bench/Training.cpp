//===- Training.cpp - what a training step spends outside of kernels ------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Training.h"

#include "Measure.h"
#include "Spans.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdlib>
#include <numeric>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static ArgType makeType(ArgType::Kind kind, DType dtype,
                        ArrayRef<int64_t> shape = {}) {
  ArgType type;
  type.kind = kind;
  type.dtype = dtype;
  type.shape.assign(shape.begin(), shape.end());
  return type;
}

static bool hasCora() {
  const char *folder = std::getenv("MESH_DATA_DIR");
  if (!folder)
    return false;
  SmallString<128> path(folder);
  sys::path::append(path, "cora", "edge_index.npy");
  return sys::fs::exists(path);
}

/// The arguments of `@train` but for the number of epochs, which is the sixth.
static std::vector<ArgValue> loadCora(bool isThere) {
  auto load = [](StringRef text, const ArgType &type) {
    return bench::exitOnError(loadArgument(text, type));
  };
  auto tensor = [&](StringRef file, StringRef generator, DType dtype,
                    ArrayRef<int64_t> shape) {
    return load(isThere ? ("@cora/" + file).str() : generator.str(),
                makeType(ArgType::Tensor, dtype, shape));
  };
  StringRef graph = isThere ? "@cora/edge_index.npy+self_loops"
                            : "uniform_graph:nodes=2708,edges=10556,seed=1+"
                              "self_loops";
  return {load(graph, makeType(ArgType::Graph, DType::I32)),
          tensor("features_csr.npz", "uniform:1", DType::F32, {2708, 1433}),
          tensor("labels.npy", "uniform:2:low=0,high=7", DType::I32, {2708}),
          tensor("split.npy", "uniform:3:low=0,high=4", DType::I8, {2708}),
          load("7", makeType(ArgType::Scalar, DType::Index))};
}

/// The kernels that take most of a step, with the place of the op that they
/// come from.
static void printLongest(StringRef path, ArrayRef<std::string> places,
                         ArrayRef<double> sums, int repetitions) {
  std::vector<size_t> order(places.size());
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::sort(order, [&](size_t a, size_t b) { return sums[a] > sums[b]; });
  outs() << "longest kernels\n";
  for (size_t k : ArrayRef(order).take_front(4))
    outs() << left_justify(("  at " + sys::path::filename(path) + ":" +
                            places[k] + ", %")
                               .str(),
                           58)
           << format("%6.2f\n", sums[k] / repetitions);
}

void bench::benchTraining(mlir::MLIRContext &context, StringRef path,
                          int repetitions) {
  auto file = MemoryBuffer::getFile(path);
  if (!file)
    exitOnError(createStringError(file.getError(), "cannot read '%s': %s",
                                  path.str().c_str(),
                                  file.getError().message().c_str()));
  StringRef source = (*file)->getBuffer();
  auto plain = compile(context, source, "train");
  std::vector<std::string> places;
  auto observed = compile(context, source, "train", [&](mlir::ModuleOp module) {
    places = instrument(module);
  });

  bool isCora = hasCora();
  std::vector<ArgValue> arguments = loadCora(isCora);
  auto withEpochs = [&](int64_t count) {
    std::vector<ArgValue> all = arguments;
    for (int64_t number : {count, int64_t(1)}) // epochs, seed
      all.push_back(exitOnError(
          loadArgument(std::to_string(number),
                       makeType(ArgType::Scalar, all.size() == arguments.size()
                                                     ? DType::Index
                                                     : DType::I64))));
    return all;
  };
  outs() << sys::path::filename(path) << " on "
         << (isCora ? "Cora"
                    : "random data of Cora's size (MESH_DATA_DIR has "
                      "no cora)")
         << "; a step is forward, backward and Adam\n"
         << "kernels: outermost loops that compute entries of arrays, from "
            "when the first thread\n"
            "  begins its share until the last one has done its own, idle "
            "threads included\n"
         << "overhead: everything else in the call, that is\n"
         << "  fork and join: waking threads and waiting at the end of "
            "parallel loops\n"
         << "  copies: of whole buffers, between kernels\n"
         << "  rest: arguments, results, checks, allocation, scalars\n\n";

  // A step on its own is the difference of calls that differ in their epochs.
  constexpr int64_t kFew = 1, kMany = 21;
  std::vector<std::vector<ArgValue>> calls = {withEpochs(kFew),
                                              withEpochs(kMany)};
  std::vector<double> walls[2], kernels, forkJoin, copies, rest, step;
  int64_t numKernels = 0, numParallel = 0, numCopies = 0;
  Spans spans[2];
  double wall[2];
  std::vector<double> each(places.size());
  for (int i = -1; i < repetitions; ++i) {
    for (int k : {0, 1}) {
      resetSpans();
      wall[k] = timeOf([&] { exitOnError(observed->call(calls[k])); });
      spans[k] = readSpans();
    }
    if (i < 0)
      continue; // the warm-up
    double steps = kMany - kFew;
    double all = wall[1] - wall[0];
    step.push_back(1e3 * all / steps);
    auto share = [&](double Spans::*part) {
      return 100 * (spans[1].*part - spans[0].*part) / all;
    };
    kernels.push_back(share(&Spans::kernels));
    forkJoin.push_back(share(&Spans::forkJoin));
    copies.push_back(share(&Spans::copies));
    rest.push_back(100 - kernels.back() - forkJoin.back() - copies.back());
    for (size_t k = 0; k < places.size(); ++k)
      each[k] += 100 * (spans[1].each[k] - spans[0].each[k]) / all;
    numKernels = (spans[1].numKernels - spans[0].numKernels) / (kMany - kFew);
    numParallel =
        (spans[1].numParallel - spans[0].numParallel) / (kMany - kFew);
    numCopies = (spans[1].numCopies - spans[0].numCopies) / (kMany - kFew);
  }
  outs() << "a step: " << numKernels << " kernels, " << numParallel
         << " of them OpenMP loops; " << numCopies << " copies\n";
  report("a step, ms", quartiles(step));
  report("in kernels, % of the step", quartiles(kernels));
  std::vector<double> overhead;
  for (double share : kernels)
    overhead.push_back(100 - share);
  report("overhead, % of the step", quartiles(overhead));
  report("  fork and join, %", quartiles(forkJoin));
  report("  copies, %", quartiles(copies));
  report("  rest, %", quartiles(rest));
  // Other processes only ever make a step longer.
  auto fastest = llvm::min_element(step) - step.begin();
  outs() << left_justify("overhead of the fastest repetition, %", 58)
         << format("%6.2f  (%.2f ms)\n", overhead[fastest], step[fastest]);
  printLongest(path, places, each, repetitions);
  report("time with the clocks / without",
         ratioOf(callOf(*observed, calls[1]), callOf(*plain, calls[1]),
                 repetitions));
}
