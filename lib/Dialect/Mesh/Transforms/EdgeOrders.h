//===- EdgeOrders.h - orders of edge rows -----------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_EDGEORDERS_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_EDGEORDERS_H

#include "mesh/Dialect/Mesh/IR/RegionOpsEdit.h"

#include "llvm/ADT/MapVector.h"

namespace mesh {

/// A CSR form: the edges of a graph by one of their ends.
struct Sweep {
  mlir::Value graph;
  Endpoint endpoint;

  bool operator==(const Sweep &other) const {
    return graph == other.graph && endpoint == other.endpoint;
  }
};

/// COO order where there is none.
using Order = std::optional<Sweep>;

/// One CSR form has one name, whether it is asked of a graph or its transpose.
Sweep getSweep(mlir::Value graph, Endpoint endpoint);
/// The end of `graph` that `sweep` goes by.
Endpoint getEndpointFor(mlir::Value graph, Sweep sweep);

/// The graph that a region op visits, if it is one still.
mlir::Value getGraph(mlir::Operation *op);

/// Bytes of a row, and of the cache lines that a row at a looked-up place is
/// in.
int64_t getRowBytes(mlir::Type row);
int64_t getLookupBytes(int64_t row);

/// How often `op` is assumed to run each time that `home` does.
int64_t countTimes(mlir::Operation *op, mlir::Region *home);

/// Calls `visit` with the region of a region op that `use` brings edge rows to,
/// and their place in its group. Whether there is one.
bool visitEdgeRows(mlir::OpOperand &use,
                   llvm::function_ref<void(EdgeRegion, unsigned)> visit);
/// The axis of the edges in edge rows of a region.
int64_t getEdgeAxis(EdgeRegion region, unsigned i);

/// An op that reads edge rows, in which order it visits them, and how often.
struct Reader {
  mlir::Operation *op;
  bool isFold;
  Order order;
  int64_t times;
};

/// Where the rows of a tensor are.
enum class Layout { COO, Sorted, Both };

struct Plan {
  Layout layout;
  int64_t bytes; ///< moved for each edge
};

/// The orders in which ops visit edges.
class EdgeOrders {
public:
  /// Gives each of `maps` the order that moves the fewest bytes.
  void chooseSweeps(llvm::ArrayRef<MapEdgesOp> maps);
  /// Makes `swept` stand for `map`.
  void replace(MapEdgesOp map, MapEdgesOp swept);

  Order getOrder(mlir::Operation *op);
  /// In which order `use` can read edge rows whose edges are on `axis`.
  Order getOrder(mlir::OpOperand &use, int64_t axis);

  llvm::SmallVector<Reader> getReaders(mlir::Value rows, int64_t axis);

  /// Where the rows of a result of `map` belong if it visits edges in `order`,
  /// and what writing and reading them moves.
  Plan planRows(MapEdgesOp map, unsigned result, Order order);

private:
  /// The bytes that `map` and the readers of its rows move for each edge.
  int64_t getBytes(MapEdgesOp map, Order order);

  llvm::MapVector<mlir::Operation *, Order> orders; ///< of map_edges
};

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_EDGEORDERS_H
