//===- GraphModifiers.cpp - changes to a graph ----------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/GraphModifiers.h"
#include "mesh/Driver/Data/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace mesh::driver;

namespace {

constexpr StringLiteral kPlain[] = {"self_loops", "no_self_loops", "undirected",
                                    "coalesce",   "reverse",       "sorted"};

bool isModifier(StringRef text) {
  return text.starts_with("nodes=") || is_contained(kPlain, text);
}

class Modifier {
public:
  Modifier(CooGraph &graph, EdgeOrigin &origin, StringRef name)
      : graph(graph), origin(origin), name(name) {}

  Error apply() {
    if (name.starts_with("nodes="))
      return setNodes();
    if (name == "reverse") {
      std::swap(graph.source, graph.target);
      std::swap(graph.numSources, graph.numTargets);
      return Error::success();
    }
    if (name == "coalesce")
      return coalesce();
    if (name == "sorted")
      return sort();
    if (!is_contained(kPlain, name))
      return dataError("unknown modifier '+" + name + "'" + modifierHint());
    if (graph.numSources != graph.numTargets)
      return dataError("'+" + name +
                       "' expects as many sources as targets, but got " +
                       Twine(graph.numSources) + " sources and " +
                       Twine(graph.numTargets) + " targets");
    if (name == "self_loops")
      return addLoops();
    if (name == "undirected")
      return addReverse();
    return removeLoops();
  }

private:
  Error setNodes() {
    StringRef value = name.drop_front(StringRef("nodes=").size());
    auto [first, second] = value.split(':');
    int64_t sources, targets;
    if (!value.contains(':'))
      second = first;
    if (!parseInteger(first, sources) || !parseInteger(second, targets))
      return dataError("'+nodes=' expects N or S:T, but got " + quoted(value));
    for (int64_t count : {sources, targets})
      if (count < 0)
        return dataError("number of nodes is " + Twine(count) +
                         ", expects 0 or more");
    graph.numSources = sources;
    graph.numTargets = targets;
    return checkEdges(graph);
  }

  Error addLoops() {
    // The loops need an entry for each node, whatever '+nodes=' claims.
    if (Error error = checkEdgeCount(uint64_t(graph.numSources) +
                                     uint64_t(graph.numEdges())))
      return error;
    std::vector<bool> hasLoop(graph.numSources);
    for (int64_t e = 0; e < graph.numEdges(); ++e)
      if (graph.source[e] == graph.target[e])
        hasLoop[graph.source[e]] = true;
    for (int64_t node = 0; node < graph.numSources; ++node)
      if (!hasLoop[node])
        append(node, node);
    return Error::success();
  }

  Error addReverse() {
    int64_t edges = graph.numEdges();
    if (Error error = checkEdgeCount(2 * uint64_t(edges)))
      return error;
    for (int64_t e = 0; e < edges; ++e)
      if (graph.source[e] != graph.target[e])
        append(graph.target[e], graph.source[e]);
    return Error::success();
  }

  Error removeLoops() {
    std::vector<int64_t> kept;
    for (int64_t e = 0; e < graph.numEdges(); ++e)
      if (graph.source[e] != graph.target[e])
        kept.push_back(e);
    select(kept);
    return Error::success();
  }

  /// Ordinals in the order of (target, source, ordinal). The ends are compared
  /// one after the other, not packed into one key, which would overflow.
  std::vector<int64_t> order() const {
    std::vector<int64_t> ordinals(graph.numEdges());
    std::iota(ordinals.begin(), ordinals.end(), 0);
    // Counting passes are several times faster, but take an entry per node.
    int64_t affordable = 4 * graph.numEdges() + 1024;
    if (graph.numSources <= affordable && graph.numTargets <= affordable) {
      countingPass(ordinals, graph.source, graph.numSources);
      countingPass(ordinals, graph.target, graph.numTargets);
      return ordinals;
    }
    llvm::sort(ordinals, [&](int64_t a, int64_t b) {
      return std::tie(graph.target[a], graph.source[a], a) <
             std::tie(graph.target[b], graph.source[b], b);
    });
    return ordinals;
  }

