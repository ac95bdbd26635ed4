//===- Passes.h - automatic differentiation ---------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_AUTODIFF_PASSES_H
#define MESH_AUTODIFF_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mesh {

#define GEN_PASS_DECL
#include "mesh/AutoDiff/Passes.h.inc"

/// Registers the passes of Passes.td: `registerMeshAutoDiffPasses`.
#define GEN_PASS_REGISTRATION
#include "mesh/AutoDiff/Passes.h.inc"

} // namespace mesh

#endif // MESH_AUTODIFF_PASSES_H
