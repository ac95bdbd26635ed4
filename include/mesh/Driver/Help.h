//===- Help.h - what mesh-opt --help prints ---------------------*- C++ -*-===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MESH_DRIVER_HELP_H
#define MESH_DRIVER_HELP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace mesh::driver {

/// Whether a command line (without the name of the program) asks for help;
/// `--help-hidden` and `--help-list` are left to LLVM.
bool asksForHelp(llvm::ArrayRef<const char *> arguments);

/// The options that users of Mesh need, then passes with a line for each. LLVM
/// alone registers some five hundred more. Options and passes have to be
/// registered. Writes to standard output.
void printHelp();

} // namespace mesh::driver

#endif // MESH_DRIVER_HELP_H
