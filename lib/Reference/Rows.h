//===- Rows.h - node rows and edge rows of a tensor -------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_REFERENCE_ROWS_H
#define MESH_LIB_REFERENCE_ROWS_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"
#include "mesh/Reference/Frame.h"

namespace mesh::reference {

/// A shape cut at its row axis: entry (b, r, i) of `[batch, rows, inner]`.
struct RowLayout {
  RowLayout(llvm::ArrayRef<int64_t> shape, int64_t axis);

  int64_t at(int64_t b, int64_t r, int64_t i) const {
    return (b * rows + r) * inner + i;
  }

  int64_t batch = 1;
  int64_t rows;
  int64_t inner = 1;
};

/// Number of nodes at an end of the edges, and the node of every edge there.
inline int64_t numNodes(const Graph &graph, Endpoint endpoint) {
  return endpoint == Endpoint::Source ? graph.numSources : graph.numTargets;
}
inline const std::vector<int64_t> &nodesOf(const Graph &graph,
                                           Endpoint endpoint) {
  return endpoint == Endpoint::Source ? graph.source : graph.target;
}

/// Number of edges at each node of an end.
std::vector<int64_t> degrees(const Graph &graph, Endpoint endpoint);

/// Edges by the node that owns them, in COO order.
class Segments {
public:
  Segments(const Graph &graph, Endpoint endpoint);

  int64_t size() const { return pointers.size() - 1; }
  llvm::ArrayRef<int64_t> operator[](int64_t node) const {
    return llvm::ArrayRef(edges).slice(pointers[node],
                                       pointers[node + 1] - pointers[node]);
  }
  /// The row pointers of the CSR form, and the edges of all rows in order.
  std::vector<int64_t> pointers;
  std::vector<int64_t> edges;
};

/// Fails `op` unless axis `axis` of the operand called `name` has `expected`
/// entries.
mlir::LogicalResult checkRows(mlir::Operation *op, Frame &frame,
                              llvm::StringRef name, const Tensor &tensor,
                              int64_t axis, int64_t expected);

/// Fails `op` where the type of result `number` declares another count on
/// `axis` than the graph has; `what` says of what ("edges").
mlir::LogicalResult checkDeclared(mlir::Operation *op, Frame &frame,
                                  unsigned number, int64_t axis, int64_t count,
                                  llvm::StringRef what);
/// "source nodes" or "target nodes".
inline llvm::StringRef nodesName(Endpoint endpoint) {
  return endpoint == Endpoint::Source ? "source nodes" : "target nodes";
}

} // namespace mesh::reference

#endif // MESH_LIB_REFERENCE_ROWS_H
