//===- EdgeList.h - edge lists as text -*- C++ -* ---------------*- C++ -*-===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_DATA_EDGELIST_H
#define MESH_DRIVER_DATA_EDGELIST_H

#include "mesh/Driver/Data/Coo.h"

namespace mesh::driver {

/// An edge list `source target [weight]`, one edge a line, ids from 0.
struct EdgeList {
  CooGraph graph;
  /// F64 of shape [E], where the lines have a third field.
  std::optional<Array> weights;
};

/// Reads the text of a file. Fields stand between blanks, tabs, or commas (a
/// line with a comma is split at its commas, and no field may be empty). Blank
/// lines and lines that start with `#` or `%` are skipped. Errors give the
/// line: ids that are not whole numbers of 0 or more, weights in some lines
/// only, fewer than two or more than three fields.
llvm::Expected<EdgeList> parseEdgeList(llvm::StringRef text,
                                       llvm::StringRef name);
llvm::Expected<EdgeList> readEdgeList(llvm::StringRef path);

} // namespace mesh::driver

#endif // MESH_DRIVER_DATA_EDGELIST_H
