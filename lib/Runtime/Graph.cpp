//===- Graph.cpp - a graph as compiled code sees it -----------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Graph.h"

#include <algorithm>
#include <limits>
#include <type_traits>

using namespace mesh::runtime;

namespace {

bool checkCount(const char *what, std::int64_t count, unsigned indexBits,
                Message &message) {
  if (count < 0) {
    message.set("number of %s is %lld, expects 0 or more", what,
                static_cast<long long>(count));
    return false;
  }
  std::int64_t limit = indexBits == 32
                           ? std::numeric_limits<std::int32_t>::max()
                           : std::numeric_limits<std::int64_t>::max();
  if (count <= limit)
    return true;
  message.set("number of %s is %lld, but 'i%u' graph indices allow at most "
              "%lld",
              what, static_cast<long long>(count), indexBits,
              static_cast<long long>(limit));
  return false;
}

/// The first edge whose index is outside [0, count), or `numEdges`.
template <class Input>
std::int64_t findOutOfRange(const Input *ids, std::int64_t numEdges,
                            std::int64_t count) {
  for (std::int64_t e = 0; e < numEdges; ++e)
    if (std::int64_t id = ids[e]; id < 0 || id >= count)
      return e;
  return numEdges;
}

void reportOutOfRange(const char *endpoint, std::int64_t edge, std::int64_t id,
                      std::int64_t count, Message &message) {
  message.set("edge %lld: %s %lld is out of range, expects 0 <= %s < %lld",
              static_cast<long long>(edge), endpoint,
              static_cast<long long>(id), endpoint,
              static_cast<long long>(count));
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

/// Everything but the COO arrays, which are there.
template <class Index> bool allocateRows(GraphData<Index> &graph) {
  std::uint64_t edges = graph.src.size();
  return graph.inPtr.allocate(static_cast<std::uint64_t>(graph.numTargets) +
                              1) &&
         graph.inCol.allocate(edges) && graph.inEdge.allocate(edges) &&
         graph.outPtr.allocate(static_cast<std::uint64_t>(graph.numSources) +
                               1) &&
         graph.outCol.allocate(edges) && graph.outEdge.allocate(edges);
}

template <class Index>
GraphStatus failAllocation(GraphData<Index> &graph, std::int64_t numEdges,
                           Message &message) {
  message.set("out of memory for a graph of %lld sources, %lld targets and "
              "%lld edges",
              static_cast<long long>(graph.numSources),
              static_cast<long long>(graph.numTargets),
              static_cast<long long>(numEdges));
  return GraphStatus::NoMemory;
}

} // namespace

bool mesh::runtime::checkGraphCounts(std::int64_t numSources,
                                     std::int64_t numTargets,
                                     std::int64_t numEdges, unsigned indexBits,
                                     Message &message) {
  if (!checkCount("sources", numSources, indexBits, message) ||
      !checkCount("targets", numTargets, indexBits, message) ||
      !checkCount("edges", numEdges, indexBits, message))
    return false;
  unsigned __int128 bytes = (static_cast<unsigned __int128>(numEdges) * 6 +
                             numSources + numTargets + 2) *
                            (indexBits / 8);
  std::uint64_t memory = physicalMemoryBytes();
  if (bytes > memory) {
    message.set("a graph of %lld sources, %lld targets and %lld edges needs "
                "more than the %llu bytes of memory of this machine",
                static_cast<long long>(numSources),
                static_cast<long long>(numTargets),
                static_cast<long long>(numEdges),
                static_cast<unsigned long long>(memory));
    return false;
  }
  if (bytes < kLargeRequest)
    return true;
  std::uint64_t free = freeMemoryBytes();
  if (bytes <= free)
    return true;
  message.set(
      "a graph of %lld sources, %lld targets and %lld edges needs %llu "
      "bytes, but only %llu are free",
      static_cast<long long>(numSources), static_cast<long long>(numTargets),
      static_cast<long long>(numEdges), static_cast<unsigned long long>(bytes),
      static_cast<unsigned long long>(free));
  return false;
}

template <class Index, class Input>
GraphStatus
mesh::runtime::fillGraph(GraphData<Index> &graph, std::int64_t numSources,
                         std::int64_t numTargets, std::int64_t numEdges,
                         const Input *src, const Input *dst, bool borrow,
                         Message &message) {
  if (!checkGraphCounts(numSources, numTargets, numEdges, sizeof(Index) * 8,
                        message))
    return GraphStatus::Invalid;
  std::int64_t badSource = findOutOfRange(src, numEdges, numSources);
  std::int64_t badTarget = findOutOfRange(dst, numEdges, numTargets);
  if (badSource < numEdges && badSource <= badTarget)
    reportOutOfRange("source", badSource, src[badSource], numSources, message);
  else if (badTarget < numEdges)
    reportOutOfRange("target", badTarget, dst[badTarget], numTargets, message);
  if (!message.empty())
    return GraphStatus::Invalid;

  graph.numSources = numSources;
  graph.numTargets = numTargets;
  auto edges = static_cast<std::uint64_t>(numEdges);
  bool isBorrowed = false;
  if constexpr (std::is_same_v<Index, Input>) {
    if (borrow) {
      graph.src.borrow(src, edges);
      graph.dst.borrow(dst, edges);
      isBorrowed = true;
    }
  }
  if (!isBorrowed) {
    if (!graph.src.allocate(edges) || !graph.dst.allocate(edges))
      return failAllocation(graph, numEdges, message);
    for (std::uint64_t e = 0; e < edges; ++e) {
      graph.src[e] = static_cast<Index>(src[e]);
      graph.dst[e] = static_cast<Index>(dst[e]);
    }
  }
  if (!allocateRows(graph))
    return failAllocation(graph, numEdges, message);
  groupEdges(graph.dst, graph.src, graph.inPtr, graph.inCol, graph.inEdge);
  groupEdges(graph.src, graph.dst, graph.outPtr, graph.outCol, graph.outEdge);
  return GraphStatus::Built;
}

template <class Index>
static bool checkRowPointers(std::int64_t numTargets, const Index *row,
                             Message &message) {
  if (row[0] != 0) {
    message.set("row pointer 0 is %lld, expects 0",
                static_cast<long long>(row[0]));
    return false;
  }
  for (std::int64_t t = 0; t < numTargets; ++t) {
    if (row[t + 1] >= row[t])
      continue;
    message.set("row pointer %lld is %lld, expects %lld, the one before, or "
                "more",
                static_cast<long long>(t + 1),
                static_cast<long long>(row[t + 1]),
                static_cast<long long>(row[t]));
    return false;
  }
  return true;
}

template <class Index>
GraphStatus mesh::runtime::fillGraphFromCSR(
    GraphData<Index> &graph, std::int64_t numSources, std::int64_t numTargets,
    const Index *row, const Index *column, bool borrow, Message &message) {
  constexpr unsigned kBits = sizeof(Index) * 8;
  if (!checkGraphCounts(numSources, numTargets, 0, kBits, message) ||
      !checkRowPointers(numTargets, row, message))
    return GraphStatus::Invalid;
  std::int64_t numEdges = row[numTargets];
  if (!checkGraphCounts(numSources, numTargets, numEdges, kBits, message))
    return GraphStatus::Invalid;
  std::int64_t bad = findOutOfRange(column, numEdges, numSources);
  if (bad < numEdges) {
    reportOutOfRange("source", bad, column[bad], numSources, message);
    return GraphStatus::Invalid;
  }

  graph.numSources = numSources;
  graph.numTargets = numTargets;
  auto edges = static_cast<std::uint64_t>(numEdges);
  auto rows = static_cast<std::uint64_t>(numTargets) + 1;
  // In this order the sources of edges and the columns of rows are one array.
  if (borrow) {
    graph.src.borrow(column, edges);
    graph.inPtr.borrow(row, rows);
  } else {
    if (!graph.src.allocate(edges) || !graph.inPtr.allocate(rows))
      return failAllocation(graph, numEdges, message);
    std::copy_n(column, edges, graph.src.begin());
    std::copy_n(row, rows, graph.inPtr.begin());
  }
  graph.inCol.borrow(graph.src.data(), edges);
  if (!graph.dst.allocate(edges) || !graph.inEdge.allocate(edges) ||
      !graph.outPtr.allocate(static_cast<std::uint64_t>(numSources) + 1) ||
      !graph.outCol.allocate(edges) || !graph.outEdge.allocate(edges))
    return failAllocation(graph, numEdges, message);
  for (std::int64_t t = 0; t < numTargets; ++t)
    std::fill(graph.dst.begin() + row[t], graph.dst.begin() + row[t + 1],
              static_cast<Index>(t));
  for (std::uint64_t e = 0; e < edges; ++e)
    graph.inEdge[e] = static_cast<Index>(e);
  groupEdges(graph.src, graph.dst, graph.outPtr, graph.outCol, graph.outEdge);
  return GraphStatus::Built;
}

namespace mesh::runtime {
#define MESH_FILL_GRAPH(INDEX, INPUT)                                          \
  template GraphStatus fillGraph<INDEX, INPUT>(                                \
      GraphData<INDEX> &, std::int64_t, std::int64_t, std::int64_t,            \
      const INPUT *, const INPUT *, bool, Message &);
MESH_FILL_GRAPH(std::int32_t, std::int32_t)
MESH_FILL_GRAPH(std::int32_t, std::int64_t)
MESH_FILL_GRAPH(std::int64_t, std::int32_t)
MESH_FILL_GRAPH(std::int64_t, std::int64_t)
#undef MESH_FILL_GRAPH
template GraphStatus fillGraphFromCSR<std::int32_t>(GraphData<std::int32_t> &,
                                                    std::int64_t, std::int64_t,
                                                    const std::int32_t *,
                                                    const std::int32_t *, bool,
                                                    Message &);
template GraphStatus fillGraphFromCSR<std::int64_t>(GraphData<std::int64_t> &,
                                                    std::int64_t, std::int64_t,
                                                    const std::int64_t *,
                                                    const std::int64_t *, bool,
                                                    Message &);
} // namespace mesh::runtime
