//===- Processor.cpp - whether compiled code runs here --------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "Processor.h"
#include "mesh/Runtime/Features.h"

#include <cstring>

using namespace mesh::runtime;

/// Whether the processor has the feature of that name; features that are not
/// known here are assumed.
static bool hasFeature(const char *name, std::size_t length) {
#if defined(__x86_64__)
  __builtin_cpu_init();
#define MESH_CHECK_FEATURE(FEATURE)                                            \
  if (sizeof(FEATURE) - 1 == length &&                                         \
      std::memcmp(name, FEATURE, length) == 0)                                 \
    return __builtin_cpu_supports(FEATURE) != 0;
  MESH_X86_FEATURES(MESH_CHECK_FEATURE)
#undef MESH_CHECK_FEATURE
#endif
  (void)name;
  (void)length;
  return true;
}

Message mesh::runtime::missingFeatures(const FunctionInfo &info) {
  Message missing;
  std::size_t used = 0;
  for (const char *name = info.features; *name;) {
    std::size_t length = std::strcspn(name, ",");
    if (!hasFeature(name, length) && used + length + 3 < sizeof(missing.text)) {
      if (used > 0) {
        std::memcpy(missing.text + used, ", ", 2);
        used += 2;
      }
      std::memcpy(missing.text + used, name, length);
      used += length;
    }
    name += length;
    name += *name == ',';
  }
  return missing;
}

bool mesh::runtime::processorRuns(const FunctionInfo &info) {
  // Threads that ask at once find the same.
  std::int32_t state = __atomic_load_n(info.processorState, __ATOMIC_RELAXED);
  if (state == 0) {
    state = missingFeatures(info).empty() ? 1 : 2;
    __atomic_store_n(info.processorState, state, __ATOMIC_RELAXED);
  }
  return state == 1;
}
