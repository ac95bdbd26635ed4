//===- Derivatives.cpp - what gradients of layers cost --------------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Derivatives.h"

#include "Measure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

/// A layer `@LAYER(g, x, weights)`, and what uses it: the loss is half the sum
/// of squares, so that its own derivative costs nothing.
static const char *const kUses = R"(
func.func @loss(%g: !mesh.graph, %x: XIN, PARAMETERS) -> f32 {
  %y = func.call @LAYER(%g, %x, WEIGHTS) : (!mesh.graph, XIN, TYPES) -> YOUT
  %zero = arith.constant dense<0.0> : tensor<f32>
  %half = arith.constant 0.5 : f32
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
                       iterator_types = ["reduction", "reduction"]}
      ins(%y : YOUT) outs(%zero : tensor<f32>) {
    ^bb0(%ye: f32, %sum: f32):
      %q = arith.mulf %ye, %ye : f32
      %t = arith.addf %sum, %q : f32
      linalg.yield %t : f32
  } -> tensor<f32>
  %e = tensor.extract %s[] : tensor<f32>
  %l = arith.mulf %e, %half : f32
  return %l : f32
}
func.func @gradients(%g: !mesh.graph, %x: XIN, PARAMETERS) -> (f32, XIN, TYPES) {
  %r:COUNT = mesh.value_and_grad @loss(%g, %x, WEIGHTS) wrt [POSITIONS] : (!mesh.graph, XIN, TYPES) -> (f32, XIN, TYPES)
  return RESULTS : f32, XIN, TYPES
}
func.func @pullback(%g: !mesh.graph, %x: XIN, PARAMETERS, %c: YOUT) -> (YOUT, XIN, TYPES) {
  %r:COUNT = mesh.vjp @LAYER(%g, %x, WEIGHTS) seeds(%c) wrt [POSITIONS] : (!mesh.graph, XIN, TYPES, YOUT) -> (YOUT, XIN, TYPES)
  return RESULTS : YOUT, XIN, TYPES
}
)";

static const char *const kGCN = R"(
func.func @LAYER(%g: !mesh.graph, %x: XIN, PARAMETERS) -> YOUT {
  %zero = arith.constant 0.0 : f32
  %n = mesh.num_nodes %g target : !mesh.graph
  %degree = mesh.degree %g target : (!mesh.graph) -> tensor<?xi32>
  %d = arith.sitofp %degree : tensor<?xi32> to tensor<?xf32>
  %zeros = tensor.splat %zero[%n] : tensor<?xf32>
  %root = math.rsqrt %d : tensor<?xf32>
  %positive = arith.cmpf ogt, %d, %zeros : tensor<?xf32>
  %norm = arith.select %positive, %root, %zeros : tensor<?xi1>, tensor<?xf32>
  %xs = mesh.scale %x, %norm : (XIN, tensor<?xf32>) -> XIN
  %m = mesh.gather %xs, %g source : (XIN, !mesh.graph) -> XIN
  %s = mesh.segment_sum %m, %g target : (XIN, !mesh.graph) -> XIN
  %p = mesh.scale %s, %norm : (XIN, tensor<?xf32>) -> XIN
  %y = mesh.linear %p, %w, %b : (XIN, MATRIX, VECTOR) -> YOUT
  return %y : YOUT
}
)";

static const char *const kSage = R"(
func.func @LAYER(%g: !mesh.graph, %x: XIN, PARAMETERS) -> YOUT {
  %m = mesh.gather %x, %g source : (XIN, !mesh.graph) -> XIN
  %a = mesh.segment_mean %m, %g target : (XIN, !mesh.graph) -> XIN
  %n = mesh.linear %a, %w, %b : (XIN, MATRIX, VECTOR) -> YOUT
  %r = mesh.linear %x, %wr : (XIN, MATRIX) -> YOUT
  %y = arith.addf %n, %r : YOUT
  return %y : YOUT
}
)";

namespace {
struct Weight {
  const char *name;
  bool isMatrix;
};
struct Layer {
  const char *name;
  const char *source;
  SmallVector<Weight> weights;
};
} // namespace

