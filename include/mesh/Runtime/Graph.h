//===- Graph.h - a graph as compiled code sees it ---------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//
//
// The eight component arrays of a `!mesh.graph` value. Plain C++17, no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_RUNTIME_GRAPH_H
#define MESH_RUNTIME_GRAPH_H

#include "mesh/Runtime/Memory.h"
#include "mesh/Runtime/Message.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace mesh::runtime {

/// An immutable directed multigraph of S sources, T targets and E edges, with
/// `Index` = int32_t (`!mesh.graph<i32>`) or int64_t (`!mesh.graph<i64>`).
/// Edge ordinals are positions in the caller's COO order. Duplicate edges and
/// self-loops are kept as they came. Everything is built once; share it by
/// `std::shared_ptr`.
template <class Index> struct GraphData {
  std::int64_t numSources = 0; ///< S
  std::int64_t numTargets = 0; ///< T

  AlignedBuffer<Index> src;     ///< [E] source of each edge, COO order
  AlignedBuffer<Index> dst;     ///< [E] target of each edge, COO order
  AlignedBuffer<Index> inPtr;   ///< [T+1] first in-edge of each target
  AlignedBuffer<Index> inCol;   ///< [E] source of each in-edge
  AlignedBuffer<Index> inEdge;  ///< [E] COO ordinal of each in-edge
  AlignedBuffer<Index> outPtr;  ///< [S+1] first out-edge of each source
  AlignedBuffer<Index> outCol;  ///< [E] target of each out-edge
  AlignedBuffer<Index> outEdge; ///< [E] COO ordinal of each out-edge

  /// E.
  std::int64_t numEdges() const {
    return static_cast<std::int64_t>(src.size());
  }

  /// The components in the order of their declaration above, which is the
  /// order in which compiled functions take them.
  std::array<const AlignedBuffer<Index> *, 8> components() const {
    return {&src, &dst, &inPtr, &inCol, &inEdge, &outPtr, &outCol, &outEdge};
  }
};

/// How a graph is to be built.
enum class GraphStatus {
  Built,
  Invalid, ///< counts or indices
  NoMemory,
};

/// Fills `graph` from COO arrays `src[numEdges]`, `dst[numEdges]` by a stable
/// counting sort: rows keep COO order. Time O(S + T + E). With `borrow`, which
/// needs Input = Index, the arrays become part of the graph.
///
/// Otherwise the reason is in `message`, which is set before anything is
/// allocated for a negative count, a count above the limit of `Index`, arrays
/// that do not fit into this machine's memory, or an index out of range (the
/// first such edge is named).
///
/// Instantiated for Index and Input in {int32_t, int64_t}.
template <class Index, class Input>
GraphStatus fillGraph(GraphData<Index> &graph, std::int64_t numSources,
                      std::int64_t numTargets, std::int64_t numEdges,
                      const Input *src, const Input *dst, bool borrow,
                      Message &message);

/// Fills `graph` from its in-edges by target: `row[numTargets + 1]`,
/// `column[row[numTargets]]`. COO order is the order of `column`. The reasons
/// for failure are those of `fillGraph`, and row pointers that do not start at
/// 0 or decrease.
template <class Index>
GraphStatus fillGraphFromCSR(GraphData<Index> &graph, std::int64_t numSources,
                             std::int64_t numTargets, const Index *row,
                             const Index *column, bool borrow,
                             Message &message);

/// The check of `fillGraph` on its counts alone; `indexBits` is 32 or 64.
bool checkGraphCounts(std::int64_t numSources, std::int64_t numTargets,
                      std::int64_t numEdges, unsigned indexBits,
                      Message &message);

//===----------------------------------------------------------------------===//
// The same for programs that link the C++ library
//===----------------------------------------------------------------------===//

/// `fillGraph` for a new graph, which copies the arrays. Returns null with the
/// reason in `error` if it fails.
template <class Index, class Input>
std::shared_ptr<GraphData<Index>>
buildGraph(std::int64_t numSources, std::int64_t numTargets,
           std::int64_t numEdges, const Input *src, const Input *dst,
           std::string &error) {
  auto graph = std::make_shared<GraphData<Index>>();
  Message message;
  GraphStatus status = fillGraph(*graph, numSources, numTargets, numEdges, src,
                                 dst, /*borrow=*/false, message);
  error = message.text;
  return status == GraphStatus::Built ? graph : nullptr;
}

/// Returns an empty string if a graph of this size can be built.
inline std::string checkGraphCounts(std::int64_t numSources,
                                    std::int64_t numTargets,
                                    std::int64_t numEdges, unsigned indexBits) {
  Message message;
  checkGraphCounts(numSources, numTargets, numEdges, indexBits, message);
  return message.text;
}

} // namespace mesh::runtime

#endif // MESH_RUNTIME_GRAPH_H
