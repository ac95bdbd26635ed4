//===- Traffic.h - what an op reads, writes and computes --------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_EXPLAIN_TRAFFIC_H
#define MESH_LIB_EXPLAIN_TRAFFIC_H

#include "mesh/Explain/Report.h"
#include "mesh/Explain/Sizes.h"

#include "mlir/IR/Operation.h"

namespace mesh::explain {

struct Traffic {
  struct Read {
    mlir::Value value;
    std::string how; ///< see Access::how
  };
  std::string kind;
  std::vector<Read> reads;
  std::vector<mlir::Value> writes;
  Formula moved, least;
  Work work;
};

/// The tensor that a view, a cast or a reshape is of.
mlir::Value getRoot(mlir::Value tensor);

/// Describes an op that is compiled to loops of its own; nothing for others: a
/// fill whose reader writes to it, views, scalar ops, loops.
std::optional<Traffic> describeTraffic(mlir::Operation *op, Sizes &sizes);

} // namespace mesh::explain

#endif // MESH_LIB_EXPLAIN_TRAFFIC_H
