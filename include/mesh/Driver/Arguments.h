//===- Arguments.h - from --arg texts to values -----------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_ARGUMENTS_H
#define MESH_DRIVER_ARGUMENTS_H

#include "mesh/Driver/Program.h"

namespace mesh::driver {

/// One text for each parameter. `given` are texts by position, or by name
/// ("x=@x.npy"); those by position fill, in order, the parameters that are not
/// named. Errors: an unknown name, a parameter given twice, too many, missing
/// ones.
llvm::Expected<std::vector<std::string>>
matchArguments(const Signature &signature, llvm::ArrayRef<std::string> given);

/// Loads one value for each parameter.
///
/// Sizes that the program leaves open and a generator needs are taken from the
/// graphs, by what the ops of `function` demand of the argument. Where they
/// demand nothing, a leading `?` is the number of nodes of the only graph, if
/// it has as many sources as targets; a note on standard error says so.
///
/// Rows of edges follow the graph's modifiers: they are brought into the new
/// order, and are an error where edges were added.
llvm::Expected<std::vector<ArgValue>>
loadArguments(const Signature &signature, mlir::func::FuncOp function,
              llvm::ArrayRef<std::string> texts);

} // namespace mesh::driver

#endif // MESH_DRIVER_ARGUMENTS_H
