//===- Attention.cpp - what attention layers cost -------------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Attention.h"

#include "Measure.h"
#include "Roofs.h"

#include "mesh/Runtime/Pool.h"

#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

static constexpr int64_t kHeads = 8, kChannels = 16;

/// Scores leaky_relu(l of the target + r of the source), without the matrix
/// products that come before.
static const char *const kSource = R"(
!z = tensor<?x8x16xf32>
!s = tensor<?x8xf32>
func.func @forward(%g: !mesh.graph, %z: !z, %l: !s, %r: !s) -> !z {
  %ls = mesh.gather %l, %g target : (!s, !mesh.graph) -> !s
  %rs = mesh.gather %r, %g source : (!s, !mesh.graph) -> !s
  %t = arith.addf %ls, %rs : !s
  %e = mesh.leaky_relu %t {slope = 0.2 : f64} : !s
  %a = mesh.segment_softmax %e, %g target : (!s, !mesh.graph) -> !s
  %zs = mesh.gather %z, %g source : (!z, !mesh.graph) -> !z
  %c0 = arith.constant 0 : index
  %n = tensor.dim %zs, %c0 : !z
  %empty = tensor.empty(%n) : !z
  %ab = linalg.broadcast ins(%a : !s) outs(%empty : !z) dimensions = [2]
  %m = arith.mulf %zs, %ab : !z
  %y = mesh.segment_sum %m, %g target : (!z, !mesh.graph) -> !z
  return %y : !z
}
func.func @pullback(%g: !mesh.graph, %z: !z, %l: !s, %r: !s, %c: !z) -> (!z, !z, !s, !s) {
  %d:4 = mesh.vjp @forward(%g, %z, %l, %r) seeds(%c) wrt [1, 2, 3] : (!mesh.graph, !z, !s, !s, !z) -> (!z, !z, !s, !s)
  return %d#0, %d#1, %d#2, %d#3 : !z, !z, !s, !s
}
)";

/// Of a first call, all that it takes from the pool: its results are part.
static void reportPeak(StringRef what, const bench::Work &call,
                       double resultBytes, double unit) {
  size_t before = runtime::poolStatistics().currentBytes;
  runtime::poolResetPeak();
  call();
  double peak = runtime::poolStatistics().peakBytes - before;
  outs() << left_justify(what, 40)
         << format("%6.2f x [N,128] with results, %6.2f without\n", peak / unit,
                   (peak - resultBytes) / unit);
}

void bench::benchAttention(mlir::MLIRContext &context, int64_t nodes,
                           int64_t edges, int threads, int repetitions) {
  ArgValue graph = makeGraph(nodes, edges);
  ArgValue z = makeTensor("normal:1", {nodes, kHeads, kChannels});
  ArgValue l = makeTensor("normal:2", {nodes, kHeads});
  ArgValue r = makeTensor("normal:3", {nodes, kHeads});
  ArgValue seeds = makeTensor("normal:4", {nodes, kHeads, kChannels});
  auto forward = compile(context, kSource, "forward");
  auto pullback = compile(context, kSource, "pullback");
  Work callForward = callOf(*forward, {graph, z, l, r});
  Work callPullback = callOf(*pullback, {graph, z, l, r, seeds});

  outs() << "peak of outputs and temporaries of a first call\n";
  double unit = 4.0 * nodes * kHeads * kChannels, small = 4.0 * nodes * kHeads;
  reportPeak("forward", callForward, unit, unit);
  reportPeak("forward and mesh.vjp", callPullback, 2 * unit + 2 * small, unit);

  const auto &data = *graph.graph32();
  const auto *rows = reinterpret_cast<const float *>(z.array()->data());
  outs() << "\nratio of times, median [quartiles]\n";
  for (int64_t distance : {16, 32})
    report(("forward / reading the rows, prefetch distance " + Twine(distance))
               .str(),
           ratioOf(
               callForward,
               [&] {
                 readRows(data, rows, kHeads * kChannels, distance, threads);
               },
               repetitions));
  auto times = timesOf({callForward, callPullback}, repetitions);
  std::vector<double> ratios;
  for (auto [one, both] : zip_equal(times[0], times[1]))
    ratios.push_back((both - one) / one);
  report("backward (mesh.vjp - forward) / forward", quartiles(ratios));
}
