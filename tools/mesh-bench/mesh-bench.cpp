//===- mesh-bench.cpp - measures compiled layers against roofs
//------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every figure is a ratio of two times taken in turn in this process: A B A B.
// A roof is a loop that does only what no implementation can avoid (Roofs.h).
//
//===----------------------------------------------------------------------===//

#include "Derivatives.h"
#include "Layers.h"
#include "Measure.h"
#include "Readers.h"
#include "Roofs.h"
#include "Training.h"

#include "mesh/Driver/Registration.h"
#include "mesh/Runtime/Pool.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"

#include <sys/resource.h>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;
using namespace mesh::bench;

extern "C" void omp_set_num_threads(int count);

static cl::OptionCategory category("mesh-bench options");
static cl::opt<int64_t> nodes("nodes", cl::desc("nodes of the graph"),
                              cl::init(169343), cl::cat(category));
static cl::opt<int64_t> edges("edges", cl::desc("edges of the graph"),
                              cl::init(2315598), cl::cat(category));
static cl::opt<int64_t> features("features", cl::desc("input width"),
                                 cl::init(128), cl::cat(category));
static cl::opt<int64_t> hidden("hidden", cl::desc("output width"),
                               cl::init(256), cl::cat(category));
static cl::opt<int> threads("num-threads", cl::desc("threads"), cl::init(2),
                            cl::cat(category));
static cl::opt<int> repetitions("repetitions", cl::desc("pairs of timed runs"),
                                cl::init(9), cl::cat(category));
static cl::opt<bool> sweep(
    "sweep",
    cl::desc("gather + mean from 1e5 to 1e7 edges at mean degree 14 instead"),
    cl::cat(category));

static cl::opt<bool> autodiff(
    "autodiff",
    cl::desc("gradients of GCN and GraphSAGE layers against their forward "
             "passes instead; output width 128 by default"),
    cl::cat(category));
static cl::opt<bool>
    layers("layers",
           cl::desc("time and memory of attention and GINE layers and of their "
                    "gradients instead"),
           cl::cat(category));
static cl::opt<std::string> training(
    "training",
    cl::desc("what a step of a training program (examples/train/gcn.mlir by "
             "default) spends outside of kernels instead"),
    cl::ValueOptional, cl::value_desc("file"), cl::cat(category));
static cl::opt<bool> readers(
    "readers",
    cl::desc(
        "time of reading graphs from files, 1e7 edges by default, instead"),
    cl::cat(category));

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Mean GraphSAGE at the given widths, and its parts.
static std::string getSource(int64_t f, int64_t h) {
  std::string text = R"(
func.func @mean(%g: !mesh.graph, %x: tensor<?xFxf32>) -> tensor<?xFxf32> {
  %m = mesh.gather %x, %g source : (tensor<?xFxf32>, !mesh.graph) -> tensor<?xFxf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?xFxf32>, !mesh.graph) -> tensor<?xFxf32>
  return %a : tensor<?xFxf32>
}
func.func @product(%x: tensor<?xFxf32>, %w: tensor<FxHxf32>) -> tensor<?xHxf32> {
  %y = mesh.linear %x, %w : (tensor<?xFxf32>, tensor<FxHxf32>) -> tensor<?xHxf32>
  return %y : tensor<?xHxf32>
}
func.func @sage(%g: !mesh.graph, %x: tensor<?xFxf32>, %wn: tensor<FxHxf32>, %b: tensor<Hxf32>, %wr: tensor<FxHxf32>) -> tensor<?xHxf32> {
  %m = mesh.gather %x, %g source : (tensor<?xFxf32>, !mesh.graph) -> tensor<?xFxf32>
  %a = mesh.segment_mean %m, %g target : (tensor<?xFxf32>, !mesh.graph) -> tensor<?xFxf32>
  %n = mesh.linear %a, %wn, %b : (tensor<?xFxf32>, tensor<FxHxf32>, tensor<Hxf32>) -> tensor<?xHxf32>
  %r = mesh.linear %x, %wr : (tensor<?xFxf32>, tensor<FxHxf32>) -> tensor<?xHxf32>
  %y = arith.addf %n, %r : tensor<?xHxf32>
  return %y : tensor<?xHxf32>
}
)";
  replaceAll(text, "xFx", "x" + std::to_string(f) + "x");
  replaceAll(text, "<Fx", "<" + std::to_string(f) + "x");
  replaceAll(text, "xHx", "x" + std::to_string(h) + "x");
  replaceAll(text, "<Hx", "<" + std::to_string(h) + "x");
  return text;
}

static long countPageFaults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

using Graph = runtime::GraphData<int32_t>;

static const float *data(const ArgValue &value) {
  return reinterpret_cast<const float *>(value.array()->data());
}

static Quartiles ratioOf(const Work &a, const Work &b) {
  return bench::ratioOf(a, b, repetitions);
}

