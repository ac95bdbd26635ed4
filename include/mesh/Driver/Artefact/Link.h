//===- Link.h - shared libraries and programs -------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_ARTEFACT_LINK_H
#define MESH_DRIVER_ARTEFACT_LINK_H

#include "mesh/Driver/Artefact/Interface.h"

namespace mesh::driver {

/// Links an object file (its bytes) with the runtime into a shared library that
/// exports `functions` and the API of mesh_runtime.h, and needs the C library,
/// libm and, where it has parallel loops, the OpenMP runtime. Returns its
/// bytes. Errors: no linker on this machine, or what the linker says.
llvm::Expected<std::string> linkShared(llvm::StringRef object,
                                       llvm::ArrayRef<CFunction> functions);

/// Links an object file that defines `mesh_program` (addProgram) into a program
/// that takes arguments as mesh-opt does. Returns its bytes. It needs the C and
/// C++ libraries, zlib and the OpenMP runtime.
llvm::Expected<std::string> linkProgram(llvm::StringRef object);

} // namespace mesh::driver

#endif // MESH_DRIVER_ARTEFACT_LINK_H
