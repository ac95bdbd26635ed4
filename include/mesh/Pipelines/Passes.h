//===- Passes.h - small passes of the pipelines -----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_PIPELINES_PASSES_H
#define MESH_PIPELINES_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mesh {

#define GEN_PASS_DECL
#include "mesh/Pipelines/Passes.h.inc"

/// Registers the passes of Passes.td: `registerMeshPipelinesPasses`, and one
/// function for each.
#define GEN_PASS_REGISTRATION
#include "mesh/Pipelines/Passes.h.inc"

} // namespace mesh

#endif // MESH_PIPELINES_PASSES_H
