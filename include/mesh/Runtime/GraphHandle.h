//===- GraphHandle.h - a graph as C programs hold it ------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_RUNTIME_GRAPHHANDLE_H
#define MESH_RUNTIME_GRAPHHANDLE_H

#include "mesh/Runtime/Graph.h"
#include "mesh/Runtime/mesh_runtime.h"

/// What `mesh_graph *` points to: the memref descriptors that compiled
/// functions take, made once, and the arrays behind them.
struct mesh_graph {
  static constexpr std::uint64_t kMagic = 0x314870617247734dULL;
  static constexpr int kNumComponents = 8;
  /// Of a memref of rank 1: two pointers, offset, size, stride.
  static constexpr int kDescriptorWords = 5;

  std::uint64_t magic = kMagic;
  std::int32_t indexBytes = 0; ///< 4 or 8
  std::int64_t sources = 0, targets = 0, edges = 0;
  std::int64_t descriptors[kNumComponents][kDescriptorWords] = {};
  /// The GraphData that the handle owns, or null.
  void *owned = nullptr;

  mesh_graph() = default;
  /// A view of `graph`, which outlives it.
  template <class Index>
  explicit mesh_graph(const mesh::runtime::GraphData<Index> &graph)
      : indexBytes(sizeof(Index)), sources(graph.numSources),
        targets(graph.numTargets), edges(graph.numEdges()) {
    int i = 0;
    for (const auto *component : graph.components()) {
      std::int64_t *words = descriptors[i++];
      words[0] = words[1] = reinterpret_cast<std::int64_t>(component->data());
      words[3] = static_cast<std::int64_t>(component->size());
      words[4] = 1;
    }
  }
};

#endif // MESH_RUNTIME_GRAPHHANDLE_H