/// The prefetch distance at which reading the rows is fastest here.
static int64_t findDistance(const Graph &graph, const float *x) {
  int64_t best = 0;
  double bestTime = 1e30;
  for (int64_t distance : {0, 8, 16, 24, 32, 64})
    for (int i = 0; i < 3; ++i) {
      double time = timeOf(
          [&] { bench::readRows(graph, x, features, distance, threads); });
      if (time < bestTime) {
        bestTime = time;
        best = distance;
      }
    }
  return best;
}

static void benchLayer(mlir::MLIRContext &context) {
  ArgValue graph = makeGraph(nodes, edges);
  ArgValue x = makeTensor("normal:1", {nodes, features});
  ArgValue wn = makeTensor("glorot:2", {features, hidden});
  ArgValue wr = makeTensor("glorot:3", {features, hidden});
  ArgValue bias = makeTensor("zeros", {hidden});
  const Graph &g = *graph.graph32();
  int64_t distance = findDistance(g, data(x));
  outs() << "row-gather roof: prefetch distance " << distance << "\n\n"
         << "ratio of times, median [quartiles]; 1 is the roof\n";

  std::string source = getSource(features, hidden);
  auto mean = compile(context, source, "mean");
  auto rows = [&] { bench::readRows(g, data(x), features, distance, threads); };
  report("gather + mean / reading the rows",
         ratioOf(callOf(*mean, {graph, x}), rows));

  bench::Blas blas;
  blas.setThreads(threads);
  std::vector<float> c(nodes * hidden);
  auto sgemm = [&] {
    blas.multiply(nodes, hidden, features, data(x), data(wn), c.data());
  };
  auto product = compile(context, source, "product");
  if (blas.isAvailable())
    report("matrix product / OpenBLAS sgemm",
           ratioOf(callOf(*product, {x, wn}), sgemm));
  else
    outs() << "OpenBLAS is not installed: no comparison of matrix products\n";

  auto sage = compile(context, source, "sage");
  auto callSage = callOf(*sage, {graph, x, wn, bias, wr});
  if (blas.isAvailable())
    report("GraphSAGE forward / reading the rows + two sgemm",
           ratioOf(callSage, [&] {
             rows();
             sgemm();
             sgemm();
           }));

  runtime::poolResetPeak();
  size_t before = runtime::poolStatistics().currentBytes;
  long faults = countPageFaults();
  callSage();
  faults = countPageFaults() - faults;
  double unit = 4.0 * nodes * hidden;
  outs() << format(
      "\nGraphSAGE: peak of outputs and temporaries %.2f x [N,%d], "
      "page faults of a further call %ld\n",
      (runtime::poolStatistics().peakBytes - before) / unit,
      static_cast<int>(hidden), faults);
}

static void benchSweep(mlir::MLIRContext &context) {
  outs() << "gather + mean / reading the rows, mean degree 14, F = " << features
         << "\n";
  auto mean = compile(context, getSource(features, hidden), "mean");
  for (int64_t e : {100000, 1000000, 10000000}) {
    ArgValue graph = makeGraph(e / 14, e);
    ArgValue x = makeTensor("normal:1", {e / 14, features});
    const Graph &g = *graph.graph32();
    int64_t distance = findDistance(g, data(x));
    report(("E = " + Twine(e)).str(),
           ratioOf([&] { exitOnError(mean->call({graph, x})); },
                   [&] {
                     bench::readRows(g, data(x), features, distance, threads);
                   }));
  }
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  mlir::registerPassManagerCLOptions(); // the driver asks for their values
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Measures compiled layers against what the "
                              "machine allows.\n");
  if (threads < 1 || repetitions < 1 || nodes < 1 || edges < 1 ||
      features < 1 || hidden < 1) {
    errs() << "mesh-bench: error: expects positive sizes and counts\n";
    return 1;
  }
  if (readers) {
    int64_t count = edges.getNumOccurrences() ? edges : int64_t(10000000);
    outs() << "E = " << count << ", ratio of times, median [quartiles]\n";
    exitOnError(bench::benchReaders(
        count, [](StringRef what, bench::Work work, bench::Work roof) {
          report(what, ratioOf(work, roof));
        }));
    return 0;
  }
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  omp_set_num_threads(threads);
  mlir::DialectRegistry registry;
  registerDialects(registry);
  mlir::MLIRContext context(registry);
  context.disableMultithreading();
  if (training.getNumOccurrences()) {
    outs() << threads << " threads\n";
    benchTraining(context,
                  training.empty() ? StringRef("examples/train/gcn.mlir")
                                   : StringRef(training),
                  repetitions);
    return 0;
  }
  if (layers) {
    outs() << "N = " << nodes << ", E = " << edges << ", " << threads
           << " threads\n";
    benchLayers(context, nodes, edges, threads, repetitions);
    return 0;
  }
  if (autodiff && !hidden.getNumOccurrences())
    hidden = 128;
  outs() << "N = " << nodes << ", E = " << edges << ", F = " << features
         << ", H = " << hidden << ", " << threads << " threads\n";
  if (sweep)
    benchSweep(context);
  else if (autodiff)
    benchDerivatives(context, nodes, edges, features, hidden, repetitions);
  else
    benchLayer(context);
  return 0;
}
