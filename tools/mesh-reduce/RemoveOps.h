//===- RemoveOps.h - removes what a script does not need --------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_TOOLS_MESH_REDUCE_REMOVEOPS_H
#define MESH_TOOLS_MESH_REDUCE_REMOVEOPS_H

namespace mesh {

/// Registers `--remove-ops=test=SCRIPT`: removes functions, ops, results and
/// arguments one at a time while the program stays valid and SCRIPT, called
/// with the name of a file that holds it, exits with another status than 0.
void registerRemoveOpsPass();

} // namespace mesh

#endif // MESH_TOOLS_MESH_REDUCE_REMOVEOPS_H