static std::string getSource(const Layer &layer, int64_t f, int64_t h) {
  std::string text = std::string(layer.source) + kUses;
  std::string parameters, weights, types, positions = "1",
                                          results = "%r#0, %r#1";
  for (auto [i, weight] : enumerate(layer.weights)) {
    std::string name = std::string("%") + weight.name;
    std::string type = weight.isMatrix ? "MATRIX" : "VECTOR";
    std::string comma = i == 0 ? "" : ", ";
    parameters += comma + name + ": " + type;
    weights += comma + name;
    types += comma + type;
    positions += ", " + std::to_string(i + 2);
    results += ", %r#" + std::to_string(i + 2);
  }
  std::string fs = std::to_string(f), hs = std::to_string(h);
  // Names of types come last: the others stand for text that holds them.
  for (auto [from, to] :
       std::initializer_list<std::pair<StringRef, std::string>>{
           {"PARAMETERS", parameters},
           {"WEIGHTS", weights},
           {"TYPES", types},
           {"POSITIONS", positions},
           {"RESULTS", results},
           {"COUNT", std::to_string(layer.weights.size() + 2)},
           {"LAYER", "layer"},
           {"XIN", "tensor<?x" + fs + "xf32>"},
           {"YOUT", "tensor<?x" + hs + "xf32>"},
           {"MATRIX", "tensor<" + fs + "x" + hs + "xf32>"},
           {"VECTOR", "tensor<" + hs + "xf32>"}})
    bench::replaceAll(text, from, to);
  return text;
}

/// Forward, forward with gradients, and the share of the latter beyond the
/// former.
static void reportPair(StringRef what, const bench::Work &forward,
                       const bench::Work &both, int repetitions) {
  auto times = bench::timesOf({forward, both}, repetitions);
  std::vector<double> ratios;
  for (auto [a, b] : zip_equal(times[0], times[1]))
    ratios.push_back((b - a) / a);
  bench::Quartiles ratio = bench::quartiles(ratios);
  outs() << left_justify(what, 40)
         << format("%8.1f ms %8.1f ms %6.2f  [%.2f .. %.2f]\n",
                   1e3 * bench::quartiles(times[0]).median,
                   1e3 * bench::quartiles(times[1]).median, ratio.median,
                   ratio.low, ratio.high);
}

void bench::benchDerivatives(mlir::MLIRContext &context, int64_t nodes,
                             int64_t edges, int64_t features, int64_t hidden,
                             int repetitions) {
  outs() << "gradients with respect to x and all weights; "
            "backward = with gradients - forward\n"
         << left_justify("", 40)
         << "    forward   with grad.   backward / forward, median "
            "[quartiles]\n";
  ArgValue graph = makeGraph(nodes, edges);
  ArgValue x = makeTensor("normal:1", {nodes, features});
  ArgValue seeds = makeTensor("normal:2", {nodes, hidden});
  for (const Layer &layer :
       {Layer{"GCN", kGCN, {{"w", true}, {"b", false}}},
        Layer{"GraphSAGE", kSage, {{"w", true}, {"b", false}, {"wr", true}}}}) {
    std::string source = getSource(layer, features, hidden);
    std::vector<ArgValue> arguments = {graph, x};
    for (auto [i, weight] : enumerate(layer.weights)) {
      std::string seed = std::to_string(i + 3);
      arguments.push_back(weight.isMatrix
                              ? makeTensor("glorot:" + seed, {features, hidden})
                              : makeTensor("normal:" + seed, {hidden}));
    }
    auto loss = compile(context, source, "loss");
    auto gradients = compile(context, source, "gradients");
    reportPair((Twine(layer.name) + ", loss and mesh.value_and_grad").str(),
               callOf(*loss, arguments), callOf(*gradients, arguments),
               repetitions);
    auto forward = compile(context, source, "layer");
    auto pullback = compile(context, source, "pullback");
    std::vector<ArgValue> seeded = arguments;
    seeded.push_back(seeds);
    reportPair((Twine(layer.name) + ", layer and mesh.vjp").str(),
               callOf(*forward, arguments), callOf(*pullback, seeded),
               repetitions);
  }
}
