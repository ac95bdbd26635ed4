//===- Graph.cpp - a graph as compiled code sees it -----------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Graph.h"

#include <algorithm>
#include <limits>

using namespace mesh::runtime;

namespace {

std::string checkCount(const char *what, std::int64_t count,
                       unsigned indexBits) {
  if (count < 0)
    return std::string("number of ") + what + " is " + std::to_string(count) +
           ", expects 0 or more";
  std::int64_t limit = indexBits == 32
                           ? std::numeric_limits<std::int32_t>::max()
                           : std::numeric_limits<std::int64_t>::max();
  if (count > limit)
    return std::string("number of ") + what + " is " + std::to_string(count) +
           ", but 'i" + std::to_string(indexBits) +
           "' graph indices allow at most " + std::to_string(limit);
  return {};
}

/// The text for the first edge whose index is outside [0, count).
template <class Input>
std::string checkRange(const char *endpoint, const Input *ids,
                       std::int64_t numEdges, std::int64_t count,
                       std::int64_t &firstBad) {
  for (std::int64_t e = 0; e < numEdges; ++e) {
    std::int64_t id = ids[e];
    if (id >= 0 && id < count)
      continue;
    firstBad = e;
    return "edge " + std::to_string(e) + ": " + endpoint + " " +
           std::to_string(id) + " is out of range, expects 0 <= " + endpoint +
           " < " + std::to_string(count);
  }
  firstBad = numEdges;
  return {};
}

/// Groups the edges by `key`, keeping their order within a row: `pointer`
/// [rows + 1], `column` and `edge` [E].
template <class Index>
void groupEdges(const AlignedBuffer<Index> &key,
                const AlignedBuffer<Index> &other,
                AlignedBuffer<Index> &pointer, AlignedBuffer<Index> &column,
                AlignedBuffer<Index> &edge) {
  std::fill(pointer.begin(), pointer.end(), Index(0));
  std::size_t rows = pointer.size() - 1, edges = key.size();
  // The counts sit one place to the right, so that the prefix sum leaves the
  // starts in place; filling then moves each start to the next row's, and one
  // shift restores them. That saves a second array of cursors.
  for (std::size_t e = 0; e < edges; ++e)
    ++pointer[key[e] + 1];
  for (std::size_t r = 0; r < rows; ++r)
    pointer[r + 1] += pointer[r];
  for (std::size_t e = 0; e < edges; ++e) {
    Index position = pointer[key[e]]++;
    column[position] = other[e];
    edge[position] = static_cast<Index>(e);
  }
  for (std::size_t r = rows; r > 0; --r)
    pointer[r] = pointer[r - 1];
  pointer[0] = 0;
}

} // namespace

std::string mesh::runtime::checkGraphCounts(std::int64_t numSources,
                                            std::int64_t numTargets,
                                            std::int64_t numEdges,
                                            unsigned indexBits) {
  for (auto [what, count] :
       {std::pair<const char *, std::int64_t>{"sources", numSources},
        {"targets", numTargets},
        {"edges", numEdges}})
    if (std::string text = checkCount(what, count, indexBits); !text.empty())
      return text;

  unsigned __int128 bytes = (static_cast<unsigned __int128>(numEdges) * 6 +
                             numSources + numTargets + 2) *
                            (indexBits / 8);
  std::uint64_t memory = physicalMemoryBytes();
  std::string graph = "a graph of " + std::to_string(numSources) +
                      " sources, " + std::to_string(numTargets) +
                      " targets and " + std::to_string(numEdges) + " edges";
  if (bytes > memory)
    return graph + " needs more than the " + std::to_string(memory) +
           " bytes of memory of this machine";
  if (bytes >= kLargeRequest)
    if (std::uint64_t free = freeMemoryBytes(); bytes > free)
      return graph + " needs " +
             std::to_string(static_cast<std::uint64_t>(bytes)) +
             " bytes, but only " + std::to_string(free) + " are free";
  return {};
}

template <class Index, class Input>
std::shared_ptr<GraphData<Index>>
mesh::runtime::buildGraph(std::int64_t numSources, std::int64_t numTargets,
                          std::int64_t numEdges, const Input *src,
                          const Input *dst, std::string &error) {
  error = checkGraphCounts(numSources, numTargets, numEdges, sizeof(Index) * 8);
  if (!error.empty())
    return nullptr;
  std::int64_t badSource, badTarget;
  error = checkRange("source", src, numEdges, numSources, badSource);
  std::string targetError =
      checkRange("target", dst, numEdges, numTargets, badTarget);
  if (badTarget < badSource)
    error = targetError;
  if (!error.empty())
    return nullptr;

  auto graph = std::make_shared<GraphData<Index>>();
  graph->numSources = numSources;
  graph->numTargets = numTargets;
  std::uint64_t edges = static_cast<std::uint64_t>(numEdges);
  if (!graph->src.allocate(edges) || !graph->dst.allocate(edges) ||
      !graph->inPtr.allocate(static_cast<std::uint64_t>(numTargets) + 1) ||
      !graph->inCol.allocate(edges) || !graph->inEdge.allocate(edges) ||
      !graph->outPtr.allocate(static_cast<std::uint64_t>(numSources) + 1) ||
      !graph->outCol.allocate(edges) || !graph->outEdge.allocate(edges)) {
    error = "out of memory for a graph of " + std::to_string(numSources) +
            " sources, " + std::to_string(numTargets) + " targets and " +
            std::to_string(numEdges) + " edges";
    return nullptr;
  }
  for (std::uint64_t e = 0; e < edges; ++e) {
    graph->src[e] = static_cast<Index>(src[e]);
    graph->dst[e] = static_cast<Index>(dst[e]);
  }
  groupEdges(graph->dst, graph->src, graph->inPtr, graph->inCol, graph->inEdge);
  groupEdges(graph->src, graph->dst, graph->outPtr, graph->outCol,
             graph->outEdge);
  return graph;
}

namespace mesh::runtime {
#define MESH_BUILD_GRAPH(INDEX, INPUT)                                         \
  template std::shared_ptr<GraphData<INDEX>> buildGraph<INDEX, INPUT>(         \
      std::int64_t, std::int64_t, std::int64_t, const INPUT *, const INPUT *,  \
      std::string &);
MESH_BUILD_GRAPH(std::int32_t, std::int32_t)
MESH_BUILD_GRAPH(std::int32_t, std::int64_t)
MESH_BUILD_GRAPH(std::int64_t, std::int32_t)
MESH_BUILD_GRAPH(std::int64_t, std::int64_t)
#undef MESH_BUILD_GRAPH
} // namespace mesh::runtime
