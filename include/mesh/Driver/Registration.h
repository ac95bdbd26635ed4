//===- Registration.h - what mesh-opt knows ---------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by every tool that reads Mesh programs.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_REGISTRATION_H
#define MESH_DRIVER_REGISTRATION_H

#include "mlir/IR/DialectRegistry.h"

namespace mesh::driver {

/// Registers the dialects of Mesh programs and of everything they are lowered
/// to, with their interface models and the translations to LLVM IR.
void registerDialects(mlir::DialectRegistry &registry);

/// Registers the passes and pipelines of Mesh, and those of upstream that serve
/// to look at or change what Mesh produces. Call once.
void registerPasses();

} // namespace mesh::driver

#endif // MESH_DRIVER_REGISTRATION_H
