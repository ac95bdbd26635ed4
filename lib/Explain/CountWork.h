//===- CountWork.h - floating-point work of regions -------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_EXPLAIN_COUNTWORK_H
#define MESH_LIB_EXPLAIN_COUNTWORK_H

#include "mesh/Explain/Report.h"
#include "mesh/Explain/Sizes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mesh::explain {

Work operator+(const Work &a, const Work &b);
Work operator*(const Work &work, const Formula &times);

/// Of all ops in a region, once.
Work countRegion(mlir::Region &region, Sizes &sizes);

/// Of a linalg op: its body, for each point of its loops.
Work countLinalg(mlir::linalg::LinalgOp op, Sizes &sizes);

/// The number of iterations of a loop with known bounds; nothing for others.
std::optional<Formula> getTripCount(mlir::Operation *loop, Sizes &sizes);

} // namespace mesh::explain

#endif // MESH_LIB_EXPLAIN_COUNTWORK_H
