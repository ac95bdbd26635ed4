//===- Layers.cpp - what layers and their gradients cost ------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layers.h"

#include "Measure.h"
#include "Roofs.h"

#include "mesh/Runtime/Pool.h"

#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static constexpr int64_t kHeads = 8, kChannels = 16, kWidth = 128,
                         kEdgeFeatures = 8;

/// Scores leaky_relu(l of the target + r of the source), without the matrix
/// products that come before.
static const char *const kAttention = R"(
!z = tensor<?x8x16xf32>
!s = tensor<?x8xf32>
func.func @forward(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %ls = mesh.gather %l, %g target : (!s, !mesh.graph) -> !s
  %rs = mesh.gather %r, %g source : (!s, !mesh.graph) -> !s
  %t = arith.addf %ls, %rs : !s
  %e = mesh.leaky_relu %t {slope = 0.2 : f64} : !s
  %a = mesh.segment_softmax %e, %g target : (!s, !mesh.graph) -> !s
  %zs = mesh.gather %z, %g source : (!z, !mesh.graph) -> !z
  %m = mesh.scale %zs, %a : (!z, !s) -> !z
  %y = mesh.segment_sum %m, %g target : (!z, !mesh.graph) -> !z
  return %y : !z
}
func.func @pullback(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) -> (!z, !z, !s, !s) {
  %d:4 = mesh.vjp @forward(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  return %d#0, %d#1, %d#2, %d#3 : !z, !z, !s, !s
}
)";

/// sum of relu(x_u + W_e e), without the network that comes after.
static const char *const kGine = R"(
!x = tensor<?x128xf32>
!e = tensor<?x8xf32>
!w = tensor<8x128xf32>
!b = tensor<128xf32>
func.func @forward(%g: !mesh.graph, %x: !x, %e: !e, %w: !w, %b: !b) -> !x {
  %xs = mesh.gather %x, %g source : (!x, !mesh.graph) -> !x
  %we = mesh.linear %e, %w, %b : (!e, !w, !b) -> !x
  %t = arith.addf %xs, %we : !x
  %m = mesh.relu %t : !x
  %a = mesh.segment_sum %m, %g target : (!x, !mesh.graph) -> !x
  %y = arith.addf %x, %a : !x
  return %y : !x
}
func.func @pullback(%g: !mesh.graph, %x: !x, %e: !e, %w: !w, %b: !b, %c: !x) -> (!x, !x, !w, !b) {
  %d:4 = mesh.vjp @forward(%g, %x, %e, %w, %b) seeds(%c) wrt [1, 3, 4] : (!mesh.graph, !x, !e, !w, !b, !x) -> (!x, !x, !w, !b)
  return %d#0, %d#1, %d#2, %d#3 : !x, !x, !w, !b
}
)";

namespace {

struct Layer {
  StringRef name;
  const char *source;
  std::vector<ArgValue> arguments; ///< of `forward`; the first is the graph
  ArgValue seed;
  /// Bytes of one row for each node, and of the results.
  double unit, forwardResults, pullbackResults;
};

} // namespace

/// Of a first call, all that it takes from the pool: its results are part.
static void reportPeak(StringRef what, const bench::Work &call,
                       double resultBytes, double unit) {
  size_t before = runtime::poolStatistics().currentBytes;
  runtime::poolResetPeak();
  call();
  double peak = runtime::poolStatistics().peakBytes - before;
  outs() << "  " << left_justify(what, 38)
         << format("%6.2f x [N,128] with results, %6.2f without\n", peak / unit,
                   (peak - resultBytes) / unit);
}

static void benchLayer(mlir::MLIRContext &context, const Layer &layer,
                       int threads, int repetitions) {
  outs() << "\n" << layer.name << "\n";
  auto forward = bench::compile(context, layer.source, "forward");
  auto pullback = bench::compile(context, layer.source, "pullback");
  std::vector<ArgValue> all = layer.arguments;
  all.push_back(layer.seed);
  bench::Work callForward = bench::callOf(*forward, layer.arguments);
  bench::Work callPullback = bench::callOf(*pullback, all);

  outs() << "  peak of results and temporaries of a first call:\n";
  reportPeak("forward", callForward, layer.forwardResults, layer.unit);
  reportPeak("forward and mesh.vjp", callPullback, layer.pullbackResults,
             layer.unit);

  outs() << "  ratio of times, median [quartiles]:\n";
  const auto &graph = *layer.arguments.front().graph32();
  const auto *rows =
      reinterpret_cast<const float *>(layer.arguments[1].array()->data());
  for (int64_t distance : {16, 32})
    bench::report(
        ("  forward / reading the rows, prefetch distance " + Twine(distance))
            .str(),
        bench::ratioOf(
            callForward,
            [&] { bench::readRows(graph, rows, kWidth, distance, threads); },
            repetitions));
  auto times = bench::timesOf({callForward, callPullback}, repetitions);
  std::vector<double> ratios;
  for (auto [one, both] : zip_equal(times[0], times[1]))
    ratios.push_back((both - one) / one);
  bench::report("  backward (mesh.vjp - forward) / forward",
                bench::quartiles(ratios));
}

void bench::benchLayers(mlir::MLIRContext &context, int64_t nodes,
                        int64_t edges, int threads, int repetitions) {
  ArgValue graph = makeGraph(nodes, edges);
  double wide = 4.0 * nodes * kWidth, small = 4.0 * nodes * kHeads;
  benchLayer(context,
             {"attention, 8 heads of 16 channels",
              kAttention,
              {graph, makeTensor("normal:1", {nodes, kHeads, kChannels}),
               makeTensor("normal:2", {nodes, kHeads}),
               makeTensor("normal:3", {nodes, kHeads})},
              makeTensor("normal:4", {nodes, kHeads, kChannels}),
              wide,
              wide,
              2 * wide + 2 * small},
             threads, repetitions);
  double parameters = 4.0 * (kEdgeFeatures + 1) * kWidth;
  benchLayer(context,
             {"GINE, 128 channels, 8 edge features",
              kGine,
              {graph, makeTensor("normal:1", {nodes, kWidth}),
               makeTensor("normal:2", {edges, kEdgeFeatures}),
               makeTensor("normal:3", {kEdgeFeatures, kWidth}),
               makeTensor("normal:4", {kWidth})},
              makeTensor("normal:5", {nodes, kWidth}),
              wide,
              wide,
              2 * wide + parameters},
             threads, repetitions);
}
