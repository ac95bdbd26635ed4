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

#include "Readers.h"
#include "Roofs.h"

#include "mesh/Driver/Compile.h"
#include "mesh/Driver/Data/Generators.h"
#include "mesh/Driver/Executable.h"
#include "mesh/Driver/Registration.h"
#include "mesh/Driver/Specification.h"
#include "mesh/Runtime/Pool.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <sys/resource.h>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

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

static cl::opt<bool> readers(
    "readers",
    cl::desc(
        "time of reading graphs from files, 1e7 edges by default, instead"),
    cl::cat(category));

static ExitOnError exitOnError("mesh-bench: error: ");

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
  auto replace = [&](StringRef from, std::string to) {
    for (size_t at = 0; (at = text.find(from.data(), at)) != std::string::npos;
         at += to.size())
      text.replace(at, from.size(), to);
  };
  replace("xFx", "x" + std::to_string(f) + "x");
  replace("<Fx", "<" + std::to_string(f) + "x");
  replace("xHx", "x" + std::to_string(h) + "x");
  replace("<Hx", "<" + std::to_string(h) + "x");
  return text;
}

static std::unique_ptr<Executable> compile(mlir::MLIRContext &context,
                                           StringRef source, StringRef entry) {
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(source, "program"),
                             SMLoc());
  Program program = exitOnError(parseProgram(sources, &context));
  auto function = exitOnError(findFunction(*program.module, entry));
  Signature signature = getSignature(program, function);
  JobOptions options;
  restrictToEntry(*program.module, entry);
  exitOnError(lowerToLLVMDialect(*program.module, options));
  LLVMProgram compiled =
      exitOnError(translateToLLVM(*program.module, options.cpu));
  return exitOnError(
      Executable::create(std::move(compiled), specifyTypes(signature)));
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

static double timeOf(const std::function<void()> &run) {
  auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

struct Quartiles {
  double low, median, high;
};

static Quartiles quartiles(std::vector<double> values) {
  llvm::sort(values);
  size_t n = values.size();
  return {values[n / 4], values[n / 2], values[(3 * n) / 4]};
}

/// The ratio of the times of `a` and `b`, pair by pair after a warm-up.
static Quartiles ratioOf(const std::function<void()> &a,
                         const std::function<void()> &b) {
  a();
  b();
  std::vector<double> ratios;
  for (int i = 0; i < repetitions; ++i) {
    double timeA = timeOf(a), timeB = timeOf(b);
    ratios.push_back(timeA / timeB);
  }
  return quartiles(ratios);
}

static void report(StringRef what, Quartiles ratio) {
  outs() << left_justify(what, 58)
         << format("%6.2f  [%.2f .. %.2f]\n", ratio.median, ratio.low,
                   ratio.high);
}

static long countPageFaults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

using Graph = runtime::GraphData<int32_t>;

static ArgValue makeGraph(int64_t n, int64_t e) {
  std::string text = "rmat:nodes=" + std::to_string(n) +
                     ",edges=" + std::to_string(e) +
                     ",seed=1,p=.45/.22/.22/.11,shuffle";
  ArgType type;
  type.kind = ArgType::Graph;
  return exitOnError(loadArgument(text, type));
}

static ArgValue makeTensor(StringRef text, ArrayRef<int64_t> shape) {
  ArgType type;
  type.kind = ArgType::Tensor;
  type.dtype = DType::F32;
  type.shape.assign(shape.begin(), shape.end());
  return exitOnError(loadArgument(text, type));
}

static const float *data(const ArgValue &value) {
  return reinterpret_cast<const float *>(value.array()->data());
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
  auto call = [&](Executable &executable, std::vector<ArgValue> arguments) {
    return
        [&executable, arguments] { exitOnError(executable.call(arguments)); };
  };
  auto mean = compile(context, source, "mean");
  auto rows = [&] { bench::readRows(g, data(x), features, distance, threads); };
  report("gather + mean / reading the rows",
         ratioOf(call(*mean, {graph, x}), rows));

  bench::Blas blas;
  blas.setThreads(threads);
  std::vector<float> c(nodes * hidden);
  auto sgemm = [&] {
    blas.multiply(nodes, hidden, features, data(x), data(wn), c.data());
  };
  auto product = compile(context, source, "product");
  if (blas.isAvailable())
    report("matrix product / OpenBLAS sgemm",
           ratioOf(call(*product, {x, wn}), sgemm));
  else
    outs() << "OpenBLAS is not installed: no comparison of matrix products\n";

  auto sage = compile(context, source, "sage");
  auto callSage = call(*sage, {graph, x, wn, bias, wr});
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
  outs() << "N = " << nodes << ", E = " << edges << ", F = " << features
         << ", H = " << hidden << ", " << threads << " threads\n";
  if (sweep)
    benchSweep(context);
  else
    benchLayer(context);
  return 0;
}
