//===- Entry.cpp - one fuzz target as libFuzzer calls it ------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mesh::fuzz::MESH_FUZZ_TARGET(
      llvm::StringRef(reinterpret_cast<const char *>(data), size));
  return 0;
}
