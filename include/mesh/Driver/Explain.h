//===- Explain.h - the pages of --explain -----------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_EXPLAIN_H
#define MESH_DRIVER_EXPLAIN_H

#include "mesh/Driver/Job.h"
#include "mesh/Driver/Program.h"
#include "mesh/Explain/Report.h"

namespace mesh::driver {

/// Describes a function of `module`, which stays as it is. Errors are those of
/// its compilation.
llvm::Expected<explain::Report> explainFunction(mlir::ModuleOp module,
                                                llvm::StringRef function,
                                                const Program &program,
                                                const JobOptions &options);

/// Prints what `--explain` asks for, without running anything.
llvm::Error printExplanations(Program &program, const JobOptions &options,
                    llvm::raw_ostream &os);

} // namespace mesh::driver

#endif // MESH_DRIVER_EXPLAIN_H
