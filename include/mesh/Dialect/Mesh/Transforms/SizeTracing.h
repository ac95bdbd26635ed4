//===- SizeTracing.h - sizes that are equal by construction -----*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_TRANSFORMS_SIZETRACING_H
#define MESH_DIALECT_MESH_TRANSFORMS_SIZETRACING_H

#include "mesh/Dialect/Mesh/IR/MeshDialect.h"

namespace mesh {

/// A size that a program speaks of: the number of nodes or edges of a graph, an
/// axis of a tensor, a value of type `index`, or a number. Equal sizes may have
/// several of these; `getEqualSizes` lists those it knows.
struct Size {
  enum class Kind { Sources, Targets, Edges, Axis, Index, Constant };

  static Size constant(int64_t number) {
    return {Kind::Constant, mlir::Value(), number};
  }
  static Size axis(mlir::Value tensor, int64_t axis) {
    return {Kind::Axis, tensor, axis};
  }
  static Size index(mlir::Value value) { return {Kind::Index, value, 0}; }
  static Size of(mlir::OpFoldResult value);
  static Size count(mlir::Value graph, SizeConstraint::Count count);
  static Size nodes(mlir::Value graph, Endpoint endpoint);
  static Size edges(mlir::Value graph) { return {Kind::Edges, graph, 0}; }

  bool operator==(const Size &other) const {
    return kind == other.kind && value == other.value && number == other.number;
  }

  Kind kind;
  /// The graph, tensor or index.
  mlir::Value value;
  /// The axis or the constant.
  int64_t number;
};

/// `size` and the sizes that are equal to it by the meaning of the ops that
/// made it, nearest first.
llvm::SmallVector<Size> getEqualSizes(const Size &size);

} // namespace mesh

#endif // MESH_DIALECT_MESH_TRANSFORMS_SIZETRACING_H
