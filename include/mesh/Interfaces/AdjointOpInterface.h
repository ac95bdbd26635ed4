//===- AdjointOpInterface.h - derivative rules of ops -----------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_INTERFACES_ADJOINTOPINTERFACE_H
#define MESH_INTERFACES_ADJOINTOPINTERFACE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"

#include <string>

namespace mesh {
class AdjointState;
} // namespace mesh

#include "mesh/Interfaces/AdjointOpInterface.h.inc"

#endif // MESH_INTERFACES_ADJOINTOPINTERFACE_H
