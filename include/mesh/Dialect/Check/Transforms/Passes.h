//===- Passes.h - passes of the check dialect -------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DIALECT_CHECK_TRANSFORMS_PASSES_H
#define MESH_DIALECT_CHECK_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mesh::check {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "mesh/Dialect/Check/Transforms/Passes.h.inc"

} // namespace mesh::check

#endif // MESH_DIALECT_CHECK_TRANSFORMS_PASSES_H
