//===- Memory.cpp - aligned memory for the runtime ------------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Memory.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <sys/mman.h>
#include <unistd.h>

std::uint64_t mesh::runtime::freeMemoryBytes() {
  std::uint64_t bytes = physicalMemoryBytes();
  std::FILE *file = std::fopen("/proc/meminfo", "r");
  if (!file)
    return bytes;
  char line[128];
  unsigned long long kilobytes;
  while (std::fgets(line, sizeof(line), file))
    if (std::sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1)
      bytes = std::min<std::uint64_t>(bytes, kilobytes * 1024);
  std::fclose(file);
  return bytes;
}

void mesh::runtime::useHugePages(void *memory, std::uint64_t bytes) {
  constexpr std::uint64_t page = std::uint64_t(1) << 21;
  auto begin = reinterpret_cast<std::uintptr_t>(memory);
  // Whole pages within the block only.
  std::uint64_t first = (begin + page - 1) / page * page,
                last = (begin + bytes) / page * page;
  if (first < last)
    (void)madvise(reinterpret_cast<void *>(first), last - first, MADV_HUGEPAGE);
}

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
