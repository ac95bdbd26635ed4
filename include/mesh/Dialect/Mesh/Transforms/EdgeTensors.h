//===- EdgeTensors.h - why edge rows are in memory --------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_TRANSFORMS_EDGETENSORS_H
#define MESH_DIALECT_MESH_TRANSFORMS_EDGETENSORS_H

#include "mlir/IR/Operation.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mesh {

/// One reason for which a tensor of edge rows is stored.
struct EdgeReader {
  /// The op that reads the rows, or that ends the function with them.
  mlir::Operation *op;
  /// "read by 'linalg.matmul', which is a matrix product"
  std::string reason;
};

using FindEdgeAxis = std::function<std::optional<unsigned>(mlir::Value)>;

/// Why the edge rows `rows`, a result of an op outside of regions of mesh ops,
/// have not been computed by their readers: one entry for each reader. Views
/// (casts, slices, reshapes) are looked through. Empty if nothing reads them.
/// Applies after `--mesh-fuse`. `findAxis` gives the axis of the edges in a
/// tensor; without it, the axis is traced to a graph, and is the first one
/// where that fails.
std::vector<EdgeReader> explainEdgeRows(mlir::OpResult rows,
                                        FindEdgeAxis findAxis = {});

/// Whether `rows` are a result of an op over a graph (not of its components)
/// with a row for each edge, or are made of such rows.
bool isEdgeRows(mlir::Value rows);

/// Remarks of --mesh-fuse for every tensor of edge rows that it has left: with
/// MLIR's remarks, and as a diagnostic where `asDiagnostics` is set.
void reportEdgeTensors(mlir::Operation *root, bool asDiagnostics);

} // namespace mesh

#endif // MESH_DIALECT_MESH_TRANSFORMS_EDGETENSORS_H
