//===- SquareGraphs.h - graphs with as many sources as targets --*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DIALECT_MESH_TRANSFORMS_SQUAREGRAPHS_H
#define MESH_LIB_DIALECT_MESH_TRANSFORMS_SQUAREGRAPHS_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

#include "llvm/ADT/DenseMap.h"

namespace mesh {

/// Finds graphs of which a program takes for granted that they have as many
/// sources as targets: somewhere a size must equal both.
class SquareGraphs {
public:
  explicit SquareGraphs(mlir::Operation *root) : root(root) {}

  /// Whether `graph` is one. The answer is kept, so rewrites may go on.
  bool contains(mlir::Value graph);

private:
  bool find(mlir::Value graph);

  mlir::Operation *root;
  llvm::DenseMap<mlir::Value, bool> known;
};

} // namespace mesh

#endif // MESH_LIB_DIALECT_MESH_TRANSFORMS_SQUAREGRAPHS_H
