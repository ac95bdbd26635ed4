//===- Status.cpp - how a call of compiled code fails ---------------------===//
//
// Part of Mesh, a compiler for message passing on graphs.
//
//===----------------------------------------------------------------------===//

#include "mesh/Runtime/Status.h"

#include <cstddef>
#include <cstdio>

using namespace mesh::runtime;

namespace {

/// Appends to a fixed buffer and drops what does not fit.
class Writer {
public:
  Writer(char *buffer, std::size_t capacity)
      : buffer(buffer), capacity(capacity) {}
  ~Writer() { buffer[length] = '\0'; }

  void put(char c) {
    if (length + 1 < capacity)
      buffer[length++] = c;
  }
  void put(const char *text) {
    for (; *text; ++text)
      put(*text);
  }
  void put(std::int64_t value) {
    char digits[24];
    std::snprintf(digits, sizeof(digits), "%lld",
                  static_cast<long long>(value));
    put(digits);
  }

private:
  char *buffer;
  std::size_t capacity, length = 0;
};

/// Reads "{digits}" at `text`. Returns the place after it, or null.
const char *readPlaceholder(const char *text, std::int64_t &index) {
  if (*text != '{')
    return nullptr;
  index = 0;
  const char *p = text + 1;
  for (; *p >= '0' && *p <= '9' && p - text < 8; ++p)
    index = index * 10 + (*p - '0');
  return *p == '}' && p > text + 1 ? p + 1 : nullptr;
}

} // namespace

extern "C" void mesh_rt_fail(void *opaque, const char *location,
                             const char *format, std::int64_t count,
                             const std::int64_t *values) {
  auto *status = static_cast<Status *>(opaque);
  if (!status)
    return;
  int none = 0;
  if (!status->code.compare_exchange_strong(none, 2, std::memory_order_acq_rel))
    return;
  {
    Writer writer(status->message, sizeof(status->message));
    if (location && *location) {
      writer.put(location);
      writer.put(": ");
    }
    for (const char *p = format ? format : ""; *p;) {
      std::int64_t index;
      const char *after = readPlaceholder(p, index);
      if (after && values && index < count) {
        writer.put(values[index]);
        p = after;
        continue;
      }
      writer.put(*p++);
    }
  }
  status->code.store(1, std::memory_order_release);
}
