//===- GraphGenerators.cpp - made-up graphs -------------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "GeneratorOptions.h"
#include "mesh/Driver/Data/PortableMath.h"
#include "mesh/Driver/Data/Progress.h"
#include "mesh/Driver/Data/Text.h"
#include "mesh/Runtime/Philox.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <numeric>

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

namespace {

/// Streams of the generator, so that the draws of one purpose do not repeat
/// those of another.
enum Stream : uint32_t { kUniformEdges = 1, kShuffle = 2, kRmat = 16 };

/// A number of [0, range) from two words, by the high half of a product.
int64_t bounded(uint32_t high, uint32_t low, int64_t range) {
  uint64_t bits = (uint64_t(high) << 32) | low;
  return static_cast<int64_t>(
      (static_cast<unsigned __int128>(bits) * uint64_t(range)) >> 64);
}

/// nodes=, edges= and seed= of a random graph.
struct Sizes {
  int64_t nodes = 0, edges = 0;
  uint64_t seed = 0;
};

Expected<Sizes> readSizes(const GeneratorSpec &spec) {
  Sizes sizes;
  Expected<int64_t> nodes = countOption(spec, "nodes");
  if (!nodes)
    return nodes.takeError();
  Expected<int64_t> edges = countOption(spec, "edges");
  if (!edges)
    return edges.takeError();
  if (!spec.option("seed"))
    return dataError("'" + spec.name + "' expects the option 'seed='");
  Expected<uint64_t> seed = seedOption(spec);
  if (!seed)
    return seed.takeError();
  if (*nodes == 0 && *edges > 0)
    return dataError("'" + spec.name + "' cannot put " + Twine(*edges) +
                     " edges between 0 nodes");
  if (Error error = checkEdgeCount(*edges))
    return std::move(error);
  sizes.nodes = *nodes;
  sizes.edges = *edges;
  sizes.seed = *seed;
  return sizes;
}

CooGraph emptyGraph(int64_t nodes, int64_t edges) {
  CooGraph graph;
  graph.numSources = graph.numTargets = nodes;
  graph.reserve(edges);
  graph.source.resize(edges);
  graph.target.resize(edges);
  return graph;
}

/// Renames the nodes by a random permutation (Fisher and Yates).
Error shuffleNodes(CooGraph &graph, uint64_t seed) {
  if (Error error = checkEdgeCount(graph.numSources, "nodes"))
    return error;
  std::vector<int64_t> name(graph.numSources);
  std::iota(name.begin(), name.end(), 0);
  for (int64_t i = graph.numSources - 1; i > 0; --i) {
    runtime::PhiloxCounter words = runtime::philox(seed, i, kShuffle);
    std::swap(name[i], name[bounded(words[0], words[1], i + 1)]);
  }
  for (std::vector<int64_t> *ids : {&graph.source, &graph.target})
    for (int64_t &id : *ids)
      id = name[id];
  return Error::success();
}

/// The chances a, a+b, a+b+c as 32-bit thresholds.
Expected<std::array<uint64_t, 3>> readQuadrants(const GeneratorSpec &spec) {
  double chances[4] = {.45, .22, .22, .11};
  if (std::optional<StringRef> text = spec.option("p")) {
    SmallVector<StringRef, 4> parts;
    text->split(parts, '/');
    bool good = parts.size() == 4;
    for (size_t i = 0; good && i < 4; ++i)
      good =
          parseReal(parts[i], chances[i]) && chances[i] >= 0 && chances[i] <= 1;
    double sum = chances[0] + chances[1] + chances[2] + chances[3];
    if (!good || std::fabs(sum - 1) > 1e-6)
      return dataError("'rmat' expects four chances that add up to 1, such as "
                       "'p=.45/.22/.22/.11', but got " +
                       quoted(*text));
  }
  std::array<uint64_t, 3> thresholds;
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += chances[i];
    // 2^32 itself stands for "always".
    thresholds[i] =
        static_cast<uint64_t>(std::min(sum, 1.0) * 4294967296.0 + 0.5);
  }
  if (chances[3] == 0)
    thresholds[2] = uint64_t(1) << 32;
  return thresholds;
}

