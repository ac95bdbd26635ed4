//===- Embedded.cpp - files that mesh-opt carries with it -----------------===//
//
// Part of the Mesh project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// So that mesh-opt writes libraries wherever it is, and of its own version.
//
//===----------------------------------------------------------------------===//

#include "Embedded.h"

// The build names the files.
#define MESH_EMBED(NAME, FILE)                                                 \
  asm(".pushsection .rodata\n"                                                 \
      ".balign 16\n" #NAME "_begin:\n"                                         \
      ".incbin \"" FILE "\"\n" #NAME "_end:\n"                                 \
      ".byte 0\n"                                                              \
      ".popsection\n");                                                        \
  extern "C" const char NAME##_begin[], NAME##_end[];

MESH_EMBED(mesh_embedded_header, MESH_RUNTIME_HEADER)
MESH_EMBED(mesh_embedded_archive, MESH_RUNTIME_ARCHIVE)
MESH_EMBED(mesh_embedded_runner, MESH_RUNNER_OBJECT)

static llvm::StringRef between(const char *begin, const char *end) {
  return {begin, static_cast<size_t>(end - begin)};
}

llvm::StringRef mesh::driver::runtimeHeader() {
  return between(mesh_embedded_header_begin, mesh_embedded_header_end);
}

llvm::StringRef mesh::driver::runtimeArchive() {
  return between(mesh_embedded_archive_begin, mesh_embedded_archive_end);
}

llvm::StringRef mesh::driver::runnerObject() {
  return between(mesh_embedded_runner_begin, mesh_embedded_runner_end);
}
