//===- Origins.h - which ops of the user an op comes from -------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_EXPLAIN_ORIGINS_H
#define MESH_EXPLAIN_ORIGINS_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace mesh::explain {

/// An op of a program as it was written.
struct SourceOp {
  std::string op;    ///< "mesh.gather"
  std::string value; ///< "%m", of the first result; empty if there is none
  bool isConstant = false;
};

/// The ops of a program by their places, from before any pass.
using SourceOps = llvm::DenseMap<mlir::Location, SourceOp>;

/// One op of the user that an op was made from.
struct Origin {
  enum Kind { Itself, Adjoint, Tangent };

  explicit Origin(mlir::Location place) : place(place) {}

  mlir::Location place; ///< of the op in the file
  /// Whether this is a derivative of the op, of any order.
  Kind kind = Itself;
  /// The places of the calls that were inlined, innermost first.
  llvm::SmallVector<mlir::Location, 2> calls;

  bool operator==(const Origin &other) const {
    return place == other.place && kind == other.kind && calls == other.calls;
  }
};

/// The origins that a location names, in order, without repetition.
void collectOrigins(mlir::Location location, std::vector<Origin> &origins);

/// Those of `op` and of all ops in its regions.
std::vector<Origin> getOrigins(mlir::Operation *op);

/// "sage.mlir:14:8"; "unknown place" for what passes have made.
std::string describePlace(mlir::Location place);
/// "14:8".
std::string describeLine(mlir::Location place);

/// "mesh.gather %m (13:8)", "adjoint of mesh.gather %m (13:8)"; with
/// ", called at 30:3" for inlined ops.
std::string describeOrigin(const Origin &origin, const SourceOps &ops);

} // namespace mesh::explain

#endif // MESH_EXPLAIN_ORIGINS_H
