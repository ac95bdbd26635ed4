//===- LoadArguments.cpp - values for the parameters of a function --------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Data/Function.h"
#include "mesh/Driver/Data/Generators.h"

#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mesh;
using namespace mesh::driver;

namespace {

struct GraphSizes {
  int64_t sources, targets, edges;
};

class Loader {
public:
  Loader(const FunctionSpec &function, ArrayRef<std::string> texts)
      : function(function), texts(texts), values(function.parameters.size()) {}

  Expected<std::vector<ArgValue>> run();

private:
  Error load(size_t i, const ArgType &type);
  std::optional<int64_t> resolveDim(size_t i, unsigned dim);
  Error orderEdgeRows(size_t i);
  GraphSizes graphSizes(size_t i) const;
  /// The argument that alone is a graph, if it has as many sources as targets.
  std::optional<size_t> onlyGraph() const;

  std::optional<RowCount> rowCount(size_t i, unsigned dim) const {
    const auto &rows = function.parameters[i].rows;
    return dim < rows.size() ? rows[dim] : std::nullopt;
  }

  const FunctionSpec &function;
  ArrayRef<std::string> texts;
  std::vector<ArgValue> values;
  SmallVector<size_t> graphs;
};

} // namespace

GraphSizes Loader::graphSizes(size_t i) const {
  if (const auto *graph = values[i].graph32())
    return {graph->numSources, graph->numTargets, graph->numEdges()};
  const auto *graph = values[i].graph64();
  return {graph->numSources, graph->numTargets, graph->numEdges()};
}

std::optional<size_t> Loader::onlyGraph() const {
  if (graphs.size() != 1)
    return std::nullopt;
  GraphSizes sizes = graphSizes(graphs.front());
  if (sizes.sources != sizes.targets)
    return std::nullopt;
  return graphs.front();
}

std::optional<int64_t> Loader::resolveDim(size_t i, unsigned dim) {
  if (std::optional<RowCount> known = rowCount(i, dim)) {
    GraphSizes sizes = graphSizes(known->graph);
    switch (known->kind) {
    case RowCount::Sources:
      return sizes.sources;
    case RowCount::Targets:
      return sizes.targets;
    case RowCount::Edges:
      return sizes.edges;
    }
  }
  std::optional<size_t> graph = dim == 0 ? onlyGraph() : std::nullopt;
  if (!graph)
    return std::nullopt;
  int64_t nodes = graphSizes(*graph).sources;
  WithColor::note(errs()) << function.describe(i) << ": takes " << nodes
                          << " rows, one for each node of '"
                          << function.parameters[*graph].name
                          << "'; for another size write '" << texts[i]
                          << ":shape=...'\n";
  return nodes;
}

/// Whether the text stands for made-up values, which follow the graph as it is.
static bool isGenerator(StringRef text) {
  return isTensorGenerator(
      text.trim().take_until([](char c) { return c == ':' || c == ','; }));
}

Error Loader::orderEdgeRows(size_t i) {
  if (isGenerator(texts[i]))
    return Error::success();
  for (unsigned axis = 0, rank = function.parameters[i].rows.size();
       axis != rank; ++axis) {
    std::optional<RowCount> known = rowCount(i, axis);
    if (!known || known->kind != RowCount::Edges)
      continue;
    const EdgeOrigin &origin = values[known->graph].edges;
    if (!origin.permutation && origin.addedBy.empty())
      continue;
    Expected<Array> rows = selectEdgeRows(*values[i].array(), origin, axis);
    if (!rows)
      return rows.takeError();
    values[i].value = std::move(*rows);
  }
  return Error::success();
}

Error Loader::load(size_t i, const ArgType &type) {
  LoadContext context;
  context.resolveDim = [&](unsigned dim) { return resolveDim(i, dim); };
  Expected<ArgValue> value = loadArgument(texts[i], type, context);
  if (!value)
    return value.takeError();
  values[i] = std::move(*value);
  return type.kind == ArgType::Graph ? Error::success() : orderEdgeRows(i);
}

Expected<std::vector<ArgValue>> Loader::run() {
  for (auto [i, parameter] : enumerate(function.parameters))
    if (parameter.type.kind == ArgType::Graph)
      graphs.push_back(i);
  // Graphs first: the sizes of others may follow from them.
  for (bool wantGraphs : {true, false})
    for (auto [i, parameter] : enumerate(function.parameters))
      if ((parameter.type.kind == ArgType::Graph) == wantGraphs)
        if (Error error = load(i, parameter.type))
          return dataError(function.describe(i) + ": " +
                           toString(std::move(error)));
  return std::move(values);
}

Expected<std::vector<ArgValue>>
mesh::driver::loadArguments(const FunctionSpec &function,
                            ArrayRef<std::string> texts) {
  return Loader(function, texts).run();
}
