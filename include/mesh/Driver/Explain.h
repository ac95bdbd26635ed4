//===- Explain.h - the pages of --explain -----------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_EXPLAIN_H
#define MESH_DRIVER_EXPLAIN_H

#include "mesh/Driver/Data/Function.h"
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

/// The sizes of a call with `arguments`, by the names that formulas have for
/// them.
llvm::StringMap<double> getSizes(const FunctionSpec &function,
                                 llvm::ArrayRef<ArgValue> arguments);

/// Prints a report and the numbers of one call. `call` is made some more times.
llvm::Error
printExplanation(const explain::Report &report, const FunctionSpec &function,
                 llvm::ArrayRef<ArgValue> arguments, const JobOptions &options,
                 llvm::function_ref<llvm::Expected<std::vector<Array>>()> call,
                 llvm::raw_ostream &os);

/// Prints what `--explain` asks for, without running anything.
llvm::Error printExplanations(Program &program, const JobOptions &options,
                              llvm::raw_ostream &os);

} // namespace mesh::driver

#endif // MESH_DRIVER_EXPLAIN_H
