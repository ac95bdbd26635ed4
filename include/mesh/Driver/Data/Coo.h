//===- Coo.h - graphs outside compiled code -*- C++ -* ----------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_COO_H
#define MESH_DRIVER_DATA_COO_H

#include "mesh/Driver/Data/Array.h"

#include <optional>
#include <string>
#include <vector>

namespace mesh::driver {

/// A directed multigraph as a list of edges `source[e] -> target[e]`, in the
/// order of the data it comes from.
struct CooGraph {
  int64_t numSources = 0;
  int64_t numTargets = 0;
  std::vector<int64_t> source;
  std::vector<int64_t> target;

  int64_t numEdges() const { return static_cast<int64_t>(source.size()); }
  /// Makes room for edges that will be added.
  void reserve(size_t edges);
};

/// Where the edges of a graph come from after modifiers. Edge rows that were
/// loaded for the original edges are brought into the new order with it.
struct EdgeOrigin {
  int64_t numOriginalEdges = 0;
  /// New ordinal -> original ordinal; absent if nothing moved.
  std::optional<std::vector<int64_t>> permutation;
  /// The modifier that added edges, such as "+self_loops"; empty if none did.
  /// There are no edge rows for added edges, so edge rows are an error then.
  std::string addedBy;
};

/// The rows of `array` (axis `axis`: the original edges) in the order of the
/// new edges. Errors: edges were added; an axis of another size.
llvm::Expected<Array>
selectEdgeRows(const Array &array, const EdgeOrigin &origin, unsigned axis = 0);

/// The graph of an index array of shape [2, E]: row 0 sources, row 1 targets.
/// Any integer type. The number of nodes at both ends is one more than the
/// largest index. Errors: another type or shape, a negative index.
llvm::Expected<CooGraph> graphFromIndices(const Array &indices);

/// Refuses a negative index and sets both node counts to one more than the
/// largest index at either end.
llvm::Error inferNodeCounts(CooGraph &graph);

/// Refuses more edges (or whatever `what` names, 16 bytes each) than this
/// machine can hold, before allocating.
llvm::Error checkEdgeCount(uint64_t count, const char *what = "edges");

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_COO_H
