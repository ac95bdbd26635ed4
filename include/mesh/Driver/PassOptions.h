//===- PassOptions.h - checks of the passes that are asked for --*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR reports an option that a pass does not have without naming the pass, and
// says nothing when a pipeline meets no operation that it could run on.
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_PASSOPTIONS_H
#define MESH_DRIVER_PASSOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlir {
class PassManager;
} // namespace mlir

namespace mesh::driver {

/// Checks the passes on a command line (without the name of the program), each
/// as `--pass=options` or in `--pass-pipeline=...`. The error names the pass
/// and the options it has, or where in the pipeline the pass belongs.
llvm::Error checkPasses(llvm::ArrayRef<const char *> arguments);

/// After `pm` has run without an error, warns on standard error of each kind of
/// operation that passes were to run on and of which there was none. The passes
/// of pipelines with a name are left out: they are not the caller's choice.
void warnOfIdlePasses(mlir::PassManager &pm,
                      llvm::ArrayRef<const char *> arguments);

} // namespace mesh::driver

#endif // MESH_DRIVER_PASSOPTIONS_H
