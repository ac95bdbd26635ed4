//===- Passes.h - run-time failures of compiled code ------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_CONVERSION_RUNTIMECHECKS_PASSES_H
#define MESH_CONVERSION_RUNTIMECHECKS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mesh {

#define GEN_PASS_DECL
#include "mesh/Conversion/RuntimeChecks/Passes.h.inc"

/// Registers the passes of Passes.td: `registerMeshRuntimeChecksPasses`, and
/// one function for each.
#define GEN_PASS_REGISTRATION
#include "mesh/Conversion/RuntimeChecks/Passes.h.inc"

/// The name of a function in compiled code: its own, unless that belongs to the
/// C library, which the code itself calls, or to the runtime.
std::string getCodeName(llvm::StringRef function);

} // namespace mesh

#endif // MESH_CONVERSION_RUNTIMECHECKS_PASSES_H
