//===- Memory.cpp - aligned memory for the runtime ------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Memory.h"

#include <atomic>
#include <unistd.h>

std::uint64_t mesh::runtime::physicalMemoryBytes() {
  // Asked for once; threads that meet here find the same.
  static std::atomic<std::uint64_t> known{0};
  std::uint64_t bytes = known.load(std::memory_order_relaxed);
  if (bytes != 0)
    return bytes;
  long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGE_SIZE);
  // A system that does not say leaves the decision to the allocator.
  bytes = pages <= 0 || pageSize <= 0
              ? static_cast<std::uint64_t>(PTRDIFF_MAX)
              : static_cast<std::uint64_t>(pages) *
                    static_cast<std::uint64_t>(pageSize);
  known.store(bytes, std::memory_order_relaxed);
  return bytes;
}
