//===- Passes.h - lowering passes -------------------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_CONVERSION_PASSES_H
#define MESH_CONVERSION_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mesh {

#define GEN_PASS_DECL
#include "mesh/Conversion/Passes.h.inc"

/// Registers the passes of Passes.td: `registerMeshConversionPasses`, and one
/// function for each.
#define GEN_PASS_REGISTRATION
#include "mesh/Conversion/Passes.h.inc"

} // namespace mesh

#endif // MESH_CONVERSION_PASSES_H
