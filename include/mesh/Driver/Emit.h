//===- Emit.h - compiled programs as files ----------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_EMIT_H
#define MESH_DRIVER_EMIT_H

#include "mesh/Driver/Job.h"
#include "mesh/Driver/Program.h"

namespace mesh::driver {

/// Compiles `program` and writes what `options.emit` names to `os`.
llvm::Error emit(Program &program, const JobOptions &options,
                 llvm::raw_ostream &os);

} // namespace mesh::driver

#endif // MESH_DRIVER_EMIT_H