Expected<CooGraph> makeRmat(const GeneratorSpec &spec) {
  if (Error error =
          checkOptions(spec, {"nodes", "edges", "seed", "p"}, {"shuffle"}, 0))
    return std::move(error);
  Expected<Sizes> sizes = readSizes(spec);
  if (!sizes)
    return sizes.takeError();
  Expected<std::array<uint64_t, 3>> thresholds = readQuadrants(spec);
  if (!thresholds)
    return thresholds.takeError();
  unsigned levels = sizes->nodes > 1 ? Log2_64_Ceil(sizes->nodes) : 0;
  // With nodes just above a power of two and all weight on the last quadrant
  // no draw would ever be inside.
  constexpr uint32_t maxDraws = 4096;
  CooGraph graph = emptyGraph(sizes->nodes, sizes->edges);
  Progress progress("generating edges", sizes->edges);
  for (int64_t e = 0; e < sizes->edges; ++e) {
    progress.update(e);
    uint32_t draw = 0;
    for (;; ++draw) {
      if (draw == maxDraws)
        return dataError("'rmat' with these chances almost never draws an edge "
                         "within " +
                         Twine(sizes->nodes) + " nodes");
      uint64_t source = 0, target = 0;
      runtime::PhiloxCounter words = {};
      for (unsigned level = 0; level < levels; ++level) {
        if (level % 4 == 0)
          words = runtime::philox(sizes->seed, e, kRmat + draw, level / 4);
        uint64_t word = words[level % 4];
        unsigned quadrant = word < (*thresholds)[0]   ? 0
                            : word < (*thresholds)[1] ? 1
                            : word < (*thresholds)[2] ? 2
                                                      : 3;
        source = source << 1 | quadrant >> 1;
        target = target << 1 | (quadrant & 1);
      }
      graph.source[e] = static_cast<int64_t>(source);
      graph.target[e] = static_cast<int64_t>(target);
      if (graph.source[e] < sizes->nodes && graph.target[e] < sizes->nodes)
        break;
    }
  }
  if (is_contained(spec.words, "shuffle"))
    if (Error error = shuffleNodes(graph, sizes->seed))
      return std::move(error);
  return graph;
}

/// uniform_graph, and hub, which sends every other edge to node 0.
Expected<CooGraph> makeUniform(const GeneratorSpec &spec, bool hub) {
  if (Error error = checkOptions(spec, {"nodes", "edges", "seed"}, {}, 0))
    return std::move(error);
  Expected<Sizes> sizes = readSizes(spec);
  if (!sizes)
    return sizes.takeError();
  CooGraph graph = emptyGraph(sizes->nodes, sizes->edges);
  Progress progress("generating edges", sizes->edges);
  for (int64_t e = 0; e < sizes->edges; ++e) {
    progress.update(e);
    runtime::PhiloxCounter w = runtime::philox(sizes->seed, e, kUniformEdges);
    graph.source[e] = bounded(w[0], w[1], sizes->nodes);
    graph.target[e] = hub && e % 2 == 0 ? 0 : bounded(w[2], w[3], sizes->nodes);
  }
  return graph;
}

/// In-degrees that follow a power law of the given exponent need a target
/// chance of rank^(-1 / (exponent - 1)) (Chung and Lu 2002). The rank comes
/// from the inverse of the continuous distribution, so no table of N is needed.
Expected<CooGraph> makePowerLaw(const GeneratorSpec &spec) {
  if (Error error =
          checkOptions(spec, {"nodes", "edges", "seed", "exponent"}, {}, 0))
    return std::move(error);
  Expected<Sizes> sizes = readSizes(spec);
  if (!sizes)
    return sizes.takeError();
  Expected<double> exponent = realOption(spec, "exponent", 2.1);
  if (!exponent)
    return exponent.takeError();
  if (!(*exponent > 1) || !std::isfinite(*exponent))
    return dataError("'power_law' expects an exponent above 1, but got '" +
                     spec.option("exponent").value_or("") + "'");
  double slope = 1 - 1 / (*exponent - 1); // the integral grows as rank^slope
  double end = static_cast<double>(sizes->nodes) + 1;
  bool logarithmic = std::fabs(slope) < 1e-9;
  double range =
      logarithmic ? portable::log(end) : portable::pow(end, slope) - 1;
  CooGraph graph = emptyGraph(sizes->nodes, sizes->edges);
  Progress progress("generating edges", sizes->edges);
  for (int64_t e = 0; e < sizes->edges; ++e) {
    progress.update(e);
    runtime::PhiloxCounter w = runtime::philox(sizes->seed, e, kUniformEdges);
    double u = runtime::philoxUniform(w[2], w[3]) * range;
    double rank =
        logarithmic ? portable::exp(u) : portable::pow(u + 1, 1 / slope);
    graph.source[e] = bounded(w[0], w[1], sizes->nodes);
    // The comparison also catches a NaN of extreme exponents.
    double last = static_cast<double>(sizes->nodes - 1);
    graph.target[e] = rank - 1 < last
                          ? std::max<int64_t>(static_cast<int64_t>(rank) - 1, 0)
                          : sizes->nodes - 1;
  }
  return graph;
}

