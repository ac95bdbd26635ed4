//===- RowAxes.h - axes of rows in regions of mesh ops ----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_EXPLAIN_ROWAXES_H
#define MESH_LIB_EXPLAIN_ROWAXES_H

#include "mlir/IR/Value.h"

#include <optional>

namespace mesh::explain {

struct RowAxis {
  mlir::Value value;
  int64_t axis;
};

/// An axis of equal size of a tensor outside of the region, or in `init` or
/// `score`: of the rows that `argument`, an argument of a region of a mesh op,
/// stands for. Nothing for other arguments.
std::optional<RowAxis> findRowAxis(mlir::BlockArgument argument, int64_t axis);

} // namespace mesh::explain

#endif // MESH_LIB_EXPLAIN_ROWAXES_H
