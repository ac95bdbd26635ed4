//===- Specification.h - functions without MLIR -----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_SPECIFICATION_H
#define MESH_DRIVER_SPECIFICATION_H

#include "mesh/Driver/Data/Function.h"
#include "mesh/Driver/Program.h"

namespace mesh::driver {

/// What has to be known of a function to give it data, with the counts of
/// graphs that the ops of `function` demand of its arguments. Errors, at the
/// function: an argument that cannot be given, a result that can be neither
/// printed nor saved.
llvm::Expected<FunctionSpec> specify(const Signature &signature,
                                     mlir::func::FuncOp function);

/// The same without the counts, for a signature of which `specify` is known to
/// succeed.
FunctionSpec specifyTypes(const Signature &signature);

} // namespace mesh::driver

#endif // MESH_DRIVER_SPECIFICATION_H