Expected<CooGraph> makeStarOrRing(const GeneratorSpec &spec, bool ring) {
  if (Error error = checkOptions(spec, {"nodes"}, {}, 0))
    return std::move(error);
  Expected<int64_t> nodes = countOption(spec, "nodes");
  if (!nodes)
    return nodes.takeError();
  if (Error error = checkEdgeCount(*nodes))
    return std::move(error);
  int64_t edges = ring ? *nodes : std::max<int64_t>(*nodes - 1, 0);
  CooGraph graph = emptyGraph(*nodes, edges);
  Progress progress("generating edges", edges);
  for (int64_t e = 0; e < edges; ++e) {
    progress.update(e);
    graph.source[e] = ring ? e : e + 1;
    graph.target[e] = ring ? (e + 1) % *nodes : 0;
  }
  return graph;
}

Expected<CooGraph> makeGrid(const GeneratorSpec &spec) {
  if (Error error = checkOptions(spec, {"rows", "cols"}, {}, 0))
    return std::move(error);
  Expected<int64_t> rows = countOption(spec, "rows");
  if (!rows)
    return rows.takeError();
  Expected<int64_t> cols = countOption(spec, "cols");
  if (!cols)
    return cols.takeError();
  int64_t nodes;
  if (MulOverflow(*rows, *cols, nodes) || nodes > INT64_MAX / 4)
    return dataError("a grid of " + Twine(*rows) + " x " + Twine(*cols) +
                     " nodes is too large");
  if (Error error = checkEdgeCount(4 * uint64_t(nodes)))
    return std::move(error);
  CooGraph graph = emptyGraph(nodes, 0);
  auto add = [&](int64_t node, int64_t neighbour, bool there) {
    if (!there)
      return;
    graph.source.push_back(node);
    graph.target.push_back(neighbour);
  };
  Progress progress("generating edges", nodes);
  for (int64_t node = 0; node < nodes; ++node) {
    progress.update(node);
    int64_t r = node / *cols, c = node % *cols;
    add(node, node - *cols, r > 0);
    add(node, node - 1, c > 0);
    add(node, node + 1, c + 1 < *cols);
    add(node, node + *cols, r + 1 < *rows);
  }
  return graph;
}

} // namespace

bool mesh::driver::isGraphGenerator(StringRef name) {
  return StringSwitch<bool>(name)
      .Cases(
          {"rmat", "uniform_graph", "power_law", "hub", "star", "ring", "grid"},
          true)
      .Default(false);
}

Expected<CooGraph> mesh::driver::generateGraph(const GeneratorSpec &spec) {
  StringRef name = spec.name;
  if (name == "rmat")
    return makeRmat(spec);
  if (name == "uniform_graph" || name == "hub")
    return makeUniform(spec, name == "hub");
  if (name == "power_law")
    return makePowerLaw(spec);
  if (name == "star" || name == "ring")
    return makeStarOrRing(spec, name == "ring");
  if (name == "grid")
    return makeGrid(spec);
  return dataError("no graph generator '" + name +
                   "', the generators are: rmat, uniform_graph, power_law, "
                   "hub, star, ring, grid");
}