  /// Stable sort of `ordinals` by `ids[ordinal]`.
  static void countingPass(std::vector<int64_t> &ordinals,
                           const std::vector<int64_t> &ids, int64_t count) {
    std::vector<int64_t> next(count + 1), sorted(ordinals.size());
    for (int64_t id : ids)
      ++next[id + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (int64_t e : ordinals)
      sorted[next[ids[e]]++] = e;
    ordinals = std::move(sorted);
  }

  Error sort() {
    select(order());
    return Error::success();
  }

  Error coalesce() {
    std::vector<int64_t> ordinals = order(), kept;
    for (size_t i = 0; i < ordinals.size(); ++i) {
      int64_t e = ordinals[i], before = i ? ordinals[i - 1] : -1;
      if (i == 0 || graph.source[before] != graph.source[e] ||
          graph.target[before] != graph.target[e])
        kept.push_back(e);
    }
    llvm::sort(kept);
    select(kept);
    return Error::success();
  }

  void append(int64_t source, int64_t target) {
    graph.source.push_back(source);
    graph.target.push_back(target);
    if (origin.addedBy.empty())
      origin.addedBy = ("+" + name).str();
    origin.permutation.reset();
  }

  /// Keeps the edges of these ordinals, in this order.
  void select(const std::vector<int64_t> &ordinals) {
    auto take = [&](const std::vector<int64_t> &from) {
      std::vector<int64_t> to(ordinals.size());
      for (size_t i = 0; i < ordinals.size(); ++i)
        to[i] = from[ordinals[i]];
      return to;
    };
    graph.source = take(graph.source);
    graph.target = take(graph.target);
    if (origin.addedBy.empty())
      origin.permutation =
          origin.permutation ? take(*origin.permutation) : ordinals;
  }

public:
  /// Names the first edge with an end outside the counts.
  static Error checkEdges(const CooGraph &graph) {
    for (int64_t e = 0; e < graph.numEdges(); ++e)
      for (auto [what, id, count] :
           {std::tuple<const char *, int64_t, int64_t>{
                "source", graph.source[e], graph.numSources},
            {"target", graph.target[e], graph.numTargets}})
        if (id < 0 || id >= count)
          return dataError("edge " + Twine(e) + ": " + what + " " + Twine(id) +
                           " is out of range, expects 0 <= " + what + " < " +
                           Twine(count));
    return Error::success();
  }

private:
  CooGraph &graph;
  EdgeOrigin &origin;
  StringRef name;
};

} // namespace

std::string mesh::driver::modifierHint() {
  return ", the modifiers are: +nodes=, +" +
         join(std::begin(kPlain), std::end(kPlain), ", +");
}

Error mesh::driver::splitModifiers(StringRef spec, StringRef &base,
                                   SmallVectorImpl<StringRef> &modifiers) {
  modifiers.clear();
  base = spec;
  if (spec.starts_with("@")) {
    for (;;) {
      auto [rest, last] = base.rsplit('+');
      if (rest.size() == base.size() || !isModifier(last))
        break;
      base = rest;
      modifiers.push_back(last);
    }
    std::reverse(modifiers.begin(), modifiers.end());
    return Error::success();
  }
  // A '+' inside brackets is the sign of a number.
  size_t from = spec.starts_with("[") ? spec.rfind(']') : 0;
  size_t plus = from == StringRef::npos ? from : spec.find('+', from);
  if (plus == StringRef::npos)
    return Error::success();
  base = spec.substr(0, plus).rtrim();
  spec.drop_front(plus + 1).split(modifiers, '+');
  for (StringRef &modifier : modifiers) {
    modifier = modifier.trim();
    if (!isModifier(modifier))
      return dataError("unknown modifier '+" + modifier + "'" + modifierHint());
  }
  return Error::success();
}

Error mesh::driver::applyModifiers(CooGraph &graph,
                                   ArrayRef<StringRef> modifiers,
                                   EdgeOrigin &origin) {
  origin = EdgeOrigin();
  origin.numOriginalEdges = graph.numEdges();
  if (Error error = Modifier::checkEdges(graph))
    return error;
  for (StringRef name : modifiers)
    if (Error error = Modifier(graph, origin, name).apply())
      return error;
  return Error::success();
}
