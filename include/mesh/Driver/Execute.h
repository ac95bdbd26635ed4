//===- Execute.h - calls a function of a program ----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_EXECUTE_H
#define MESH_DRIVER_EXECUTE_H

#include "mesh/Driver/Job.h"
#include "mesh/Driver/Program.h"

namespace mesh::driver {

/// Executes what `options` name. All that can be wrong with the arguments is
/// found before anything is compiled. Prints to `os` or saves.
llvm::Error execute(Program &program, const JobOptions &options,
                    llvm::raw_ostream &os);

} // namespace mesh::driver

#endif // MESH_DRIVER_EXECUTE_H
