//===- Embedded.h - files that mesh-opt carries with it ---------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_LIB_DRIVER_ARTEFACT_EMBEDDED_H
#define MESH_LIB_DRIVER_ARTEFACT_EMBEDDED_H

#include "llvm/ADT/StringRef.h"

namespace mesh::driver {

/// The text of mesh/Runtime/mesh_runtime.h.
llvm::StringRef runtimeHeader();

/// The runtime library as a static archive, for this machine.
llvm::StringRef runtimeArchive();

/// The main function of programs, as an object file.
llvm::StringRef runnerObject();

} // namespace mesh::driver

#endif // MESH_LIB_DRIVER_ARTEFACT_EMBEDDED_H
