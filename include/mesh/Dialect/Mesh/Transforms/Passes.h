//===- Passes.h - passes on the mesh dialect --------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_MESH_TRANSFORMS_PASSES_H
#define MESH_DIALECT_MESH_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mesh {

/// Ends the name of the function that `--mesh-result-shapes` adds.
inline constexpr llvm::StringLiteral kShapesSuffix = "$shapes";
/// Marks a function whose result shapes follow from the elements of a tensor.
inline constexpr llvm::StringLiteral kShapesNeedDataAttr =
    "mesh.shapes_need_data";

#define GEN_PASS_DECL
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"

/// Registers the passes of Passes.td: `registerMeshTransformsPasses`, and one
/// function for each.
#define GEN_PASS_REGISTRATION
#include "mesh/Dialect/Mesh/Transforms/Passes.h.inc"

} // namespace mesh

#endif // MESH_DIALECT_MESH_TRANSFORMS_PASSES_H
