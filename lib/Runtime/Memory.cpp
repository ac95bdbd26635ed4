//===- Memory.cpp - aligned memory for the runtime ------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Memory.h"

#include <unistd.h>

std::uint64_t mesh::runtime::physicalMemoryBytes() {
  static const std::uint64_t bytes = [] {
    long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGE_SIZE);
    // A system that does not say leaves the decision to the allocator.
    if (pages <= 0 || pageSize <= 0)
      return static_cast<std::uint64_t>(PTRDIFF_MAX);
    return static_cast<std::uint64_t>(pages) *
           static_cast<std::uint64_t>(pageSize);
  }();
  return bytes;
}
