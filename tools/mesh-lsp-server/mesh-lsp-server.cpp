//===- mesh-lsp-server.cpp - language server for Mesh programs ------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors while typing, definitions, uses and hovers, by the language server
// protocol over standard input and output.
//
//===----------------------------------------------------------------------===//

#include "mesh/Driver/Registration.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mesh::driver::registerDialects(registry);
  return failed(mlir::MlirLspServerMain(argc, argv, registry));
}
